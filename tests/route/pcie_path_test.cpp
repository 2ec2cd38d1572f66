// Paths through the PCIe tree of a server: what each takes of which link.
#include <algorithm>

#include "tests/route/support.hpp"
#include <gtest/gtest.h>

namespace weft::route::test {
namespace {

// The resource of a role at a component.
ResourceId limit_at(const Topology& t, const char* component, topology::CapacityRole role) {
  for (const ResourceId id : t.capacities_at(t.find(component).value()))
    if (t.shared(id).role == role) return id;
  ADD_FAILURE() << "no such limit at " << component;
  return {};
}

TEST(PeerPath, UnderOneSwitchDoesNotTouchTheUplink) {
  const Topology t = two_sockets(rome);
  const Path p = path(t, gpu(t, 0), gpu(t, 1));
  EXPECT_EQ(p.mode, Mode::p2p);
  EXPECT_EQ(p.distance, Distance::pix);
  ASSERT_EQ(p.uses.size(), 4u);
  EXPECT_DOUBLE_EQ(weight_on(t, p, "gpu[0]", "pcie-switch[0]"), kWrite);
  EXPECT_DOUBLE_EQ(weight_on(t, p, "pcie-switch[0]", "gpu[1]"), kWrite);
  EXPECT_DOUBLE_EQ(weight_on(t, p, "pcie-switch[0]", "gpu[0]"), kAcknowledged);
  EXPECT_DOUBLE_EQ(weight_on(t, p, "gpu[1]", "pcie-switch[0]"), kAcknowledged);
  EXPECT_DOUBLE_EQ(weight_on(t, p, "pcie-switch[0]", "numa[0]"), 0);
  // The link's 29.617 GB/s (31.508 less 6 % of control) over 280/256.
  EXPECT_NEAR(bandwidth(t, p).value(), 16e9 * 16 / 8 * 128 / 130 * 0.94 / kWrite, 1);
}

TEST(PeerPath, AddsUpLinkAndSwitchLatencies) {
  const Topology t = two_sockets(rome);
  // Two links of 100 ns and a switch of 125 ns.
  EXPECT_NEAR(path(t, gpu(t, 0), gpu(t, 1)).latency.value(), 325e-9, 1e-12);
  // Three links and two switches.
  EXPECT_NEAR(path(t, gpu(t, 0), gpu(t, 2)).latency.value(), 550e-9, 1e-12);
  // Four links, two switches and the root complex (150 ns).
  EXPECT_NEAR(path(t, gpu(t, 0), gpu(t, 3), Mode::p2p).latency.value(), 800e-9, 1e-12);
}

TEST(PeerPath, ThroughTheRootComplexTakesOfWhatItForwards) {
  const Topology t = two_sockets(rome);
  const Path p = path(t, gpu(t, 0), gpu(t, 3), Mode::p2p);
  EXPECT_EQ(p.distance, Distance::phb);
  for (const auto& [from, to] : {std::pair{"gpu[0]", "pcie-switch[0]"},
                                 {"pcie-switch[0]", "numa[0]"},
                                 {"numa[0]", "pcie-switch[2]"},
                                 {"pcie-switch[2]", "gpu[3]"}})
    EXPECT_DOUBLE_EQ(weight_on(t, p, from, to), kWrite) << from << " -> " << to;
  EXPECT_DOUBLE_EQ(weight_on(p, limit_at(t, "numa[0]", topology::CapacityRole::peer_gpu_to_gpu)),
                   1);
  EXPECT_EQ(p.uses.size(), 9u);  // and what acknowledges the writes on each of the four links
}

TEST(PeerPath, IntelCutsPacketsTo64BytesBehindTheRootComplexOnly) {
  const Topology t = two_sockets(skylake);
  const Path p = path(t, gpu(t, 0), gpu(t, 3), Mode::p2p);
  EXPECT_DOUBLE_EQ(weight_on(t, p, "gpu[0]", "pcie-switch[0]"), kWrite);
  EXPECT_DOUBLE_EQ(weight_on(t, p, "pcie-switch[0]", "numa[0]"), kWrite);
  EXPECT_DOUBLE_EQ(weight_on(t, p, "numa[0]", "pcie-switch[2]"), kWriteOf64);
  EXPECT_DOUBLE_EQ(weight_on(t, p, "pcie-switch[2]", "gpu[3]"), kWriteOf64);
  // So it is 280/256 : 88/64 = 0.795 as fast as under one switch.
  EXPECT_NEAR(bandwidth(t, p) / bandwidth(t, path(t, gpu(t, 0), gpu(t, 1))), kWrite / kWriteOf64,
              1e-12);
}

TEST(PeerPath, UnderOneSwitchIntelCutsNothing) {
  const Topology t = two_sockets(skylake);
  EXPECT_DOUBLE_EQ(weight_on(t, path(t, gpu(t, 0), gpu(t, 1)), "pcie-switch[0]", "gpu[1]"), kWrite);
}

TEST(PeerPath, AcrossSocketsIsLimitedByWhatMayLeaveTheFirst) {
  const Topology t = two_sockets(skylake);
  const Path p = path(t, gpu(t, 0), gpu(t, 4), Mode::p2p);
  EXPECT_EQ(p.distance, Distance::sys);
  const auto across = topology::CapacityRole::peer_across_socket;
  EXPECT_DOUBLE_EQ(weight_on(p, limit_at(t, "socket[0]", across)), 1);
  EXPECT_DOUBLE_EQ(weight_on(p, limit_at(t, "socket[1]", across)), 0);
  EXPECT_EQ(limits(t, p).front().resource, limit_at(t, "socket[0]", across));
  EXPECT_NEAR(bandwidth(t, p).value(), 10e9, 1);  // NCCL topo.h for Skylake
}

TEST(PeerPath, AcsSendsPeersUpToTheCpuAndDownAgain) {
  const Topology t = two_sockets(skylake);
  const Path p = path(t, gpu(t, 0), gpu(t, 1), {.acs = true});
  EXPECT_EQ(p.mode, Mode::p2p);  // still allowed: the library sees one switch
  EXPECT_EQ(p.distance, Distance::phb);
  EXPECT_FALSE(p.remark.empty());
  // The uplink carries both ways, so that each direction acknowledges the other.
  EXPECT_DOUBLE_EQ(weight_on(t, p, "pcie-switch[0]", "numa[0]"), kWrite + kAcknowledged);
  EXPECT_DOUBLE_EQ(weight_on(t, p, "numa[0]", "pcie-switch[0]"), kWriteOf64 + kAcknowledged);
  EXPECT_DOUBLE_EQ(weight_on(t, p, "pcie-switch[0]", "gpu[1]"), kWriteOf64);
  EXPECT_NEAR(p.latency.value(), 800e-9, 1e-12);  // four links, the switch twice, the root complex
}

TEST(PeerPath, AcsChangesNothingBeyondTheSwitches) {
  const Topology t = two_sockets(rome);
  const Path with = path(t, gpu(t, 0), gpu(t, 3), Mode::p2p, {.acs = true});
  const Path without = path(t, gpu(t, 0), gpu(t, 3), Mode::p2p);
  EXPECT_EQ(with.uses.size(), without.uses.size());
  EXPECT_EQ(with.latency, without.latency);
  EXPECT_TRUE(with.remark.empty());
}

TEST(StagedPath, UnderOneSwitchUsesTheUplinkOnceEachWay) {
  const Topology t = two_sockets(rome);
  const Path p = path(t, gpu(t, 0), gpu(t, 1), Mode::staged);
  EXPECT_EQ(p.distance, Distance::pix);
  // gpu[0] writes to memory; gpu[1] sends read requests up and gets completions.
  EXPECT_DOUBLE_EQ(weight_on(t, p, "gpu[0]", "pcie-switch[0]"), kWrite);
  EXPECT_DOUBLE_EQ(weight_on(t, p, "pcie-switch[0]", "numa[0]"), kWrite + kKernelRequest);
  EXPECT_DOUBLE_EQ(weight_on(t, p, "numa[0]", "pcie-switch[0]"), kKernelRead + kAcknowledged);
  EXPECT_DOUBLE_EQ(weight_on(t, p, "pcie-switch[0]", "gpu[1]"), kKernelRead);
  EXPECT_DOUBLE_EQ(weight_on(t, p, "gpu[1]", "pcie-switch[0]"), kKernelRequest);
  EXPECT_DOUBLE_EQ(weight_on(t, p, "pcie-switch[0]", "gpu[0]"), kAcknowledged);
}

TEST(StagedPath, ChargesTheMemoryForWritingAndReading) {
  const Topology t = two_sockets(rome);
  const Path p = path(t, gpu(t, 0), gpu(t, 1), Mode::staged);
  const LinkId down = link_between(t, "numa[0]", "memory[0]");
  EXPECT_DOUBLE_EQ(weight_on(p, t.resources_on(down)[0].resource), 2);
}

TEST(StagedPath, GoesThroughTheMemoryOfTheSendersNode) {
  const Topology t = two_sockets(rome);
  const Path p = path(t, gpu(t, 4), gpu(t, 0));
  EXPECT_EQ(p.mode, Mode::staged);
  EXPECT_EQ(p.distance, Distance::sys);
  EXPECT_DOUBLE_EQ(weight_on(t, p, "numa[1]", "memory[1]"), 1);
  EXPECT_DOUBLE_EQ(weight_on(t, p, "memory[1]", "numa[1]"), 1);
  EXPECT_DOUBLE_EQ(weight_on(t, p, "numa[0]", "memory[0]"), 0);
  // Copies through memory are no peer traffic: the limits on that stay untouched.
  for (const Use& use : p.uses)
    EXPECT_TRUE(use.resource.index() < t.link_count() ||
                t.shared(use.resource).role == topology::CapacityRole::links);
}

TEST(StagedPath, AddsTheLatenciesOfBothCopies) {
  const Topology t = two_sockets(rome);
  const Seconds there = path(t, gpu(t, 0), memory(t, 0)).latency;
  const Seconds back = path(t, memory(t, 0), gpu(t, 1)).latency;
  EXPECT_NEAR(path(t, gpu(t, 0), gpu(t, 1), Mode::staged).latency.value(), (there + back).value(),
              1e-15);
  // Two PCIe links, the switch, the root complex, the memory: 100 + 125 + 100 + 150 + 90 ns.
  EXPECT_NEAR(there.value(), 565e-9, 1e-12);
}

TEST(DmaPath, ADeviceWritesToMemoryAndReadsFromIt) {
  const Topology t = two_sockets(rome);
  const Path out = path(t, gpu(t, 0), memory(t, 0));
  EXPECT_EQ(out.mode, Mode::dma);
  EXPECT_DOUBLE_EQ(weight_on(t, out, "gpu[0]", "pcie-switch[0]"), kWrite);
  EXPECT_DOUBLE_EQ(weight_on(t, out, "pcie-switch[0]", "gpu[0]"), kAcknowledged);
  const Path in = path(t, memory(t, 0), gpu(t, 0));
  EXPECT_DOUBLE_EQ(weight_on(t, in, "pcie-switch[0]", "gpu[0]"), kKernelRead);
  EXPECT_DOUBLE_EQ(weight_on(t, in, "gpu[0]", "pcie-switch[0]"), kKernelRequest);
  // A copy engine asks for as much as the link allows.
  const Path engine = path(t, memory(t, 0), gpu(t, 0), {}, link::Engine::copy_engine);
  EXPECT_DOUBLE_EQ(weight_on(t, engine, "pcie-switch[0]", "gpu[0]"), kRead);
  EXPECT_DOUBLE_EQ(weight_on(t, engine, "gpu[0]", "pcie-switch[0]"), kRequest);
}

TEST(GdrPath, ANicBesideTheGpuStaysBelowTheSwitch) {
  const Topology t = two_sockets(rome);
  const Path out = path(t, gpu(t, 0), nic(t, 0));
  EXPECT_EQ(out.mode, Mode::gdr);
  // The NIC fetches what it sends: completions towards it, requests against them.
  EXPECT_DOUBLE_EQ(weight_on(t, out, "gpu[0]", "pcie-switch[0]"), kRead);
  EXPECT_DOUBLE_EQ(weight_on(t, out, "pcie-switch[0]", "nic[0]"), kRead);
  EXPECT_DOUBLE_EQ(weight_on(t, out, "nic[0]", "pcie-switch[0]"), kRequest);
  EXPECT_DOUBLE_EQ(weight_on(t, out, "pcie-switch[0]", "gpu[0]"), kRequest);
  EXPECT_EQ(out.uses.size(), 4u);
  // It pushes what it receives.
  const Path in = path(t, nic(t, 0), gpu(t, 0));
  EXPECT_DOUBLE_EQ(weight_on(t, in, "nic[0]", "pcie-switch[0]"), kWrite);
  EXPECT_DOUBLE_EQ(weight_on(t, in, "pcie-switch[0]", "nic[0]"), kAcknowledged);
  EXPECT_EQ(in.uses.size(), 4u);
}

TEST(GdrPath, APortIsReachedThroughItsNic) {
  const Topology t = two_sockets(rome);
  const ComponentId port = t.all(ComponentKind::port)[0];
  const Path p = path(t, gpu(t, 0), port);
  EXPECT_EQ(p.mode, Mode::gdr);
  EXPECT_EQ(p.to, port);
  EXPECT_DOUBLE_EQ(weight_on(t, p, "pcie-switch[0]", "nic[0]"), kRead);
}

TEST(GdrPath, AFarNicIsReachedThroughMemoryUnlessThePolicySaysOtherwise) {
  const Topology t = two_sockets(rome);
  EXPECT_EQ(path(t, gpu(t, 0), nic(t, 1)).mode, Mode::staged);
  EXPECT_EQ(path(t, gpu(t, 0), nic(t, 1), {.farthest_gdr = Distance::sys}).mode, Mode::gdr);
}

TEST(GdrPath, RomeLimitsAGpuAndANicThatMeetInItsRootComplex) {
  const Topology t = two_sockets(rome);
  const Path p = path(t, gpu(t, 3), nic(t, 0), Mode::gdr);
  const ResourceId cap = limit_at(t, "numa[0]", topology::CapacityRole::peer_gpu_to_nic);
  EXPECT_DOUBLE_EQ(weight_on(p, cap), 1);
  EXPECT_EQ(limits(t, p).front().resource, cap);
  EXPECT_NEAR(bandwidth(t, p).value(), 9 * 0x1p30, 1);  // 9 GiB/s, Fire-Flyer AI-HPC
}

TEST(HostNicPath, ANicReadsAndWritesHostMemory) {
  const Topology t = two_sockets(rome);
  const Path out = path(t, memory(t, 0), nic(t, 0));
  EXPECT_EQ(out.mode, Mode::host_nic);
  EXPECT_DOUBLE_EQ(weight_on(t, out, "pcie-switch[0]", "nic[0]"), kRead);
  const Path in = path(t, nic(t, 0), memory(t, 0));
  EXPECT_DOUBLE_EQ(weight_on(t, in, "nic[0]", "pcie-switch[0]"), kWrite);
}

TEST(Limits, ComeTightestFirstAndTheFirstIsTheBandwidth) {
  const Topology t = two_sockets(rome);
  for (const ComponentId a : t.all(ComponentKind::gpu))
    for (const ComponentId b : t.all(ComponentKind::gpu)) {
      if (a == b) continue;
      const Path p = path(t, a, b);
      const auto all = limits(t, p);
      ASSERT_EQ(all.size(), p.uses.size());
      EXPECT_EQ(all.front().bandwidth, bandwidth(t, p));
      EXPECT_TRUE(std::is_sorted(all.begin(), all.end(), [](const Limit& x, const Limit& y) {
        return x.bandwidth < y.bandwidth;
      }));
    }
}

TEST(PciePath, ALinkThatIsDownIsNotTaken) {
  Builder builder("down");
  const auto frame = add_host(builder, std::vector{rome(0, 0)}, {});
  const ComponentId g = builder.add(ComponentKind::gpu);
  builder.connect(frame.numa[0], g, pcie4(), Provenance::trained, topology::LinkState::down);
  const Topology t = std::move(builder).build();
  const auto p = Router(t).path(g, memory(t, 0), link::Engine::kernel);
  ASSERT_FALSE(p);
  EXPECT_EQ(p.error().code, "NO_PATH");
}

}  // namespace
}  // namespace weft::route::test
