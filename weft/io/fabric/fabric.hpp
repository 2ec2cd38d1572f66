// A network as a format states it, before it becomes a graph: nodes, and what each of their ports
// says about its cable.
//
// Both ends of a cable usually state it; build_fabric compares them and lists each doubt. Adapters
// with one host name are NICs of one host. Ports count from 1; 0 is a port that is not numbered.
// Errors: FABRIC_NO_LINKS. Start reading at build_fabric in build.cpp.
#pragma once

#include "weft/base/error.hpp"
#include "weft/io/remarks.hpp"
#include "weft/topology/builder.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace weft::io::fabric {

// A host has its cables itself where the format knows no adapters.
enum class Role : std::uint8_t { network_switch, adapter, host };

struct Node {
  Role role = Role::host;
  std::string name;     // what people call it
  std::string host;     // of an adapter
  bool listed = false;  // has an entry of its own, not only named as the peer of another
  int line = 0;
  topology::Attributes attributes;

  std::string label() const;  // "node7 mlx5_3"
};

struct Rate {
  link::LinkModelPtr model;
  topology::Provenance provenance = topology::Provenance::trained;
};

// What one end says.
struct End {
  std::uint32_t node = 0;
  std::uint32_t port = 0;
  std::uint32_t peer = 0;
  std::uint32_t peer_port = 0;
  std::uint32_t rate = 0;  // index of Fabric::rates
  int line = 0;
};

struct Fabric {
  std::vector<Node> nodes;
  std::vector<End> ends;
  std::vector<Rate> rates;
  // Formats that state each cable once: no comparison of ends.
  bool one_sided = false;

  std::uint32_t add(Node node);
  // One model for all links of a rate. `make` is called for a new key only.
  template <class Make>
  std::uint32_t rate(std::string_view key, Make make) {
    const auto known = rate_index_.find(std::string(key));
    if (known != rate_index_.end()) return known->second;
    rates.push_back(make());
    const auto index = static_cast<std::uint32_t>(rates.size() - 1);
    rate_index_.emplace(key, index);
    return index;
  }

 private:
  std::unordered_map<std::string, std::uint32_t> rate_index_;
};

// A link whose rate no one states: it limits nothing, and says so.
Rate unstated_rate();
// A rate that a file states, of a kind "infiniband", "ethernet" or "network".
Rate stated_rate(Bandwidth rate, std::string_view kind, Seconds latency, std::string_view source);

Expected<topology::Topology> build_fabric(Fabric fabric, const std::string& name,
                                          std::string_view format, Remarks& remarks);

}  // namespace weft::io::fabric
