// Endpoints on one switch that is never the limit: the network of the α-β model.
//
// Every host has one link of `rate` each way; nothing else limits. host[i] is component i.
#pragma once

#include "weft/topology/graph.hpp"

namespace weft::topology {

Topology ideal_switch(std::size_t hosts, Bandwidth rate, Seconds latency);

}  // namespace weft::topology
