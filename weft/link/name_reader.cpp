#include "weft/link/name_reader.hpp"

#include <charconv>

#include <fmt/format.h>

namespace weft::link {

bool NameReader::eat(std::string_view literal) {
  if (!rest_.starts_with(literal)) return false;
  rest_.remove_prefix(literal.size());
  return true;
}

std::optional<int> NameReader::integer() {
  constexpr std::size_t kMostDigits = 5;  // of MT/s; more would be no name of a link
  int number = 0;
  const auto [end, status] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
  const auto digits = static_cast<std::size_t>(end - rest_.data());
  if (status != std::errc{} || number < 0 || digits > kMostDigits) return std::nullopt;
  rest_.remove_prefix(digits);
  return number;
}

Counted split_count(std::string_view name) {
  const std::size_t mark = name.rfind('x');
  if (mark == std::string_view::npos || mark == 0) return {name, 1};
  NameReader reader(name.substr(mark + 1));
  const std::optional<int> count = reader.integer();
  if (!count || !reader.at_end()) return {name, 1};
  return {name.substr(0, mark), *count};
}

tl::unexpected<Error> bad_form(std::string_view name, std::string_view title, std::string_view form,
                               std::string_view example) {
  return fail("LINK_INVALID", fmt::format("'{}' is not how {} links are named", name, title),
              fmt::format("Write {}, e.g. {}.", form, example));
}

}  // namespace weft::link
