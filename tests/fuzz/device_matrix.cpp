// Any bytes as a paste of device matrices: an error or a graph whose NVLinks can be written, and
// which further blocks of the same bytes can be added to.
#include "weft/io/device_matrix.hpp"

#include "weft/base/assert.hpp"
#include "weft/facts/gpus.hpp"
#include "weft/io/nccl_xml.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace {

using namespace weft;

void check(const Expected<io::TopologyRead>& read) {
  if (!read) {
    WEFT_ASSERT(!read.error().code.empty() && !read.error().message.empty(), "errors say why");
    WEFT_ASSERT(!read.error().hint.empty(), "errors say what to do");
    return;
  }
  const topology::Topology& built = read->topology;
  WEFT_ASSERT(!built.all(topology::ComponentKind::gpu).empty(), "a matrix has accelerators");
  const auto written = io::write_nccl_xml(built, io::nccl_dialect_of(built));
  WEFT_ASSERT(written || written.error().code == "NCCL_XML_DIALECT",
              "only private links of other vendors cannot be written");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  if (!io::is_device_matrix(text)) return 0;
  static const std::array products = {static_cast<const facts::Gpu*>(nullptr),
                                      facts::find_gpu("h100-sxm5"), facts::find_gpu("mi300x")};
  for (const facts::Gpu* gpu : products) check(io::read_device_matrix({"fuzz.txt", text, gpu}));
  const std::array with = {io::TopologyText{"again.txt", text}};
  check(io::read_device_matrix({"fuzz.txt", text}, with));
  return 0;
}
