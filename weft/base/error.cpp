#include "weft/base/error.hpp"

#include "weft/base/printable.hpp"

#include <utility>

namespace weft {

tl::unexpected<Error> fail(std::string code, std::string message, std::string hint, Where where) {
  return tl::make_unexpected(
      Error{std::move(code), std::move(message), std::move(where), std::move(hint)});
}

Warning warning(std::string code, std::string message, std::string hint, Where where) {
  return {std::move(code), std::move(message), std::move(where), std::move(hint)};
}

std::string to_string(const Where& where) {
  std::string text = where.file;
  if (where.line > 0) text += ":" + std::to_string(where.line);
  if (where.line > 0 && where.column > 0) text += ":" + std::to_string(where.column);
  return text;
}

std::string to_string(const Error& error) {
  std::string text = printable(to_string(error.where));
  if (!text.empty()) text += ": ";
  text += told(error.message) + " (" + error.code + ")";
  if (!error.hint.empty()) text += "\n  " + printable(error.hint);
  return text;
}

}  // namespace weft
