#include "weft/app/show.hpp"

#include "weft/base/printable.hpp"
#include "weft/report/cluster_report.hpp"
#include "weft/report/topology_report.hpp"
#include "weft/report/warnings.hpp"

#include <memory>
#include <utility>

#include <fmt/format.h>

namespace weft::app {
namespace {

// A wider matrix helps nobody who has not asked for it.
constexpr std::size_t kMostColumns = 40;
// A network of more components is shown by its switches alone; --tree shows the rest.
constexpr std::size_t kMostInTree = 100;

// Of a cluster, a page: the server in full and the networks in numbers.
constexpr std::size_t kMostLinksShown = 20000;

using Shown = std::shared_ptr<const Opened>;

Rendered counts_of(const Shown& opened) {
  return Rendered([opened] { return report::count_json(opened->topology, opened->warnings); });
}

Expected<Report> show_cluster(const Shown& opened, const ShowRequest& request) {
  const topology::Topology& cluster = opened->topology;
  std::string out = report::to_text(opened->warnings) + cluster.name() + "\n";
  out += "\n" + report::cluster_text(cluster);
  const topology::Topology& server = *cluster.groups().front().of;
  if (request.tree || request.matrix)
    out += fmt::format("\nEach server: {}\n", report::counts_text(server));
  if (request.tree) out += "\n" + report::tree_text(server) + "\n" + report::fabric_text(server);
  if (request.matrix)
    out += "\n" + report::matrix_text(server, report::distances(route::Router(server)));
  if (request.links && cluster.link_count() > 2 * kMostLinksShown)
    return fail("LINKS_TOO_MANY",
                fmt::format("'{}' has {} links; a list of more than {} helps nobody",
                            cluster.name(), cluster.link_count() / 2, kMostLinksShown),
                "Leave out --links, or show one server; `weft path` shows the links of a way.");
  if (request.links) out += "\n" + report::links_text(cluster);
  return Report{std::move(out), counts_of(opened)};
}

std::string text_of(const topology::Topology& topology, const report::DistanceMatrix& matrix,
                    const ShowRequest& request) {
  const bool is_all = !request.tree && !request.matrix && !request.links;
  std::string out =
      fmt::format("{}: {}\n", printable(topology.name()), printable(report::counts_text(topology)));
  // In a network the switches are what one looks at; hosts stand in a tree below each of them.
  const std::string network = is_all ? report::network_text(topology) : std::string();
  if (!network.empty()) out += "\n" + network;
  const bool is_network = topology.component_count() > kMostInTree && !network.empty();
  if (request.tree || (is_all && !is_network)) {
    out += "\n" + report::tree_text(topology);
    if (const std::string fabric = report::fabric_text(topology); !fabric.empty())
      out += "\n" + fabric;
  }
  if (request.links) out += "\n" + report::links_text(topology);
  if (request.links || request.tree || (is_all && !is_network))
    out +=
        "\nusable: what a kernel's writes get alone on the link; `weft path` says what a copy "
        "gets.\n";
  if (request.matrix || (is_all && network.empty() && matrix.devices.size() <= kMostColumns))
    out += "\n" + report::matrix_text(topology, matrix);
  else if (is_all && network.empty())
    out += fmt::format("\n--matrix shows the distances between the {} GPUs and NICs.\n",
                       matrix.devices.size());
  return out;
}

}  // namespace

Expected<Report> show(const ShowRequest& request) {
  auto read = open(request.topology);
  if (!read) return tl::make_unexpected(std::move(read.error()));
  const auto opened = std::make_shared<const Opened>(std::move(*read));
  if (request.count)
    return Report{report::to_text(opened->warnings) + opened->topology.name() + "\n" +
                      report::count_text(opened->topology),
                  counts_of(opened)};
  if (opened->topology.server_count() > 0) return show_cluster(opened, request);
  const auto matrix = std::make_shared<const report::DistanceMatrix>(
      report::distances(route::Router(opened->topology)));
  return Report{report::to_text(opened->warnings) + text_of(opened->topology, *matrix, request),
                Rendered([opened, matrix] {
                  return report::topology_json(opened->topology, *matrix, opened->warnings);
                })};
}

}  // namespace weft::app
