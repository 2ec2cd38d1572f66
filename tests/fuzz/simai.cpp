// Any bytes in the form of simai: an error that says why, or a graph.
#include "tests/fuzz/read_any.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return weft::fuzz::read_any(data, size);
}
