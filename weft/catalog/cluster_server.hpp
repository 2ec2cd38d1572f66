// The server of a cluster as a template: where each network attaches, and at what rate.
//
// A single server shows the network line between NIC and port. In a cluster the line is the cable
// beyond the port, so in the template the way from NIC to port becomes what the adapter takes of
// time alone. Where a network wants more ports of a NIC than it has, its port is split.
// Errors: CLUSTER_NO_NICS, NETWORK_INVALID, LINK_*.
#pragma once

#include "weft/catalog/catalog.hpp"
#include "weft/catalog/network_kinds.hpp"
#include "weft/facts/clusters.hpp"
#include "weft/link/model.hpp"
#include "weft/topology/graph.hpp"

#include <memory>
#include <vector>

namespace weft::catalog {

struct Attachment {
  std::vector<ComponentId> outlets;  // of the template, in the order of endpoints
  link::LinkModelPtr line;           // of an endpoint, before any switch slows it down
  int gpu_links = 0;                 // scale-up links of a GPU, where GPUs attach
  int unused_links = 0;              // of them, where they do not divide among the cables
};

struct ClusterServer {
  std::shared_ptr<const topology::Topology> topology;
  std::vector<Attachment> attachments;  // [network]
};

Expected<ClusterServer> prepare_server(topology::Topology server, const facts::ClusterSpec& spec,
                                       const Catalog& catalog);

// A line of networks by name, Ethernet as RoCE uses it; of scale-up links too where GPUs attach.
// Errors: those of link::parse_link, NETWORK_INVALID.
Expected<link::LinkModelPtr> stated_line(const std::string& name, bool of_gpus = false);
// A line of this kind ("infiniband", "ethernet") and rate. Error NETWORK_INVALID.
Expected<link::LinkModelPtr> line_of(const std::string& kind, Bandwidth rate);

}  // namespace weft::catalog
