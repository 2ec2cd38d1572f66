// Each thing that can be wrong with a device matrix is one error with its line, or a listed
// warning.
#include <string>

#include "tests/io/support.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft::io::test {
namespace {

using ::testing::HasSubstr;

const std::string kHeads = "\tGPU0\tGPU1\tCPU Affinity\n";
const std::string kRow0 = "GPU0\tX\tPHB\t0-7\n";
const std::string kRow1 = "GPU1\tPHB\tX\t0-7\n";

// The code of the error, and that it has a file and a hint; "read" where there is none.
std::string code_of(const std::string& text) {
  const auto result = read_topology({"topo.txt", text});
  if (result) return "read";
  EXPECT_EQ(result.error().where.file, "topo.txt");
  EXPECT_FALSE(result.error().hint.empty()) << to_string(result.error());
  return result.error().code;
}

int line_of(const std::string& text) {
  const auto result = read_topology({"topo.txt", text});
  return result ? 0 : result.error().where.line;
}

TEST(DeviceMatrixBadInput, HeadsWithoutRows) {
  EXPECT_EQ(code_of(kHeads), "MATRIX_TRUNCATED");
  EXPECT_EQ(code_of("\n" + kHeads + "\nLegend:\n\n  X    = Self\n"), "MATRIX_TRUNCATED");
  EXPECT_EQ(line_of("\n" + kHeads), 2);
}

TEST(DeviceMatrixBadInput, ALegendWithoutAMatrix) {
  EXPECT_EQ(code_of("Legend:\n\n  X    = Self\n  PIX  = one bridge\n"), "MATRIX_TRUNCATED");
  EXPECT_EQ(code_of("NIC Legend:\n\n  NIC0: mlx5_0\n"), "MATRIX_TRUNCATED");
}

TEST(DeviceMatrixBadInput, ARowThatIsTooShort) {
  EXPECT_EQ(code_of(kHeads + "GPU0\tX\t0-7\n" + kRow1), "MATRIX_RAGGED");
  EXPECT_EQ(line_of(kHeads + kRow0 + "GPU1\tPHB\n"), 3);
  // A terminal that wraps lines.
  EXPECT_EQ(code_of("\tGPU0\tGPU1\tGPU2\nGPU0\tX\tSYS\n\tSYS\nGPU1\tSYS\tX\n\tSYS\n"),
            "MATRIX_RAGGED");
}

TEST(DeviceMatrixBadInput, ARowThatIsTooLong) {
  EXPECT_EQ(code_of(kHeads + "GPU0\tX\tPHB\tPHB\t0-7\n" + kRow1), "MATRIX_RAGGED");
}

TEST(DeviceMatrixBadInput, AWordOfNoCommand) {
  const auto result = read_topology({"topo.txt", kHeads + "GPU0\tX\tNEAR\t0-7\n" + kRow1});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, "MATRIX_WORD_UNKNOWN");
  EXPECT_EQ(result.error().where.line, 2);
  EXPECT_THAT(result.error().message, HasSubstr("'NEAR' between GPU0 and GPU1"));
  EXPECT_THAT(result.error().hint, HasSubstr("SYS, SOC, NODE, PHB, PXB, PIX, NV#"));
}

TEST(DeviceMatrixBadInput, ATableOfSomethingElse) {
  // Bandwidths between GPUs, as other tools print them.
  EXPECT_EQ(code_of("\tGPU0\tGPU1\nGPU0\t812.5\t24.1\nGPU1\t24.0\t811.9\n"), "MATRIX_RAGGED");
  EXPECT_EQ(code_of("   D\\D     0      1\n     0 812.50  24.10\n     1  24.00 811.90\n"),
            "FORMAT_UNKNOWN");
  EXPECT_EQ(code_of("name,gpus\nnode1,8\n"), "FORMAT_UNKNOWN");
}

TEST(DeviceMatrixBadInput, CellsThatMovedUnderAnotherColumn) {
  EXPECT_EQ(code_of(kHeads + "GPU0\tPHB\tX\t0-7\n" + kRow1), "MATRIX_SHIFTED");
  EXPECT_EQ(code_of(kHeads + "GPU0\tX\tX\t0-7\n" + kRow1), "MATRIX_SHIFTED");
}

TEST(DeviceMatrixBadInput, DevicesThatStandTwice) {
  EXPECT_EQ(code_of("\tGPU0\tGPU0\nGPU0\tX\tX\n"), "MATRIX_REPEATED");
  EXPECT_EQ(code_of(kHeads + kRow0 + "GPU0\tX\tSYS\t0-7\n" + kRow1), "MATRIX_REPEATED");
  EXPECT_EQ(code_of(kHeads + kRow0 + kRow0 + kRow1), "read");
}

TEST(DeviceMatrixBadInput, RowsThatAreMissing) {
  // The other row tells what is between a GPU without a row and the others.
  EXPECT_EQ(code_of(kHeads + kRow0), "read");
  // Of GPU1 and GPU2 nothing tells.
  const std::string three = "\tGPU0\tGPU1\tGPU2\nGPU0\tX\tPHB\tPHB\n";
  EXPECT_EQ(code_of(three), "MATRIX_TRUNCATED");
  const auto result = read_topology({"topo.txt", three});
  EXPECT_THAT(result.error().message, HasSubstr("GPU1 and GPU2"));
}

TEST(DeviceMatrixBadInput, ColumnsAndRowsOfNicsMayBeMissing) {
  const TopologyRead got =
      read("\tGPU0\tGPU1\tNIC0\tNIC1\nGPU0\tX\tSYS\tPIX\tSYS\nGPU1\tSYS\tX\tSYS\tPIX\n");
  EXPECT_EQ(count_of(got, "MATRIX_CELL_ASSUMED"), 1);  // NIC0 and NIC1
  EXPECT_EQ(got.topology.all(topology::ComponentKind::nic).size(), 2u);
  const TopologyRead rows = read("\tGPU0\tGPU1\nGPU0\tX\tSYS\nGPU1\tSYS\tX\nNIC0\tPIX\tSYS\n");
  EXPECT_EQ(rows.topology.all(topology::ComponentKind::nic).size(), 1u);
}

TEST(DeviceMatrixBadInput, TwoMachinesInOneText) {
  EXPECT_EQ(code_of(kHeads + kRow0 + kRow1 + "\n$ nvidia-smi topo -m\n" + kHeads + kRow0 + kRow1),
            "read");
  EXPECT_EQ(code_of(kHeads + kRow0 + kRow1 + "\n$ nvidia-smi topo -m\n" + kHeads +
                    "GPU0\tX\tSYS\t0-7\nGPU1\tSYS\tX\t8-15\n"),
            "MATRIX_SEVERAL");
}

TEST(DeviceMatrixBadInput, APeerTableAlone) {
  const auto result = read_topology({"topo.txt", "\tGPU0\tGPU1\n GPU0\tX\tOK\n GPU1\tOK\tX\n"});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, "MATRIX_INCOMPLETE");
  EXPECT_THAT(result.error().hint, HasSubstr("--with"));
}

TEST(DeviceMatrixBadInput, LinkStatesAlone) {
  EXPECT_EQ(code_of("GPU 0: NVIDIA H100 NVL (UUID: GPU-0)\n\t Link 0: 26.562 GB/s\n"),
            "MATRIX_INCOMPLETE");
}

TEST(DeviceMatrixBadInput, ABrokenPeerTable) {
  EXPECT_EQ(code_of("\tGPU0\tGPU1\n GPU0\tX\tOK\n GPU1\tYES\tX\n"), "MATRIX_WORD_UNKNOWN");
  EXPECT_EQ(code_of("\tGPU0\tGPU1\n GPU0\tX\tOK\n"), "MATRIX_TRUNCATED");
  EXPECT_EQ(code_of("\tGPU0\tGPU1\n GPU0\tOK\tX\n GPU1\tX\tOK\n"), "MATRIX_SHIFTED");
  EXPECT_EQ(code_of("\tGPU0\tGPU1\n GPU0\tX\tOK\n GPU1\tOK\n"), "MATRIX_RAGGED");
}

TEST(DeviceMatrixBadInput, SectionsOfRocmSmiWithoutLinkTypes) {
  EXPECT_EQ(code_of("==== Weight between two GPUs ====\n   GPU0 GPU1\nGPU0 0 15\nGPU1 15 0\n"),
            "MATRIX_INCOMPLETE");
  EXPECT_EQ(code_of("==== Link Type between two GPUs ====\n   GPU0 GPU1\nGPU0 0 XGMI\n"),
            "MATRIX_TRUNCATED");
  EXPECT_EQ(code_of("==== Link Type between two GPUs ====\n   GPU0 GPU1\nGPU0 0 AGP\nGPU1 AGP 0\n"),
            "MATRIX_WORD_UNKNOWN");
}

TEST(DeviceMatrixBadInput, AWebPage) {
  EXPECT_EQ(code_of("<!DOCTYPE html>\n<html><body>GPU0 GPU1</body></html>"), "FORMAT_HTML");
}

TEST(DeviceMatrixBadInput, CellsOfAPairThatDifferAreAWarningThatNamesBoth) {
  const TopologyRead got = read(kHeads + kRow0 + "GPU1\tSYS\tX\t0-7\n");
  ASSERT_EQ(count_of(got, "MATRIX_ASYMMETRIC"), 1);
  EXPECT_THAT(got.warnings.front().message, HasSubstr("GPU0-GPU1: PHB in line 2, SYS in line 3"));
  EXPECT_EQ(got.topology.all(topology::ComponentKind::numa_node).size(), 2u);  // SYS, the worse
}

TEST(DeviceMatrixBadInput, DistancesThatNoTreeHasAreAWarningThatNamesTheCells) {
  // GPU0 and GPU2 share a switch with GPU1 and are yet on different NUMA nodes.
  const TopologyRead got = read(
      "\tGPU0\tGPU1\tGPU2\nGPU0\tX\tPIX\tSYS\nGPU1\tPIX\tX\tPIX\n"
      "GPU2\tSYS\tPIX\tX\n");
  ASSERT_EQ(count_of(got, "MATRIX_CONTRADICTORY"), 1);
  EXPECT_THAT(got.warnings.front().message,
              HasSubstr("GPU0-GPU2 is SYS, yet GPU0-GPU1 is PIX and GPU1-GPU2 is PIX"));
}

TEST(DeviceMatrixBadInput, AMatrixOfContradictionsIsRefused) {
  // A ring of 20 GPUs, PIX to both neighbours and SYS to all others.
  constexpr int kGpus = 20;
  std::string text;
  for (int i = 0; i < kGpus; ++i) text += "\tGPU" + std::to_string(i);
  for (int i = 0; i < kGpus; ++i) {
    text += "\nGPU" + std::to_string(i);
    for (int j = 0; j < kGpus; ++j) {
      const int apart = (i - j + kGpus) % kGpus;
      text += apart == 0 ? "\tX" : apart == 1 || apart == kGpus - 1 ? "\tPIX" : "\tSYS";
    }
  }
  EXPECT_EQ(code_of(text), "MATRIX_IMPOSSIBLE");
}

TEST(DeviceMatrixBadInput, LinksThatNoGpuCanHave) {
  // GPU1 would need 36 links, and GPU0 and GPU2 are not joined, as a switch would join them.
  const auto result = read_topology({"topo.txt",
                                     "\tGPU0\tGPU1\tGPU2\nGPU0\tX\tNV18\tSYS\n"
                                     "GPU1\tNV18\tX\tNV18\nGPU2\tSYS\tNV18\tX\n"});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, "MATRIX_IMPOSSIBLE");
  EXPECT_THAT(result.error().message, HasSubstr("NV18 to GPU0, NV18 to GPU2"));
}

TEST(DeviceMatrixBadInput, AProductThatCannotHaveTheLinks) {
  const std::string text = "\tGPU0\tGPU1\nGPU0\tX\tNV12\nGPU1\tNV12\tX\n";
  const auto code = [&](const char* gpu) {
    const auto result = read_topology({"topo.txt", text, facts::find_gpu(gpu)});
    return result ? std::string("read") : result.error().code;
  };
  EXPECT_EQ(code("h100-nvl"), "read");
  EXPECT_EQ(code("a6000"), "GPU_MODEL_CONFLICT");    // four links
  EXPECT_EQ(code("rtx4090"), "GPU_MODEL_CONFLICT");  // none
  EXPECT_EQ(code("mi300x"), "GPU_MODEL_CONFLICT");   // of another kind
}

TEST(DeviceMatrixBadInput, NeverAnAnswerFromHalfAMatrix) {
  const std::string whole =
      "\tGPU0\tGPU1\tGPU2\tGPU3\nGPU0\tX\tPIX\tSYS\tSYS\nGPU1\tPIX\tX\tSYS\tSYS\n"
      "GPU2\tSYS\tSYS\tX\tPIX\nGPU3\tSYS\tSYS\tPIX\tX\n";
  // The last row is known from the others; before its predecessor is whole, nothing may be read.
  const std::size_t enough = whole.find("\nGPU3");
  for (std::size_t length = 0; length < enough; ++length)
    EXPECT_NE(code_of(whole.substr(0, length)), "read") << whole.substr(0, length);
}

}  // namespace
}  // namespace weft::io::test
