// The CPU side of a server: sockets, NUMA nodes, their memory and what joins them.
//
// A file usually names NUMA nodes and their CPU model only. What follows from the model (memory
// and socket-link rates, limits on peer traffic through the root complex) comes from `facts`;
// which NUMA nodes share a socket is assumed where neither the file nor the CPU says it: up to two
// nodes are a socket each, more are split evenly over two sockets. Processors with a front-side bus
// (cpus.hpp) are an SMP server instead: one node whose memory all of them reach over that bus.
#pragma once

#include "weft/facts/cpus.hpp"
#include "weft/topology/builder.hpp"

#include <span>
#include <string>
#include <vector>

namespace weft::topology {

struct HostNuma {
  int numa_id = 0;     // as the operating system counts; -1 where it is not known
  int near_numa = -1;  // the node that one without a number is said to be near to; -1: none
  int socket = -1;     // -1: not known
  std::string arch;    // "x86_64" "arm64" "ppc64"
  std::string vendor;  // "GenuineIntel" "AuthenticAMD" …; empty: not known
  int family = -1;     // CPUID family and model in decimal; -1: not known
  int model = -1;
  // The CPU itself where it is known by name; its vendor, family and model are then not looked at.
  const facts::Cpu* cpu = nullptr;
  bool assumed = false;   // that it is this CPU
  int sockets = 0;        // on the front-side bus of an SMP server; 0: as many as usual
  Attributes attributes;  // kept on the NUMA node's component
};

// What is known of it, by name or by its numbers; a fallback where that is nothing.
const facts::Cpu& cpu_of(const HostNuma& node);

struct HostFrame {
  std::vector<ComponentId> numa;    // one per HostNuma, in its order
  std::vector<ComponentId> socket;  // of each, the first where several share it
  std::size_t sockets = 0;          // in all
};

// Adds sockets, NUMA nodes and memories at `place`. Assumptions are marked by provenance.
HostFrame add_host(Builder& builder, std::span<const HostNuma> nodes, Place place);

}  // namespace weft::topology
