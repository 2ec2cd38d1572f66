// Completes a topology in which GPUs are bare PCIe devices: what a guest sees of a server.
//
// Cloud providers ship such files: PCIe as the hypervisor shows it, and nothing of NVLink. With
// the GPU's name, the wiring between GPUs follows from the board that servers with so many of
// them have (facts/boards.hpp). GPUs are taken in the order of the topology.
// Errors: GPU_MODEL_UNKNOWN; GPU_MODEL_CONFLICT where the file says otherwise.
#pragma once

#include "weft/catalog/catalog.hpp"
#include "weft/topology/graph.hpp"

#include <string_view>
#include <vector>

namespace weft::catalog {

struct Completed {
  topology::Topology topology;
  std::vector<Warning> warnings;
};

// By name or alias; part of `catalog`. Error: GPU_MODEL_UNKNOWN, with the nearest name.
Expected<const facts::Gpu*> named_gpu(std::string_view name, const Catalog& catalog = shipped());

// GPUs that a file shows without any link between them, although it may have such.
bool fabric_is_hidden(const topology::Topology& topology);

Expected<Completed> complete_gpus(topology::Topology topology, std::string_view gpu,
                                  const Catalog& catalog = shipped());

}  // namespace weft::catalog
