#include "weft/app/library_expectation.hpp"

#include "weft/app/library_machine.hpp"
#include "weft/base/parse.hpp"
#include "weft/collective/in_network.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace weft::app {

using collective::InNetwork;
using collective::LibraryMachine;

Expected<InNetwork> parse_in_network(const std::string& word) {
  if (word.empty() || word == "auto") return InNetwork::automatic;
  if (word == "off") return InNetwork::off;
  if (word == "nvls") return InNetwork::nvls;
  if (word == "sharp") return InNetwork::sharp;
  return fail("OPTION_UNFIT", fmt::format("--in-network cannot be '{}'", word),
              "Known are auto, off, nvls and sharp.");
}

std::optional<LibraryExpectation> LibraryExpectation::make(const topology::Topology& topology,
                                                           std::size_t ranks,
                                                           const route::Policy& policy,
                                                           InNetwork in_network) {
  const bool is_cluster = topology.server_count() > 0;
  const topology::Topology& server = is_cluster ? topology.server(0).of() : topology;
  const std::size_t gpus = server.count(topology::ComponentKind::gpu);
  if (gpus == 0 || ranks < 2) return std::nullopt;
  const std::size_t per_node = std::min(ranks, gpus);
  if (ranks % per_node != 0) return std::nullopt;
  auto machine = library_machine(topology, static_cast<int>(ranks / per_node),
                                 static_cast<int>(per_node), policy);
  if (!machine || (machine->nodes > 1 && machine->nic_rate <= Bandwidth(0))) return std::nullopt;
  machine->in_network = in_network;
  machine->can_sharp =
      in_network == InNetwork::sharp && machine->stack == collective::Stack::infiniband;
  return LibraryExpectation(std::move(*machine));
}

std::optional<report::Expectation> LibraryExpectation::at(schedule::Collective collective,
                                                          const std::string& algorithm,
                                                          Bytes size) const {
  if (size <= Bytes(0)) return std::nullopt;
  std::string wanted = algorithm;
  if (wanted.empty() && machine_.in_network == InNetwork::sharp && machine_.can_sharp)
    wanted = "collnet";
  if (wanted.empty() && machine_.in_network == InNetwork::nvls)
    wanted = machine_.nodes > 1 ? "nvlstree" : "nvls";
  const auto timed = library_time(machine_, collective, wanted, size);
  if (!timed) return std::nullopt;
  const char* kind = report::collective_class(machine_.nodes == 1, size);
  const auto ranks = static_cast<std::uint64_t>(machine_.ranks());
  return report::Expectation{.time = timed->time,
                             .busbw = size / timed->time * busbw_factor(collective, ranks),
                             .algorithm = timed->algorithm,
                             .protocol = timed->protocol,
                             .limit = timed->limit,
                             .interval = report::interval_of(kind, timed->time)};
}

std::string LibraryExpectation::in_network_bound(Bytes size) const {
  if (machine_.in_network == InNetwork::off) return {};
  const auto ranks = static_cast<std::uint64_t>(machine_.ranks());
  const double ring = collective::in_network_gain(ranks);
  if (machine_.nodes > 1 && machine_.can_sharp)
    return fmt::format(
        "SHARP: each server sends the data once, S/B = {} at {}; a ring {:.3g} times, {}",
        print_time(size / machine_.nic_rate), print_rate(machine_.nic_rate), ring,
        print_time(size * ring / machine_.nic_rate));
  if (machine_.nodes == 1 && machine_.nvls_rate > Bandwidth(0))
    return fmt::format("NVLS: each GPU sends (1 + 1/n) S, {} at {}; a ring {:.3g} S, {}",
                       print_time(collective::nvls_pull_bytes(size, ranks) / machine_.ring_rate),
                       print_rate(machine_.ring_rate), ring,
                       print_time(size * ring / machine_.ring_rate));
  return {};
}

}  // namespace weft::app
