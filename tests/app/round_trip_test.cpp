// Networks of clusters written in each format and read again: what the format can say is the same.
#include "weft/app/convert.hpp"
#include "weft/app/open.hpp"

#include <filesystem>
#include <fstream>
#include <optional>
#include <ostream>
#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace weft::app {
namespace {

using topology::ComponentKind;
using topology::Topology;

struct Kind {
  const char* name;
  const char* network;
};

void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }

constexpr std::size_t kServers = 4;

bool is_switch(ComponentKind kind) {
  return topology::is_network_switch(kind) && kind != ComponentKind::ocs;
}

struct Network {
  std::size_t switches = 0;
  std::size_t cables = 0;
  double rate = 0;  // of all cables, GB/s of payload
};

Network network_of(const Topology& t) {
  Network network;
  for (std::size_t k = 0; k < topology::kComponentKinds; ++k)
    if (is_switch(static_cast<ComponentKind>(k)))
      network.switches += t.count(static_cast<ComponentKind>(k));
  for (std::size_t i = 0; i < t.link_count(); i += 2) {
    const topology::Link link = t.link(LinkId(i));
    if (!is_switch(t.kind(link.from)) && !is_switch(t.kind(link.to))) continue;
    ++network.cables;
    network.rate += link.model.capacity().value() / link.model.load({}).forward / 1e9;
  }
  return network;
}

class RoundTrip : public testing::TestWithParam<Kind> {
 protected:
  void SetUp() override {
    cluster_ = temporary("toml");
    std::ofstream(cluster_) << "[cluster]\nserver = \"dgx-h100\"\nservers = " << kServers
                            << "\n[network]\n"
                            << GetParam().network;
    auto opened = open({.name = cluster_, .gpu = {}});
    ASSERT_TRUE(opened) << to_string(opened.error());
    before_ = network_of(opened->topology);
    gpus_ = opened->topology.count(ComponentKind::gpu);
    nics_ = opened->topology.count(ComponentKind::nic);
  }

  static std::string temporary(const std::string& ending) {
    return (std::filesystem::temp_directory_path() /
            (std::string("weft-round-") + GetParam().name + "." + ending))
        .string();
  }

  std::optional<Opened> again(const std::string& ending) {
    const std::string out = temporary(ending);
    const auto done = convert({.topology = {.name = cluster_, .gpu = {}}, .output = out});
    if (!done) ADD_FAILURE() << to_string(done.error());
    auto opened = open({.name = out, .gpu = {}});
    if (!opened) ADD_FAILURE() << to_string(opened.error());
    if (!opened) return std::nullopt;
    return std::move(*opened);
  }

  std::string cluster_;
  Network before_;
  std::size_t gpus_ = 0;
  std::size_t nics_ = 0;
};

TEST_P(RoundTrip, ThroughInfragraphKeepsServersSwitchesCablesAndRates) {
  const auto opened = again("yaml");
  ASSERT_TRUE(opened);
  const Network after = network_of(opened->topology);
  EXPECT_EQ(opened->topology.count(ComponentKind::gpu), gpus_);
  EXPECT_EQ(opened->topology.count(ComponentKind::nic), nics_);
  EXPECT_EQ(after.switches, before_.switches);
  EXPECT_EQ(after.cables, before_.cables);
  EXPECT_NEAR(after.rate, before_.rate, 1e-4 * before_.rate);
}

TEST_P(RoundTrip, ThroughIbsimKeepsHostsSwitchesAndCables) {
  const auto opened = again("net");
  ASSERT_TRUE(opened);
  const Network after = network_of(opened->topology);
  EXPECT_EQ(opened->topology.count(ComponentKind::host), kServers);
  EXPECT_EQ(after.switches, before_.switches);
  EXPECT_EQ(after.cables, before_.cables);
}

// Slurm's trees leave out switches below which a host stands already.
TEST_P(RoundTrip, ThroughSlurmKeepsHosts) {
  const auto opened = again("conf");
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->topology.count(ComponentKind::host), kServers);
  EXPECT_GE(network_of(opened->topology).switches, 1U);
  EXPECT_LE(network_of(opened->topology).switches, before_.switches);
}

// Hosts of SimGrid are what computes: the GPUs. Parallel cables are one link of their rate.
TEST_P(RoundTrip, ThroughSimgridKeepsWhatComputes) {
  const auto opened = again("simgrid.xml");
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->topology.count(ComponentKind::host), gpus_);
}

INSTANTIATE_TEST_SUITE_P(Kinds, RoundTrip,
                         testing::Values(Kind{"rails", "kind = \"rail-optimized\"\nk = 8\n"},
                                         Kind{"fat-tree", "kind = \"fat-tree\"\nk = 8\n"},
                                         Kind{"spine-leaf", "kind = \"spine-leaf\"\nk = 16\n"},
                                         Kind{"rail-only", "kind = \"rail-only\"\nk = 8\n"},
                                         Kind{"dual-plane", "kind = \"dual-plane\"\nk = 16\n"}));

}  // namespace
}  // namespace weft::app
