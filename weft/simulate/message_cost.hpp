// What a message costs beside its bytes: launching, and latency by what carries it.
//
// A message's bytes occupy the path for expansion · bytes / rate; its arrival is `latency` later,
// during which the sender may go on (LogGP's L and G). The constants belong to a protocol of a
// library (collective/protocol.hpp) or to a model such as α-β.
#pragma once

#include "weft/base/units.hpp"
#include "weft/route/router.hpp"

namespace weft::simulate {

struct MessageCost {
  Seconds launch{0};              // once, before the first message
  Seconds over_fabric{0};         // per message over NVLink or xGMI
  Seconds over_pcie{0};           // per message over PCIe or through host memory
  Seconds over_network{0};        // per message between servers
  bool hardware_latency = false;  // add the path's own latency (protocol constants include it)
  double expansion = 1;           // bytes sent per byte of payload
  // Time that a message through host memory keeps its way, in units of its bytes' own: a receiver
  // that reads host memory with the same kernel that sends does so in turns at the ends of a ring
  // (collective/host_staging.hpp).
  double staged_turns = 1;
  // A message starts when both its ends have come to its phase, and keeps its sender until it has
  // arrived: the α-β model of textbooks, in which closed forms are stated.
  bool rendezvous = false;

  // Bytes that a message of so much payload keeps its path busy for.
  double busy(double payload, const route::Traffic& traffic) const {
    return payload * expansion * (traffic.mode == route::Mode::staged ? staged_turns : 1);
  }

  Seconds latency(const route::Traffic& traffic) const {
    Seconds total = hardware_latency ? traffic.latency : traffic.far;
    if (traffic.distance == route::Distance::net) return total + over_network;
    switch (traffic.mode) {
      case route::Mode::local:
        return total;
      case route::Mode::nvlink:
        return total + over_fabric;
      case route::Mode::network:
        return total + over_network;
      default:
        return total + over_pcie;
    }
  }
};

}  // namespace weft::simulate
