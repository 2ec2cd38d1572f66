// A path: the resources that a transfer uses, how much of each, and what that allows.
//
// `uses` holds wire bytes per payload byte for each resource, in both directions and over shared
// capacities; a transfer of x payload bytes/s takes x·weight of each. So one number per resource
// carries framing, acknowledgements, read requests and stripes alike.
#pragma once

#include "weft/base/error.hpp"
#include "weft/base/id.hpp"
#include "weft/base/units.hpp"
#include "weft/link/model.hpp"
#include "weft/topology/graph.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace weft::route {

using topology::Topology;

// How the bytes are moved.
enum class Mode : std::uint8_t {
  local,     // within one component
  nvlink,    // over NVLink, xGMI or another scale-up fabric, directly or through its switches
  p2p,       // from device to device over PCIe, without a copy in host memory
  staged,    // two copies, through host memory
  dma,       // between a device and host memory by one DMA engine
  gdr,       // GPUDirect RDMA: the NIC reads or writes GPU memory
  host_nic,  // the NIC reads or writes host memory
  network,   // between endpoints of a network
};
std::string_view word(Mode mode);
Expected<Mode> parse_mode(std::string_view text);

// What is between two devices, best first; NCCL's and nvidia-smi's words. `phb` is one host bridge
// of a NUMA node, `node` two of them, `sys` another NUMA node.
enum class Distance : std::uint8_t { loc, nvl, c2c, pix, pxb, phb, node, sys, net };
std::string_view word(Distance distance);

// As one says it of `device` in this topology: private links go by their own name there, "xgmi" and
// "XGMI" where word() has "nvlink" and "NVL".
std::string mode_word(const Topology& topology, ComponentId device, Mode mode);
std::string distance_word(const Topology& topology, ComponentId device, Distance distance);

// Part of a hop's bytes over one link; the shares of a hop add up to 1.
struct Stripe {
  LinkId link;
  double share = 1;
};

struct Hop {
  ComponentId from;
  ComponentId to;
  std::vector<Stripe> stripes;
  link::Transfer transfer;
};

struct Use {
  ResourceId resource;
  double weight = 0;
};

struct Path {
  ComponentId from;
  ComponentId to;
  Mode mode = Mode::local;
  Distance distance = Distance::loc;
  std::vector<Hop> hops = {};
  std::vector<Use> uses = {};  // each resource once
  Seconds latency{0};          // of the hardware, one way, without software
  Seconds far{0};              // part of that: long-haul cables, which no protocol's constant has
  std::string remark = {};     // what made this the path, where that is not obvious
};

// Adds what a hop takes of its links, their opposites and the capacities they draw on.
void add_uses(const Topology& topology, const Hop& hop, std::vector<Use>& uses);
void add_use(ResourceId resource, double weight, std::vector<Use>& uses);

struct Limit {
  ResourceId resource;
  Bandwidth bandwidth;  // what the path would reach if this were all there is
};

// All resources of a path, tightest first.
std::vector<Limit> limits(const Topology& topology, const Path& path);
// The tightest; unlimited for a local path.
Bandwidth bandwidth(const Topology& topology, const Path& path);

}  // namespace weft::route
