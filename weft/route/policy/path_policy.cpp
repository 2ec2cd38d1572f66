#include "weft/route/policy/path_policy.hpp"

#include "weft/base/parse.hpp"
#include "weft/base/suggest.hpp"

#include <fmt/format.h>

namespace weft::route {

using topology::Routing;

namespace {

constexpr std::int64_t kMostWays = 4096;

}  // namespace

const std::vector<PathPolicy>& path_policies() {
  static const std::vector<PathPolicy> policies = {
      {Routing::fixed, "by the destination alone; on trees D-mod-k", add_static_way},
      {Routing::ecmp, "by a hash of what tells flows apart", add_hashed_way},
      {Routing::spray, "packet by packet over all shortest ways, or N hashed ones", add_all_ways},
      {Routing::adaptive, "where the least is on its way", add_least_loaded_way},
  };
  return policies;
}

void add_way(OpenSteps& steps, const WayRequest& request, std::vector<CableUse>& uses) {
  for (const PathPolicy& policy : path_policies())
    if (policy.routing == request.routing.routing) return policy.add(steps, request, uses);
}

Expected<FlowRouting> parse_routing(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  const std::string_view more =
      colon == std::string_view::npos ? std::string_view{} : text.substr(colon + 1);
  std::vector<std::string> known;
  for (const PathPolicy& policy : path_policies()) {
    known.emplace_back(topology::word(policy.routing));
    if (name != known.back()) continue;
    FlowRouting routing{.routing = policy.routing};
    if (colon == std::string_view::npos) return routing;
    if (policy.routing == Routing::adaptive && more == "rebalanced") {
      routing.rebalanced = true;
      return routing;
    }
    const auto ways = parse_integer(more);
    if (policy.routing == Routing::spray && ways && *ways >= 1 && *ways <= kMostWays) {
      routing.ways = static_cast<std::uint32_t>(*ways);
      return routing;
    }
    return fail("ROUTING_UNKNOWN",
                fmt::format("routing '{}' takes no ':{}'", name, more.substr(0, 40)),
                fmt::format("spray:4 goes over 4 ways (1 to {}), adaptive:rebalanced finds another "
                            "one when rates change.",
                            kMostWays));
  }
  return fail("ROUTING_UNKNOWN", fmt::format("there is no routing '{}'", text.substr(0, 40)),
              known_names(std::string(name), known));
}

std::string print_routing(const FlowRouting& routing) {
  std::string text(topology::word(routing.routing));
  if (routing.ways > 0) text += fmt::format(":{}", routing.ways);
  if (routing.rebalanced) text += ":rebalanced";
  return text;
}

std::uint64_t mixed(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15ULL;
  x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27U)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31U);
}

std::uint64_t entropy_of(const WayRequest& request) {
  std::uint64_t hash = mixed((std::uint64_t{request.from} << 32U) | request.to);
  const std::uint64_t flow = (std::uint64_t{request.flow.flow} << 32U) | request.flow.queue_pair;
  if (request.routing.seed != 0) hash = mixed(hash ^ mixed(request.routing.seed));
  if (flow != 0) hash = mixed(hash ^ mixed(~flow));
  return hash;
}

}  // namespace weft::route
