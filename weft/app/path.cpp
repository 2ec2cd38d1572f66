#include "weft/app/path.hpp"

#include "weft/report/path_report.hpp"

#include <utility>

#include <fmt/format.h>

namespace weft::app {
namespace {

// NICs move the bytes of their own modes, and no others.
Expected<void> check_engine(const route::Path& path, std::optional<link::Engine> wanted) {
  using route::Mode;
  if (!wanted || path.hops.empty()) return {};
  const bool by_nic =
      path.mode == Mode::gdr || path.mode == Mode::host_nic || path.mode == Mode::network;
  if (by_nic == (*wanted == link::Engine::nic)) return {};
  return fail("OPTION_CONFLICT",
              fmt::format("{} is moved by {}", route::word(path.mode),
                          by_nic ? "the NIC" : "a copy engine or a kernel, and not by a NIC"),
              by_nic ? "Leave --engine out." : "Take --engine copy or kernel.");
}

}  // namespace

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
  const link::Engine engine = request.engine.value_or(link::Engine::copy_engine);
  auto found = mode ? router.path(*from, *to, engine, *mode) : router.path(*from, *to, engine);
  if (!found) return tl::make_unexpected(std::move(found.error()));
  if (auto moves = check_engine(*found, request.engine); !moves)
    return tl::make_unexpected(std::move(moves.error()));
  const report::PathReport report{.path = std::move(*found),
                                  .alternatives = router.alternatives(*from, *to, engine),
                                  .warnings = std::move(opened->warnings),
                                  .waterfalls = request.waterfalls};
  return Report{to_text(topology, report), to_json(topology, report)};
}

}  // namespace weft::app
