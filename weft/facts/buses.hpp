// Parallel buses: PCI, PCI-X, AGP and front-side buses. Both directions use the same wires, and on
// most of them several devices do.
//
// Data: weft/facts/data/buses.toml. Clocks are those of the bus, bytes those of payload. Lookups
// return null for what is not known. Threads: immutable.
#pragma once

#include "weft/base/units.hpp"
#include "weft/facts/evidence.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft::facts {

// What one burst costs beside its data.
struct BusBurst {
  int bytes = 0;              // of payload that a burst usually carries
  double clocks = 0;          // address, decode, wait and turnaround
  double request_clocks = 0;  // of a split read: the request, in the other direction
  int transfers = 0;          // data transfers a clock in this kind of burst
  Evidence evidence;
};

struct Bus {
  std::string name;                  // "pci32-33"
  std::vector<std::string> aliases;  // "pci"
  std::string pretty;                // "PCI 32-bit 33 MHz"
  std::string kind;                  // resource class: "bus" or "front-side-bus"
  int width_bits = 0;
  double clock_MHz = 0;
  int transfers = 0;                  // data transfers a clock at the most
  bool shared = false;                // by all devices on it; else there is one
  std::optional<Figure> utilisation;  // part of the data clocks that traffic fills; none: all
  Seconds latency{0};                 // of one small transfer
  std::optional<BusBurst> read;   // a device reads memory; none: bursts cost nothing beside data
  std::optional<BusBurst> write;  // a device is written or writes
  std::optional<BusBurst> up;     // from the device, where that is done in another way (AGP)
  Evidence evidence;
};

const std::vector<Bus>& buses();
const Bus* find_bus(std::string_view name_or_alias);

}  // namespace weft::facts
