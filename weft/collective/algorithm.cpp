#include "weft/collective/algorithm.hpp"

#include "weft/base/suggest.hpp"
#include "weft/collective/ring.hpp"

#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

namespace weft::collective {
namespace {

const std::array kAlgorithms = {kRing};

}  // namespace

std::span<const Algorithm> algorithms() { return kAlgorithms; }

bool does(const Algorithm& algorithm, Collective collective) {
  return std::find(algorithm.collectives.begin(), algorithm.collectives.end(), collective) !=
         algorithm.collectives.end();
}

Expected<const Algorithm*> find_algorithm(std::string_view name) {
  std::vector<std::string> known;
  for (const Algorithm& algorithm : kAlgorithms) {
    if (algorithm.name == name) return &algorithm;
    known.emplace_back(algorithm.name);
  }
  return fail("ALGORITHM_UNKNOWN", fmt::format("'{}' is not an algorithm", name),
              known_names(name, known));
}

}  // namespace weft::collective
