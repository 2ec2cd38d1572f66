// NVLink, xGMI and C2C of a topology XML: from what each GPU says to one link per pair.
//
// Both ends of a link list it. Where they disagree the smaller count that is not 0 is taken for
// both directions. What each end said stays on the directed link that leaves it, as attributes
// `element`, `position`, `target`, `count`, `tclass` …, so that the writer can repeat it.
#pragma once

#include "weft/io/nccl_xml_records.hpp"
#include "weft/topology/builder.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace weft::io::nccl {

struct PlacedDevice {
  const PciRecord* record = nullptr;
  ComponentId id;
  ComponentId numa;
  std::size_t host = 0;
};

// By host and bus id; where bridges share an id, the first.
using DeviceIndex = std::map<std::pair<std::size_t, std::uint64_t>, PlacedDevice>;

// `gpus` in the order of the file. May add NVSwitches and components that the file only names.
Expected<void> connect_gpus(topology::Builder& builder, const std::vector<PlacedDevice>& gpus,
                            const DeviceIndex& devices, Remarks& remarks);

}  // namespace weft::io::nccl
