// `weft catalog`, servers by name, and where a person's own entries are looked for.
#include "weft/app/catalog.hpp"

#include "weft/app/catalog_files.hpp"
#include "weft/app/open.hpp"

#include <cstdlib>

#include "tests/app/support.hpp"

namespace weft::app {
namespace {

using report::Json;

constexpr const char* kOwnServer = R"(
[[server]]
name = "own-box"
pretty = "my own box"
cpu = "genoa"
sockets = 1
gpu = "rtx4090"
gpus = 2
pcie = [{ gpus = [0, 1] }]
source = "my own notes"
tag = "estimate"
)";

// Points the configuration at a folder while a test runs.
class Configuration : public testing::Test {
 protected:
  Configuration() {
    if (const char* before = std::getenv("XDG_CONFIG_HOME")) before_ = before;
    std::filesystem::create_directories(folder_ / "weft");
    ::setenv("XDG_CONFIG_HOME", (folder_ / "").c_str(), 1);
  }
  ~Configuration() override {
    if (before_.empty())
      ::unsetenv("XDG_CONFIG_HOME");
    else
      ::setenv("XDG_CONFIG_HOME", before_.c_str(), 1);
  }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }

  TemporaryFolder folder_;

 private:
  std::string before_;
};

TEST_F(Configuration, EntriesOfItsFilesCanBeOpenedByName) {
  EXPECT_EQ(open({.name = "own-box"}).error().code, "TOPOLOGY_UNKNOWN");
  write("weft/own.toml", kOwnServer);
  const auto opened = open({.name = "own-box"});
  ASSERT_TRUE(opened.has_value()) << to_string(opened.error());
  EXPECT_EQ(opened->topology.all(topology::ComponentKind::gpu).size(), 2u);
}

TEST_F(Configuration, FilesThatAreNotTomlAreLeftAlone) {
  write("weft/own.toml.orig", "no [[ toml");
  EXPECT_TRUE(configured_catalogs().empty());
  EXPECT_TRUE(open_catalog({}).has_value());
}

TEST_F(Configuration, AnErrorNamesFileAndLine) {
  write("weft/own.toml", "[[server]]\nname = \"own-box\"\n");
  const auto opened = open_catalog({});
  ASSERT_FALSE(opened.has_value());
  EXPECT_EQ(opened.error().code, "CATALOG_MISSING");
  EXPECT_NE(to_string(opened.error()).find("own.toml:1"), std::string::npos)
      << to_string(opened.error());
}

TEST_F(Configuration, ARelativeFolderDoesNotCount) {
  ::setenv("XDG_CONFIG_HOME", "relative", 1);
  for (const std::string& file : configured_catalogs())
    EXPECT_EQ(file.find("relative"), std::string::npos) << file;
}

TEST(OpenByName, TakesTheFileWhereBothAreThere) {
  const TemporaryFolder folder;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::copy_file(example("pcie-4x-a10.xml"), folder / "dgx-h100");
  std::filesystem::current_path(folder / "");
  const auto from_file = open({.name = "dgx-h100"});
  std::filesystem::current_path(before);
  const auto from_catalogue = open({.name = "dgx-h100"});
  ASSERT_TRUE(from_file && from_catalogue);
  EXPECT_EQ(from_file->topology.all(topology::ComponentKind::gpu).size(), 4u);
  EXPECT_EQ(from_catalogue->topology.all(topology::ComponentKind::gpu).size(), 8u);
}

TEST(OpenByName, SuggestsTheNearestName) {
  const auto opened = open({.name = "dgx-h10"});
  ASSERT_FALSE(opened.has_value());
  EXPECT_EQ(opened.error().code, "TOPOLOGY_UNKNOWN");
  EXPECT_NE(opened.error().hint.find("dgx-h100"), std::string::npos) << opened.error().hint;
}

Json listed(const std::vector<std::string>& words) {
  const auto shown = show_catalog({.words = words});
  if (!shown) throw std::runtime_error(to_string(shown.error()));
  return Json::parse(shown->json.str());
}

TEST(ShowCatalog, KeepsWhatHoldsEveryWord) {
  const Json json = listed({"h100", "servers"});
  EXPECT_FALSE(json.at("servers").empty());
  for (const Json& entry : json.at("servers"))
    EXPECT_NE(entry.dump().find("100"), std::string::npos) << entry.at("name");
}

TEST(ShowCatalog, ListsEverySectionWithoutWords) {
  const Json json = listed({});
  for (const char* section : {"links", "gpus", "cpus", "nics", "switches", "nvswitches",
                              "pcie_switches", "boards", "servers"})
    EXPECT_FALSE(json.at(section).empty()) << section;
}

TEST(ShowCatalog, SaysWhereThereIsNothing) {
  const auto shown = show_catalog({.words = {"no-such-thing"}});
  ASSERT_FALSE(shown.has_value());
  EXPECT_EQ(shown.error().code, "CATALOG_NOTHING");
}

}  // namespace
}  // namespace weft::app
