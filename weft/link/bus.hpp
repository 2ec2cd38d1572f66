// Parallel buses: PCI, PCI-X, AGP and front-side buses.
//
// Width × clock × transfers a clock is the peak of all devices and both directions together. A
// burst takes its data's clocks plus those for address, waiting and turnaround, charged as the
// bytes that could have moved in them; a split read (PCI-X) also sends its request over the bus. An
// AGP card reads at the full rate, but what it sends back goes at one transfer a clock.
// Sources: PCI Local Bus 2.2, PCI-X 1.0 and 2.0, AGP 3.0; what is estimated says so (buses.toml).
#pragma once

#include "weft/base/error.hpp"
#include "weft/facts/buses.hpp"
#include "weft/link/model.hpp"

#include <string>

namespace weft::link {

Bandwidth bus_peak(double clock_MHz, int width_bits, int transfers);

// Wire bytes per payload byte of bursts on a bus that moves `clock_bytes` in a clock at its best
// and `clock_bytes` / `slower` in this kind of burst.
Load bus_load(const facts::BusBurst& burst, double clock_bytes, double slower = 1);

struct BusOptions {
  std::string name = "pci32-33";  // of buses.toml
  int burst = 0;                  // payload of a burst, bytes; 0: as buses.toml says
};

// Error LINK_INVALID: an unknown name, or a burst that cannot be.
Expected<LinkModelPtr> bus_link(const BusOptions& options);

}  // namespace weft::link
