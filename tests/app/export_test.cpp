// Every format that a topology is written in, and the file for a virtual machine.
#include "weft/app/export.hpp"

#include "weft/app/convert.hpp"
#include "weft/app/open.hpp"
#include "weft/route/router.hpp"

#include <filesystem>
#include <fstream>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace weft::app {
namespace {

using topology::ComponentKind;

std::string fabric() { return WEFT_SOURCE_DIR "/tests/cli/inputs/two-leaves.ibnetdiscover"; }
std::string temporary(const std::string& name) {
  return (std::filesystem::temp_directory_path() / ("weft-export-" + name)).string();
}
std::string content(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

TEST(Export, WritesANetworkInEachFormatThatHoldsOne) {
  for (const char* name : {"net", "conf", "yaml", "simgrid.xml", "dot", "svg", "json"}) {
    const std::string out = temporary(std::string("a.") + name);
    const auto done = convert({.topology = {.name = fabric(), .gpu = {}}, .output = out});
    ASSERT_TRUE(done.has_value()) << name << ": " << to_string(done.error());
    EXPECT_GT(content(out).size(), 100u) << name;
  }
}

// The dump has 3 switches and 2 hosts with 2 adapters each.
TEST(Export, IsReadAgainByWeft) {
  for (const auto& [name, switches, hosts] :
       {std::tuple{"net", 3u, 2u}, {"simgrid.xml", 3u, 2u}, {"conf", 2u, 2u}}) {
    const std::string out = temporary(std::string("b.") + name);
    ASSERT_TRUE(convert({.topology = {.name = fabric(), .gpu = {}}, .output = out}).has_value());
    const auto again = open({.name = out, .gpu = {}});
    ASSERT_TRUE(again.has_value()) << name << ": " << to_string(again.error());
    EXPECT_EQ(again->topology.all(ComponentKind::network_switch).size(), switches) << name;
    EXPECT_EQ(again->topology.all(ComponentKind::host).size(), hosts) << name;
  }
}

// Four servers of eight adapters below leaves of four, each with a cable to each of four spines.
TEST(Export, WritesTheNetworksOfAClusterForIbsim) {
  const std::string cluster = temporary("cluster.toml");
  std::ofstream(cluster) << "[cluster]\nserver = \"dgx-h100\"\nservers = 4\n"
                            "[network]\nkind = \"fat-tree\"\nk = 8\ntiers = 2\n";
  const std::string out = temporary("cluster.net");
  const auto done = convert({.topology = {.name = cluster, .gpu = {}}, .output = out});
  ASSERT_TRUE(done.has_value()) << to_string(done.error());
  const std::string text = content(out);
  EXPECT_NE(text.find("Switch\t8 \"leaf0\"\n[1]\t\"server0 HCA-0\"[1]\n"), std::string::npos);
  EXPECT_NE(text.find("[5]\t\"spine0\"[1]\n[6]\t\"spine1\"[1]\n"), std::string::npos);
  EXPECT_NE(text.find("Hca\t1 \"server0 HCA-0\"\n[1]\t\"leaf0\"[1]\n"), std::string::npos);
  const auto again = open({.name = out, .gpu = {}});
  ASSERT_TRUE(again.has_value());
  EXPECT_EQ(again->topology.all(ComponentKind::network_switch).size(), 8u + 4u);
  EXPECT_EQ(again->topology.all(ComponentKind::host).size(), 4u);
  EXPECT_EQ(again->topology.all(ComponentKind::nic).size(), 32u);
}

TEST(Export, WritesAPictureOfAServer) {
  const std::string out = temporary("server.svg");
  ASSERT_TRUE(convert({.topology = {.name = "dgx-h100", .gpu = {}}, .output = out}).has_value());
  const std::string svg = content(out);
  EXPECT_EQ(svg.rfind("<svg", 0), 0u);
  EXPECT_NE(svg.find(">gpu[7]<"), std::string::npos);
}

TEST(Export, RefusesWhatAFormatCannotHold) {
  const auto server =
      convert({.topology = {.name = "dgx-h100", .gpu = {}}, .output = temporary("server.net")});
  EXPECT_EQ(server.error().code, "EXPORT_NO_NETWORK");
  const auto format = convert(
      {.topology = {.name = "dgx-h100", .gpu = {}}, .output = temporary("x"), .format = "slurn"});
  EXPECT_EQ(format.error().code, "FORMAT_UNWRITABLE");
  EXPECT_NE(format.error().hint.find("slurm"), std::string::npos);
}

// The guest has two of the host's GPUs and NICs, all flat on the root bus.
std::string guest(const std::string& devices) {
  const std::string test = testing::UnitTest::GetInstance()->current_test_info()->name();
  const std::string path = temporary(test + ".txt");
  std::ofstream(path) << devices;
  return path;
}

TEST(Guest, GetsTheSwitchesOfItsHost) {
  const std::string host = WEFT_SOURCE_DIR "/examples/dgx-h100.xml";
  const auto opened = open({.name = host, .gpu = {}});
  ASSERT_TRUE(opened.has_value());
  const auto& gpu = opened->topology.attributes(opened->topology.all(ComponentKind::gpu)[0]);
  const auto& nic = opened->topology.attributes(opened->topology.all(ComponentKind::nic)[0]);
  const auto id = [](const auto& of) {
    return fmt::format("[{}:{}]", of.get("vendor").substr(2), of.get("device").substr(2));
  };
  const std::string text = fmt::format(
      "05:00.0 3D controller [0302]: NVIDIA {0}\n06:00.0 3D controller [0302]: NVIDIA {0}\n"
      "0d:00.0 Infiniband controller [0207]: Mellanox {1}\n01:00.0 Ethernet controller [0200]: "
      "Red Hat Virtio [1af4:1041]\n",
      id(gpu), id(nic));
  const std::string out = temporary("guest.xml");
  const auto done =
      convert({.topology = {.name = host, .gpu = {}}, .output = out, .guest = guest(text)});
  ASSERT_TRUE(done.has_value()) << to_string(done.error());
  EXPECT_NE(done->text.find("GUEST_ORDER_ASSUMED"), std::string::npos);
  const auto read = open({.name = out, .gpu = {}});
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->topology.all(ComponentKind::gpu).size(), 2u);
  EXPECT_EQ(read->topology.all(ComponentKind::nic).size(), 1u);  // the emulated one is no host's
  // In bare metal the first NIC shares its switch with the first GPU; so it does again.
  const route::Router router(read->topology);
  EXPECT_EQ(router.distance(*read->topology.find("gpu[0]"), *read->topology.find("nic[0]")),
            route::Distance::pix);
}

TEST(Guest, RefusesAGuestOfAnotherHost) {
  const std::string text = "05:00.0 3D controller [0302]: NVIDIA [10de:20b5]\n";
  const auto done =
      convert({.topology = {.name = WEFT_SOURCE_DIR "/examples/dgx-h100.xml", .gpu = {}},
               .output = temporary("none.xml"),
               .guest = guest(text)});
  EXPECT_EQ(done.error().code, "GUEST_NOT_ON_HOST");
}

}  // namespace
}  // namespace weft::app
