#include "weft/schedule/collective_kind.hpp"

#include "weft/base/assert.hpp"
#include "weft/base/suggest.hpp"

#include <array>
#include <cctype>
#include <vector>

#include <fmt/format.h>

namespace weft::schedule {
namespace {

struct Row {
  Collective collective;
  const char* word;
  bool reduces;
  bool rooted;
};

constexpr std::array kRows = {
    Row{Collective::all_reduce, "all_reduce", true, false},
    Row{Collective::all_gather, "all_gather", false, false},
    Row{Collective::reduce_scatter, "reduce_scatter", true, false},
    Row{Collective::broadcast, "broadcast", false, true},
    Row{Collective::reduce, "reduce", true, true},
    Row{Collective::all_to_all, "all_to_all", false, false},
    Row{Collective::gather, "gather", false, true},
    Row{Collective::scatter, "scatter", false, true},
    Row{Collective::send_recv, "send_recv", false, false},
    Row{Collective::barrier, "barrier", false, false},
};

constexpr auto kAll = [] {
  std::array<Collective, kRows.size()> all{};
  for (std::size_t i = 0; i < kRows.size(); ++i) all[i] = kRows[i].collective;
  return all;
}();

const Row& row(Collective collective) {
  for (const Row& known : kRows)
    if (known.collective == collective) return known;
  WEFT_ASSERT(false, "every collective has a row");
  return kRows[0];
}

// Letters only, lower case, without nccl-tests' "_perf".
std::string squeezed(std::string_view text) {
  std::string letters;
  for (const char c : text)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (letters.size() > 4 && letters.ends_with("perf")) letters.resize(letters.size() - 4);
  return letters;
}

}  // namespace

const char* word(Collective collective) { return row(collective).word; }
std::span<const Collective> collectives() { return kAll; }
bool reduces(Collective collective) { return row(collective).reduces; }
bool rooted(Collective collective) { return row(collective).rooted; }

Expected<Collective> parse_collective(std::string_view text) {
  const std::string wanted = squeezed(text);
  std::vector<std::string> known;
  for (const Row& candidate : kRows) {
    if (squeezed(candidate.word) == wanted) return candidate.collective;
    known.emplace_back(candidate.word);
  }
  return fail("COLLECTIVE_UNKNOWN", fmt::format("'{}' is not a collective", text),
              known_names(text, known));
}

double busbw_factor(Collective collective, std::uint64_t ranks) {
  WEFT_ASSERT(ranks >= 1, "a collective has ranks");
  const double n = static_cast<double>(ranks);
  switch (collective) {
    case Collective::all_reduce:
      return 2 * (n - 1) / n;
    case Collective::all_gather:
    case Collective::reduce_scatter:
    case Collective::all_to_all:
    case Collective::gather:
    case Collective::scatter:
      return (n - 1) / n;
    case Collective::broadcast:
    case Collective::reduce:
    case Collective::send_recv:
      return 1;
    case Collective::barrier:
      return 0;
  }
  return 1;
}

}  // namespace weft::schedule
