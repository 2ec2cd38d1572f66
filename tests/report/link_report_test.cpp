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
              HasSubstr("line code 128b/130b                    x 0.9846  31.51"));
}

TEST(LinkReport, SaysWhatTheOtherDirectionPays) {
  // An NVLink answers 128 B with a flit of 16 B.
  EXPECT_THAT(to_text(entry("nvlink4")), HasSubstr("takes 0.125 B of the other direction"));
  EXPECT_THAT(to_text(entry("nvlink4", {.both_directions = true})),
              Not(HasSubstr("takes 0.125 B")));
}

// 360 GB/s each way (nvlink.hpp), 720 in sum.
TEST(LinkReport, SaysWhatBothDirectionsGetAtOnce) {
  EXPECT_THAT(to_text(entry("nvlink4x18")),
              HasSubstr("A copy each way at once: 360 GB/s down, 360 GB/s up, 720 GB/s in sum."));
}

// PCI, 32 bit at 33 MHz: 118.5 MB/s of writes, a quarter for each of four devices.
TEST(LinkReport, SaysWhatDevicesOfABusGet) {
  const std::string text = to_text(entry("pci32-33"));
  EXPECT_THAT(text,
              HasSubstr("Both directions and all devices share the PCI 32-bit 33 MHz wires."));
  EXPECT_THAT(text, HasSubstr("Each of 4 devices that are busy at once: 0.02963 GB/s."));
  EXPECT_THAT(to_text(entry("pcie1x1")), Not(HasSubstr("devices")));
}

TEST(LinkReport, SaysThatACardOnAgpAnswersSlowly) {
  EXPECT_THAT(to_text(entry("agp8x")), HasSubstr("From the device up, alone: 0.16 GB/s."));
}

// 12.39 GB/s at 1 to 2 cycles a byte and 3 GHz are 4.2 to 8.4 cores; a copy makes 3 x 12.39 GB/s.
TEST(LinkReport, SaysWhatTheStackOfTheHostCosts) {
  const std::string text = to_text(entry("eth100:tcp:9000"));
  EXPECT_THAT(text, HasSubstr("4.162 to 8.356 cores of 3 GHz"));
  EXPECT_THAT(text, HasSubstr("37.18 GB/s of memory traffic"));
  EXPECT_THAT(to_text(entry("eth100")), Not(HasSubstr("cores")));
}

TEST(LinkReport, ComparesDuplexSharesAndCostsOfTheHost) {
  const std::string bus = comparison_text({entry("pci64-66"), entry("pcie1x16")});
  EXPECT_THAT(bus, HasSubstr("duplex                       shared          full\n"));
  EXPECT_THAT(bus, HasSubstr("each of 4 (GB/s)             0.1067         3.438\n"));
  const std::string stack = comparison_text({entry("eth100:tcp"), entry("eth100:rocev2")});
  EXPECT_THAT(stack, HasSubstr("host latency (us)         10 to 30              1 to 2\n"));
  EXPECT_THAT(stack, Not(HasSubstr("each of")));
}

// A bundle has lanes and links, both of role lanes: 2 · 18 = 36.
TEST(LinkReport, ComparesByRole) {
  const std::string text = comparison_text({entry("pcie4x16"), entry("nvlink4x18")});
  EXPECT_THAT(text, HasSubstr("lanes                     x 16          x 36\n"));
  EXPECT_THAT(text, HasSubstr("raw (GB/s)                  32         478.1\n"));
  // Only PCIe has control traffic: the cell of NVLink stays empty, and no line ends with blanks.
  EXPECT_THAT(text, HasSubstr("control traffic         x 0.94\n"));
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

TEST(LinkReport, TellsInJsonWhatSeveralTransfersGet) {
  const Json pci = Json::parse(to_json(entry("pci32-33")));
  EXPECT_EQ(pci["duplex"], "shared");
  EXPECT_EQ(pci["devices"], 4);
  EXPECT_TRUE(pci.contains("per_device_GBps"));
  const Json tcp = Json::parse(to_json(entry("eth100:tcp")));
  EXPECT_EQ(tcp["duplex"], "full");
  EXPECT_EQ(tcp["host"]["stack"], "kernel");
  EXPECT_FALSE(tcp.contains("per_device_GBps"));
}

}  // namespace
}  // namespace weft::report
