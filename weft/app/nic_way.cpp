#include "weft/app/nic_way.hpp"

#include "weft/base/parse.hpp"
#include "weft/facts/messages.hpp"
#include "weft/route/two_flows.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace weft::app {
namespace {

using route::Path;
using route::Router;
using topology::ComponentKind;
using topology::Topology;

const link::LinkModel* line_of(const Topology& topology, ComponentId nic) {
  for (const LinkId id : topology.links_of(nic))
    if (topology.kind(topology.link(id).to) == ComponentKind::port) return &topology.link(id).model;
  return nullptr;
}

const facts::Nic* adapter_of(const Topology& topology, ComponentId nic) {
  return facts::find_nic(topology.attributes(nic).get("model"));
}

bool is_of_kind(const Topology& topology, ComponentId nic, Lines lines) {
  const link::LinkModel* line = line_of(topology, nic);
  if (line == nullptr) return false;
  if (lines == Lines::ethernet) return line->kind() == "ethernet";
  const facts::Nic* adapter = adapter_of(topology, nic);
  return line->kind() == "infiniband" || adapter == nullptr || adapter->rdma;
}

Expected<ComponentId> find_nic(const Topology& topology, const Parameters& parameters,
                               Lines lines) {
  if (!parameters.from.empty()) {
    const auto named = topology.find(parameters.from);
    if (!named) return named;
    if (topology.kind(*named) == ComponentKind::nic && line_of(topology, *named) != nullptr)
      return *named;
    return fail("OPTION_UNFIT", fmt::format("{} is no NIC with a port", topology.name(*named)),
                "Name a NIC: --from nic[0].");
  }
  for (const ComponentId nic : topology.all(ComponentKind::nic))
    if (is_of_kind(topology, nic, lines)) return nic;
  return fail("OPTION_UNFIT",
              fmt::format("'{}' has no NIC for {}", topology.name(),
                          lines == Lines::rdma ? "RDMA" : "Ethernet"),
              "Take a server that has one; `weft catalog servers` lists them.");
}

bool crosses_sockets(const Topology& topology, const Path& path) {
  return std::ranges::any_of(path.hops, [&](const route::Hop& hop) {
    return topology.kind(hop.from) == ComponentKind::socket &&
           topology.kind(hop.to) == ComponentKind::socket;
  });
}

// The nearest component of a kind that is as wanted, seen from the NIC.
template <class Wanted>
std::optional<ComponentId> nearest(const Router& router, ComponentId nic, ComponentKind kind,
                                   Wanted wanted) {
  std::optional<ComponentId> best;
  Seconds least{0};
  for (const ComponentId id : router.topology().beside(nic, kind)) {
    const auto path = kind == ComponentKind::gpu
                          ? router.path(id, nic, link::Engine::nic, route::Mode::gdr)
                          : router.path(id, nic, link::Engine::nic);
    if (!path || !wanted(*path) || (best && path->latency >= least)) continue;
    best = id;
    least = path->latency;
  }
  return best;
}

void set_host(const Topology& topology, const Path& out, const Path& in, bool loopback,
              NicWay& way) {
  const auto take = [&](const Path& path) {
    const auto tightest = limits(topology, path);
    if (tightest.empty() || tightest.front().bandwidth >= way.host) return;
    way.host = tightest.front().bandwidth;
    way.host_name = topology.resource(tightest.front().resource).name;
  };
  take(out);
  take(in);
  if (!loopback) return;
  const route::TwoRates both = share(topology, out, in);
  if (std::min(both.first, both.second) >= way.host) return;
  way.host = std::min(both.first, both.second);
  way.host_name = topology.resource(both.limit).name + ", out and in";
}

Expected<void> set_host_memory(const Router& router, const Parameters& parameters, bool loopback,
                               NicWay& way) {
  const Topology& topology = router.topology();
  const auto numa = parameters.word("numa", {"local", "remote"});
  if (!numa) return tl::make_unexpected(numa.error());
  const bool remote = *numa == "remote";
  const auto memory = nearest(router, way.nic, ComponentKind::memory, [&](const Path& path) {
    return crosses_sockets(topology, path) == remote;
  });
  if (!memory) {
    if (!remote) return {};  // a NIC without a host: the line alone counts
    return fail("OPTION_UNFIT",
                fmt::format("no memory of '{}' is on another socket", topology.name()),
                "Leave --numa out.");
  }
  const auto out = router.path(*memory, way.nic, link::Engine::nic);
  if (!out) return tl::make_unexpected(out.error());
  const auto in = router.path(way.nic, *memory, link::Engine::nic);
  if (!in) return tl::make_unexpected(in.error());
  set_host(topology, *out, *in, loopback, way);
  return {};
}

Expected<void> set_gpu_memory(const Router& router, const Parameters& parameters, bool loopback,
                              NicWay& way) {
  const Topology& topology = router.topology();
  const auto distance =
      parameters.word("gpu_nic", {"", "PIX", "PXB", "PHB", "NODE", "SYS", "P2C", "C2C"});
  if (!distance) return tl::make_unexpected(distance.error());
  if (topology.beside(way.nic, ComponentKind::gpu).empty()) {
    // Below one switch nothing is lost; else the way is one through a CPU that is not described.
    if (*distance != "PIX" && *distance != "PXB")
      way.share = way.line->capacity() * facts::messages().rdma.gdr_share.value;
    return set_host_memory(router, parameters, loopback, way);
  }
  const auto gpu = nearest(router, way.nic, ComponentKind::gpu, [&](const Path& path) {
    return distance->empty() || distance_word(topology, path.from, path.distance) == *distance;
  });
  if (!gpu)
    return fail("OPTION_UNFIT",
                fmt::format("no GPU of '{}' is {} from {}", topology.name(), *distance,
                            topology.name(way.nic)),
                "`weft show` has the distances of GPUs and NICs.");
  const auto out = router.path(*gpu, way.nic, link::Engine::nic, route::Mode::gdr);
  if (!out) return tl::make_unexpected(out.error());
  const auto in = router.path(way.nic, *gpu, link::Engine::nic, route::Mode::gdr);
  if (!in) return tl::make_unexpected(in.error());
  set_host(topology, *out, *in, loopback, way);
  return {};
}

// A link that is stated in place of the topology's.
Expected<void> set_stated_pcie(const Parameters& parameters, NicWay& way) {
  if (!parameters.has("nic_pcie")) return {};
  const auto options = named_pcie(parameters.get("nic_pcie"));
  if (!options) return tl::make_unexpected(options.error());
  const auto link = link::pcie_link(*options);
  if (!link) return tl::make_unexpected(link.error());
  Bandwidth rate = kUnlimited;
  for (const link::Verb verb : {link::Verb::read, link::Verb::write})
    rate = std::min(rate, (*link)->waterfall({.engine = link::Engine::nic, .verb = verb}).usable());
  if (rate < way.host || way.host_name.find("PCIe") != std::string::npos) {
    way.host = rate;
    way.host_name = (*link)->name() + " of the NIC";
  }
  return {};
}

}  // namespace

Expected<link::PcieOptions> named_pcie(std::string_view text) {
  std::vector<int> numbers;
  std::string digits;
  const auto end = [&] {
    const auto number = parse_integer(digits);
    if (number) numbers.push_back(static_cast<int>(*number));
    digits.clear();
  };
  for (const char c : text) {
    if (c >= '0' && c <= '9' && digits.size() < 4)
      digits += c;
    else if (!digits.empty())
      end();
  }
  if (!digits.empty()) end();
  if (numbers.size() != 2)
    return fail("OPTION_UNFIT", fmt::format("'{}' is no PCIe link", text),
                "Write generation and lanes: pcie3x8.");
  return link::PcieOptions{.gen = numbers[0], .lanes = numbers[1]};
}

Expected<Bandwidth> staging_rate(const Router& router, const NicWay& way) {
  const Topology& topology = router.topology();
  const auto gpu = nearest(router, way.nic, ComponentKind::gpu, [](const Path&) { return true; });
  const auto memory =
      nearest(router, way.nic, ComponentKind::memory, [](const Path&) { return true; });
  if (!gpu || !memory) return way.host;
  const auto path = router.path(*gpu, *memory, link::Engine::copy_engine);
  if (!path) return tl::make_unexpected(path.error());
  return bandwidth(topology, *path);
}

Expected<NicWay> nic_way(const Router& router, const Parameters& parameters, Lines lines) {
  const Topology& topology = router.topology();
  const auto nic = find_nic(topology, parameters, lines);
  if (!nic) return tl::make_unexpected(nic.error());
  NicWay way;
  way.nic = *nic;
  way.adapter = adapter_of(topology, *nic);
  way.name = way.adapter == nullptr
                 ? topology.name(*nic)
                 : fmt::format("{} ({})", topology.name(*nic), way.adapter->pretty);
  way.line = line_of(topology, *nic);
  way.infiniband = way.line->kind() == "infiniband";
  constexpr double kFastestTwoLevels = 5;  // GB/s of a lane with one bit a symbol
  const link::Waterfall waterfall = way.line->waterfall({});
  way.pam4 = waterfall.factors().front().value > kFastestTwoLevels;
  const auto loopback = parameters.flag("loopback");
  if (!loopback) return tl::make_unexpected(loopback.error());
  const auto gdr = parameters.flag("gdr");
  if (!gdr) return tl::make_unexpected(gdr.error());
  auto set = *gdr ? set_gpu_memory(router, parameters, *loopback, way)
                  : set_host_memory(router, parameters, *loopback, way);
  if (!set) return tl::make_unexpected(std::move(set.error()));
  if (auto stated = set_stated_pcie(parameters, way); !stated)
    return tl::make_unexpected(std::move(stated.error()));
  return way;
}

}  // namespace weft::app
