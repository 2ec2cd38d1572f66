// InfiniBand: packets of one path MTU with local (and, between subnets, global) route headers.
//
// A reliable connection acknowledges every few packets with a packet of its own in the other
// direction. Link-level credits travel outside packets and are not charged.
// Source: InfiniBand Architecture Specification Vol. 1 (headers) and Vol. 2 (rates).
#pragma once

#include "weft/base/error.hpp"
#include "weft/link/model.hpp"

#include <string>

namespace weft::link {

int infiniband_overhead(bool grh);  // bytes of a packet beside its payload
Load infiniband_load(int mtu, bool grh);

// A sender with `credits` bytes of receiver buffer gets no more than this.
Bandwidth credit_window(Bytes credits, Seconds round_trip);

struct InfinibandOptions {
  std::string rate = "ndr";  // of infiniband.toml, or hdr100, ndr200, xdr400: two lanes
  int lanes = 0;             // 1, 2, 4, 8 or 12; 0: the usual 4 (or what the name says)
  int mtu = 4096;            // bytes: 256, 512, 1024, 2048 or 4096
  bool grh = false;          // routed between subnets
};

// Error LINK_INVALID: an unknown rate, width or MTU.
Expected<LinkModelPtr> infiniband_link(const InfinibandOptions& options);

// The path MTUs that InfiniBand and RoCE have.
bool is_path_mtu(int bytes);
inline constexpr const char* kPathMtus = "256, 512, 1024, 2048 or 4096";

}  // namespace weft::link
