#include "weft/report/link_report.hpp"

#include "weft/report/json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

LinkEntry entry(const std::string& name, const link::LinkOptions& options = {}) {
  return {name, *link::parse_link(name, options), link::transfer_of(options),
          options.both_directions};
}

// "Why is PCIe 4.0 x16 31.5 GB/s and not 32?"
TEST(LinkReport, ShowsWhatTheLineCodeLeaves) {
  EXPECT_THAT(to_text(entry("pcie4x16")),
              HasSubstr("line code 128b/130b                   x 0.9846  31.51"));
}

TEST(LinkReport, SaysWhatTheOtherDirectionPays) {
  // An NVLink answers 128 B with a flit of 16 B.
  EXPECT_THAT(to_text(entry("nvlink4")), HasSubstr("takes 0.125 B of the other direction"));
  EXPECT_THAT(to_text(entry("nvlink4", {.both_directions = true})),
              Not(HasSubstr("of the other direction;")));
}

// A bundle has lanes and links, both of role lanes: 2 · 18 = 36.
TEST(LinkReport, ComparesByRole) {
  const std::string text = comparison_text({entry("pcie4x16"), entry("nvlink4x18")});
  EXPECT_THAT(text, HasSubstr("lanes                    x 16          x 36\n"));
  EXPECT_THAT(text, HasSubstr("raw (GB/s)                 32         478.1\n"));
  // Only PCIe has control traffic: the cell of NVLink stays empty, and no line ends with blanks.
  EXPECT_THAT(text, HasSubstr("control traffic        x 0.94\n"));
}

TEST(LinkReport, BeginsItsJsonWithTheStableKeys) {
  const Json json = Json::parse(to_json(entry("pcie4x16")));
  std::vector<std::string> keys;
  for (const auto& [key, value] : json.items()) keys.push_back(key);
  keys.resize(4);
  EXPECT_EQ(keys, (std::vector<std::string>{"name", "raw_GBps", "usable_GBps", "factors"}));
  EXPECT_EQ(json["raw_GBps"], 32);
  EXPECT_EQ(json["factors"][2]["GBps"], 31.5076923);
}

}  // namespace
}  // namespace weft::report
