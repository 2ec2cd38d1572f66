// What a person, file, device or peer can cause to go wrong, as a value.
//
// Error carries a stable code (its full text: `weft explain CODE`), one sentence on what is wrong
// and what was expected, where, and what to do. Expected<T> is the result of all that can fail
// for such a reason. A broken promise inside Weft is WEFT_ASSERT (assert.hpp) instead.
#pragma once

#include <string>

#include <tl/expected.hpp>

namespace weft {

// A place in an input; line and column count from 1, 0 means "not known".
struct Where {
  std::string file;
  int line = 0;
  int column = 0;
};

struct Error {
  std::string code;     // e.g. "XML_MALFORMED"
  std::string message;  // what is wrong and what was expected
  Where where;
  std::string hint;  // what to do
};

template <class T>
using Expected = tl::expected<T, Error>;

// Shorthand for `return fail("SIZE_UNIT", "…", "…");` in a function that returns Expected<T>.
tl::unexpected<Error> fail(std::string code, std::string message, std::string hint = {},
                           Where where = {});

// "topo.xml:12:3", "topo.xml:12", "topo.xml" or "" as far as the place is known.
std::string to_string(const Where& where);

// For a terminal, whatever a file holds: "topo.xml:12: message (CODE)\n  hint" (printable.hpp).
std::string to_string(const Error& error);

// A remark about an input that is still usable; same fields, listed with the result.
struct Warning {
  std::string code;
  std::string message;
  Where where;
  std::string hint;
};

Warning warning(std::string code, std::string message, std::string hint = {}, Where where = {});

}  // namespace weft
