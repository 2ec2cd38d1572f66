// The switches of a network that was read from a file, and the numbers that static routing goes by.
// Internal to the layer.
//
// Tiers are counted from the endpoints: a switch with endpoints is on tier 1. A place is a cable to
// an endpoint; places are numbered switch by switch, switches of a block (what is joined without
// the tiers above) beside each other, and all else in the order in which people number hosts. A
// switch's cables are in the order of the switches that they lead to, and those in the order of
// what is above them, so that the n-th switch above a leaf leads to the same core switches in every
// pod. Nothing depends on the order of the file.
#pragma once

#include "weft/topology/graph.hpp"

#include <cstdint>
#include <vector>

namespace weft::route {

using topology::Topology;

// Number of a switch, dense.
using Switch = std::uint32_t;
inline constexpr Switch kNoSwitch = 0xFFFFFFFF;

struct SwitchCable {
  LinkId out;
  Switch to;
};

class SwitchGraph {
 public:
  explicit SwitchGraph(const Topology& topology);

  std::size_t size() const { return cables_.size(); }
  Switch number(ComponentId id) const { return number_[id.index()]; }  // kNoSwitch for others

  // Cables that are in order in both directions.
  const std::vector<SwitchCable>& cables(Switch at) const { return cables_[at]; }
  const std::vector<SwitchCable>& up(Switch at) const { return up_[at]; }
  std::uint32_t tier(Switch at) const { return tier_[at]; }
  // Ways up on the tiers below, one above the other.
  std::uint64_t stride(Switch at) const { return stride_[at]; }
  // Of a link from a switch to an endpoint.
  std::uint32_t place(LinkId down) const { return place_[down.index() / 2]; }

 private:
  struct End {
    LinkId down;
    std::string name;
  };

  void find_cables(const Topology& topology);
  void find_tiers();
  void order_cables(const Topology& topology);
  void number_places();
  void find_strides();

  std::vector<Switch> number_;  // [component]
  std::vector<ComponentId> id_;
  std::vector<std::vector<SwitchCable>> cables_;
  std::vector<std::vector<SwitchCable>> up_;
  std::vector<std::vector<End>> ends_;
  std::vector<std::uint32_t> tier_;
  std::uint32_t top_ = 0;
  std::vector<std::uint64_t> stride_;
  std::vector<std::uint32_t> place_;  // [link / 2]
};

}  // namespace weft::route
