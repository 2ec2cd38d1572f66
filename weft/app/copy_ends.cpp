#include "weft/app/copy_ends.hpp"

#include "weft/app/predict_options.hpp"
#include "weft/link/family.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace weft::app {
namespace {

using route::Distance;
using route::Mode;
using route::Path;
using route::Router;
using topology::ComponentKind;
using topology::Topology;

bool crosses_sockets(const Topology& topology, const Path& path) {
  return std::ranges::any_of(path.hops, [&](const route::Hop& hop) {
    return topology.kind(hop.from) == ComponentKind::socket &&
           topology.kind(hop.to) == ComponentKind::socket;
  });
}

// Peer traffic between sockets travels in cache lines and leaves in packets of one. What NCCL takes
// for it (a limit of the socket) is a choice of NCCL, not of the hardware.
void cut_to_lines(const Topology& topology, Path& path) {
  constexpr double kLineBytes = 64;
  if (path.mode != Mode::p2p || !crosses_sockets(topology, path)) return;
  std::vector<route::Use> others;
  for (const route::Use& use : path.uses)
    if (use.resource.index() >= topology.link_count() &&
        topology.role_of(use.resource) != topology::CapacityRole::peer_across_socket &&
        topology.role_of(use.resource) != topology::CapacityRole::links)
      others.push_back(use);
  path.uses = std::move(others);
  bool is_across = false;
  for (route::Hop& hop : path.hops) {
    is_across = is_across || (topology.kind(hop.from) == ComponentKind::socket &&
                              topology.kind(hop.to) == ComponentKind::socket);
    if (is_across) hop.transfer.payload_limit = Bytes(kLineBytes);
    add_uses(topology, hop, path.uses);
  }
}

// Width of a bundle, as its waterfall counts it after the lanes of a link; 1 where it does not.
int links_of(const link::LinkModel& model) {
  int links = 1;
  const link::Waterfall waterfall = model.waterfall({});
  for (const link::Factor& factor : waterfall.factors())
    if (factor.role == link::Role::lanes) links = static_cast<int>(std::lround(factor.value));
  return links;
}

int links_of(const Topology& topology, const Path& path) {
  int links = 0;
  for (const route::Stripe& stripe : path.hops.front().stripes)
    links += links_of(topology.link(stripe.link).model);
  return links;
}

struct Wanted {
  std::optional<Mode> mode;
  int links = 0;  // 0: any
  int hops = 0;
  std::string group;  // "" "same_group" "other_group"
  link::Verb verb = link::Verb::write;
};

Expected<Wanted> wanted(const Parameters& parameters) {
  Wanted want;
  const auto transport = parameters.word("transport", {"", "pcie_p2p", "shm", "host_staged"});
  if (!transport) return tl::make_unexpected(transport.error());
  if (*transport == "pcie_p2p") want.mode = Mode::p2p;
  if (*transport == "shm" || *transport == "host_staged") want.mode = Mode::staged;
  const std::string_view over = parameters.get("link");
  if (over == "pcie") {
    if (!want.mode) want.mode = Mode::p2p;
  } else if (over.starts_with("nvlink") || over.starts_with("xgmi")) {
    want.mode = Mode::nvlink;
  } else if (!over.empty() && over != "c2c") {
    return fail("OPTION_UNFIT", fmt::format("'{}' joins no GPUs here", over),
                "Known are pcie, nvlink, xgmi and c2c.");
  }
  const auto links = parameters.count("links", 0, 1, 64);
  if (!links) return tl::make_unexpected(links.error());
  want.links = *links;
  const auto hops = parameters.count("hops", 0, 1, 2);
  if (!hops) return tl::make_unexpected(hops.error());
  want.hops = *hops;
  const auto group = parameters.word("gpu_pair", {"", "same_group", "other_group"});
  if (!group) return tl::make_unexpected(group.error());
  want.group = *group;
  const auto verb = parameters.word("verb", {"write", "read"});
  if (!verb) return tl::make_unexpected(verb.error());
  want.verb = *verb == "read" ? link::Verb::read : link::Verb::write;
  return want;
}

// Over the fabric through a GPU in between, where two have no link of their own.
std::optional<Path> through_a_peer(const Router& router, ComponentId from, ComponentId to,
                                   link::Engine engine) {
  const Topology& topology = router.topology();
  std::optional<Path> best;
  for (const ComponentId between : topology.beside(from, ComponentKind::gpu)) {
    if (between == from || between == to) continue;
    auto first = router.path(from, between, engine, Mode::nvlink);
    const auto second = router.path(between, to, engine, Mode::nvlink);
    if (!first || !second || first->hops.size() != 1 || second->hops.size() != 1) continue;
    first->to = to;
    first->hops.insert(first->hops.end(), second->hops.begin(), second->hops.end());
    for (const route::Use& use : second->uses) add_use(use.resource, use.weight, first->uses);
    first->latency += second->latency;
    if (!best || bandwidth(topology, *first) > bandwidth(topology, *best)) best = *first;
  }
  return best;
}

Expected<Path> peer_path(const Router& router, ComponentId from, ComponentId to,
                         link::Engine engine, const Wanted& want) {
  const Topology& topology = router.topology();
  if (want.hops == 2) {
    if (auto path = through_a_peer(router, from, to, engine)) return *std::move(path);
    return fail("NO_PATH", fmt::format("no GPU joins {} and {} over their links",
                                       topology.name(from), topology.name(to)));
  }
  auto path = want.mode ? router.path(from, to, engine, *want.mode) : router.path(from, to, engine);
  if (!path) return path;
  if (want.verb == link::Verb::read && path->mode == Mode::p2p) {
    path->uses.clear();
    for (route::Hop& hop : path->hops) {
      hop.transfer.verb = link::Verb::read;
      add_uses(topology, hop, path->uses);
    }
  }
  cut_to_lines(topology, *path);
  return path;
}

bool is_as_wanted(const Topology& topology, const Path& path, const Wanted& want) {
  const bool far = path.distance > Distance::pxb;
  if (want.group == "same_group" && far) return false;
  if (want.group == "other_group" && !far) return false;
  if (want.links > 0 && want.mode != Mode::p2p && want.mode != Mode::staged) {
    if (path.mode != Mode::nvlink || links_of(topology, path) != want.links) return false;
  }
  return true;
}

Expected<CopyPath> both_ways(const Router& router, ComponentId from, ComponentId to,
                             link::Engine engine, const Wanted& want) {
  auto there = peer_path(router, from, to, engine, want);
  if (!there) return tl::make_unexpected(std::move(there.error()));
  auto back = peer_path(router, to, from, engine, want);
  if (!back) return tl::make_unexpected(std::move(back.error()));
  return CopyPath{*std::move(there), *std::move(back)};
}

// The first pair of GPUs that is as wanted, from the first GPU on.
Expected<CopyPath> find_pair(const Router& router, link::Engine engine, const Wanted& want) {
  const Topology& topology = router.topology();
  const auto gpus = topology.all(ComponentKind::gpu);
  if (gpus.size() < 2)
    return fail("COMPONENT_UNKNOWN",
                fmt::format("'{}' has {} GPU{}, a copy from peer to peer needs two",
                            topology.name(), gpus.size(), gpus.size() == 1 ? "" : "s"),
                "Take a server with two GPUs, or h2d and d2h.");
  std::optional<Error> first_error;
  for (std::size_t i = 0; i < gpus.size(); ++i)
    for (std::size_t j = 0; j < gpus.size(); ++j) {
      if (i == j) continue;
      auto pair = both_ways(router, gpus[i], gpus[j], engine, want);
      if (!pair) {
        if (!first_error) first_error = pair.error();
        continue;
      }
      if (is_as_wanted(topology, pair->there, want)) return pair;
    }
  return fail("OPTION_UNFIT",
              fmt::format("no two GPUs of '{}' are joined as asked", topology.name()),
              first_error ? first_error->message
                          : "Look at `weft show` for how they are joined; leave --links and "
                            "--gpu-pair out.");
}

// The memory of the GPU's own or another socket; the nearest of these.
Expected<ComponentId> memory_beside(const Router& router, ComponentId gpu, bool is_remote) {
  const Topology& topology = router.topology();
  std::optional<ComponentId> best;
  Seconds least{0};
  for (const ComponentId memory : topology.beside(gpu, ComponentKind::memory)) {
    const auto path = router.path(memory, gpu, link::Engine::copy_engine);
    if (!path || crosses_sockets(topology, *path) != is_remote) continue;
    if (best && path->latency >= least) continue;
    best = memory;
    least = path->latency;
  }
  if (best) return *best;
  if (is_remote)
    return fail("OPTION_UNFIT",
                fmt::format("no memory of '{}' is on another socket than {}", topology.name(),
                            topology.name(gpu)),
                "Leave --numa out.");
  return fail("COMPONENT_UNKNOWN", fmt::format("{} has no host memory", topology.name(gpu)),
              "Name both ends with --from and --to.");
}

Expected<ComponentId> end_of(const Topology& topology, const std::string& named,
                             ComponentKind kind) {
  if (!named.empty()) return topology.find(named);
  if (topology.count(kind) > 0) return topology.nth(kind, 0);
  return fail("COMPONENT_UNKNOWN", fmt::format("'{}' has no {}", topology.name(), word(kind)),
              "Take a server with GPUs, or name both ends of a copy with --from and --to.");
}

Expected<CopyPath> with_host(const Router& router, Copy copy, const Parameters& parameters,
                             link::Engine engine) {
  const Topology& topology = router.topology();
  const bool down = copy == Copy::h2d;
  const auto gpu = end_of(topology, down ? parameters.to : parameters.from, ComponentKind::gpu);
  if (!gpu) return tl::make_unexpected(gpu.error());
  const auto numa = parameters.word("numa", {"local", "remote"});
  if (!numa) return tl::make_unexpected(numa.error());
  const std::string& named = down ? parameters.from : parameters.to;
  const auto memory =
      !named.empty() ? topology.find(named) : memory_beside(router, *gpu, *numa == "remote");
  if (!memory) return tl::make_unexpected(memory.error());
  const ComponentId from = down ? *memory : *gpu;
  const ComponentId to = down ? *gpu : *memory;
  if (auto fit = check_ends(topology, copy, from, to); !fit)
    return tl::make_unexpected(std::move(fit.error()));
  auto there = router.path(from, to, engine);
  if (!there) return tl::make_unexpected(std::move(there.error()));
  auto back = router.path(to, from, engine);
  if (!back) return tl::make_unexpected(std::move(back.error()));
  return CopyPath{*std::move(there), *std::move(back)};
}

}  // namespace

Expected<CopyPath> copy_path(const Router& router, Copy copy, const Parameters& parameters,
                             link::Engine engine) {
  if (copy == Copy::h2d || copy == Copy::d2h) return with_host(router, copy, parameters, engine);
  const auto want = wanted(parameters);
  if (!want) return tl::make_unexpected(want.error());
  if (parameters.from.empty() && parameters.to.empty() && copy == Copy::p2p)
    return find_pair(router, engine, *want);
  const Topology& topology = router.topology();
  if (parameters.from.empty() && copy == Copy::any)
    return fail("COMPONENT_UNKNOWN", "a copy has two ends, and the first is not named",
                "Name both: --from memory[0] --to gpu[0].");
  const auto from = end_of(topology, parameters.from, ComponentKind::gpu);
  if (!from) return tl::make_unexpected(from.error());
  Expected<ComponentId> to = topology.find(parameters.to.empty() ? "gpu[1]" : parameters.to);
  if (!to) return tl::make_unexpected(to.error());
  if (copy == Copy::p2p)
    if (auto fit = check_ends(topology, copy, *from, *to); !fit)
      return tl::make_unexpected(std::move(fit.error()));
  if (*from == *to)
    return fail("NO_PATH", "both ends are the same component, so nothing is moved",
                "Name two different ends with --from and --to.");
  return both_ways(router, *from, *to, engine, *want);
}

}  // namespace weft::app
