// Real files beside the checkout, where they are: what each holds, counted. A file per kind was
// counted by hand (inputs.csv, column `checked`); the rest hold the readers to what they once said.
#include "weft/app/open.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace weft {
namespace {

using topology::ComponentKind;

std::filesystem::path inputs() {
  const char* shared = std::getenv("WEFT_SHARED");
  return std::filesystem::path(shared != nullptr ? shared : WEFT_SOURCE_DIR "/../shared") /
         "inputs";
}

// "gpus=8 nics=8 … links=40: 8 NVLink 4 x18, …": an error is its code.
std::string counts(const std::filesystem::path& file) {
  const auto opened = app::open({.name = file.string(), .gpu = {}});
  if (!opened) return opened.error().code;
  const topology::Topology& t = opened->topology;
  std::string out;
  for (const ComponentKind kind :
       {ComponentKind::gpu, ComponentKind::nic, ComponentKind::pcie_switch, ComponentKind::socket,
        ComponentKind::numa_node, ComponentKind::host, ComponentKind::network_switch})
    if (!t.all(kind).empty()) out += fmt::format("{}={} ", word(kind), t.all(kind).size());
  std::map<std::string, std::size_t> speeds;
  for (std::size_t i = 0; i < t.link_count(); i += 2) {
    const link::LinkModel& model = t.link(LinkId(i)).model;
    if (model.kind() != "memory" && model.kind() != "on-package" && model.kind() != "internal")
      ++speeds[model.name()];
  }
  std::string links;
  for (const auto& [name, count] : speeds)
    links += fmt::format("{}{} x {}", links.empty() ? "" : "; ", count, name);
  return out + fmt::format("links={}", t.link_count() / 2) + (links.empty() ? "" : ": ") + links;
}

TEST(Inputs, HoldWhatWasCountedInThem) {
  if (!std::filesystem::exists(inputs()))
    GTEST_SKIP() << "there are no files at " << inputs() << " (WEFT_SHARED names another place)";
  std::ifstream file(WEFT_SOURCE_DIR "/tests/machines/inputs.csv");
  std::string line;
  int rows = 0;
  for (std::getline(file, line); std::getline(file, line);) {
    const auto first = line.find(',');
    const auto second = line.find(',', first + 1);
    const auto path = inputs() / line.substr(0, first);
    if (!std::filesystem::exists(path)) continue;
    EXPECT_EQ(counts(path), line.substr(second + 1)) << path;
    ++rows;
  }
  EXPECT_GE(rows, 30);
}

// `weft_machines_tests --gtest_also_run_disabled_tests --gtest_filter=*Record*` prints the rows.
TEST(Inputs, DISABLED_Record) {
  for (const char* folder : {"hwloc_xml", "ibnet", "lspci", "slurm"})
    for (const auto& entry : std::filesystem::directory_iterator(inputs() / folder))
      fmt::print("{}/{},,{}\n", folder, entry.path().filename().string(), counts(entry.path()));
}

}  // namespace
}  // namespace weft
