#include "weft/base/suggest.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
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

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// How far apart two names are that differ in one number only, as eth7 and eth5; else without limit.
double number_distance(std::string_view a, std::string_view b) {
  const auto first = static_cast<std::size_t>(
      std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
  std::size_t start = first;
  while (start > 0 && is_digit(a[start - 1])) --start;
  const auto number = [start](std::string_view& rest) {
    rest.remove_prefix(start);
    double value = -1;
    const auto [end, status] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    return status == std::errc{} ? value : -1;
  };
  const double in_a = number(a);
  const double in_b = number(b);
  const bool comparable = in_a >= 0 && in_b >= 0 && a == b;
  return comparable ? std::abs(in_a - in_b) : std::numeric_limits<double>::infinity();
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
    const bool is_nearer_number = distance == best_distance && !best.empty() &&
                                  number_distance(wanted, name) < number_distance(wanted, best);
    if (distance < best_distance || is_nearer_number) {
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
