#include "weft/app/link.hpp"

#include "tests/app/support.hpp"
#include <gmock/gmock.h>

namespace weft::app {
namespace {

using report::Json;
using ::testing::HasSubstr;

TEST(ShowLinks, GivesOneLinkAsOneObject) {
  const auto report = show_links({.names = {"pcie4x16"}});
  const Json json = Json::parse(report->json.str());
  EXPECT_EQ(json["name"], "pcie4x16");
  EXPECT_NEAR(json["usable_GBps"].get<double>(), 32 * 128.0 / 130 * 0.94 * 256 / 280, 1e-6);
}

TEST(ShowLinks, GivesSeveralLinksOneAfterTheOther) {
  const auto report = show_links({.names = {"pcie4x16", "nvlink4"}});
  EXPECT_LT(report->text.find("pcie4x16:"), report->text.find("nvlink4:"));
  EXPECT_EQ(Json::parse(report->json.str())["links"].size(), 2U);
}

TEST(ShowLinks, ComparesWhereAsked) {
  const auto report = show_links({.names = {"pcie4x16", "pcie5x16"}, .compare = true});
  EXPECT_THAT(report->text, HasSubstr("raw (GB/s)                  32            64"));
}

// Every link that the list names can be asked for by that name.
TEST(ShowLinks, ListsAllByFamily) {
  const auto report = show_links({});
  for (const auto& family : link::families()) EXPECT_THAT(report->text, HasSubstr(family.form));
  const Json links = Json::parse(report->json.str())["links"];
  ASSERT_EQ(links.size(), link::all_links().size());
  for (const Json& link : links)
    EXPECT_TRUE(show_links({.names = {link["name"].get<std::string>()}})) << link["name"];
}

TEST(ShowLinks, RefusesOptionsWithoutALink) {
  EXPECT_EQ(show_links({.options = {.mps = 256}}).error().code, "LINK_OPTION");
  EXPECT_EQ(show_links({.compare = true}).error().code, "LINK_OPTION");
  EXPECT_EQ(show_links({.names = {"pci"}, .devices = 0}).error().code, "LINK_OPTION");
}

TEST(ShowLinks, SuggestsTheNearestName) {
  const auto report = show_links({.names = {"nvlnk4"}});
  EXPECT_EQ(report.error().code, "LINK_UNKNOWN");
  EXPECT_THAT(report.error().hint, HasSubstr("'nvlink4'"));
}

}  // namespace
}  // namespace weft::app
