// The link above a PCI function, from what its two ends say.
//
// Trained speed and width count. A GPU lowers its speed while idle, so that a low speed at full
// width is taken for what both ends can do; where nothing is said, the product or NCCL's default is
// assumed. Provenance and remarks say so. Error: LINK_INVALID.
#pragma once

#include "weft/base/error.hpp"
#include "weft/topology/component.hpp"
#include "weft/topology/pci_function.hpp"

#include <vector>

namespace weft::topology {

struct MachineRemark;

struct PcieReading {
  link::LinkModelPtr model;
  Provenance provenance = Provenance::trained;
  PcieState taken;
  PcieState trained;
  PcieState most;  // of the weaker end
};

// `above`: the port at the upper end, null where it is not known.
Expected<PcieReading> read_pcie_link(const PciFunction& function, const PciFunction* above,
                                     ComponentKind kind, std::vector<MachineRemark>& remarks);

// link_speed, link_width and, where known, what was trained, what is possible and the port above.
void describe(const PcieReading& reading, const PciFunction* above, Attributes& into);

}  // namespace weft::topology
