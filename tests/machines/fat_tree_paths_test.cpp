// D-mod-k as a second program routes it: the very links of every flow, where its files are at hand.
#include "weft/topology/network/clos_sizing.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

namespace weft::topology {
namespace {

std::filesystem::path flows() {
  const char* shared = std::getenv("WEFT_SHARED");
  const std::filesystem::path root = shared != nullptr ? shared : WEFT_SOURCE_DIR "/../shared";
  return root / "data" / "flows";
}

void expect_same_links(std::uint32_t k) {
  const auto file = flows() / ("sg_perm_" + std::to_string(k) + "_0_rand_dmodk.csv");
  std::ifstream in(file);
  if (!in) GTEST_SKIP() << file << " is not here";
  const PlanPtr plan = clos(*size_clos({.endpoints = k * k * k / 4, .radix = k, .tiers = 3}));
  std::map<std::pair<Cable, bool>, std::size_t> numbers;  // in order of first use
  std::string line;
  std::getline(in, line);
  std::size_t rows = 0;
  for (; std::getline(in, line); ++rows) {
    std::vector<std::string> fields;
    std::istringstream columns(line);
    for (std::string field; std::getline(columns, field, ',');) fields.push_back(field);
    ASSERT_EQ(fields.size(), 6U) << line;
    const auto to = static_cast<Node>(std::stoul(fields[2]));
    std::string links;
    std::vector<Step> steps;
    for (Node at = static_cast<Node>(std::stoul(fields[1])); at != to;) {
      steps.clear();
      plan->next(at, to, steps);
      const Step step = steps.at(plan->fixed_choice(at, to, steps));
      const std::size_t number =
          numbers.try_emplace({step.cable, step.down}, numbers.size()).first->second;
      links += (links.empty() ? "" : ";") + std::to_string(number);
      at = step.to;
    }
    ASSERT_EQ(links, fields[5]) << line;
  }
  EXPECT_EQ(rows, k * k * k / 4);
}

TEST(FatTreePaths, AreThoseOfDModKForRadix8) { expect_same_links(8); }
TEST(FatTreePaths, AreThoseOfDModKForRadix16) { expect_same_links(16); }

}  // namespace
}  // namespace weft::topology
