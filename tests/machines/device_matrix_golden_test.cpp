// A paste of each kind against the machine that it shows, as text that was checked by hand: the
// tree, the links beside it, the matrix and the warnings. With WEFT_RECORD set, writes what it
// finds.
#include "weft/facts/gpus.hpp"
#include "weft/io/topology_file.hpp"
#include "weft/report/topology_report.hpp"
#include "weft/report/warnings.hpp"
#include "weft/route/router.hpp"

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

namespace weft::machines {
namespace {

namespace fs = std::filesystem;

std::string content(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

struct Recorded {
  const char* name;
  const char* gpu;
};

class DeviceMatrixGolden : public testing::TestWithParam<Recorded> {};

TEST_P(DeviceMatrixGolden, ShowsTheMachineOfThePaste) {
  const std::string name = GetParam().name;
  const fs::path source(WEFT_SOURCE_DIR);
  const auto read = io::read_topology(
      {name, content(source / "tests/io/fixtures/matrix" / name), facts::find_gpu(GetParam().gpu)});
  ASSERT_TRUE(read) << to_string(read.error());
  const topology::Topology& t = read->topology;
  const route::Router router(t);
  const std::string text = report::to_text(read->warnings) + report::tree_text(t) + "\n" +
                           report::fabric_text(t) + "\n" +
                           report::matrix_text(t, report::distances(router));
  const fs::path expected = source / "tests/machines/device_matrix" / name;
  if (std::getenv("WEFT_RECORD") != nullptr) std::ofstream(expected, std::ios::binary) << text;
  EXPECT_EQ(text, content(expected));
}

INSTANTIATE_TEST_SUITE_P(Kinds, DeviceMatrixGolden,
                         testing::Values(Recorded{"nvswitch-8gpu-5nic.txt", "h100-sxm5"},
                                         Recorded{"pcie-every-distance.txt", ""},
                                         Recorded{"mesh-4gpu-unequal.txt", ""},
                                         Recorded{"several-commands.txt", ""},
                                         Recorded{"rocm-4gpu.txt", "mi210"},
                                         Recorded{"ascend-4npu.txt", "ascend-910b3"},
                                         Recorded{"mthreads-2gpu.txt", "s5000"}),
                         [](const auto& param) {
                           std::string name = param.param.name;
                           for (char& c : name)
                             if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
                           return name;
                         });

}  // namespace
}  // namespace weft::machines
