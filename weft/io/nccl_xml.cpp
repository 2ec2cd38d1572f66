#include "weft/io/nccl_xml.hpp"

#include "weft/io/nccl_xml_records.hpp"
#include "weft/io/remarks.hpp"
#include "weft/io/xml_text.hpp"

#include <utility>

namespace weft::io {

bool is_nccl_xml(std::string_view text) { return root_element(text) == "system"; }

Expected<TopologyRead> read_nccl_xml(const TopologyText& input) {
  Remarks remarks(input.name);
  auto system = nccl::parse(input, remarks);
  if (!system) return tl::make_unexpected(system.error());
  if (const auto done = nccl::check(*system, remarks); !done)
    return tl::make_unexpected(done.error());
  return nccl::build(*system, input.name, remarks).map([&](topology::Topology&& topology) {
    return TopologyRead{std::move(topology), std::move(remarks).take()};
  });
}

}  // namespace weft::io
