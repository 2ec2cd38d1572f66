// Which mode is taken, why the others are not, and what is refused.
#include "weft/route/router.hpp"

#include "weft/topology/ideal_switch.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "tests/route/support.hpp"
#include <gtest/gtest.h>

namespace weft::route::test {
namespace {

const Alternative& alternative(const std::vector<Alternative>& all, Mode mode) {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Alternative& a) { return a.mode == mode; });
  EXPECT_NE(found, all.end()) << word(mode);
  return found == all.end() ? all.front() : *found;
}

TEST(Router, PeersUnderTheSwitchesMeetDirectlyAndOthersThroughMemory) {
  const Topology t = two_sockets(rome);
  EXPECT_EQ(path(t, gpu(t, 0), gpu(t, 1)).mode, Mode::p2p);     // PIX
  EXPECT_EQ(path(t, gpu(t, 0), gpu(t, 2)).mode, Mode::p2p);     // PXB
  EXPECT_EQ(path(t, gpu(t, 0), gpu(t, 3)).mode, Mode::staged);  // PHB
  EXPECT_EQ(path(t, gpu(t, 0), gpu(t, 4)).mode, Mode::staged);  // SYS
}

// A server of `gpus` GPUs at root ports of its own, on two sockets.
Topology far_apart(topology::HostNuma (*cpu)(int, int), const char* model, int gpus) {
  Builder builder("far apart");
  const std::vector<topology::HostNuma> nodes = {cpu(0, 0), cpu(1, 1)};
  const auto host = topology::add_host(builder, nodes, {.server = 0});
  for (int i = 0; i < gpus; ++i) {
    topology::Attributes attributes;
    attributes.set("model", model);
    const ComponentId gpu = builder.add(ComponentKind::gpu, {.server = 0}, std::move(attributes));
    builder.connect(host.numa[static_cast<std::size_t>(i % 2)], gpu, pcie4(),
                    topology::Provenance::trained);
  }
  return std::move(builder).build();
}

TEST(Router, TheBorderIsThatOfTheLibraryOnThisHost) {
  const auto mode = [](const Topology& t) { return path(t, gpu(t, 0), gpu(t, 1)).mode; };
  // NCCL: up to PXB, and everywhere between two GPUs of a host with AMD CPUs.
  EXPECT_EQ(mode(far_apart(rome, "a100-pcie-40gb", 2)), Mode::p2p);
  EXPECT_EQ(mode(far_apart(rome, "a100-pcie-40gb", 4)), Mode::staged);
  EXPECT_EQ(mode(far_apart(skylake, "a100-pcie-40gb", 2)), Mode::staged);
  // RCCL: everywhere, but not through Intel's root complexes.
  EXPECT_EQ(mode(far_apart(rome, "mi210", 4)), Mode::p2p);
  EXPECT_EQ(mode(far_apart(skylake, "mi210", 2)), Mode::staged);
}

TEST(Router, ReasonsNameTheLibraryOfTheGpus) {
  const Topology t = far_apart(skylake, "mi210", 2);
  const auto all = Router(t).alternatives(gpu(t, 0), gpu(t, 1), link::Engine::kernel);
  EXPECT_EQ(alternative(all, Mode::nvlink).word, "xgmi");
  EXPECT_EQ(alternative(all, Mode::p2p).why_not,
            "the devices are SYS apart and P2P is used up to PXB only (as RCCL does)");
}

TEST(Router, NicsAreHeldToTheLimitsOfTheRootComplexAsOtherPeersAre) {
  // Between sockets of Skylake: 64 B pieces behind the first root complex, and what NCCL takes for
  // peers across sockets, 10 GB/s.
  const Topology intel = two_sockets(skylake);
  const Path p = path(intel, nic(intel, 0), nic(intel, 1));
  EXPECT_EQ(p.mode, Mode::dma);
  EXPECT_LE(bandwidth(intel, p), Bandwidth(10e9));
  // Rome forwards 9 GiB/s to and from a NIC.
  const Topology amd = two_sockets(rome);
  EXPECT_LE(bandwidth(amd, path(amd, nic(amd, 0), nic(amd, 1))), Bandwidth(9 * 0x1p30));
}

TEST(Router, ThePolicyMovesTheBorder) {
  const Topology t = two_sockets(rome);
  EXPECT_EQ(path(t, gpu(t, 0), gpu(t, 4), {.farthest_p2p = Distance::sys}).mode, Mode::p2p);
  EXPECT_EQ(path(t, gpu(t, 0), gpu(t, 1), {.farthest_p2p = Distance::loc}).mode, Mode::staged);
  EXPECT_EQ(path(t, gpu(t, 0), gpu(t, 1), {.peer_access = false}).mode, Mode::staged);
}

TEST(Router, WithoutPeerAccessANicMayStillReachTheGpu) {
  const Topology t = two_sockets(rome);
  EXPECT_EQ(path(t, gpu(t, 0), nic(t, 0), {.peer_access = false}).mode, Mode::gdr);
}

TEST(Router, AGpuWhoseDriverRefusesPeersIsReachedThroughMemory) {
  const Topology t = two_sockets(rome, "rtx-4090");
  EXPECT_EQ(path(t, gpu(t, 0), gpu(t, 1)).mode, Mode::staged);
  EXPECT_EQ(path(t, gpu(t, 0), nic(t, 0)).mode, Mode::staged);  // a NIC is a peer too
  const auto all = Router(t).alternatives(gpu(t, 0), gpu(t, 1), link::Engine::kernel);
  EXPECT_NE(alternative(all, Mode::p2p).why_not.find("rtx-4090"), std::string::npos);
  EXPECT_TRUE(alternative(all, Mode::p2p).path.has_value());  // the wiring would allow it
}

TEST(Router, AlternativesSayWhyTheyAreNotTaken) {
  const Topology t = two_sockets(rome);
  const auto near = Router(t).alternatives(gpu(t, 0), gpu(t, 1), link::Engine::kernel);
  ASSERT_EQ(near.size(), 3u);
  EXPECT_FALSE(alternative(near, Mode::nvlink).path);
  EXPECT_NE(alternative(near, Mode::nvlink).why_not.find("not joined"), std::string::npos);
  EXPECT_EQ(alternative(near, Mode::p2p).why_not, "");
  EXPECT_EQ(alternative(near, Mode::staged).why_not, "p2p is preferred");
  const auto far = Router(t).alternatives(gpu(t, 0), gpu(t, 4), link::Engine::kernel);
  EXPECT_NE(alternative(far, Mode::p2p).why_not.find("SYS apart"), std::string::npos);
}

// Every ordered pair of every topology here, under several policies.
TEST(Router, ExactlyOneAlternativeIsTakenAndThatIsThePath) {
  const std::vector<Policy> policies = {
      {},
      {.peer_access = false},
      {.acs = true},
      {.farthest_p2p = Distance::sys, .farthest_gdr = Distance::sys},
      {.acs = true, .farthest_p2p = Distance::loc}};
  for (const Topology& t : {two_sockets(rome), two_sockets(skylake, "rtx-4090"), four_nodes(),
                            topology::ideal_switch(3, gigabytes_per_second(50), Seconds(0))})
    for (const Policy& policy : policies) {
      const Router router(t, policy);
      for (std::size_t a = 0; a < t.component_count(); ++a)
        for (std::size_t b = 0; b < t.component_count(); ++b) {
          const ComponentId from(a);
          const ComponentId to(b);
          int taken = 0;
          Mode mode = Mode::local;
          for (const Alternative& one : router.alternatives(from, to, link::Engine::kernel)) {
            EXPECT_TRUE(one.path.has_value() || !one.why_not.empty());
            if (!one.why_not.empty()) continue;
            ++taken;
            mode = one.mode;
          }
          const auto p = router.path(from, to, link::Engine::kernel);
          ASSERT_EQ(taken, p ? 1 : 0) << t.name(from) << ' ' << t.name(to);
          if (!p) continue;
          EXPECT_EQ(p->mode, mode);
          EXPECT_TRUE(p->from == from && p->to == to);
        }
    }
}

TEST(Router, AComponentReachesItselfWithoutAnyResource) {
  const Topology t = two_sockets(rome);
  const Path p = path(t, gpu(t, 0), gpu(t, 0));
  EXPECT_EQ(p.mode, Mode::local);
  EXPECT_TRUE(p.uses.empty());
  EXPECT_EQ(bandwidth(t, p), kUnlimited);
  EXPECT_EQ(path(t, gpu(t, 0), gpu(t, 0), Mode::local).mode, Mode::local);
}

TEST(Router, AModeThatTwoComponentsCannotHaveIsRefused) {
  const Topology t = two_sockets(rome);
  const Router router(t);
  for (const auto& [from, to, mode] : {std::tuple{gpu(t, 0), gpu(t, 1), Mode::gdr},
                                       {gpu(t, 0), memory(t, 0), Mode::staged},
                                       {gpu(t, 0), nic(t, 0), Mode::p2p},
                                       {gpu(t, 0), gpu(t, 1), Mode::local},
                                       {gpu(t, 0), gpu(t, 0), Mode::p2p},
                                       {gpu(t, 0), gpu(t, 1), Mode::network}}) {
    const auto p = router.path(from, to, link::Engine::kernel, mode);
    ASSERT_FALSE(p) << word(mode);
    EXPECT_EQ(p.error().code, "MODE_IMPOSSIBLE") << word(mode);
  }
  EXPECT_EQ(router.path(gpu(t, 0), gpu(t, 1), link::Engine::kernel, Mode::nvlink).error().code,
            "NO_PATH");
}

TEST(Router, WhatIsNotJoinedHasNoPathAndTheErrorSaysWhyForEachMode) {
  Builder builder("apart");
  const ComponentId a = builder.add(ComponentKind::gpu);
  const ComponentId b = builder.add(ComponentKind::gpu);
  const Topology t = std::move(builder).build();
  const auto p = Router(t).path(a, b, link::Engine::kernel);
  ASSERT_FALSE(p);
  EXPECT_EQ(p.error().code, "NO_PATH");
  for (const char* mode : {"nvlink:", "p2p:", "staged:"})
    EXPECT_NE(p.error().message.find(mode), std::string::npos) << p.error().message;
  EXPECT_FALSE(p.error().hint.empty());
}

TEST(ParseMode, ReadsEveryModesWordAndSuggestsTheNearest) {
  for (int i = 0; i <= static_cast<int>(Mode::network); ++i) {
    const Mode mode = static_cast<Mode>(i);
    EXPECT_EQ(parse_mode(word(mode)).value(), mode);
  }
  const auto wrong = parse_mode("p2");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().code, "MODE_UNKNOWN");
  EXPECT_NE(wrong.error().hint.find("p2p"), std::string::npos);
  EXPECT_FALSE(parse_mode(""));
  EXPECT_FALSE(parse_mode("P2P"));
}

// Networks --------------------------------------------------------------------------------------

void expect_same(const Topology& t, ComponentId from, ComponentId to) {
  const Router router(t);
  std::vector<Use> uses;
  const auto traffic = router.traffic(from, to, link::Engine::nic, uses);
  const auto p = router.path(from, to, link::Engine::nic);
  ASSERT_EQ(traffic.has_value(), p.has_value());
  if (!p) return;
  EXPECT_EQ(traffic->mode, p->mode);
  EXPECT_EQ(traffic->distance, p->distance);
  EXPECT_DOUBLE_EQ(traffic->latency.value(), p->latency.value());
  ASSERT_EQ(uses.size(), p->uses.size());
  for (const Use& use : uses) EXPECT_DOUBLE_EQ(use.weight, weight_on(*p, use.resource));
}

TEST(Traffic, OnOneSwitchIsWhatThePathSays) {
  const Topology t = topology::ideal_switch(4, gigabytes_per_second(50), microseconds(2));
  for (std::size_t a = 0; a < 4; ++a)
    for (std::size_t b = 0; b < 4; ++b) expect_same(t, ComponentId(a), ComponentId(b));
  std::vector<Use> uses;
  const auto traffic = Router(t).traffic(ComponentId(0), ComponentId(3), link::Engine::nic, uses);
  EXPECT_NEAR(traffic->latency.value(), 2e-6, 1e-18);
  EXPECT_EQ(uses.size(), 2u);
}

TEST(Traffic, InsideAServerIsWhatThePathSays) {
  const Topology t = two_sockets(skylake);
  for (const ComponentId a : t.all(ComponentKind::gpu))
    for (const ComponentId b : t.all(ComponentKind::gpu)) expect_same(t, a, b);
}

TEST(Traffic, AppendsToWhatIsThere) {
  const Topology t = topology::ideal_switch(2, gigabytes_per_second(50), Seconds(0));
  std::vector<Use> uses = {{ResourceId(0), 7.0}};
  ASSERT_TRUE(Router(t).traffic(ComponentId(0), ComponentId(1), link::Engine::nic, uses));
  ASSERT_EQ(uses.size(), 3u);
  EXPECT_DOUBLE_EQ(uses[0].weight, 7);
}

// Three hosts on a hub; one's link may be down, or all share the air.
Topology hub(topology::LinkState last, bool shared) {
  Builder builder("hub");
  std::vector<std::pair<LinkId, double>> both;
  for (int i = 0; i < 3; ++i) builder.add(ComponentKind::host);
  const ComponentId middle = builder.add(ComponentKind::network_switch);
  for (std::size_t i = 0; i < 3; ++i) {
    const LinkId down =
        builder.connect(middle, ComponentId(i), fixed("network", 10), Provenance::specified,
                        i == 2 ? last : topology::LinkState::up);
    both.emplace_back(down, 1.0);
    both.emplace_back(Topology::opposite(down), 1.0);
  }
  if (shared)
    builder.share({.name = "the air",
                   .kind = "radio",
                   .capacity = gigabytes_per_second(10),
                   .at = middle,
                   .role = topology::CapacityRole::links,
                   .source = "stated"},
                  both);
  return std::move(builder).build();
}

TEST(Traffic, AHostWhoseLinkIsDownIsNotReached) {
  const Topology t = hub(topology::LinkState::down, false);
  std::vector<Use> uses;
  for (const auto& [from, to] : {std::pair{0, 2}, {2, 0}}) {
    const auto traffic =
        Router(t).traffic(ComponentId(static_cast<std::size_t>(from)),
                          ComponentId(static_cast<std::size_t>(to)), link::Engine::nic, uses);
    ASSERT_FALSE(traffic);
    EXPECT_EQ(traffic.error().code, "NO_PATH");
  }
  expect_same(t, ComponentId(0), ComponentId(1));
}

TEST(Traffic, ASharedMediumIsDrawnOnByBothHops) {
  const Topology t = hub(topology::LinkState::up, true);
  expect_same(t, ComponentId(0), ComponentId(1));
  // Up and down both take of the 10 GB/s in the air: 5 GB/s are left for the payload.
  EXPECT_NEAR(bandwidth(t, path(t, ComponentId(0), ComponentId(1))).value(), 5e9, 1);
}

TEST(Traffic, AHostPassesNothingOn) {
  // host[0] - host[1] - host[2]: the middle one is no switch.
  Builder builder("chain");
  for (int i = 0; i < 3; ++i) builder.add(ComponentKind::host);
  for (std::size_t i : {0u, 2u})
    builder.connect(ComponentId(1), ComponentId(i), fixed("network", 10), Provenance::specified);
  const Topology t = std::move(builder).build();
  std::vector<Use> uses;
  EXPECT_FALSE(Router(t).traffic(ComponentId(0), ComponentId(2), link::Engine::nic, uses));
  EXPECT_TRUE(Router(t).traffic(ComponentId(0), ComponentId(1), link::Engine::nic, uses));
}

TEST(NetworkPath, InALargeTorusFindsOneShortestWayWithoutListingAll) {
  // 12 x 12 switches with wrap-around, a host on each. The farthest host is 6 + 6 switches away
  // by 4 x 12!/(6! 6!) = 3 696 shortest ways.
  constexpr std::size_t kSide = 12;
  Builder builder("torus");
  std::vector<ComponentId> switches;
  for (std::size_t i = 0; i < kSide * kSide; ++i)
    switches.push_back(builder.add(ComponentKind::network_switch));
  for (std::size_t i = 0; i < kSide * kSide; ++i)
    builder.connect(switches[i], builder.add(ComponentKind::host), fixed("network", 10),
                    Provenance::specified);
  for (std::size_t x = 0; x < kSide; ++x)
    for (std::size_t y = 0; y < kSide; ++y) {
      const auto at = [&](std::size_t i, std::size_t j) {
        return switches[(i % kSide) * kSide + j % kSide];
      };
      builder.connect(at(x, y), at(x + 1, y), fixed("network", 10), Provenance::specified);
      builder.connect(at(x, y), at(x, y + 1), fixed("network", 10), Provenance::specified);
    }
  const Topology t = std::move(builder).build();
  const auto hosts = t.all(ComponentKind::host);
  const Path p = path(t, hosts[0], hosts[6 * kSide + 6]);
  EXPECT_EQ(p.hops.size(), 14u);  // twelve between switches, one at each end
  EXPECT_EQ(p.mode, Mode::network);
}

}  // namespace
}  // namespace weft::route::test
