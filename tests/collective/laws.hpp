// Goes through the whole table of algorithms, so that a new row is tested without a new line.
#pragma once

#include "weft/collective/algorithm.hpp"
#include "weft/schedule/verify.hpp"

#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace weft::collective::test {

// One test per algorithm.
class EachAlgorithm : public ::testing::TestWithParam<const Algorithm*> {
 protected:
  const Algorithm& algorithm() const { return *GetParam(); }
  std::span<const Collective> collectives() const { return GetParam()->collectives; }
};

inline std::vector<const Algorithm*> all_algorithms() {
  std::vector<const Algorithm*> all;
  for (const Algorithm& algorithm : algorithms()) all.push_back(&algorithm);
  return all;
}

inline std::string name_of(const ::testing::TestParamInfo<const Algorithm*>& info) {
  return info.param->name;
}

// The shape and the variants that the algorithm has of it, as far as it can do them.
inline std::vector<Shape> fitting(const Algorithm& algorithm, Collective collective,
                                  const Shape& shape) {
  std::vector<Shape> all = {shape};
  if (algorithm.variants != nullptr)
    for (const Shape& variant : algorithm.variants(shape)) all.push_back(variant);
  std::erase_if(all,
                [&](const Shape& s) { return !check_fit(algorithm, collective, s).has_value(); });
  return all;
}

inline std::string text(const Shape& s) {
  return std::to_string(s.ranks) + " ranks, root " + std::to_string(s.root) + ", " +
         std::to_string(s.channels) + " channels, " + std::to_string(s.pieces) + " pieces, " +
         std::to_string(s.per_node) + " per node, " + std::to_string(s.per_pod) + " per pod, " +
         std::to_string(s.servers) + " servers, bundle " + std::to_string(s.bundle);
}

inline Schedule built(const Algorithm& algorithm, Collective collective, const Shape& shape) {
  auto schedule = build(algorithm, collective, shape);
  if (!schedule) {
    ADD_FAILURE() << text(shape) << ": " << to_string(schedule.error());
    return {};
  }
  return std::move(*schedule);
}

}  // namespace weft::collective::test
