#include "weft/link/family.hpp"

#include <cmath>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft::link {
namespace {

using testing::HasSubstr;

double usable_GBps(std::string_view name, const LinkOptions& options = {}) {
  const LinkModelPtr link = parse_link(name, options).value();
  return in_gigabytes_per_second(
      describe(*link, transfer_of(options), options.both_directions).usable());
}

std::string name_of(std::string_view name) { return parse_link(name).value()->name(); }

TEST(Families, ReadTheNamesThatPeopleWrite) {
  EXPECT_EQ(name_of("pcie4x16"), "PCIe 4.0 x16");
  EXPECT_EQ(name_of("PCIe4.0x16"), "PCIe 4.0 x16");
  EXPECT_EQ(name_of("gen4x16"), "PCIe 4.0 x16");
  EXPECT_EQ(name_of("nvlink4"), "NVLink 4 x1");
  EXPECT_EQ(name_of("nvlink4x18"), "NVLink 4 x18");
  EXPECT_EQ(name_of("xgmi-gfx942x7"), "xGMI gfx942 x7");
  EXPECT_EQ(name_of("xgmi-mi300x"), "xGMI gfx942 x1");
  EXPECT_EQ(name_of("xgmi-mi300xx7"), "xGMI gfx942 x7");
  EXPECT_EQ(name_of("xgmi2-18x4"), "xGMI-2 18 GT/s x4");
  EXPECT_EQ(name_of("upi10.4x3"), "UPI 10.4 GT/s x3");
  EXPECT_EQ(name_of("qpi9.6"), "QPI 9.6 GT/s");
  EXPECT_EQ(name_of("ib-ndr"), "InfiniBand NDR 4x");
  EXPECT_EQ(name_of("ib-hdr100"), "InfiniBand HDR 2x");
  EXPECT_EQ(name_of("ib-edr-2x"), "InfiniBand EDR 2x");
  EXPECT_EQ(name_of("eth100"), "100G Ethernet");
  EXPECT_EQ(name_of("400GbE"), "400G Ethernet");
  EXPECT_EQ(name_of("ddr5-4800x8"), "ddr5-4800 x8");
}

TEST(Families, NamesAreUnique) {
  std::set<std::string> names;
  for (const NamedLink& link : all_links())
    EXPECT_TRUE(names.insert(link.name).second) << link.name;
}

TEST(Families, KindsAreTheResourceClasses) {
  for (const NamedLink& link : all_links())
    EXPECT_THAT((std::set<std::string>{"pcie", "nvlink", "xgmi", "socket-link", "infiniband",
                                       "ethernet", "memory"}),
                testing::Contains(link.model->kind()));
}

// Laws of every link --------------------------------------------------------------------------

std::vector<LinkOptions> variants(const std::string& family) {
  std::vector<LinkOptions> variants = {{}};
  if (family == "pcie") {
    variants.push_back({.mps = 128});
    variants.push_back({.read = 512});
    variants.push_back({.read = 4096, .header = 12, .rcb = 64});
    variants.push_back({.read = 256, .tags = 16, .round_trip = microseconds(1)});
  }
  if (family == "nvlink") variants.push_back({.engine = Engine::copy_engine});
  if (family == "infiniband") variants.push_back({.mtu = 256, .grh = true});
  if (family == "ethernet") {
    for (const auto protocol : {EthernetProtocol::udp, EthernetProtocol::tcp,
                                EthernetProtocol::rocev2, EthernetProtocol::iwarp})
      variants.push_back({.protocol = protocol, .vlan = true});
  }
  return variants;
}

TEST(Links, TheUsableRateIsTheCapacityOverTheForwardLoad) {
  for (const NamedLink& link : all_links())
    for (const LinkOptions& options : variants(link.family)) {
      const LinkModelPtr model = parse_link(link.name, options).value();
      for (const Bytes limit : {Bytes(0), Bytes(64)}) {
        Transfer transfer = transfer_of(options);
        transfer.payload_limit = limit;
        const Waterfall waterfall = model->waterfall(transfer);
        const Load load = model->load(transfer);
        EXPECT_NEAR(waterfall.usable() / (model->capacity() / load.forward), 1, 1e-12) << link.name;
        EXPECT_NEAR(waterfall.capacity() / model->capacity(), 1, 1e-12) << link.name;
        EXPECT_GE(load.forward, 1) << link.name;
        EXPECT_GE(load.reverse, 0) << link.name;
        EXPECT_GT(model->latency(), Seconds(0)) << link.name;
      }
    }
}

TEST(Links, BothDirectionsShareByTheSumOfTheLoads) {
  for (const NamedLink& link : all_links()) {
    const Load load = link.model->load({});
    EXPECT_NEAR(describe(*link.model, {}, true).usable() /
                    (link.model->capacity() / (load.forward + load.reverse)),
                1, 1e-12)
        << link.name;
  }
}

TEST(Links, EveryFactorSaysWhereItComesFrom) {
  for (const NamedLink& link : all_links())
    for (const LinkOptions& options : variants(link.family)) {
      const LinkModelPtr model = parse_link(link.name, options).value();
      for (const Factor& factor : model->waterfall(transfer_of(options)).factors()) {
        EXPECT_FALSE(factor.name.empty()) << link.name;
        EXPECT_FALSE(factor.source.empty()) << link.name << " " << factor.name;
        EXPECT_TRUE(std::isfinite(factor.value) && factor.value > 0) << link.name;
      }
    }
}

// Options -------------------------------------------------------------------------------------

TEST(LinkOptions, ADmaReadIsAReadWithRequestsOfThatSize) {
  // Gen3 x8, completions of 256 B in 276: 7.8769 x 0.94 x 256/276 = 6.868 GB/s.
  EXPECT_NEAR(usable_GBps("pcie3x8", {.mps = 256, .read = 512}), 7.876923 * 0.94 * 256 / 276, 1e-5);
  EXPECT_DOUBLE_EQ(parse_link("pcie3x8", {.read = 512}).value()->load({.verb = Verb::read}).reverse,
                   24.0 / 512);
}

TEST(LinkOptions, RingsOverNvlinkAreBothDirections) {
  EXPECT_NEAR(usable_GBps("nvlink4x18", {.both_directions = true}), 360, 1e-9);
  EXPECT_NEAR(usable_GBps("nvlink4x18", {.engine = Engine::copy_engine, .both_directions = true}),
              400, 1e-9);
}

TEST(LinkOptions, OfAnotherFamilyAreRefusedWithTheOwnOnesNamed) {
  const auto link = parse_link("pcie4x16", {.mtu = 4096});
  ASSERT_FALSE(link);
  EXPECT_EQ(link.error().code, "LINK_OPTION");
  EXPECT_THAT(link.error().message, HasSubstr("--mtu is no option of PCI Express"));
  EXPECT_THAT(link.error().hint, HasSubstr("--mps"));
  EXPECT_EQ(parse_link("ib-ndr", {.mps = 256}).error().code, "LINK_OPTION");
  EXPECT_EQ(parse_link("xgmi-gfx942", {.grh = true}).error().code, "LINK_OPTION");
  EXPECT_EQ(parse_link("pcie4x16", {.tags = 32}).error().code, "LINK_OPTION");
  EXPECT_EQ(parse_link("pcie4x16", {.mrrs = 256, .read = 512}).error().code, "LINK_OPTION");
}

TEST(LinkOptions, EnginesHaveNames) {
  EXPECT_EQ(parse_engine("copy").value(), Engine::copy_engine);
  EXPECT_EQ(parse_engine("dma").error().code, "LINK_INVALID");
}

// Errors --------------------------------------------------------------------------------------

TEST(Families, AnUnknownNameSuggestsTheNearest) {
  const auto link = parse_link("infiniband-ndr");
  ASSERT_FALSE(link);
  EXPECT_EQ(link.error().code, "LINK_UNKNOWN");
  const auto typo = parse_link("pci4x16");
  ASSERT_FALSE(typo);
  EXPECT_EQ(typo.error().code, "LINK_UNKNOWN");
  EXPECT_THAT(typo.error().hint, HasSubstr("pcie4x16"));
}

TEST(Families, ANameOfAnotherFormOrAValueThatCannotBeIsInvalid) {
  for (const char* name : {"pcie",
                           "pcie4",
                           "pcie4x",
                           "pcie4x16y",
                           "pcie9x16",
                           "pcie4x3",
                           "pcie4x99999999999",
                           "nvlink",
                           "nvlink4x",
                           "nvlink9",
                           "nvlink4x0",
                           "xgmi-",
                           "xgmi-gfx1",
                           "xgmi-gfx942x0",
                           "upi",
                           "upi10.4x0",
                           "upi12",
                           "qpi9.6x99",
                           "ib-",
                           "ib-ndr-",
                           "ib-ndr-0x",
                           "ib-ndr-3x",
                           "ib-ndr-4",
                           "ib-abc",
                           "eth",
                           "eth7",
                           "7gbe",
                           "ddr",
                           "ddr5",
                           "ddr5-",
                           "ddr5-4800x",
                           "ddr9-4800",
                           "ddr5-4800x0"}) {
    const auto link = parse_link(name);
    ASSERT_FALSE(link) << name;
    EXPECT_EQ(link.error().code, "LINK_INVALID") << name;
    EXPECT_FALSE(link.error().message.empty());
  }
  EXPECT_EQ(parse_link("").error().code, "LINK_UNKNOWN");
  EXPECT_EQ(parse_link(std::string(10000, 'x')).error().code, "LINK_UNKNOWN");
}

}  // namespace
}  // namespace weft::link
