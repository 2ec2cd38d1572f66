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

// How the messages put bytes on a link; nothing where none crosses it.
std::optional<link::Transfer> transfer_over(const Execution& e, LinkId link) {
  std::optional<link::Transfer> found;
  find_message(e.schedule, e.placement, [&](ComponentId from, ComponentId to) {
    const auto path = e.router.path(from, to, link::Engine::kernel);
    if (!path) return false;
    for (const route::Hop& hop : path->hops)
      for (const route::Stripe& stripe : hop.stripes)
        if (stripe.link == link) found = hop.transfer;
    return found.has_value();
  });
  return found;
}

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
  if (limit.index() < topology.link_count()) {
    const LinkId id(limit.index());
    const auto transfer = transfer_over(e, id).value_or(link::Transfer{});
    const link::LinkModel& model = topology.link(id).model;
    lines = report::factor_lines(model.waterfall(transfer));
    const link::Load load = model.load(transfer);
    add("acknowledgements and requests of the other direction",
        capacity / (load.forward + load.reverse),
        e.along_ring ? "both directions are busy in a ring" : "both directions are busy");
  } else {
    lines.push_back({"shared capacity", print_rate(capacity), in_gigabytes_per_second(capacity),
                     capacity, topology.shared(limit).source});
  }
  // What the resource carried, against the bytes that bus bandwidth counts.
  Bytes carried{0};
  for (const auto& use : e.timeline.resources)
    if (use.resource == limit) carried = use.wire_bytes;
  const double expansion = 1 / e.protocol.payload_share;
  const double counted =
      size.value() * schedule::busbw_factor(e.schedule.collective, e.schedule.ranks);
  const double payload = carried.value() / expansion;
  const double part = payload / counted / (capacity / lines.back().after);
  add(part < 1 ? fmt::format("it carries 1/{} of the bus traffic", print_number(1 / part))
               : fmt::format("it carries {} times the bus traffic", print_number(part)),
      capacity * (counted / payload), "schedule and placement");
  add(fmt::format("protocol {}: payload of the bytes sent", e.protocol.name),
      lines.back().after / expansion, "NCCL src/include/device.h");
  add("time spent on launch, latency and waiting", busbw, "simulated");
  return lines;
}

}  // namespace weft::app
