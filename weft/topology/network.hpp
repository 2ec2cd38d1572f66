// One network of a cluster: its plan, and where the plan's nodes and cables are in the topology.
//
// Endpoint e of the plan is outlet e % n of server e / n, where n outlets of each server attach, or
// the host first_host + e where the network has bare hosts. The plan's switches and cables have
// consecutive ids: cable c is the links 2c and 2c + 1 from first_link on, the first of them leading
// down. So routes are computed and never stored.
#pragma once

#include "weft/base/id.hpp"
#include "weft/base/units.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace weft::topology {

class NetworkPlan;
class Topology;

// How a flow's way is chosen among those of equal length.
enum class Routing : std::uint8_t {
  fixed,     // "static": by the destination alone, on trees D-mod-k
  ecmp,      // by a hash of source and destination
  spray,     // all of them alike, packet by packet
  adaptive,  // as spray, at its best: packets go where there is room
};
std::string_view word(Routing routing);  // "static" "ecmp" "spray" "adaptive"

struct Network {
  std::string name;  // "compute" "storage" "management"
  std::string kind;  // "rail-optimized"
  std::shared_ptr<const NetworkPlan> plan;
  Routing routing = Routing::fixed;
  Seconds switch_latency{0};           // port to port
  std::vector<ComponentId> outlets{};  // of the template, in the order of endpoints; or
  std::size_t first_host = 0;          // of bare hosts
  std::size_t first_switch = 0;
  std::size_t first_link = 0;
  // Rates of cables by class (plan.hpp), one direction, as the line states it.
  std::vector<Bandwidth> rates{};
  std::string in_network{};  // "sharp-v3"; empty: nothing is reduced in the network

  ComponentId node(const Topology& topology, std::uint32_t node) const;
  std::optional<std::uint32_t> endpoint_of(const Topology& topology, ComponentId id) const;
  LinkId link(std::uint32_t cable, bool down) const {
    return LinkId(first_link + 2 * std::size_t{cable} + (down ? 0 : 1));
  }
};

}  // namespace weft::topology
