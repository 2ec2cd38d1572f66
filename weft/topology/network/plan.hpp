// The plan of a network: how many nodes and cables there are, what each cable joins, and which
// cables lead nearer to a destination. Everything is arithmetic on coordinates, nothing is stored
// per node, so that a plan for a million endpoints is a few numbers.
//
// Nodes: endpoints 0 … endpoints()-1, then switches tier by tier. A cable has an upper end (nearer
// to the core, where there is one) and a lower one.
// Units: counts of nodes and cables; `links` of Figures are cables, host cables included.
// Threads: plans are immutable. To add a network: a plan in a file of its own here, and a row of
// the table of kinds in catalog/network_kinds.cpp. Start reading at torus.cpp.
#pragma once

#include "weft/base/units.hpp"
#include "weft/topology/component.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace weft::topology {

using Node = std::uint32_t;
using Cable = std::uint32_t;

struct Tier {
  ComponentKind kind;
  std::uint32_t count;
};

// Over one cable; `down` from its upper to its lower end.
struct Step {
  Cable cable;
  bool down;
  Node to;

  bool operator==(const Step&) const = default;
};

// Classes of cables differ in rate or medium: 0 ends at an endpoint, 1 joins switches,
// 2 is light over a circuit switch or between sites.
inline constexpr std::uint8_t kHostCable = 0;
inline constexpr std::uint8_t kSwitchCable = 1;
inline constexpr std::uint8_t kOptical = 2;
inline constexpr std::size_t kCableClasses = 3;

struct CableEnds {
  Node upper;
  Node lower;
  std::uint8_t klass;
};
using CableRates = std::array<Bandwidth, kCableClasses>;  // one direction
using CableSink = std::function<void(const CableEnds&)>;

// What is known of a network in closed form, or by counting.
struct Figures {
  std::uint64_t switches = 0;
  std::uint64_t links = 0;
  unsigned diameter = 0;  // links on the longest of the shortest ways between endpoints
  // Cables across a cut into two halves, and host cables besides where the cut parts the endpoints
  // of a switch; one direction of each counts. Where endpoints decide, half of them.
  struct Cut {
    double cables = 0;
    std::uint8_t klass = kSwitchCable;
    double hosts = 0;
  };
  std::vector<Cut> bisection{};  // cuts of closed form; the narrowest decides
};

class NetworkPlan {
 public:
  virtual ~NetworkPlan() = default;

  virtual std::uint32_t endpoints() const = 0;
  virtual std::vector<Tier> tiers() const = 0;
  virtual std::uint32_t cable_count() const = 0;
  // Every cable, in the order of their numbers.
  virtual void for_each_cable(const CableSink& sink) const = 0;
  // The steps from `at` that begin a shortest way to the endpoint `to`, in a fixed order; none
  // where there is no way. `at` may be any node but `to`.
  virtual void next(Node at, Node to, std::vector<Step>& out) const = 0;
  // Which of these steps static routing takes. Else the destination decides alone.
  virtual std::size_t fixed_choice(Node at, Node to, const std::vector<Step>& steps) const;
  // The same one by one, for the many flows of a large network: how many steps next() gives, the
  // one of a number, and the number of the one that static routing takes.
  virtual std::uint32_t step_count(Node at, Node to) const;
  virtual Step step(Node at, Node to, std::uint32_t number) const;
  virtual std::uint32_t fixed_step(Node at, Node to) const;
  // Whether static routing and the network look alike from each of the endpoints 0 … count-1, as
  // translations of the endpoints carry one onto another; then all cables that orbit_of() numbers
  // alike carry alike where each endpoint sends to each. A plan that does not know says no.
  virtual bool is_alike_from(std::uint32_t count) const;
  virtual std::uint32_t orbit_of(Cable cable) const;
  virtual Figures figures() const = 0;
  // One direction, the narrowest of the cuts that figures() has and of halves of orders().
  virtual Bandwidth bisection(const CableRates& rates) const;
  // Orders of the endpoints whose halves are measured (halves.hpp), where closed forms do not say
  // all: each so that what lies together in the network stands together.
  virtual std::vector<std::vector<Node>> orders() const { return {}; }

  std::uint32_t switch_count() const;
  std::uint32_t node_count() const { return endpoints() + switch_count(); }
};

using PlanPtr = std::shared_ptr<const NetworkPlan>;

}  // namespace weft::topology
