// Any bytes as a network in one line: an error with a reason, or a network.
#include "weft/catalog/plain_network.hpp"

#include "weft/base/assert.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace weft;
  const std::string text(reinterpret_cast<const char*>(data), size);
  // Large ones are right and slow to build again and again.
  int digits = 0;
  for (const char c : text) {
    digits = c >= '0' && c <= '9' ? digits + 1 : 0;
    if (digits > 2) return 0;
  }
  if (size > 60 || !catalog::is_plain_network(text)) return 0;
  const auto built = catalog::build_plain_network(text);
  if (built)
    WEFT_ASSERT(built->networks().size() == 1, "one network");
  else
    WEFT_ASSERT(!built.error().code.empty() && !built.error().message.empty(), "errors say why");
  return 0;
}
