// Generated traffic: who sends to whom, and how much.
#include "weft/simulate/traffic_pattern.hpp"

#include <set>

#include <gtest/gtest.h>

namespace weft::simulate {
namespace {

std::vector<PatternFlow> made(const char* pattern, const PatternRequest& request) {
  return generate(*find_traffic_pattern(pattern).value(), request);
}

TEST(TrafficPattern, HasAsManyFlowsAsItSaysAndNoneToItself) {
  for (const TrafficPattern& pattern : traffic_patterns())
    for (const std::uint32_t hosts : {2U, 3U, 17U}) {
      const auto flows = generate(pattern, {.hosts = hosts, .least = 5, .most = 5});
      EXPECT_EQ(flows.size(), pattern.count(hosts)) << pattern.name;
      for (const PatternFlow& flow : flows) {
        EXPECT_NE(flow.src, flow.dst) << pattern.name;
        EXPECT_LT(std::max(flow.src, flow.dst), hosts);
        EXPECT_EQ(flow.bytes, 5);
      }
    }
}

TEST(TrafficPattern, APermutationReachesEveryoneOnce) {
  std::set<std::uint32_t> reached;
  for (const PatternFlow& flow : made("permutation", {.hosts = 100, .least = 1, .most = 1}))
    reached.insert(flow.dst);
  EXPECT_EQ(reached.size(), 100U);
}

TEST(TrafficPattern, ASeedDecidesAll) {
  const PatternRequest request{.hosts = 64, .least = 1, .most = 1e9, .seed = 7};
  const auto once = made("permutation", request);
  const auto again = made("permutation", request);
  const auto other = made("permutation", {.hosts = 64, .least = 1, .most = 1e9, .seed = 8});
  bool same = true;
  bool differs = false;
  for (std::size_t i = 0; i < once.size(); ++i) {
    same = same && once[i].dst == again[i].dst && once[i].bytes == again[i].bytes;
    differs = differs || once[i].dst != other[i].dst || once[i].bytes != other[i].bytes;
  }
  EXPECT_TRUE(same);
  EXPECT_TRUE(differs);
}

// 4 032 sizes from 0 to 1000, evenly: the mean is 500 with a deviation of 289/√4032 = 4.5.
TEST(TrafficPattern, SizesAreDrawnEvenly) {
  double sum = 0;
  const auto flows = made("all-to-all", {.hosts = 64, .least = 0, .most = 1000});
  for (const PatternFlow& flow : flows) sum += flow.bytes;
  EXPECT_NEAR(sum / static_cast<double>(flows.size()), 500, 20);
}

TEST(TrafficPattern, AnUnknownNameIsToldTheNearest) {
  const auto found = find_traffic_pattern("permutaton");
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, "TRAFFIC_PATTERN");
  EXPECT_NE(found.error().hint.find("permutation"), std::string::npos);
}

}  // namespace
}  // namespace weft::simulate
