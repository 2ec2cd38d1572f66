#include "weft/app/algorithms.hpp"

#include "weft/app/ranks.hpp"
#include "weft/report/algorithm_report.hpp"

#include <utility>

#include <fmt/format.h>

namespace weft::app {
namespace {

constexpr unsigned kListed = 8;
constexpr unsigned kDrawn = 4;
constexpr unsigned kMostRanks = 1U << 20U;

collective::Shape shape_of(const AlgorithmsRequest& request, unsigned usual_ranks) {
  const unsigned ranks = request.ranks.value_or(usual_ranks);
  // Nodes of one rank would show no hierarchy.
  const unsigned per_node = ranks % 2 == 0 ? 2 : 1;
  return {.ranks = ranks,
          .root = request.root,
          .pieces = request.pieces,
          .per_node = request.per_node.value_or(per_node)};
}

Expected<void> check(const AlgorithmsRequest& request) {
  if (request.ranks.value_or(2) < 2) return too_few_ranks(*request.ranks);
  if (request.ranks.value_or(2) > kMostRanks)
    return fail("RANKS_TOO_MANY",
                fmt::format("{} ranks are more than {}", *request.ranks, kMostRanks),
                "Ask for fewer; the figures follow the same formulas.");
  if (request.name.empty() && !request.collective.empty())
    return fail(
        "OPTION_CONFLICT", "--collective says what to draw, and no algorithm is named",
        fmt::format("Name one: `weft algorithms ring --collective {}`.", request.collective));
  return {};
}

}  // namespace

Expected<Report> algorithms(const AlgorithmsRequest& request) {
  if (auto fine = check(request); !fine) return tl::make_unexpected(std::move(fine.error()));
  if (request.name.empty()) {
    const collective::Shape shape = shape_of(request, kListed);
    const auto all = collective::algorithms();
    return Report{report::to_text(all, shape), report::to_json(all, shape)};
  }
  const auto algorithm = collective::find_algorithm(request.name);
  if (!algorithm) return tl::make_unexpected(algorithm.error());
  collective::Collective drawn = (*algorithm)->collectives.front();
  if (!request.collective.empty()) {
    const auto named = schedule::parse_collective(request.collective);
    if (!named) return tl::make_unexpected(named.error());
    drawn = *named;
  }
  const collective::Shape shape = shape_of(request, kDrawn);
  const auto schedule = build(**algorithm, drawn, shape);
  if (!schedule) return tl::make_unexpected(schedule.error());
  const report::DrawnAlgorithm result{**algorithm, shape, *schedule};
  return Report{to_text(result), to_json(result)};
}

}  // namespace weft::app
