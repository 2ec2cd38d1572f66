// Hardware that cannot be, in files that can still be used: each says so, with file and line.
#include "tests/io/support.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft::io {
namespace {

using test::count_of;
using test::gpu;
using test::machine;
using test::nic;
using test::nvlink;
using test::read;
using ::testing::HasSubstr;

const std::string kA = "0000:18:00.0";
const std::string kB = "0000:19:00.0";

const Warning& warning_of(const TopologyRead& read, std::string_view code) {
  for (const Warning& warning : read.warnings)
    if (warning.code == code) return warning;
  static const Warning kNone;
  ADD_FAILURE() << "no warning " << code;
  return kNone;
}

std::string device(const std::string& id, const std::string& inside) {
  return "<pci busid=\"" + kA + "\" class=\"0x030200\" vendor=\"0x10de\" device=\"" + id +
         "\" link_speed=\"16.0 GT/s PCIe\" link_width=\"16\">\n" + inside + "</pci>\n";
}

// The GPUs are of sm 80: NVLink 3 of 12 links.
TEST(NcclXmlImpossible, MoreNvlinksThanTheGpuHas) {
  for (const char* count : {"13", "63"}) {
    const TopologyRead r =
        read(machine(gpu(kA, 0, nvlink(kB, count)) + gpu(kB, 1, nvlink(kA, count))));
    const Warning& warning = warning_of(r, "NVLINK_COUNT_IMPOSSIBLE");
    EXPECT_THAT(warning.message, HasSubstr(std::string(count) + " NVLinks"));
    EXPECT_THAT(warning.message, HasSubstr("12"));
    EXPECT_GT(warning.where.line, 0);
  }
  // Also where several targets only together are too many; 12 are fine.
  const TopologyRead sum =
      read(machine(gpu(kA, 0, nvlink(kB, "12") + nvlink("0000:f1:00.0", "1", "0x068000")) +
                   gpu(kB, 1, nvlink(kA, "12"))));
  EXPECT_EQ(count_of(sum, "NVLINK_COUNT_IMPOSSIBLE"), 1);
  EXPECT_THAT(warning_of(sum, "NVLINK_COUNT_IMPOSSIBLE").message, HasSubstr("13 NVLinks"));
}

// 0x2330 is an H100 SXM5 (sm 90).
TEST(NcclXmlImpossible, APciIdAndAnArchitectureOfDifferentGpus) {
  const TopologyRead r =
      read(machine(device("0x2330", "<gpu dev=\"0\" sm=\"70\" rank=\"0\" gdr=\"1\"/>")));
  const Warning& warning = warning_of(r, "GPU_ARCHITECTURE_CONFLICT");
  EXPECT_THAT(warning.message, HasSubstr("H100"));
  EXPECT_THAT(warning.message, HasSubstr("sm 70"));
  EXPECT_GT(warning.where.line, 0);
  const TopologyRead fine =
      read(machine(device("0x2330", "<gpu dev=\"0\" sm=\"90\" rank=\"0\" gdr=\"1\"/>")));
  EXPECT_EQ(count_of(fine, "GPU_ARCHITECTURE_CONFLICT"), 0);
}

TEST(NcclXmlImpossible, ATargetClassThatIsNone) {
  for (const char* tclass : {"0xzz", "", "gpu", "0x0302001"}) {
    const TopologyRead r =
        read(machine(gpu(kA, 0, nvlink(kB, "1", tclass)) + gpu(kB, 1, nvlink(kA, "1", tclass))));
    EXPECT_GT(warning_of(r, "NVLINK_TCLASS_INVALID").where.line, 0) << tclass;
  }
  const TopologyRead fine = read(
      machine(gpu(kA, 0, nvlink(kB, "1", "0x0302")) + gpu(kB, 1, nvlink(kA, "1", "0x030200"))));
  EXPECT_EQ(count_of(fine, "NVLINK_TCLASS_INVALID"), 0);
}

TEST(NcclXmlImpossible, ASpeedThatNoPortHas) {
  for (const char* speed : {"-100", "1e30", "fast", "nan"}) {
    const TopologyRead r = read(machine(nic(kA, "0x020000", speed)));
    const Warning& warning = warning_of(r, "NET_SPEED_ABSURD");
    EXPECT_THAT(warning.message, HasSubstr(std::string("'") + speed + "'"));
    EXPECT_GT(warning.where.line, 0);
    EXPECT_EQ(count_of(r, "NET_SPEED_UNKNOWN"), 0);
  }
}

}  // namespace
}  // namespace weft::io
