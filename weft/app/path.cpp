#include "weft/app/path.hpp"

#include "weft/report/path_report.hpp"

#include <utility>

#include <fmt/format.h>

namespace weft::app {

Expected<Report> path(const PathRequest& request) {
  std::optional<route::Mode> mode;
  if (!request.mode.empty()) {
    const auto parsed = route::parse_mode(request.mode);
    if (!parsed) return tl::make_unexpected(parsed.error());
    mode = *parsed;
  }
  auto opened = open(request.topology);
  if (!opened) return tl::make_unexpected(std::move(opened.error()));
  const topology::Topology& topology = opened->topology;
  const auto from = topology.find(request.from);
  if (!from) return tl::make_unexpected(from.error());
  const auto to = topology.find(request.to);
  if (!to) return tl::make_unexpected(to.error());
  if (*from == *to)
    return fail("SAME_COMPONENT",
                fmt::format("'{}' and '{}' are both {}, so nothing is moved", request.from,
                            request.to, topology.name(*from)),
                "Name two different ends.");

  const route::Router router(topology, request.policy);
  auto found = mode ? router.path(*from, *to, request.engine, *mode)
                    : router.path(*from, *to, request.engine);
  if (!found) return tl::make_unexpected(std::move(found.error()));
  const report::PathReport report{.path = std::move(*found),
                                  .engine = request.engine,
                                  .alternatives = router.alternatives(*from, *to, request.engine),
                                  .warnings = std::move(opened->warnings),
                                  .waterfalls = request.waterfalls};
  return Report{to_text(topology, report), to_json(topology, report)};
}

}  // namespace weft::app
