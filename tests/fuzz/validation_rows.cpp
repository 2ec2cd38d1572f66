// Any bytes as measurements: an error with a code, or rows whose numbers can be used.
#include "weft/io/validation_rows.hpp"

#include "weft/base/assert.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace weft;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto rows = io::read_validation_rows("fuzz.csv", text);
  if (!rows) {
    WEFT_ASSERT(!rows.error().code.empty() && !rows.error().message.empty(), "errors say why");
    return 0;
  }
  for (const io::ValidationRow& row : *rows)
    WEFT_ASSERT(row.value > 0 && row.nodes >= 1 && row.ranks >= 1, "rows hold what they promise");
  return 0;
}
