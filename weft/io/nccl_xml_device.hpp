// What one device of a topology XML is, and what its attributes say about its link.
//
// Figures that the file does not give are taken as NCCL takes them, or from the product where it
// is known, and marked assumed.
#pragma once

#include "weft/facts/gpus.hpp"
#include "weft/facts/nics.hpp"
#include "weft/io/nccl_xml_records.hpp"
#include "weft/link/model.hpp"
#include "weft/topology/component.hpp"

#include <string_view>

namespace weft::io::nccl {

// "0x060400" and "060400" alike, from its front: has_class("0x060400", "0604").
bool has_class(std::string_view text, std::string_view prefix);

topology::ComponentKind kind_of(const PciRecord& device, Remarks& remarks);

// The product: by PCI id, else the full-size one of the architecture that the gpu element states.
struct GpuIdentity {
  const facts::Gpu* gpu = nullptr;
  topology::Provenance provenance = topology::Provenance::assumed;
};
GpuIdentity identify_gpu(const PciRecord& device);
const facts::Nic* identify_nic(const PciRecord& device);  // null for other devices

struct LinkReading {
  link::LinkModelPtr model;
  topology::Provenance provenance = topology::Provenance::trained;
};

// The link of a device to what stands above it.
Expected<LinkReading> pcie_reading(const PciRecord& device, Remarks& remarks);

// The network link of a port. `device` is null for a nic element without a PCIe device.
Expected<LinkReading> network_reading(const NetRecord& net, const PciRecord* device,
                                      Remarks& remarks);

// 0 where the device states no known speed.
int stated_generation(const PciRecord& device);

// A bridge of one lane that hypervisors show in place of a real switch: Texas Instruments
// 104c:8232.
bool is_virtual_bridge(const PciRecord& device);

}  // namespace weft::io::nccl
