#include "weft/collective/algorithm.hpp"

#include "weft/base/assert.hpp"
#include "weft/base/suggest.hpp"
#include "weft/collective/binary_tree.hpp"
#include "weft/collective/binomial.hpp"
#include "weft/collective/bruck.hpp"
#include "weft/collective/chain.hpp"
#include "weft/collective/direct.hpp"
#include "weft/collective/dissemination.hpp"
#include "weft/collective/halving_doubling.hpp"
#include "weft/collective/hierarchical.hpp"
#include "weft/collective/pairwise.hpp"
#include "weft/collective/parameter_server.hpp"
#include "weft/collective/pat.hpp"
#include "weft/collective/recursive_doubling.hpp"
#include "weft/collective/ring.hpp"
#include "weft/collective/scatter_allgather.hpp"
#include "weft/collective/swing.hpp"
#include "weft/collective/tree.hpp"
#include "weft/collective/two_shot.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include <fmt/format.h>

namespace weft::collective {
namespace {

// The first that does a collective is its default.
const std::array kAlgorithms = {kRing,
                                kDirect,
                                kTree,
                                kChain,
                                kBinomial,
                                kBinaryTree,
                                kRecursiveDoubling,
                                kSwing,
                                kHalvingDoubling,
                                kBruck,
                                kPat,
                                kTwoShot,
                                kScatterAllgather,
                                kPairwise,
                                kParameterServer,
                                kHierarchical,
                                kDissemination};

bool contains(std::span<const Collective> all, Collective one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

std::string unfit(const Algorithm& algorithm, Collective collective, const Shape& shape) {
  return algorithm.unfit == nullptr ? std::string{} : algorithm.unfit(collective, shape);
}

// "ring, tree and pat do all_reduce on 12 ranks."
std::string who_would(Collective collective, const Shape& shape) {
  std::vector<std::string> names;
  for (const Algorithm& other : kAlgorithms)
    if (does(other, collective) && unfit(other, collective, shape).empty())
      names.emplace_back(other.name);
  if (names.empty()) return fmt::format("No algorithm does {} yet.", word(collective));
  const bool one = names.size() == 1;
  const std::string last = std::move(names.back());
  names.pop_back();
  return fmt::format("{}{}{} {} {} on {} ranks.", fmt::join(names, ", "), one ? "" : " and ", last,
                     one ? "does" : "do", word(collective), shape.ranks);
}

std::string as_named(std::string_view text) {
  std::string name(text);
  for (char& c : name)
    c = c == '-' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return name;
}

}  // namespace

std::span<const Algorithm> algorithms() { return kAlgorithms; }

bool does(const Algorithm& algorithm, Collective collective) {
  return contains(algorithm.collectives, collective);
}

bool pipelines(const Algorithm& algorithm, Collective collective) {
  return contains(algorithm.pipelined, collective);
}

bool is_exact(const Algorithm& algorithm, Collective collective, const Shape& shape) {
  return algorithm.time_is_exact == nullptr || algorithm.time_is_exact(collective, shape);
}

Expected<const Algorithm*> find_algorithm(std::string_view name) {
  std::vector<std::string> known;
  for (const Algorithm& algorithm : kAlgorithms) {
    if (algorithm.name == as_named(name)) return &algorithm;
    known.emplace_back(algorithm.name);
  }
  return fail("ALGORITHM_UNKNOWN", fmt::format("'{}' is not an algorithm", name),
              known_names(name, known));
}

const Algorithm& default_algorithm(Collective collective) {
  for (const Algorithm& algorithm : kAlgorithms)
    if (does(algorithm, collective)) return algorithm;
  WEFT_ASSERT(false, "every collective has an algorithm");
  return kAlgorithms.front();
}

Expected<void> check_fit(const Algorithm& algorithm, Collective collective, const Shape& shape) {
  const Rank n = shape.ranks;
  if (!does(algorithm, collective))
    return fail("ALGORITHM_UNFIT",
                fmt::format("{} does not do {}", algorithm.name, word(collective)),
                who_would(collective, shape));
  if (n < 2)
    return fail("RANKS_TOO_FEW",
                fmt::format("{} needs at least 2 ranks, here is {}", algorithm.name, n));
  if (shape.root >= n)
    return fail("ROOT_INVALID", fmt::format("the root is rank {} of {}", shape.root, n),
                "Ranks count from 0.");
  WEFT_ASSERT(shape.channels > 0 && shape.pieces > 0, "a shape has channels and pieces");
  const std::string why = unfit(algorithm, collective, shape);
  if (why.empty()) return {};
  return fail("ALGORITHM_UNFIT", fmt::format("{} {}", algorithm.name, why),
              who_would(collective, shape));
}

Expected<Schedule> build(const Algorithm& algorithm, Collective collective, const Shape& shape) {
  if (auto fit = check_fit(algorithm, collective, shape); !fit)
    return tl::make_unexpected(std::move(fit.error()));
  Schedule s;
  s.name = fmt::format("{} {}", algorithm.name, word(collective));
  s.collective = collective;
  s.ranks = shape.ranks;
  s.root = shape.root;
  s.channels = shape.channels;
  algorithm.fill(s, shape);
  return s;
}

}  // namespace weft::collective
