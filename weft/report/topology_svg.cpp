#include "weft/report/topology_svg.hpp"

#include "weft/base/parse.hpp"
#include "weft/report/component_label.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <vector>

#include <fmt/format.h>

namespace weft::report {
namespace {

using topology::ComponentKind;
using topology::Topology;

constexpr double kBoxWidth = 118, kBoxHeight = 34, kGapX = 14, kGapY = 74, kMargin = 20;
constexpr std::size_t kMostBoxes = 600;
constexpr std::size_t kMostHosts = 64;  // more are counted on their switch

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '&')
      out += "&amp;";
    else if (c == '"')
      out += "&quot;";
    else if (static_cast<unsigned char>(c) >= 32)
      out += c;
  }
  return out;
}

std::string shortened(const std::string& text, std::size_t most) {
  return text.size() <= most ? text : text.substr(0, most - 1) + "…";
}

const char* colour(ComponentKind kind) {
  switch (kind) {
    case ComponentKind::gpu:
      return "#cfe8cf";
    case ComponentKind::nic:
    case ComponentKind::port:
      return "#cfdff5";
    case ComponentKind::network_switch:
      return "#f5e3c0";
    case ComponentKind::nvswitch:
      return "#e6d4f0";
    case ComponentKind::pcie_switch:
      return "#eeeeee";
    default:
      return "#ffffff";
  }
}

class Drawing {
 public:
  explicit Drawing(const Topology& topology) : topology_(topology) {}

  Expected<std::string> run() {
    choose();
    if (shown_.size() > kMostBoxes)
      return fail(
          "EXPORT_TOO_LARGE",
          fmt::format("{} components do not make a picture that a person can read; at most {} "
                      "are drawn",
                      shown_.size(), kMostBoxes),
          "Look at weft show, or write DOT and let Graphviz lay it out.");
    order();
    return text();
  }

 private:
  int layer_of(ComponentId id) const {
    const int network_tiers = 10;
    switch (topology_.kind(id)) {
      case ComponentKind::network_switch: {
        const auto tier = parse_integer(topology_.attributes(id).get("tier"));
        return network_tiers - static_cast<int>(std::clamp<std::int64_t>(tier.value_or(1), 1, 9));
      }
      case ComponentKind::host:
        return network_tiers + 1;
      case ComponentKind::socket:
        return network_tiers + 2;
      case ComponentKind::numa_node:
        return network_tiers + 3;
      case ComponentKind::memory:
        return network_tiers + 4;
      case ComponentKind::pcie_switch:
        return network_tiers + 5 + depth(id);
      case ComponentKind::gpu:
      case ComponentKind::nic:
      case ComponentKind::pci_device:
        return network_tiers + 30;
      case ComponentKind::port:
        return network_tiers + 31;
      default:
        return network_tiers + 32;
    }
  }

  int depth(ComponentId id) const {
    int steps = 0;
    for (auto up = parent_of(topology_, id); up && steps < 20; up = parent_of(topology_, up->id)) {
      if (topology_.kind(up->id) != ComponentKind::pcie_switch) break;
      ++steps;
    }
    return steps;
  }

  void choose() {
    const bool network = !topology_.all(ComponentKind::network_switch).empty();
    const bool hides_hosts = network && topology_.all(ComponentKind::host).size() +
                                                topology_.all(ComponentKind::gpu).size() >
                                            kMostHosts;
    for (std::size_t i = 0; i < topology_.component_count(); ++i) {
      const ComponentId id(i);
      const ComponentKind kind = topology_.kind(id);
      if (hides_hosts && kind != ComponentKind::network_switch) continue;
      // In a network of hosts, the NIC is the end of the line to its host.
      shown_.push_back(id);
      layers_[layer_of(id)].push_back(id);
    }
  }

  // Each layer in the order of what its components hang on in the layers above, a few times over.
  void order() {
    double widest = 0;
    for (auto& [layer, ids] : layers_) widest = std::max(widest, static_cast<double>(ids.size()));
    width_ = 2 * kMargin + widest * (kBoxWidth + kGapX);
    for (int round = 0; round < 4; ++round) {
      double y = kMargin + 24;
      for (auto& [layer, ids] : layers_) {
        if (round > 0)
          std::ranges::stable_sort(ids, {}, [&](ComponentId id) { return middle(id); });
        const double free = width_ - static_cast<double>(ids.size()) * kBoxWidth;
        const double gap = free / static_cast<double>(ids.size() + 1);
        double x = gap;
        for (const ComponentId id : ids) {
          at_[id.value] = {x, y};
          x += kBoxWidth + gap;
        }
        y += kGapY;
      }
      height_ = y + kMargin - kGapY + kBoxHeight;
    }
  }

  double middle(ComponentId id) const {
    double sum = 0;
    int count = 0;
    for (const LinkId link : topology_.links_of(id)) {
      const auto other = at_.find(topology_.link(link).to.value);
      if (other == at_.end()) continue;
      sum += other->second.first;
      ++count;
    }
    return count == 0 ? at_.at(id.value).first : sum / count;
  }

  std::string text() const {
    std::string out = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
        "width=\"{0:.0f}\" "
        "height=\"{1:.0f}\" font-family=\"sans-serif\" font-size=\"10\">\n<rect width=\"100%\" "
        "height=\"100%\" fill=\"white\"/>\n<text x=\"{2}\" y=\"{2}\" font-size=\"13\">{3}</text>\n",
        width_, height_, kMargin, escaped(topology_.name()));
    out += lines() + boxes();
    return out + "</svg>\n";
  }

  std::string lines() const {
    // Parallel links are one line, wider by their number.
    struct Line {
      std::size_t count = 0;
      std::string name;
      bool down = false;
    };
    std::map<std::pair<std::uint32_t, std::uint32_t>, Line> lines;
    for (std::size_t i = 0; i < topology_.link_count(); i += 2) {
      const topology::Link link = topology_.link(LinkId(i));
      if (!at_.contains(link.from.value) || !at_.contains(link.to.value)) continue;
      Line& line = lines[{link.from.value, link.to.value}];
      ++line.count;
      line.name = link.model.name();
      line.down = line.down || link.state != topology::LinkState::up;
    }
    std::string out;
    for (const auto& [ends, line] : lines) {
      const auto [x1, y1] = at_.at(ends.first);
      const auto [x2, y2] = at_.at(ends.second);
      out += fmt::format(
          "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" "
          "stroke-width=\"{:.1f}\"{}><title>{}{}</title></line>\n",
          x1 + kBoxWidth / 2, y1 + kBoxHeight / 2, x2 + kBoxWidth / 2, y2 + kBoxHeight / 2,
          line.down ? "#cc3333" : "#888888",
          std::min(5.0, 0.8 + 0.5 * static_cast<double>(line.count)),
          line.down ? " stroke-dasharray=\"4\"" : "",
          line.count > 1 ? fmt::format("{} × ", line.count) : "", escaped(line.name));
    }
    return out;
  }

  std::string boxes() const {
    std::string out;
    for (const ComponentId id : shown_) {
      const auto [x, y] = at_.at(id.value);
      std::string second = label_of(topology_, id);
      if (second == topology_.name(id)) second.clear();
      if (const std::size_t hidden = hidden_below(id); hidden > 0)
        second += fmt::format("{}{} hosts", second.empty() ? "" : ", ", hidden);
      out += fmt::format(
          "<g><title>{0} {1}</title><rect x=\"{2:.1f}\" y=\"{3:.1f}\" width=\"{4}\" height=\"{5}\" "
          "rx=\"4\" fill=\"{6}\" stroke=\"#444444\"/><text x=\"{7:.1f}\" y=\"{8:.1f}\" "
          "text-anchor=\"middle\">{0}</text><text x=\"{7:.1f}\" y=\"{9:.1f}\" "
          "text-anchor=\"middle\" "
          "fill=\"#555555\" font-size=\"9\">{10}</text></g>\n",
          escaped(topology_.name(id)), escaped(second), x, y, kBoxWidth, kBoxHeight,
          colour(topology_.kind(id)), x + kBoxWidth / 2, y + 14, y + 27,
          escaped(shortened(second, 22)));
    }
    return out;
  }

  std::size_t hidden_below(ComponentId id) const {
    if (topology_.kind(id) != ComponentKind::network_switch) return 0;
    std::size_t hidden = 0;
    for (const LinkId link : topology_.links_of(id))
      hidden += at_.contains(topology_.link(link).to.value) ? 0U : 1U;
    return hidden;
  }

  const Topology& topology_;
  std::vector<ComponentId> shown_;
  std::map<int, std::vector<ComponentId>> layers_;
  std::map<std::uint32_t, std::pair<double, double>> at_;
  double width_ = 0;
  double height_ = 0;
};

}  // namespace

Expected<std::string> topology_svg(const Topology& topology) { return Drawing(topology).run(); }

}  // namespace weft::report
