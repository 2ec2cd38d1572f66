#include "weft/base/suggest.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <vector>

#include <fmt/format.h>

namespace weft {
namespace {

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = diagonal + (lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, change});
    }
  }
  return row.back();
}

}  // namespace

std::string nearest_name(std::string_view wanted, std::span<const std::string> known) {
  if (wanted.size() > 64) return {};
  std::string best;
  // Fewer edits than letters, so that something of what was written is left.
  const std::size_t allowed = std::max<std::size_t>(2, wanted.size() / 3);
  std::size_t best_distance = std::min(allowed + 1, wanted.size());
  for (const std::string& name : known) {
    const std::size_t distance = edit_distance(wanted, name);
    if (distance < best_distance) {
      best_distance = distance;
      best = name;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view wanted, std::span<const std::string> known) {
  const std::string name = nearest_name(wanted, known);
  return name.empty() ? std::string{} : "Did you mean '" + name + "'?";
}

std::string known_names(std::string_view wanted, std::span<const std::string> known) {
  std::string text = did_you_mean(wanted, known);
  if (!text.empty()) text += " ";
  return text + fmt::format("Known are {}.", fmt::join(known, ", "));
}

}  // namespace weft
