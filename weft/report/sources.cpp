#include "weft/report/sources.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace weft::report {

std::string Sources::mark(const std::string& source) {
  auto known = std::ranges::find(known_, source);
  if (known == known_.end()) known = known_.insert(known, source);
  return fmt::format("[{}]", known - known_.begin() + 1);
}

std::string Sources::text(int indent) const {
  std::string out;
  for (std::size_t i = 0; i < known_.size(); ++i)
    out += fmt::format("{:{}}[{}] {}\n", "", indent, i + 1, known_[i]);
  return out;
}

}  // namespace weft::report
