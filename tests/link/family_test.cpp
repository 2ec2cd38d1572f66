#include "weft/link/family.hpp"

#include "weft/facts/scaleup.hpp"
#include "weft/link/scaleup.hpp"
#include "weft/link/two_way.hpp"

#include <algorithm>
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
  for (const char* width : {"1x", "4x", "8x", "12x"}) {
    EXPECT_EQ(name_of(std::string("ib-qdr") + width), std::string("InfiniBand QDR ") + width);
    EXPECT_EQ(name_of(std::string("ib-qdr-") + width), std::string("InfiniBand QDR ") + width);
  }
  EXPECT_EQ(name_of("eth100"), "100G Ethernet");
  EXPECT_EQ(name_of("400GbE"), "400G Ethernet");
  EXPECT_EQ(name_of("ddr5-4800x8"), "ddr5-4800 x8");
  EXPECT_EQ(name_of("hbm3-5200x5"), "hbm3-5200 x5");
  EXPECT_EQ(name_of("cxl2x8"), "CXL 2.0 x8");
  EXPECT_EQ(name_of("cxl3.0x16"), "CXL 3.x x16");
  EXPECT_EQ(name_of("pci"), "PCI 32-bit 33 MHz");
  EXPECT_EQ(name_of("AGP8x"), "AGP 8x");
  EXPECT_EQ(name_of("pcix133"), "PCI-X 133");
  EXPECT_EQ(name_of("fsb1333"), "front-side bus 1333 MT/s");
  EXPECT_EQ(name_of("nvlink-c2c"), "NVLink-C2C x10");
  EXPECT_EQ(name_of("nvlink-c2cx5"), "NVLink-C2C x5");
  EXPECT_EQ(name_of("ualink200x4"), "UALink 200G 1.0 x4");
  EXPECT_EQ(name_of("hccs-910bx7"), "HCCS (Ascend 910B) x7");
  EXPECT_EQ(name_of("neuronlink3-zx2"),
            "NeuronLink-v3 between servers (AWS Trainium2 UltraServer) x2, rate doubtful");
  EXPECT_EQ(name_of("wifi6-2x80"), "Wi-Fi 6 (802.11ax) 2 x 80 MHz, MCS 11");
  EXPECT_EQ(name_of("11ax-2x80"), "Wi-Fi 6 (802.11ax) 2 x 80 MHz, MCS 11");
  EXPECT_EQ(name_of("eth100:tcp:9000"), "100G Ethernet");
}

TEST(Families, NamesAreUnique) {
  std::set<std::string> names;
  for (const NamedLink& link : all_links())
    EXPECT_TRUE(names.insert(link.name).second) << link.name;
}

TEST(Families, KindsAreTheResourceClasses) {
  std::set<std::string> kinds = {"pcie",       "cxl",      "bus",  "front-side-bus",
                                 "nvlink",     "c2c",      "xgmi", "socket-link",
                                 "infiniband", "ethernet", "wifi", "memory"};
  for (const facts::ScaleUpLink& link : facts::scale_up_links()) kinds.insert(link.kind);
  for (const NamedLink& link : all_links())
    EXPECT_THAT(kinds, testing::Contains(link.model->kind())) << link.name;
}

TEST(Families, FabricsBetweenAcceleratorsAreOneClassOfKinds) {
  for (const char* kind : {"nvlink", "xgmi", "hccs", "ualink", "ici"})
    EXPECT_TRUE(is_scale_up_kind(kind)) << kind;
  for (const char* kind : {"pcie", "memory", "c2c", ""}) EXPECT_FALSE(is_scale_up_kind(kind));
}

TEST(Families, EveryOptionOfAFamilyIsInTheTableAndEveryRowIsSomeones) {
  std::set<std::string> known;
  for (const LinkOption& option : link_options())
    EXPECT_TRUE(known.insert(option.name).second) << option.name;
  std::set<std::string> used;
  for (const Family& family : families())
    for (const std::string& option : family.options) {
      EXPECT_TRUE(known.contains(option)) << family.name << " " << option;
      used.insert(option);
    }
  EXPECT_EQ(used, known);
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
  if (family == "pcie") variants.push_back({.weak_host = true});
  if (family == "bus" || family == "cxl") variants.push_back({.verb = Verb::read});
  if (family == "wifi") variants.push_back({.mtu = 500, .mcs = 3});
  if (family == "nvlink") variants.push_back({.engine = Engine::copy_engine});
  if (family == "infiniband") variants.push_back({.mtu = 256, .grh = true});
  if (family == "ethernet") {
    for (const auto protocol :
         {EthernetProtocol::udp, EthernetProtocol::tcp, EthernetProtocol::rocev1,
          EthernetProtocol::rocev2, EthernetProtocol::iwarp})
      variants.push_back({.protocol = protocol, .vlan = true});
    variants.push_back({.protocol = EthernetProtocol::iwarp, .ipv6 = true, .markers = true});
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

// The model of the way up, which most links have in common with the way down.
const LinkModel& upward(const LinkModel& link, LinkModelPtr& keep) {
  keep = link.upward();
  return keep != nullptr ? *keep : link;
}

TEST(Links, OnWiresOfTheirOwnBothDirectionsShareByTheSumOfTheLoads) {
  for (const NamedLink& link : all_links()) {
    if (link.model->sharing().duplex != Duplex::full) continue;
    const Load load = link.model->load({});
    EXPECT_NEAR(describe(*link.model, {}, true).usable() /
                    (link.model->capacity() / (load.forward + load.reverse)),
                1, 1e-12)
        << link.name;
  }
}

TEST(Links, OnTheSameWiresBothDirectionsTogetherGetTheCapacity) {
  int checked = 0;
  for (const NamedLink& link : all_links()) {
    if (link.model->sharing().duplex == Duplex::full) continue;
    LinkModelPtr keep;
    const Load down = link.model->load({});
    const Load up = upward(*link.model, keep).load({});
    const double wire = down.forward + down.reverse + up.forward + up.reverse;
    EXPECT_NEAR(describe(*link.model, {}, true).usable() / (link.model->capacity() / wire), 1,
                1e-12)
        << link.name;
    EXPECT_FALSE(link.model->sharing().what.empty()) << link.name;
    EXPECT_FALSE(link.model->sharing().source.empty()) << link.name;
    ++checked;
  }
  EXPECT_GT(checked, 20);
}

TEST(Links, TwoWaysNeverTakeMoreThanThereIsAndNeitherCanGainAlone) {
  for (const NamedLink& link : all_links())
    for (const LinkOptions& options : variants(link.family)) {
      const LinkModelPtr model = parse_link(link.name, options).value();
      LinkModelPtr keep;
      const LinkModel& up_model = upward(*model, keep);
      const TwoWay rates = copies_both_ways(*model, Engine::kernel);
      const Load d = model->load({.verb = Verb::read});
      const Load u = up_model.load({.verb = Verb::write});
      const double capacity = model->capacity().value();
      const double down = rates.down.value() * d.forward + rates.up.value() * u.reverse;
      const double up = rates.up.value() * u.forward + rates.down.value() * d.reverse;
      const double most = model->sharing().both_ways * capacity;
      EXPECT_LE(down, capacity * (1 + 1e-12)) << link.name;
      EXPECT_LE(up, capacity * (1 + 1e-12)) << link.name;
      EXPECT_LE(down + up, most * (1 + 1e-12)) << link.name;
      // Something is full.
      const double fullest = std::max({down / capacity, up / capacity, (down + up) / most});
      EXPECT_NEAR(fullest, 1, 1e-12) << link.name;
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
  // Against it a request of 24 B, and 16 B of acknowledgement and credits for each 256 B.
  EXPECT_DOUBLE_EQ(parse_link("pcie3x8", {.read = 512}).value()->load({.verb = Verb::read}).reverse,
                   24.0 / 512 + 16.0 / 256);
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
  EXPECT_EQ(parse_link("pcie4x16", {.read = 512, .verb = Verb::write}).error().code, "LINK_OPTION");
  EXPECT_EQ(parse_link("pci32-33", {.mtu = 512}).error().code, "LINK_OPTION");
  EXPECT_EQ(parse_link("hccs", {.engine = Engine::kernel}).error().code, "LINK_OPTION");
}

TEST(LinkOptions, EnginesHaveNames) {
  EXPECT_EQ(parse_engine("copy").value(), Engine::copy_engine);
  EXPECT_EQ(parse_engine("dma").error().code, "LINK_INVALID");
}

TEST(LinkOptions, AreReadByTheTable) {
  LinkOptions options;
  const auto read = [&](std::string_view name, std::string_view text) {
    for (const LinkOption& option : link_options())
      if (option.name == name) return option.read(text, options).has_value();
    return false;
  };
  EXPECT_TRUE(read("--mps", "512"));
  EXPECT_TRUE(read("--read", "4KiB"));
  EXPECT_TRUE(read("--rtt", "800ns"));
  EXPECT_TRUE(read("--verb", "read"));
  EXPECT_TRUE(read("--protocol", "rocev2"));
  EXPECT_TRUE(read("--stack", "dpdk"));
  EXPECT_TRUE(read("--vlan", ""));
  EXPECT_TRUE(read("--mcs", "9"));
  EXPECT_EQ(options.mps, 512);
  EXPECT_EQ(options.read, 4096);
  EXPECT_EQ(options.stack, "bypass");
  EXPECT_TRUE(options.vlan);
  for (const LinkOption& option : link_options())
    EXPECT_EQ(option.given(LinkOptions{}), false) << option.name;
  for (const auto& [name, text] : {std::pair{"--mps", "1.5B"},
                                   {"--rtt", "800"},
                                   {"--tags", "-1"},
                                   {"--protocol", "quic"},
                                   {"--stack", "magic"},
                                   {"--verb", "copy"},
                                   {"--mcs", "x"},
                                   {"--engine", "hand"}})
    EXPECT_FALSE(read(name, text)) << name;
}

TEST(LinkOptions, AndANameMustNotContradictEachOther) {
  const LinkOptions tcp{.mtu = 9000, .protocol = EthernetProtocol::tcp};
  // 8960 of 9038 B: said once or twice, by name or option.
  for (const char* name : {"eth100:tcp:9000", "eth100:tcp", "eth100"})
    EXPECT_NEAR(usable_GBps(name, tcp), 12.5 * 8960 / 9038, 1e-9) << name;
  for (const char* name : {"eth100:tcp:1500", "eth100:udp", "eth100:rocev2:4096"}) {
    const auto link = parse_link(name, tcp);
    ASSERT_FALSE(link) << name;
    EXPECT_EQ(link.error().code, "LINK_OPTION") << name;
  }
}

TEST(LinkOptions, OfAHostsSoftwareFitTheProtocol) {
  for (const auto& [protocol, stack] : {std::pair{EthernetProtocol::rocev2, "kernel"},
                                        {EthernetProtocol::iwarp, "bypass"},
                                        {EthernetProtocol::tcp, "rdma"},
                                        {EthernetProtocol::raw, "rdma"}}) {
    const auto link = parse_link("eth100", {.protocol = protocol, .stack = stack});
    ASSERT_FALSE(link) << to_string(protocol) << ' ' << stack;
    EXPECT_EQ(link.error().code, "LINK_INVALID");
  }
  EXPECT_TRUE(parse_link("eth100", {.protocol = EthernetProtocol::iwarp, .stack = "rdma"}));
  EXPECT_TRUE(parse_link("eth100", {.stack = "bypass"}));
}

TEST(LinkOptions, ThatAreZeroAreRefusedAndDoNotMeanTheUsual) {
  for (const LinkOption& option : link_options()) {
    if (option.name != "--tags" && option.name != "--rtt" && option.name != "--guard") continue;
    LinkOptions options;
    EXPECT_FALSE(option.read("0", options)) << option.name;
  }
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
                           "ib-ndr3x",
                           "ib-12x",
                           "hccsx99",
                           "hccsx8",
                           "ib-abc",
                           "eth",
                           "eth7",
                           "7gbe",
                           "ddr",
                           "ddr5",
                           "ddr5-",
                           "ddr5-4800x",
                           "ddr9-4800",
                           "ddr5-4800x0",
                           "hbm9-100",
                           "pci32-40",
                           "pcixy",
                           "agp16x",
                           "fsb",
                           "cxl",
                           "cxl2",
                           "cxl9x16",
                           "cxl2x3",
                           "nvlink-c2",
                           "nvlink-c2cx",
                           "nvlink-c2cx0",
                           "ualink200x0",
                           "hccsy",
                           "wifi6",
                           "wifi6-2",
                           "wifi6-9x80",
                           "wifi6-2x81",
                           "wifi3-1x20",
                           "eth100:",
                           "eth100:quic",
                           "eth100:tcp:",
                           "eth100:tcp:x",
                           "eth100:rocev2:1500"}) {
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
