// Any bytes as a topology file: an error or a graph, and a graph survives being written and read.
#include "weft/io/nccl_xml.hpp"

#include "weft/base/assert.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace weft;
  const auto first = io::read_topology({"fuzz.xml", std::string(data, data + size)});
  if (!first) {
    WEFT_ASSERT(!first.error().code.empty() && !first.error().message.empty(), "errors say why");
    return 0;
  }
  const topology::Topology& before = first->topology;
  const auto written = io::write_nccl_xml(before, io::nccl_dialect_of(before));
  WEFT_ASSERT(written.has_value(), "what came from a file can be written");
  const auto second = io::read_topology({"again.xml", *written});
  WEFT_ASSERT(second.has_value(), "what was written can be read");
  const topology::Topology& after = second->topology;
  WEFT_ASSERT(before.component_count() == after.component_count(), "components survive");
  WEFT_ASSERT(before.link_count() == after.link_count(), "links survive");
  for (std::size_t i = 0; i < before.component_count(); ++i)
    WEFT_ASSERT(before.kind(ComponentId(i)) == after.kind(ComponentId(i)), "kinds survive");
  for (std::size_t i = 0; i < before.link_count(); ++i)
    WEFT_ASSERT(before.capacity(ResourceId(i)) == after.capacity(ResourceId(i)), "rates survive");
  const auto rewritten = io::write_nccl_xml(after, io::nccl_dialect_of(after));
  WEFT_ASSERT(rewritten.has_value() && *rewritten == *written, "writing again changes nothing");
  return 0;
}
