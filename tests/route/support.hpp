// Servers built by hand, so that every expected figure follows from what stands here.
#pragma once

#include "weft/link/pcie.hpp"
#include "weft/route/router.hpp"
#include "weft/topology/builder.hpp"
#include "weft/topology/host.hpp"

#include <string>
#include <vector>

namespace weft::route::test {

using topology::Builder;
using topology::ComponentKind;
using topology::Provenance;

// Wire bytes per payload byte of PCIe 4.0 with MPS 256, MRRS 512 and 16-byte headers (link/pcie):
// a write of 256 B takes 280, a completion of 256 B takes 276, 64 B pieces take 88, 16 B
// acknowledge each 256 B, and a read sends these and a request of 24 B for 512 B against its data.
constexpr double kWrite = 280.0 / 256;
constexpr double kRead = 276.0 / 256;
constexpr double kAcknowledged = 16.0 / 256;
constexpr double kRequest = 24.0 / 512 + kAcknowledged;
// A kernel reads host memory in requests of 128 B, which completions of 148 B answer.
constexpr double kKernelRead = 148.0 / 128;
constexpr double kKernelRequest = 24.0 / 128 + kAcknowledged;
constexpr double kWriteOf64 = 88.0 / 64;

topology::HostNuma rome(int numa_id, int socket);
topology::HostNuma skylake(int numa_id, int socket);

link::LinkModelPtr pcie4();
link::LinkModelPtr fixed(const char* kind, double gBps, double latency_ns = 0);

// socket 0: numa[0] ── pcie-switch[0] ── gpu[0], gpu[1], nic[0] ── port[0]
//           │          └ pcie-switch[1] ── gpu[2]
//           └ pcie-switch[2] ── gpu[3]
// socket 1: numa[1] ── pcie-switch[3] ── gpu[4], nic[1]
// All links PCIe 4.0 x16.
Topology two_sockets(topology::HostNuma (*cpu)(int, int), const char* gpu_model = "a100");

// Four NUMA nodes, two a socket, a GPU on each without a switch.
Topology four_nodes();

ComponentId gpu(const Topology& t, std::size_t i);
ComponentId nic(const Topology& t, std::size_t i);
ComponentId memory(const Topology& t, std::size_t i);

// The link between two neighbours, by their names ("gpu[0]").
LinkId link_between(const Topology& t, const char* from, const char* to);
// What a path takes of that link; 0 where it does not use it.
double weight_on(const Topology& t, const Path& path, const char* from, const char* to);
double weight_on(const Path& path, ResourceId resource);

Path path(const Topology& t, ComponentId from, ComponentId to, const Policy& policy = {},
          link::Engine engine = link::Engine::kernel);
Path path(const Topology& t, ComponentId from, ComponentId to, Mode mode,
          const Policy& policy = {});

}  // namespace weft::route::test
