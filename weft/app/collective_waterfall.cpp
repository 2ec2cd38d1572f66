#include "weft/app/collective_waterfall.hpp"

#include "weft/base/parse.hpp"
#include "weft/schedule/collective_kind.hpp"

#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace weft::app {
namespace {

// A factor this close to 1 would be printed as 1 and explain nothing.
constexpr double kUnity = 1e-4;

// What the messages put on a link, for S = 1 without a protocol's own bytes.
struct Crossing {
  double payload = 0;       // in its direction
  double wire = 0;          // that payload with its framing
  double of_the_other = 0;  // acknowledgements and requests for what goes in the other direction
  std::optional<link::Transfer> transfer;
};

class Crossings {
 public:
  Crossings(const Execution& execution, LinkId link)
      : e_(execution),
        link_(link),
        where_(execution.simulator.placed().ways->sites().of(ResourceId(link.index()))) {}

  Expected<Crossing> count() {
    const simulate::PlacedSchedule& placed = e_.simulator.placed();
    for (const simulate::PlacedPhase& phase : placed.phases) {
      const std::vector<simulate::Lane>& lanes = placed.traffic[phase.traffic].lanes;
      for (std::size_t i = 0; i < lanes.size(); ++i) {
        const simulate::Lane& lane = lanes[i];
        if (!takes_link(placed, phase.traffic, i)) continue;
        const double bytes = lane.share * static_cast<double>(phase.repeat);
        if (auto added = add(component(lane.from_cell), component(lane.to_cell), bytes); !added)
          return tl::make_unexpected(std::move(added.error()));
      }
    }
    return crossing_;
  }

 private:
  bool takes_link(const simulate::PlacedSchedule& placed, std::size_t traffic, std::size_t lane) {
    // What is within a server is taken only by what begins or ends there.
    const simulate::Lane& ends = placed.traffic[traffic].lanes[lane];
    const route::Sites& sites = placed.ways->sites();
    if (where_ && sites.of(component(ends.from_cell)).site != where_->site &&
        sites.of(component(ends.to_cell)).site != where_->site)
      return false;
    uses_.clear();
    placed.uses(traffic, lane, uses_);
    for (const route::Use& use : uses_)
      if (use.resource.value == link_.value) return true;
    return false;
  }

  ComponentId component(std::uint32_t cell) const {
    return e_.placement.at(cell / e_.schedule.ranks, cell % e_.schedule.ranks);
  }

  Expected<void> add(ComponentId from, ComponentId to, double bytes) {
    const auto path = e_.router.path(from, to, link::Engine::kernel);
    if (!path) return tl::make_unexpected(path.error());
    for (const route::Hop& hop : path->hops)
      for (const route::Stripe& stripe : hop.stripes) {
        const link::Load load = e_.router.topology().link(stripe.link).model.load(hop.transfer);
        if (stripe.link == link_) {
          crossing_.payload += bytes * stripe.share;
          crossing_.wire += bytes * stripe.share * load.forward;
          if (!crossing_.transfer) crossing_.transfer = hop.transfer;
        } else if (topology::Topology::opposite(stripe.link) == link_) {
          crossing_.of_the_other += bytes * stripe.share * load.reverse;
        }
      }
    return {};
  }

  const Execution& e_;
  LinkId link_;
  std::optional<route::Sites::Local> where_;  // nothing between servers
  std::vector<route::Use> uses_;
  Crossing crossing_;
};

}  // namespace

bool find_message(const schedule::Schedule& s, const schedule::Placement& placement,
                  const std::function<bool(ComponentId from, ComponentId to)>& wanted) {
  std::vector<schedule::Move> moves;
  for (std::uint32_t channel = 0; channel < s.channels; ++channel)
    for (const schedule::PhasePtr& phase : s.phases)
      for (schedule::Rank rank = 0; rank < s.ranks; ++rank) {
        moves.clear();
        phase->moves(rank, moves);
        for (const schedule::Move& move : moves)
          if (schedule::sends(move.op) &&
              wanted(placement.at(channel, rank), placement.at(channel, move.receiver())))
            return true;
      }
  return false;
}

std::vector<report::FactorLine> collective_waterfall(const Execution& e, ResourceId limit,
                                                     Bytes size, Bandwidth busbw) {
  std::vector<report::FactorLine> lines;
  const auto add = [&](std::string name, Bandwidth after, std::string source) {
    const double factor = after / lines.back().after;
    if (std::abs(factor - 1) < kUnity) return;
    lines.push_back(
        {std::move(name), "x " + print_number(factor), factor, after, std::move(source)});
  };
  const topology::Topology& topology = e.router.topology();
  const Bandwidth capacity = topology.capacity(limit);
  const double counted = schedule::busbw_factor(e.schedule.collective, e.schedule.ranks);
  const double expansion = 1 / e.protocol.payload_share;
  double part = 0;  // of the bus traffic
  if (limit.index() < topology.link_count()) {
    const LinkId id(limit.index());
    const auto crossing = Crossings(e, id).count();
    if (!crossing || crossing->payload == 0) return lines;  // only answers cross it
    lines = report::factor_lines(topology.link(id).model.waterfall(*crossing->transfer));
    add("acknowledgements and requests of the other direction",
        lines.back().after * (crossing->wire / (crossing->wire + crossing->of_the_other)),
        "traffic goes both ways");
    part = crossing->payload / counted;
  } else {
    lines.push_back({"shared capacity", print_rate(capacity), in_gigabytes_per_second(capacity),
                     capacity, topology.shared(limit).source});
    for (const auto& use : e.timeline.resources)
      if (use.resource == limit) part = use.wire_bytes.value() / size.value() / expansion / counted;
  }
  add(part < 1 ? fmt::format("it carries 1/{} of the bus traffic", print_number(1 / part))
               : fmt::format("it carries {} times the bus traffic", print_number(part)),
      lines.back().after / part, "schedule and placement");
  add(fmt::format("protocol {}: payload of the bytes sent", e.protocol.name),
      lines.back().after / expansion, "NCCL src/include/device.h");
  add("time spent on launch, latency and waiting", busbw, "simulated");
  return lines;
}

}  // namespace weft::app
