// NVLink: packets of 16-byte flits on bundled links.
//
// A packet carries the bytes of one access, 128 from a kernel and 256 from a copy engine, behind
// one header flit, and is answered by one flit in the other direction. So one direction alone
// reaches 8/9 or 16/17 of the rate, and both together 8/10 or 16/18: rings, in which every GPU
// sends and receives at once, get 0.80 (github.com/NVIDIA/nccl-tests/issues/149 and 258).
#pragma once

#include "weft/base/error.hpp"
#include "weft/facts/lines.hpp"
#include "weft/link/model.hpp"

namespace weft::link {

// Data rate of `links` links in one direction, before packets.
Bandwidth nvlink_rate(const facts::NvlinkGeneration& generation, int links);

// Wire bytes per payload byte of packets with `payload` bytes.
Load nvlink_load(const facts::NvlinkPackets& packets, int payload);

struct NvlinkOptions {
  int gen = 4;
  int links = 1;
};

// Error LINK_INVALID: an unknown generation, or not 1 … 64 links.
Expected<LinkModelPtr> nvlink_link(const NvlinkOptions& options);

// NVLink-C2C between a Grace CPU and a GPU of its module, 10 links usually. Only the link: both
// ends share the CPU's fabric and memory, which give less both ways than one way twice.
Expected<LinkModelPtr> nvlink_c2c_link(int links);

}  // namespace weft::link
