// Looking up a row of a table by its name or an alias.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

namespace weft::facts {

// The row whose member `name` is `wanted`, else null.
template <class Row, class Name>
const Row* find_row(const std::vector<Row>& rows, Name Row::*name, const auto& wanted) {
  const auto row = std::ranges::find(rows, wanted, name);
  return row == rows.end() ? nullptr : &*row;
}

template <class Row>
const Row* find_alias(const std::vector<Row>& rows, std::string_view wanted) {
  for (const Row& row : rows)
    if (std::ranges::find(row.aliases, wanted) != row.aliases.end()) return &row;
  return nullptr;
}

// By `name`, else by one of `aliases`.
template <class Row>
const Row* find_named(const std::vector<Row>& rows, std::string_view wanted) {
  const Row* row = find_row(rows, &Row::name, wanted);
  return row != nullptr ? row : find_alias(rows, wanted);
}

}  // namespace weft::facts
