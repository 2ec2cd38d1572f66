// Takes names of links apart: "pcie4x16", "upi10.4x3".
#pragma once

#include "weft/base/error.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace weft::link {

class NameReader {
 public:
  explicit NameReader(std::string_view name) : rest_(name) {}

  bool eat(std::string_view literal);  // true and past it where it comes next
  std::optional<int> integer();        // decimal, at most 5 digits
  bool at_end() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

// "upi10.4x3" → {"upi10.4", 3}; a name without a trailing "x<number>" has count 1.
struct Counted {
  std::string_view base;
  int count = 1;
};
Counted split_count(std::string_view name);

// LINK_INVALID: the name is of a family but not of its form.
tl::unexpected<Error> bad_form(std::string_view name, std::string_view title, std::string_view form,
                               std::string_view example);

}  // namespace weft::link
