// WEFT_ASSERT(condition, why): a promise inside Weft. Where it is broken, InternalError is thrown;
// the program reports it as a bug of its own and exits with 70. Never for bad input.
#pragma once

#include <stdexcept>

namespace weft {

class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

[[noreturn]] void assertion_failed(const char* condition, const char* why, const char* file,
                                   int line);

}  // namespace weft

#define WEFT_ASSERT(condition, why) \
  ((condition) ? void(0) : ::weft::assertion_failed(#condition, why, __FILE__, __LINE__))
