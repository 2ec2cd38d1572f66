#include "weft/app/show.hpp"

#include "weft/base/printable.hpp"
#include "weft/report/topology_report.hpp"
#include "weft/report/warnings.hpp"

#include <utility>

#include <fmt/format.h>

namespace weft::app {
namespace {

// A wider matrix helps nobody who has not asked for it.
constexpr std::size_t kMostColumns = 40;
// A network of more components is shown by its switches alone; --tree shows the rest.
constexpr std::size_t kMostInTree = 100;

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
  const auto opened = open(request.topology);
  if (!opened) return tl::make_unexpected(opened.error());
  const auto matrix = report::distances(route::Router(opened->topology));
  return Report{report::to_text(opened->warnings) + text_of(opened->topology, matrix, request),
                report::topology_json(opened->topology, matrix, opened->warnings)};
}

}  // namespace weft::app
