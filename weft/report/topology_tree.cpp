#include "weft/base/parse.hpp"
#include "weft/report/component_label.hpp"
#include "weft/report/table.hpp"
#include "weft/report/text.hpp"
#include "weft/report/topology_report.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace weft::report {
namespace {

using topology::ComponentKind;
using topology::Topology;

std::string rate(const link::LinkModel& model) {
  return print_number(in_gigabytes_per_second(usable(model)));
}

bool has_several_servers(const Topology& topology) {
  const auto sockets = topology.all(ComponentKind::socket);
  return std::any_of(sockets.begin(), sockets.end(), [&](ComponentId id) {
    return topology.place_of(id) != topology.place_of(sockets.front());
  });
}

// A device name and a model may both be worth a word: "mlx5_0  NVIDIA ConnectX-7".
std::string what(const Topology& topology, ComponentId id) {
  std::string text = device_of(topology, id);
  const std::string model = model_of(topology, id);
  if (!model.empty()) text += (text.empty() ? "" : ", ") + model;
  if (topology.kind(id) == ComponentKind::numa_node)
    text = topology.attributes(id).get("numaid") == "-1"
               ? "NUMA node, number not known"
               : "NUMA node " + std::string(topology.attributes(id).get("numaid"));
  // What hangs below a socket is in its server.
  const std::string place = to_string(topology.place_of(id));
  if (topology.kind(id) == ComponentKind::socket && has_several_servers(topology))
    text = place + (text.empty() ? "" : ", " + text);
  if (topology.attributes(id).has("virtual-bridge")) text = "made up by the hypervisor";
  return text;
}

class Tree {
 public:
  explicit Tree(const Topology& topology) : topology_(topology) {
    table_.column("component", Align::left).column("what", Align::left);
    table_.column("bus id", Align::left).column("link", Align::left).column("usable (GB/s)");
  }

  std::string text() {
    for (std::size_t i = 0; i < topology_.component_count(); ++i)
      if (is_root(ComponentId(i))) add(ComponentId(i), nullptr, "", "");
    return table_.text();
  }

 private:
  // NVSwitches and devices outside of the file hang on GPUs only: they are beside the tree.
  bool is_root(ComponentId id) const {
    const ComponentKind kind = topology_.kind(id);
    return kind != ComponentKind::nvswitch && kind != ComponentKind::outside &&
           !parent_of(topology_, id);
  }

  void add(ComponentId id, const link::LinkModel* link, const std::string& own,
           const std::string& below) {
    if (!shown_.insert(id.value).second) return;
    table_.row({own + topology_.name(id), what(topology_, id),
                std::string(topology_.attributes(id).get("busid")),
                link == nullptr ? "" : link->name(), link == nullptr ? "" : rate(*link)});
    std::vector<LinkId> down;
    for (const LinkId leaving : topology_.links_of(id)) {
      const auto parent = parent_of(topology_, topology_.link(leaving).to);
      if (parent && parent->link == leaving && !shown_.contains(topology_.link(leaving).to.value))
        down.push_back(leaving);
    }
    for (std::size_t i = 0; i < down.size(); ++i) {
      const topology::Link link_down = topology_.link(down[i]);
      const bool is_last = i + 1 == down.size();
      add(link_down.to, &link_down.model, below + (is_last ? "└─ " : "├─ "),
          below + (is_last ? "   " : "│  "));
    }
  }

  const Topology& topology_;
  Table table_;
  std::set<std::uint32_t> shown_;
};

// "NVIDIA H100 SXM5", or nothing where they differ or are not known.
std::string common_model(const Topology& topology, const topology::ComponentList& all) {
  std::set<std::string> models;
  for (const ComponentId id : all) models.insert(model_of(topology, id));
  return models.size() == 1 ? *models.begin() : "";
}

}  // namespace

std::string counts_text(const Topology& topology) {
  std::string out;
  for (std::size_t k = 0; k < topology::kComponentKinds; ++k) {
    const auto kind = static_cast<ComponentKind>(k);
    const auto all = topology.all(kind);
    if (all.empty() || kind == ComponentKind::memory) continue;
    out += fmt::format("{}{}", out.empty() ? "" : ", ", counted(all.size(), noun(kind)));
    const std::string model = common_model(topology, all);
    if (!model.empty()) out += fmt::format(" ({})", model);
  }
  return out;
}

std::string tree_text(const Topology& topology) { return Tree(topology).text(); }

}  // namespace weft::report
