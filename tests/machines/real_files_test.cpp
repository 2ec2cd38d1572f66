// What recorded matrices become, where the recorded files are there: counts and a hash of the
// distances by file (real_files.csv), or the code of the error. With WEFT_RECORD set, writes what
// it finds.
#include "weft/io/topology_file.hpp"
#include "weft/report/topology_report.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "tests/machines/support.hpp"
#include "tests/shared.hpp"
#include <fmt/format.h>

namespace weft::machines {
namespace {

namespace fs = std::filesystem;

constexpr const char* kTable = WEFT_SOURCE_DIR "/tests/machines/real_files.csv";

std::string content(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// FNV-1a: the same on every machine.
std::uint64_t hash_of(const std::string& text) {
  std::uint64_t hash = 14695981039346656037ULL;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  return hash;
}

// "gpus,nics,NUMA nodes,PCIe switches,NVSwitches,hash", or the code of the error.
std::string summary(const fs::path& file) {
  const auto read = io::read_topology({file.filename().string(), content(file)});
  if (!read) return read.error().code;
  const Topology& t = read->topology;
  std::string words;
  for (const auto& row : report::distances(route::Router(t)).words)
    for (const std::string& word : row) words += word + " ";
  return fmt::format("{},{},{},{},{},{:016x}", t.all(ComponentKind::gpu).size(),
                     t.all(ComponentKind::nic).size(), t.all(ComponentKind::numa_node).size(),
                     t.all(ComponentKind::pcie_switch).size(),
                     t.all(ComponentKind::nvswitch).size(), hash_of(words));
}

std::vector<fs::path> recorded_files() {
  std::vector<fs::path> files;
  for (const char* folder : {"inputs/nvidia_smi_topo", "inputs/rocm_smi"}) {
    const fs::path path = test::shared_folder() / folder;
    if (fs::exists(path))
      for (const auto& entry : fs::directory_iterator(path)) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

TEST(RealFiles, BecomeWhatTheyShow) {
  const auto files = recorded_files();
  if (files.empty()) GTEST_SKIP() << "there are no recorded files beside this checkout";
  std::map<std::string, std::string> found;
  for (const fs::path& file : files) found[file.stem().string()] = summary(file);
  if (std::getenv("WEFT_RECORD") != nullptr) {
    std::ofstream out(kTable);
    out << "# What recorded matrices become: gpus, nics, NUMA nodes, PCIe switches, NVSwitches and "
           "a "
           "hash of all distances;\n# or the code of the error of a file that is no topology.\n";
    for (const auto& [name, what] : found) out << name << "," << what << "\n";
  }
  std::map<std::string, std::string> expected;
  std::ifstream in(kTable);
  for (std::string line; std::getline(in, line);)
    if (!line.starts_with('#'))
      expected[line.substr(0, line.find(','))] = line.substr(line.find(',') + 1);
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace weft::machines
