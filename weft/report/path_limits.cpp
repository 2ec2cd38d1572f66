#include "weft/report/path_limits.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace weft::report {
namespace {

using route::Path;
using topology::Topology;

// A link may only carry what answers or asks for the data that its opposite carries.
std::string what_it_carries(const Path& path, ResourceId resource, std::size_t links) {
  if (resource.index() >= links) return {};
  std::string carries;
  for (const route::Hop& hop : path.hops)
    for (const route::Stripe& stripe : hop.stripes) {
      if (Topology::resource_of(stripe.link) == resource) return {};
      if (Topology::resource_of(Topology::opposite(stripe.link)) == resource)
        carries =
            hop.transfer.verb == link::Verb::read ? "read requests on " : "acknowledgements on ";
    }
  return carries;
}

}  // namespace

std::vector<PathLimit> path_limits(const Topology& topology, const Path& path) {
  constexpr double kAlike = 1e-6;  // of the bandwidth
  struct Group {
    PathLimit limit;
    std::size_t others = 0;
  };
  std::vector<Group> groups;
  for (const route::Limit& limit : limits(topology, path)) {
    if (limit.bandwidth == kUnlimited) continue;
    const topology::Resource resource = topology.resource(limit.resource);
    const auto known = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
      return group.limit.kind == resource.kind &&
             limit.bandwidth <= group.limit.bandwidth * (1 + kAlike);
    });
    if (known == groups.end())
      groups.push_back(
          {{what_it_carries(path, limit.resource, topology.link_count()) + resource.name,
            resource.kind, limit.bandwidth},
           0});
    else
      ++known->others;
  }
  std::vector<PathLimit> all;
  for (Group& group : groups) {
    if (group.others > 0) group.limit.text += fmt::format(" and {} alike", group.others);
    all.push_back(std::move(group.limit));
  }
  return all;
}

}  // namespace weft::report
