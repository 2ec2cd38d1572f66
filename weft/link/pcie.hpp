// PCI Express: transaction packets (TLPs) on lanes of one generation.
//
// A write sends TLPs of at most MPS payload bytes. A read sends a request per MRRS bytes against
// the data and gets it back in completions. Up to gen 5 each TLP costs 8 B of framing, sequence
// number and LCRC besides its header; from gen 6 TLPs share 256-byte flits instead, and control
// traffic has a place of its own in each flit.
// Sources: PCI Express Base Specification 1.0 to 7.0; measured shape: pcie-bench, SIGCOMM 2018.
#pragma once

#include "weft/base/error.hpp"
#include "weft/facts/lines.hpp"
#include "weft/link/model.hpp"

#include <cstdint>

namespace weft::link {

Bandwidth pcie_post_encoding(const facts::PcieGeneration& generation, int lanes);
double pcie_flit_share();                           // of a flit that holds TLPs
int pcie_overhead(int header_bytes, bool flit);     // bytes of a TLP beside its payload
double pcie_efficiency(int payload, int overhead);  // payload / (payload + overhead)

// What one completion carries: the completer cuts at MPS and, where it is coarser than it could
// be, at `rcb` (0: only at MPS).
int pcie_completion(int mps, int mrrs, int rcb);

// Bytes against each byte of data that acknowledge it; none in flit mode.
double pcie_acknowledgement(int mps, bool flit);

// A reader with `tags` requests under way gets no more than this.
Bandwidth pcie_read_window(int tags, Bytes request, Seconds round_trip);
int pcie_tags_needed(Bandwidth rate, Bytes request, Seconds round_trip);

// TLPs of a write that starts `offset` bytes after a boundary; a TLP crosses no multiple of MPS.
std::int64_t pcie_packets(std::int64_t size, int mps, std::int64_t offset = 0);
std::int64_t pcie_flits(std::int64_t packets, int packet_bytes);

struct PcieOptions {
  int gen = 4;
  int lanes = 16;
  int mps = 256;          // largest payload of a TLP, bytes: the minimum along the path
  int mrrs = 512;         // largest read request, bytes
  int header = 16;        // bytes: 16 addresses above 4 GiB, 12 below
  int rcb = 0;            // completions are cut this small, bytes; 0: as large as MPS allows
  int tags = 0;           // read requests that the device has under way at most; 0: enough
  Seconds round_trip{0};  // of a read, for `tags`
  // Both directions together reach little more than one, as on hosts whose reads of memory give
  // way to writes (classes.toml).
  bool weak_host = false;
};

// Error LINK_INVALID: a generation, width or size that PCIe does not have.
Expected<LinkModelPtr> pcie_link(const PcieOptions& options);

}  // namespace weft::link
