// Clusters as described in files: which servers, how many, in which networks, and what is broken.
//
// People's cluster files and weft/facts/data/clusters.toml have the same tables: [cluster],
// [network], [network.storage], [network.management], [[site]], [[fault]]; in the shipped file they
// stand inside each [[cluster]]. Names are looked up by weft/catalog. 0 and empty: not stated.
// Errors: DataError (reader.hpp); an unknown key names the nearest that there is.
#pragma once

#include "weft/facts/evidence.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace weft::facts {

class Record;

struct NetworkSpec {
  std::string name = "compute";
  int line = 0;
  std::string kind;
  std::string switch_name;
  int k = 0;  // radix, before that of the switch
  int tiers = 0;
  std::vector<double> oversubscription;  // down : up by tier
  std::string routing;
  std::string in_network;
  std::string host_link;    // "ib-ndr" "eth400": of endpoints; else that of the NIC
  std::string switch_link;  // between switches
  std::vector<int> dims;    // torus, mesh, hyperx, full-mesh
  std::vector<int> block;   // ocs-torus
  int p = 0;                // dragonfly
  int a = 0;
  int h = 0;
  int groups = 0;
  int links_per_pair = 0;
  int q = 0;               // slim-fly
  std::vector<int> board;  // hammingmesh: a, b
  std::vector<int> grid;   // x, y
  int hosts = 0;           // endpoints of each router
  int parallel = 0;        // hyperx: cables between two routers of a line
  int planes = 0;
  int down = 0;  // ports of a leaf
  int up = 0;
  int leaves = 0;
  int spines = 0;
  int cores = 0;
};

struct SiteSpec {
  std::string name;
  int line = 0;
  int servers = 0;
  double km = 0;  // to the first site
  int links = 0;  // cables to it
  std::string link;
};

struct FaultSpec {
  int line = 0;
  std::string link;
  std::string state;
};

struct ClusterSpec {
  std::string name;
  std::vector<std::string> aliases;
  std::string pretty;
  int line = 0;
  std::string server;
  int servers = 0;
  int servers_per_rack = 0;
  int racks_per_row = 0;
  int rows_per_hall = 0;
  std::vector<NetworkSpec> networks;  // compute first
  std::vector<SiteSpec> sites;        // beside the first
  std::vector<FaultSpec> faults;
  std::string doubt;
  Evidence evidence;  // of shipped ones
};

// The tables of a person's file.
ClusterSpec read_cluster_file(std::string_view file, std::string_view text);

const std::vector<ClusterSpec>& clusters();
const ClusterSpec* find_cluster(std::string_view name);  // or alias; null where unknown

}  // namespace weft::facts
