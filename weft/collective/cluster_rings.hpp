// Rings over the servers of a cluster: in each server as its own wiring has them, from server to
// server over NICs.
//
// There is a channel for each NIC, or set of NICs, that GPUs of a server use. In every server the
// channel's ring is turned so that it begins at the GPU of that NIC, so that it enters and leaves
// the server there: the last GPU reaches the NIC over NVLink and that GPU (route, PXN). Servers
// follow each other in their order. Source: NCCL src/graph/connect.cc, rings that are joined node
// by node. Errors: those of find_rings in one server.
#pragma once

#include "weft/collective/arrangement.hpp"

namespace weft::collective {

// Whether the ranks are in several servers that are instances of a template.
bool spans_servers(const topology::Topology& topology, const std::vector<ComponentId>& ranks);

// `ranks` as they are to be numbered; rings and locality for them.
Expected<Wiring> find_cluster_wiring(const route::Router& router, std::vector<ComponentId> ranks);

}  // namespace weft::collective
