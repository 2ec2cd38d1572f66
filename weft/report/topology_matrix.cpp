#include "weft/base/printable.hpp"
#include "weft/report/component_label.hpp"
#include "weft/report/table.hpp"
#include "weft/report/topology_report.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace weft::report {
namespace {

using route::Distance;
using route::Router;
using topology::ComponentKind;
using topology::Topology;

// The narrowest hop counts: through an NVSwitch, the links of the GPU that has fewer.
std::string fabric_word(const Router& router, const route::Path& path) {
  const Topology& topology = router.topology();
  int least = std::numeric_limits<int>::max();
  for (const route::Hop& hop : path.hops) {
    int links = 0;
    for (const route::Stripe& stripe : hop.stripes)
      links += links_in(topology.link(stripe.link).model);
    least = std::min(least, links);
  }
  std::string kind = topology.link(path.hops.front().stripes.front().link).model.kind();
  if (kind == "xgmi") return "XGMI";
  if (kind == "nvlink") return fmt::format("NV{}", least);
  std::transform(kind.begin(), kind.end(), kind.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return fmt::format("{}{}", kind, least);
}

std::string word_between(const Router& router, ComponentId from, ComponentId to) {
  const Distance distance = router.distance(from, to);
  if (distance == Distance::nvl)
    if (const auto path = router.path(from, to, link::Engine::kernel, route::Mode::nvlink))
      return fabric_word(router, *path);
  // A NIC that its GPU hangs on: nothing is nearer, and nvidia-smi calls that PIX.
  if (distance == Distance::loc) return std::string(word(Distance::pix));
  return std::string(word(distance));
}

std::string short_name(const Topology& topology, ComponentId id) {
  return fmt::format("{}{}", topology.kind(id) == ComponentKind::gpu ? "GPU" : "NIC",
                     topology.ordinal(id));
}

// Its model alone would not tell one NIC from the others.
std::string nic_name(const Topology& topology, ComponentId id) {
  const std::string_view busid = topology.attributes(id).get("busid");
  const bool is_known = !device_of(topology, id).empty() || busid.empty();
  return is_known ? label_of(topology, id) : std::string(busid);
}

constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kLegend = {{
    {"NV#", "# NVLinks, direct or through NVSwitches"},
    {"XGMI", "direct xGMI (Infinity Fabric)"},
    {"C2C", "NVLink-C2C of a superchip"},
    {"PIX", "at most one PCIe switch"},
    {"PXB", "several PCIe switches, no CPU"},
    {"PHB", "through the CPU of one NUMA node"},
    {"NODE", "between host bridges of one NUMA node"},
    {"SYS", "between NUMA nodes"},
    {"NET", "not joined inside the server"},
}};

std::string legend(const DistanceMatrix& matrix) {
  std::set<std::string> used;
  std::set<std::string> private_links;  // of other makers, "HCCS#"
  for (const auto& row : matrix.words)
    for (const std::string& word : row) {
      const std::size_t digit = word.find_first_of("0123456789");
      if (digit == std::string::npos)
        used.insert(word);
      else if (word.starts_with("NV"))
        used.insert("NV#");
      else
        private_links.insert(word.substr(0, word.find_last_not_of("0123456789") + 1) + "#");
    }
  std::string out;
  for (const std::string& word : private_links)
    out += fmt::format("  {:4} # links of this kind, direct or through switches\n", word);
  for (const auto& [word, meaning] : kLegend)
    if (used.contains(std::string(word))) out += fmt::format("  {:4} {}\n", word, meaning);
  return out;
}

}  // namespace

DistanceMatrix distances(const Router& router) {
  DistanceMatrix matrix;
  for (const ComponentKind kind : {ComponentKind::gpu, ComponentKind::nic})
    for (const ComponentId id : router.topology().all(kind)) matrix.devices.push_back(id);
  if (matrix.devices.size() > kMostCompared) matrix.devices.clear();
  const std::size_t count = matrix.devices.size();
  matrix.words.assign(count, std::vector<std::string>(count, "X"));
  for (std::size_t a = 0; a < count; ++a)
    for (std::size_t b = a + 1; b < count; ++b)
      matrix.words[a][b] = matrix.words[b][a] =
          word_between(router, matrix.devices[a], matrix.devices[b]);
  return matrix;
}

std::string matrix_text(const Topology& topology, const DistanceMatrix& matrix) {
  if (matrix.devices.empty()) return "There are no GPUs or NICs to compare, or too many.\n";
  Table table;
  table.column("", Align::left);
  for (const ComponentId id : matrix.devices) table.column(short_name(topology, id), Align::left);
  table.column("NUMA node", Align::left);
  for (std::size_t i = 0; i < matrix.devices.size(); ++i) {
    std::vector<std::string> cells = {short_name(topology, matrix.devices[i])};
    cells.insert(cells.end(), matrix.words[i].begin(), matrix.words[i].end());
    const std::string numa = numa_of(topology, matrix.devices[i]);
    cells.push_back(numa == "-1" ? "N/A" : numa);
    table.row(std::move(cells));
  }
  std::string out = table.text() + "\n" + legend(matrix);
  for (const ComponentId id : topology.all(ComponentKind::nic))
    out += fmt::format("  {} = {}\n", short_name(topology, id), printable(nic_name(topology, id)));
  return out;
}

}  // namespace weft::report
