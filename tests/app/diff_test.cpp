// What differs between machines, and which is the odd one out.
#include "weft/app/diff.hpp"

#include <filesystem>
#include <fstream>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace weft::app {
namespace {

std::string h100() { return WEFT_SOURCE_DIR "/examples/dgx-h100.xml"; }

// The example with the link of its first GPU at eight lanes.
std::string narrow_h100() {
  std::ifstream in(h100());
  std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  const auto gpu = text.find("class=\"0x030200\"");
  text.replace(text.find("link_width=\"16\"", gpu), 15, "link_width=\"8\"");
  const auto path = std::filesystem::temp_directory_path() / "weft-diff-narrow.xml";
  std::ofstream(path) << text;
  return path.string();
}

TEST(Diff, SaysThatAlikeTopologiesAre) {
  const auto report = diff({.topologies = {h100(), h100()}});
  ASSERT_TRUE(report.has_value());
  EXPECT_FALSE(report->found_fault);
  EXPECT_NE(report->text.find("2 topologies, nothing differs"), std::string::npos) << report->text;
}

TEST(Diff, NamesTheOddOneOutAmongMany) {
  const std::string odd = narrow_h100();
  const auto report = diff({.topologies = {h100(), odd, h100()}});
  ASSERT_TRUE(report.has_value());
  EXPECT_NE(report->text.find("gpu[0], link above: PCIe 5.0 x8 in " + odd +
                              ", PCIe 5.0 x16 in the others"),
            std::string::npos)
      << report->text;
  EXPECT_TRUE(report->found_fault);
  EXPECT_NE(report->text.find("1 difference between 3 topologies"), std::string::npos);
}

TEST(Diff, NamesBothValuesOfTwo) {
  const std::string odd = narrow_h100();
  const auto report = diff({.topologies = {h100(), odd}});
  ASSERT_TRUE(report.has_value());
  EXPECT_NE(report->text.find("PCIe 5.0 x16 in " + h100()), std::string::npos) << report->text;
}

// Without the line of the last host's cable in each place where the dump states it.
TEST(Diff, NamesTheSwitchesAndCablesOfFabrics) {
  const std::string whole = WEFT_SOURCE_DIR "/tests/cli/inputs/two-leaves.ibnetdiscover";
  std::ifstream in(whole);
  std::string text;
  for (std::string line; std::getline(in, line);)
    if (line.find("node1 mlx5_1") == std::string::npos && line.find("(b4)") == std::string::npos)
      text += line + "\n";
  const auto path = std::filesystem::temp_directory_path() / "weft-diff-fabric.ibnetdiscover";
  std::ofstream(path) << text;
  const auto report = diff({.topologies = {whole, path.string()}});
  ASSERT_TRUE(report.has_value());
  EXPECT_TRUE(report->found_fault);
  EXPECT_NE(report->text.find("cables leaf1 – node1 mlx5_1: "), std::string::npos) << report->text;
  EXPECT_NE(report->text.find("1 difference between 2 topologies"), std::string::npos)
      << report->text;
}

TEST(Diff, ComparesClustersByTheirNumbers) {
  const auto folder = std::filesystem::temp_directory_path();
  std::vector<std::string> names;
  for (const int servers : {64, 128}) {
    names.push_back(folder / fmt::format("weft-diff-{}.toml", servers));
    std::ofstream(names.back()) << "[cluster]\nserver = \"dgx-h100\"\nservers = " << servers
                                << "\n[network]\nkind = \"rail-optimized\"\nswitch = \"qm9700\"\n";
  }
  const auto report = diff({.topologies = names});
  ASSERT_TRUE(report.has_value());
  // Each server has 8 NICs, and two tiers have as many cables each.
  EXPECT_NE(report->text.find("network compute, cables: 1024 in"), std::string::npos)
      << report->text;
  EXPECT_EQ(report->text.find("server dgx-h100: "), std::string::npos) << report->text;
}

TEST(Diff, NeedsTwo) { EXPECT_EQ(diff({.topologies = {h100()}}).error().code, "DIFF_TOO_FEW"); }

}  // namespace
}  // namespace weft::app
