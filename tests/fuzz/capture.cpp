// Any bytes as a capture of a machine: an error that says why, or a graph.
#include "weft/probe/capture.hpp"

#include "weft/base/assert.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace weft;
  const auto probed = probe::read_capture(std::string(data, data + size), "fuzz");
  if (!probed) WEFT_ASSERT(!probed.error().code.empty(), "errors have a code");
  return 0;
}
