// A topology that was built from a device matrix has the distances of that matrix, however its rows
// and columns stand; checked on this checkout's fixtures and on the real files beside it.
#include "weft/collective/ring_search.hpp"
#include "weft/io/matrix/scan.hpp"
#include "weft/io/topology_file.hpp"
#include "weft/report/topology_report.hpp"
#include "weft/route/router.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tests/shared.hpp"
#include <fmt/format.h>
#include <gtest/gtest.h>

namespace weft::machines {
namespace {

namespace fs = std::filesystem;
using io::matrix::Matrix;
using io::matrix::Nearness;
using topology::ComponentKind;
using topology::Topology;

std::string content(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

fs::path fixtures() { return fs::path(WEFT_SOURCE_DIR) / "tests/io/fixtures/matrix"; }
fs::path shared() { return test::shared_folder(); }

std::vector<fs::path> texts_in(const fs::path& folder) {
  std::vector<fs::path> files;
  if (fs::exists(folder))
    for (const auto& entry : fs::recursive_directory_iterator(folder))
      if (entry.path().extension() == ".txt") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

// The word of each pair of devices, by their labels: {"GPU0 NIC1", "PIX"}.
using Words = std::map<std::string, std::string>;

Words built_words(const Topology& topology) {
  const auto matrix = report::distances(route::Router(topology));
  Words words;
  for (std::size_t a = 0; a < matrix.devices.size(); ++a)
    for (std::size_t b = 0; b < matrix.devices.size(); ++b)
      words[fmt::format("{} {}", topology.attributes(matrix.devices[a]).get("label"),
                        topology.attributes(matrix.devices[b]).get("label"))] = matrix.words[a][b];
  return words;
}

// What the cells of the text ask for; pairs without a usable cell are left out.
Words wanted_words(const Matrix& matrix) {
  Words words;
  for (std::size_t a = 0; a < matrix.size(); ++a)
    for (std::size_t b = 0; b < matrix.size(); ++b) {
      const auto& relation = matrix.at(a, b).relation;
      if (!matrix.at(a, b).is_given() || relation.nearness == Nearness::unknown) continue;
      std::string word(io::matrix::word(relation.nearness));
      if (relation.nearness == Nearness::fabric)
        word = relation.fabric == "nvlink" ? fmt::format("NV{}", relation.links)
               : relation.fabric == "xgmi" ? "XGMI"
                                           : "private";
      words[fmt::format("{} {}", matrix.devices[a].label.text, matrix.devices[b].label.text)] =
          word;
    }
  return words;
}

void expect_law(const fs::path& path) {
  SCOPED_TRACE(path.string());
  const std::string text = content(path);
  io::Remarks remarks(path.string());
  const auto paste = io::matrix::read_paste({path.string(), text}, remarks);
  ASSERT_TRUE(paste) << to_string(paste.error());
  // The first matrix without what further commands add: a link that is down narrows cells.
  ASSERT_FALSE(paste->matrices.empty());
  const auto read = io::read_topology({path.string(), text});
  ASSERT_TRUE(read) << to_string(read.error());
  const bool has_reports = std::any_of(paste->gpus.begin(), paste->gpus.end(),
                                       [](const auto& gpu) { return gpu.has_links; });
  const Words built = built_words(read->topology);
  for (const auto& [pair, word] : wanted_words(paste->matrices.front())) {
    const auto found = built.find(pair);
    ASSERT_NE(found, built.end()) << pair;
    const bool is_route =
        std::string("X PIX PXB PHB NODE SYS XGMI").find(word) != std::string::npos;
    if (is_route || (word.starts_with("NV") && !has_reports))
      EXPECT_EQ(found->second, word) << pair;
    else
      EXPECT_TRUE(std::string("PIX PXB PHB NODE SYS").find(found->second) == std::string::npos)
          << pair << ": " << found->second;
  }
}

TEST(DeviceMatrixLaw, EveryFixtureHasTheDistancesOfItsMatrix) {
  const auto files = texts_in(fixtures());
  ASSERT_GE(files.size(), 15u);
  for (const fs::path& file : files) expect_law(file);
}

TEST(DeviceMatrixLaw, EveryRealFileReadsOrSaysWhatIsMissing) {
  if (!fs::exists(shared() / "inputs/nvidia_smi_topo"))
    GTEST_SKIP() << "there are no recorded files beside this checkout";
  std::vector<fs::path> files = texts_in(shared() / "inputs/nvidia_smi_topo");
  for (const fs::path& file : texts_in(shared() / "inputs/rocm_smi")) files.push_back(file);
  for (const fs::path& file : texts_in(shared() / "cases/inputs"))
    if (file.filename() == "topo.txt" || file.filename() == "nvlink.txt") files.push_back(file);
  for (const fs::path& file : files) {
    const std::string name = file.filename().string();
    // These hold what a matrix is completed with, and no matrix.
    if (name.starts_with("nvlink") || name.starts_with("topo_p2p")) {
      const auto read = io::read_topology({name, content(file)});
      ASSERT_FALSE(read) << file;
      EXPECT_EQ(read.error().code, "MATRIX_INCOMPLETE") << file;
      continue;
    }
    expect_law(file);
  }
}

// Fixed, so that a failure can be repeated.
struct Shuffle {
  std::uint64_t state = 1;
  std::size_t below(std::size_t limit) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<std::size_t>((state >> 33U) % limit);
  }
  std::vector<std::size_t> order(std::size_t size) {
    std::vector<std::size_t> order(size);
    for (std::size_t i = 0; i < size; ++i) order[i] = i;
    for (std::size_t i = size; i > 1; --i) std::swap(order[i - 1], order[below(i)]);
    return order;
  }
};

// The matrix again, with columns and rows in other orders.
std::string shuffled(const Matrix& matrix, Shuffle& shuffle) {
  const auto columns = shuffle.order(matrix.size());
  const auto rows = shuffle.order(matrix.size());
  std::string text;
  for (const std::size_t column : columns) text += "\t" + matrix.devices[column].label.text;
  text += "\tCPU Affinity\tNUMA Affinity\n";
  for (const std::size_t row : rows) {
    text += matrix.devices[row].label.text;
    for (const std::size_t column : columns) text += "\t" + matrix.at(row, column).word;
    text += fmt::format("\t{}\t{}\n", matrix.devices[row].cpus, matrix.devices[row].numa);
  }
  return text;
}

double ring_rate(const Topology& topology) {
  const auto gpus = topology.all(ComponentKind::gpu);
  const auto plan = collective::find_rings(route::Router(topology), {gpus.begin(), gpus.end()});
  EXPECT_TRUE(plan) << to_string(plan.error());
  return plan ? plan->rate.value() : 0;
}

TEST(DeviceMatrixLaw, OrderOfRowsAndColumnsChangesNothing) {
  Shuffle shuffle;
  for (const char* name : {"nvswitch-8gpu-5nic.txt", "mesh-4gpu-unequal.txt",
                           "pcie-every-distance.txt", "bridge-of-three.txt", "soc-old-driver.txt",
                           "ragged-glued.txt", "kunlun-4xpu.txt", "ascend-4npu.txt"}) {
    const std::string text = content(fixtures() / name);
    io::Remarks remarks(name);
    const auto paste = io::matrix::read_paste({name, text}, remarks);
    ASSERT_TRUE(paste) << name;
    const auto first = io::read_topology({name, text});
    ASSERT_TRUE(first) << name;
    for (int round = 0; round < 5; ++round) {
      const std::string other = shuffled(paste->matrices.front(), shuffle);
      const auto again = io::read_topology({name, other});
      ASSERT_TRUE(again) << to_string(again.error()) << "\n" << other;
      EXPECT_EQ(built_words(again->topology), built_words(first->topology)) << other;
      EXPECT_DOUBLE_EQ(ring_rate(again->topology), ring_rate(first->topology)) << other;
    }
  }
}

// The rates of rings over NVLink, payload of 128 B behind a flit of 16 and answered with one:
// links × 25 GB/s × 8/10.
TEST(DeviceMatrixLaw, RingsReachWhatTheLinksGive) {
  const auto rate = [](const char* name, const char* gpu) {
    const auto read = io::read_topology({name, content(fixtures() / name), facts::find_gpu(gpu)});
    EXPECT_TRUE(read) << to_string(read.error());
    return ring_rate(read->topology) / 1e9;
  };
  EXPECT_NEAR(rate("nvswitch-8gpu-5nic.txt", ""), 18 * 25 * 0.8, 0.1);
  EXPECT_NEAR(rate("nvswitch-8gpu-5nic.txt", "h100-sxm5"), 18 * 25 * 0.8, 0.1);
  EXPECT_NEAR(rate("mesh-4gpu-unequal.txt", ""), 6 * 25 * 0.8, 0.1);
}

}  // namespace
}  // namespace weft::machines
