// Any bytes as a connection matrix: an error with a reason, or rows whose order can be checked.
#include "weft/base/assert.hpp"
#include "weft/io/traffic_file.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace weft;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const auto& read :
       {io::read_htsim_matrix("fuzz.cm", text), io::read_traffic("fuzz.cm", text)}) {
    if (!read) {
      WEFT_ASSERT(!read.error().code.empty() && !read.error().message.empty(), "errors say why");
      continue;
    }
    for (const auto& [before, after] : read->waits)
      WEFT_ASSERT(before < read->rows.size() && after < read->rows.size(), "rows wait for rows");
  }
  return 0;
}
