#include "weft/catalog/plain_network.hpp"

#include "weft/base/parse.hpp"
#include "weft/base/suggest.hpp"
#include "weft/catalog/network_kinds.hpp"
#include "weft/link/fixed.hpp"
#include "weft/topology/builder.hpp"
#include "weft/topology/network/clos.hpp"
#include "weft/topology/network/slim_fly.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include <fmt/format.h>

namespace weft::catalog {
namespace {

using facts::NetworkSpec;
using topology::Routing;

// One direction of 100 Gb/s, which simulators of networks usually take.
constexpr double kUsualRate = 12.5e9;
constexpr unsigned kUsualTiers = 3;
constexpr std::int64_t kMostNumber = 1 << 24;

struct Plain {
  NetworkSpec spec;
  double endpoints = 0;  // 0: not stated
  std::uint32_t rails = 1;
  Bandwidth rate{kUsualRate};
  Bandwidth switch_rate{0};  // 0: as the others
  Seconds latency{0};
  Routing routing = Routing::fixed;
};

struct NumberKey {
  const char* name;
  int NetworkSpec::*member;
};
constexpr std::array kNumbers = {
    NumberKey{"k", &NetworkSpec::k},
    NumberKey{"tiers", &NetworkSpec::tiers},
    NumberKey{"p", &NetworkSpec::p},
    NumberKey{"a", &NetworkSpec::a},
    NumberKey{"h", &NetworkSpec::h},
    NumberKey{"groups", &NetworkSpec::groups},
    NumberKey{"q", &NetworkSpec::q},
    NumberKey{"links_per_pair", &NetworkSpec::links_per_pair},
    NumberKey{"hosts", &NetworkSpec::hosts},
    NumberKey{"parallel", &NetworkSpec::parallel},
    NumberKey{"planes", &NetworkSpec::planes},
    NumberKey{"down", &NetworkSpec::down},
    NumberKey{"up", &NetworkSpec::up},
    NumberKey{"leaves", &NetworkSpec::leaves},
    NumberKey{"spines", &NetworkSpec::spines},
    NumberKey{"cores", &NetworkSpec::cores},
};

struct ListKey {
  const char* name;
  std::vector<int> NetworkSpec::*member;
};
constexpr std::array kLists = {
    ListKey{"dims", &NetworkSpec::dims},
    ListKey{"block", &NetworkSpec::block},
    ListKey{"board", &NetworkSpec::board},
    ListKey{"grid", &NetworkSpec::grid},
};

tl::unexpected<Error> unreadable(std::string message) {
  return fail("NETWORK_TEXT", std::move(message),
              "A kind, a colon and its numbers: fat-tree:k=16, torus:dims=8x8x8,rate=50GB/s.");
}

std::vector<std::string_view> split(std::string_view text, char by) {
  std::vector<std::string_view> parts;
  for (std::size_t end = 0; end != std::string_view::npos; text.remove_prefix(end + 1)) {
    end = text.find(by);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
  }
  return parts;
}

Expected<int> whole(std::string_view key, std::string_view text) {
  const auto value = parse_integer(text);
  if (!value || *value < 1 || *value > kMostNumber)
    return unreadable(fmt::format("'{}' is '{}'; expected a whole number from 1 to {}", key,
                                  text.substr(0, 40), kMostNumber));
  return static_cast<int>(*value);
}

class Reader {
 public:
  Expected<Plain> read(std::string_view text) {
    const std::size_t colon = text.find(':');
    plain_.spec.kind = text.substr(0, colon);
    if (colon + 1 < text.size())
      for (const std::string_view part : split(text.substr(colon + 1), ',')) {
        const std::size_t is = part.find('=');
        if (is == std::string_view::npos)
          return unreadable(fmt::format("'{}' is no number of a network; expected key=value",
                                        part.substr(0, 40)));
        const std::string_view key = part.substr(0, is);
        if (std::ranges::find(seen_, key) != seen_.end())
          return unreadable(fmt::format("'{}' is stated twice", key));
        seen_.emplace_back(key);
        if (auto taken = take(key, part.substr(is + 1)); !taken)
          return tl::make_unexpected(std::move(taken.error()));
      }
    return std::move(plain_);
  }

 private:
  Expected<void> take(std::string_view key, std::string_view value) {
    for (const NumberKey& known : kNumbers)
      if (key == known.name)
        return whole(key, value).map([&](int number) { plain_.spec.*known.member = number; });
    for (const ListKey& known : kLists)
      if (key == known.name) return list(key, value, plain_.spec.*known.member);
    if (key == "oversubscription") return oversubscription(value);
    if (key == "routing") return routing(value);
    if (key == "endpoints")
      return whole(key, value).map([&](int number) { plain_.endpoints = number; });
    if (key == "rails")
      return whole(key, value).map([&](int number) {
        plain_.rails = static_cast<std::uint32_t>(number);
      });
    if (key == "rate") return rate(value, plain_.rate);
    if (key == "switch_rate") return rate(value, plain_.switch_rate);
    if (key == "latency")
      return parse_time(value).map([&](Seconds time) { plain_.latency = time; });
    std::vector<std::string> known = {
        "endpoints", "rails", "rate", "switch_rate", "latency", "routing", "oversubscription"};
    for (const NumberKey& number : kNumbers) known.emplace_back(number.name);
    for (const ListKey& each : kLists) known.emplace_back(each.name);
    return unreadable(fmt::format("'{}' is no number of a network. {}", key.substr(0, 40),
                                  known_names(std::string(key), known)));
  }

  static Expected<void> list(std::string_view key, std::string_view text, std::vector<int>& into) {
    for (const std::string_view part : split(text, 'x')) {
      const auto number = whole(key, part);
      if (!number) return tl::make_unexpected(number.error());
      into.push_back(*number);
    }
    return {};
  }

  Expected<void> oversubscription(std::string_view text) {
    plain_.spec.oversubscription.clear();
    for (const std::string_view part : split(text, 'x')) {
      const auto value = parse_number(part);
      if (!value || !(*value >= 0.1 && *value <= 1000))
        return unreadable(
            fmt::format("'oversubscription' is '{}'; expected down : up, from 0.1 to "
                        "1000, as 2 or, by tier, 2x1",
                        text.substr(0, 40)));
      plain_.spec.oversubscription.push_back(*value);
    }
    return {};
  }

  Expected<void> routing(std::string_view text) {
    for (const Routing each : {Routing::fixed, Routing::ecmp, Routing::spray, Routing::adaptive}) {
      if (text != topology::word(each)) continue;
      plain_.routing = each;
      return {};
    }
    const std::vector<std::string> known = {"static", "ecmp", "spray", "adaptive"};
    return unreadable(fmt::format("'{}' is no routing. {}", text.substr(0, 40),
                                  known_names(std::string(text), known)));
  }

  static Expected<void> rate(std::string_view text, Bandwidth& into) {
    const auto rate = parse_rate(text);
    if (!rate) return tl::make_unexpected(rate.error());
    if (!(rate->value() > 0)) return unreadable("a network of rate 0 carries nothing");
    into = *rate;
    return {};
  }

  Plain plain_;
  std::vector<std::string> seen_;
};

double product(const std::vector<int>& factors) {
  double all = 1;
  for (const int factor : factors) all *= factor;
  return all;
}

// As many as the network is made for; 0 where its numbers do not say it.
double usual_endpoints(NetworkSpec& s) {
  const double each = std::max(s.hosts, 1);
  const bool is_even = s.oversubscription == std::vector<double>{1} && s.down == 0 && s.up == 0;
  if (s.kind == "fat-tree" && s.k > 1 && is_even) {
    if (s.tiers == 0) s.tiers = kUsualTiers;
    double hosts = 2;
    for (int t = 0; t < std::min(s.tiers, 4); ++t) hosts *= s.k / 2;  // NOLINT: whole ports
    return s.tiers == 1 ? s.k : hosts;
  }
  if (s.kind == "spine-leaf" && s.k > 1 && is_even) return 1.0 * s.k * (s.k / 2);  // NOLINT
  if (!s.dims.empty()) return product(s.dims) * each;
  if (s.kind == "slim-fly" && s.q > 0 && s.q < 4096) {
    const auto q = static_cast<std::uint32_t>(s.q);
    const auto per_router = s.hosts > 0 ? each : static_cast<double>(topology::slim_fly_hosts(q));
    return static_cast<double>(topology::slim_fly_routers(q)) * per_router;
  }
  if (s.kind == "hammingmesh") return product(s.board) * product(s.grid);
  if (s.kind == "dragonfly" && s.p == 0 && s.a == 0 && s.h == 0 && s.k > 2) {
    s.p = s.h = (s.k + 1) / 4;
    s.a = 2 * s.p;
  }
  if ((s.kind == "dragonfly" || s.kind == "dragonfly-plus") && s.p > 0 && s.a > 0)
    return 1.0 * s.p * s.a * (s.groups > 0 ? s.groups : 1.0 * s.a * s.h + 1);
  return 0;
}

Expected<topology::PlanPtr> plan_of(Plain& plain) {
  const auto kind = find_network_kind(plain.spec.kind);
  if (!kind) return tl::make_unexpected(kind.error());
  if (plain.spec.oversubscription.empty()) plain.spec.oversubscription = {1};
  if (auto known = check_keys(**kind, plain.spec); !known)
    return tl::make_unexpected(std::move(known.error()));
  if (plain.endpoints == 0) plain.endpoints = usual_endpoints(plain.spec);
  if (plain.endpoints == 0)
    return invalid_network("the numbers of the network do not say how many hosts it has",
                           "State it: endpoints=1024.");
  if (auto fits = check_cables(plain.endpoints); !fits)
    return tl::make_unexpected(std::move(fits.error()));
  const auto endpoints = static_cast<std::uint32_t>(plain.endpoints);
  if (endpoints % plain.rails != 0)
    return invalid_network(
        fmt::format("{} endpoints do not divide into {} rails", endpoints, plain.rails),
        "State another number of endpoints.");
  if (plain.switch_rate.value() == 0) plain.switch_rate = plain.rate;
  return (*kind)->make({.spec = &plain.spec,
                        .servers = endpoints / plain.rails,
                        .per_server = plain.rails,
                        .radix = static_cast<std::uint32_t>(plain.spec.k),
                        .gpu_links = std::max(plain.spec.planes, 1)});
}

link::LinkModelPtr cable(Bandwidth rate, Seconds latency) {
  return link::fixed_link({.name = print_rate(rate),
                           .kind = "network",
                           .rate = rate,
                           .latency = latency,
                           .source = "as stated"});
}

}  // namespace

bool is_plain_network(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == 0 || colon == std::string_view::npos) return false;
  const std::string_view kind = text.substr(0, colon);
  if (kind.find_first_of("/.\\") != std::string_view::npos) return false;
  return text.find('=') != std::string_view::npos || find_network_kind(std::string(kind));
}

Expected<topology::Topology> build_plain_network(const std::string& text) {
  auto plain = Reader().read(text);
  if (!plain) return tl::make_unexpected(std::move(plain.error()));
  const auto plan = plan_of(*plain);
  if (!plan) return tl::make_unexpected(plan.error());
  topology::Builder builder(text);
  builder.attributes().set("format", "network");
  builder.reserve((*plan)->node_count(), (*plan)->cable_count());
  for (std::uint32_t host = 0; host < (*plan)->endpoints(); ++host)
    builder.add(topology::ComponentKind::host);
  for (const topology::Tier& tier : (*plan)->tiers())
    for (std::uint32_t i = 0; i < tier.count; ++i) builder.add(tier.kind);
  const std::array lines = {cable(plain->rate, plain->latency),
                            cable(plain->switch_rate, plain->latency),
                            cable(plain->switch_rate, plain->latency)};
  (*plan)->for_each_cable([&](const topology::CableEnds& ends) {
    builder.connect(ComponentId(ends.upper), ComponentId(ends.lower), lines.at(ends.klass),
                    topology::Provenance::specified);
  });
  topology::Network network{.name = "compute",
                            .kind = plain->spec.kind,
                            .plan = *plan,
                            .routing = plain->routing,
                            .first_switch = (*plan)->endpoints()};
  for (const auto& line : lines) network.rates.push_back(line->capacity());
  builder.add_network(std::move(network));
  return std::move(builder).build();
}

}  // namespace weft::catalog
