#include "weft/io/hostlist.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>

#include <fmt/format.h>

namespace weft::io {
namespace {

tl::unexpected<Error> invalid(std::string_view text, const char* why) {
  return fail("HOSTLIST_INVALID", fmt::format("the host list '{}' {}", text.substr(0, 80), why),
              "Write names as Slurm does: n[0-3,7],login1.");
}

bool is_number(std::string_view text) {
  return !text.empty() && text.size() <= 18 &&
         text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::uint64_t number(std::string_view text) {
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

// "0-3,7,010-012" → its members; empty where it cannot be read.
std::vector<std::string> members_of(std::string_view ranges, std::size_t most) {
  std::vector<std::string> members;
  while (!ranges.empty()) {
    const auto comma = ranges.find(',');
    const std::string_view one = ranges.substr(0, comma);
    ranges = comma == std::string_view::npos ? std::string_view{} : ranges.substr(comma + 1);
    const auto dash = one.find('-');
    const std::string_view first = one.substr(0, dash);
    const std::string_view last = dash == std::string_view::npos ? first : one.substr(dash + 1);
    if (!is_number(first) || !is_number(last) || number(last) < number(first)) return {};
    if (number(last) - number(first) >= most - members.size()) return {};
    for (std::uint64_t i = number(first); i <= number(last); ++i)
      members.push_back(fmt::format("{:0{}}", i, first.size()));
  }
  return members;
}

// One entry, with any number of brackets in it.
Expected<void> expand_one(std::string_view entry, std::size_t most, std::vector<std::string>& out) {
  std::vector<std::string> names = {""};
  std::string_view rest = entry;
  while (!rest.empty()) {
    const auto open = rest.find('[');
    for (std::string& name : names) name += rest.substr(0, open);
    if (open == std::string_view::npos) break;
    const auto close = rest.find(']', open);
    if (close == std::string_view::npos) return invalid(entry, "has a bracket that does not close");
    const auto members = members_of(rest.substr(open + 1, close - open - 1), most);
    if (members.empty()) return invalid(entry, "has a range that cannot be read or is too long");
    if (members.size() * names.size() > most - std::min(most, out.size()))
      return fail("HOSTLIST_TOO_LONG",
                  fmt::format("the host list '{}' stands for more than {} names",
                              entry.substr(0, 80), most),
                  "Check its ranges.");
    std::vector<std::string> longer;
    longer.reserve(names.size() * members.size());
    for (const std::string& name : names)
      for (const std::string& member : members) longer.push_back(name + member);
    names = std::move(longer);
    rest = rest.substr(close + 1);
  }
  out.insert(out.end(), names.begin(), names.end());
  return {};
}

struct Numbered {
  std::string_view front;
  std::string_view digits;
};

Numbered split(std::string_view name) {
  auto first = name.size();
  while (first > 0 && name[first - 1] >= '0' && name[first - 1] <= '9') --first;
  if (name.size() - first > 18) first = name.size() - 18;
  return {name.substr(0, first), name.substr(first)};
}

}  // namespace

Expected<std::vector<std::string>> expand_hostlist(std::string_view text, std::size_t most) {
  std::vector<std::string> names;
  std::size_t first = 0;
  int depth = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ',';
    if (c == '[') ++depth;
    if (c == ']') --depth;
    if (depth < 0 || depth > 1) return invalid(text, "has brackets that do not match");
    if (c != ',' || depth > 0) continue;
    const std::string_view entry = text.substr(first, i - first);
    first = i + 1;
    if (entry.empty()) continue;
    if (names.size() >= most)
      return fail("HOSTLIST_TOO_LONG", fmt::format("a host list has more than {} names", most),
                  "Check its ranges.");
    if (auto done = expand_one(entry, most, names); !done)
      return tl::make_unexpected(std::move(done.error()));
  }
  if (depth != 0) return invalid(text, "has a bracket that does not close");
  return names;
}

std::string compress_hostlist(std::span<const std::string> names) {
  std::string out;
  for (std::size_t i = 0; i < names.size();) {
    const Numbered at = split(names[i]);
    std::string ranges;
    std::size_t next = i;
    std::size_t pieces = 0;
    while (next < names.size() && !at.digits.empty()) {
      const Numbered first = split(names[next]);
      if (first.front != at.front || first.digits.size() != at.digits.size()) break;
      std::size_t last = next;
      while (last + 1 < names.size()) {
        const Numbered follower = split(names[last + 1]);
        if (follower.front != at.front || follower.digits.size() != at.digits.size() ||
            number(follower.digits) != number(split(names[last]).digits) + 1)
          break;
        ++last;
      }
      ranges += ranges.empty() ? "" : ",";
      ranges += first.digits;
      if (last > next) ranges += fmt::format("-{}", split(names[last]).digits);
      pieces += last - next + 1;
      next = last + 1;
    }
    out += out.empty() ? "" : ",";
    if (pieces < 2) {
      out += names[i++];
      continue;
    }
    out += fmt::format("{}[{}]", at.front, ranges);
    i = next;
  }
  return out;
}

}  // namespace weft::io
