// Single transfers of a device to and from host memory over PCIe: rates by size, and round trips.
//
// A transfer of fewer bytes than a packet makes a smaller packet. Reads are limited by how many are
// under way during a round trip, writes by how many the device starts; both by the walks of an
// IOMMU that does not know their pages. Sources: dma-devices.toml; shape: pcie-bench, SIGCOMM 2018.
#pragma once

#include "weft/facts/dma_devices.hpp"
#include "weft/link/pcie.hpp"

#include <string>

namespace weft::link {

struct DmaSetting {
  const facts::DmaDevice* device = nullptr;
  PcieOptions pcie;     // as the device is linked
  bool cold = false;    // the data is in memory and not in the last-level cache
  bool misses = false;  // the IOMMU does not know the page
  Seconds far{0};       // to the other socket and back
};

// Terms of a read's round trip.
struct DmaRoundTrip {
  Seconds device{0};
  Seconds links{0};   // request up, completion down
  Seconds host{0};    // root complex and cache or memory
  Seconds iommu{0};   // a walk
  Seconds far{0};     // the other socket
  Seconds data{0};    // on the wire
  Seconds stored{0};  // once more within the device

  Seconds total() const { return device + links + host + iommu + far + data + stored; }
};

struct DmaRate {
  Bandwidth rate{0};
  std::string limit;  // "wire" "reads under way" "writes started" "IOMMU walks"
};

// Error LINK_INVALID: a link that cannot be.
Expected<DmaRoundTrip> dma_round_trip(const DmaSetting& setting, Bytes size);
Expected<DmaRate> dma_rate(const DmaSetting& setting, Verb verb, Bytes size);
// Reads and writes in turns, as much of each: the rate of one.
Expected<DmaRate> dma_rate_both(const DmaSetting& setting, Bytes size);

// What a transfer of this size is on the link.
Transfer dma_transfer(const PcieOptions& pcie, Verb verb, Bytes size);

}  // namespace weft::link
