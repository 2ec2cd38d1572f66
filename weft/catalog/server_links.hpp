// The links inside a server: as an entry states them, else as fast as both of their ends allow.
//
// Internal to the layer. `above` and `gen` are PCIe generations: of what a group hangs on, and of
// what its devices hang on. Errors: those of link::parse_link.
#pragma once

#include "weft/base/error.hpp"
#include "weft/facts/nics.hpp"
#include "weft/facts/servers.hpp"
#include "weft/facts/switches.hpp"
#include "weft/link/model.hpp"

namespace weft::catalog {

// The generation that a group offers to what is below it. `chip` is null without a switch.
int generation_below(const facts::PcieGroup& group, const facts::PcieSwitch* chip, int above);

Expected<link::LinkModelPtr> uplink_of(const facts::PcieGroup& group, const facts::PcieSwitch* chip,
                                       int above);
Expected<link::LinkModelPtr> link_of_gpu(const facts::PcieGroup& group, const facts::Gpu& gpu,
                                         int gen);
Expected<link::LinkModelPtr> link_of_nic(const facts::PcieGroup& group, const facts::Nic& nic,
                                         int gen);
Expected<link::LinkModelPtr> link_on_gpu(const facts::GpuNics& group);

// The network line of a port.
Expected<link::LinkModelPtr> link_of_port(const facts::Nic& nic, const facts::ServerNics& nics);

int pcie_lanes(const link::LinkModel& link);  // 0 for other links

}  // namespace weft::catalog
