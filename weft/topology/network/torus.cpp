#include "weft/topology/network/torus.hpp"

#include "weft/topology/network/grid.hpp"
#include "weft/topology/network/grid_cut.hpp"
#include "weft/topology/network/hosts.hpp"

#include <algorithm>
#include <utility>

namespace weft::topology {
namespace {

using Dims = std::vector<std::uint32_t>;

class TorusPlan final : public NetworkPlan {
 public:
  explicit TorusPlan(const TorusShape& shape) : shape_(shape), grid_(shape.dims) {
    const std::uint32_t hosts = shape.hosts * grid_.size();
    hosts_ = {hosts, std::max(shape.hosts, 1U)};
    Cable next = hosts;
    for (std::size_t dim = 0; dim < grid_.dimensions(); ++dim) {
      first_.push_back(next);
      next += links_of_line(dim) * (grid_.size() / grid_.length(dim));
    }
    cables_ = next;
  }

  std::uint32_t endpoints() const override { return is_direct() ? grid_.size() : hosts_.count; }

  std::vector<Tier> tiers() const override {
    std::vector<Tier> tiers;
    if (!is_direct()) tiers.push_back({ComponentKind::router, grid_.size()});
    if (!shape_.block.empty())
      tiers.push_back(
          {ComponentKind::ocs, static_cast<std::uint32_t>(circuit_switches(shape_.block))});
    return tiers;
  }

  std::uint32_t cable_count() const override { return cables_; }

  void for_each_cable(const CableSink& sink) const override {
    if (!is_direct()) hosts_.for_each_cable(sink);
    for (std::size_t dim = 0; dim < grid_.dimensions(); ++dim)
      for (std::uint32_t line = 0; line < grid_.size() / grid_.length(dim); ++line)
        for (std::uint32_t c = 0; c < links_of_line(dim); ++c) {
          const std::uint32_t after = (c + 1) % grid_.length(dim);
          sink({node(grid_.on_line(line, dim, c)), node(grid_.on_line(line, dim, after)),
                klass(dim, after)});
        }
  }

  void next(Node at, Node to, std::vector<Step>& out) const override {
    if (!is_direct() && hosts_.is_endpoint(at)) return out.push_back(hosts_.up(at));
    const std::uint32_t here = is_direct() ? at : hosts_.router(at);
    const std::uint32_t there = is_direct() ? to : hosts_.router_of(to);
    if (here == there) return out.push_back(Hosts::down(to));
    for (std::size_t dim = 0; dim < grid_.dimensions(); ++dim) {
      const std::uint32_t k = grid_.length(dim);
      const std::uint32_t c = grid_.at(here, dim);
      const std::uint32_t t = grid_.at(there, dim);
      if (c == t) continue;
      const std::uint32_t forward = (t + k - c) % k;
      const bool has_ring = shape_.wraps && k > 2;
      if (has_ring ? forward <= k - forward : t > c)
        out.push_back({cable(here, dim, c), true, node(grid_.with(here, dim, (c + 1) % k))});
      if (has_ring ? forward >= k - forward : t < c) {
        const std::uint32_t before = (c + k - 1) % k;
        out.push_back({cable(here, dim, before), false, node(grid_.with(here, dim, before))});
      }
    }
  }

  // Dimension by dimension; where both ways round are as long, every other node goes backwards.
  std::size_t fixed_choice(Node at, Node, const std::vector<Step>& steps) const override {
    if (steps.size() < 2 || steps[0].down == steps[1].down) return 0;
    return dimension_of(steps[0].cable) == dimension_of(steps[1].cable) ? at % 2 : 0;
  }

  Figures figures() const override {
    const Dims& dims = shape_.dims;
    const unsigned between = shape_.wraps ? torus_diameter(dims) : mesh_diameter(dims);
    Figures figures{.switches = switch_count(),
                    .links = hosts_.count + (shape_.wraps ? torus_links(dims) : mesh_links(dims)),
                    .diameter = between + (is_direct() ? 0 : 2)};
    const auto cut = shape_.wraps ? torus_bisection(dims) : mesh_bisection(dims);
    if (is_direct()) {
      figures.bisection.push_back({static_cast<double>(cut), kSwitchCable});
    } else {
      // Of an odd number of routers the one in the middle has endpoints in both halves.
      const double parted = grid_.size() % 2 == 0 ? 0 : hosts_.each / 2;
      figures.bisection = {{static_cast<double>(cut), kSwitchCable, parted}, hosts_.half()};
    }
    if (endpoints() < 2) figures.diameter = 0;
    return figures;
  }

 private:
  bool is_direct() const { return shape_.hosts == 0; }
  Node node(std::uint32_t index) const { return is_direct() ? index : hosts_.node(index); }

  std::uint32_t links_of_line(std::size_t dim) const {
    const std::uint32_t k = grid_.length(dim);
    return shape_.wraps && k > 2 ? k : k - 1;
  }
  // From coordinate `c` of the line through `here` to the one after it.
  Cable cable(std::uint32_t here, std::size_t dim, std::uint32_t c) const {
    return first_[dim] + grid_.line(here, dim) * links_of_line(dim) + c;
  }
  std::size_t dimension_of(Cable cable) const {
    return static_cast<std::size_t>(std::ranges::upper_bound(first_, cable) - first_.begin());
  }
  std::uint8_t klass(std::size_t dim, std::uint32_t after) const {
    return !shape_.block.empty() && after % shape_.block[dim] == 0 ? kOptical : kSwitchCable;
  }

  TorusShape shape_;
  Grid grid_;
  Hosts hosts_;
  std::vector<Cable> first_;  // [dimension]
  Cable cables_ = 0;
};

std::uint64_t nodes(const Dims& dims) {
  std::uint64_t all = 1;
  for (const std::uint32_t k : dims) all *= k;
  return all;
}

std::uint64_t torus_cut(const Dims& dims, std::uint64_t first) {
  return grid_cut(dims, first, [](std::uint32_t filled, std::uint32_t k) -> std::uint64_t {
    if (filled == 0 || filled == k) return 0;
    return k > 2 ? 2 : 1;
  });
}

std::uint64_t mesh_cut(const Dims& dims, std::uint64_t first) {
  return grid_cut(dims, first, [](std::uint32_t filled, std::uint32_t k) -> std::uint64_t {
    return filled == 0 || filled == k ? 0 : 1;
  });
}

}  // namespace

PlanPtr torus(const TorusShape& shape) { return std::make_shared<const TorusPlan>(shape); }

std::uint64_t torus_links(const Dims& dims) {
  std::uint64_t links = 0;
  for (const std::uint32_t k : dims) links += k > 2 ? nodes(dims) : nodes(dims) / k * (k - 1);
  return links;
}

std::uint64_t mesh_links(const Dims& dims) {
  std::uint64_t links = 0;
  for (const std::uint32_t k : dims) links += nodes(dims) / k * (k - 1);
  return links;
}

unsigned torus_diameter(const Dims& dims) {
  unsigned diameter = 0;
  for (const std::uint32_t k : dims) diameter += k / 2;
  return diameter;
}

unsigned mesh_diameter(const Dims& dims) {
  unsigned diameter = 0;
  for (const std::uint32_t k : dims) diameter += k - 1;
  return diameter;
}

std::uint64_t torus_bisection(const Dims& dims) { return torus_cut(dims, nodes(dims) / 2); }
std::uint64_t mesh_bisection(const Dims& dims) { return mesh_cut(dims, nodes(dims) / 2); }

double torus_mean_distance(const Dims& dims) {
  // Over ordered pairs of one ring, itself included: k/4 for even k, (k²-1)/4k for odd.
  double mean = 0;
  for (const std::uint32_t k : dims) {
    const double n = k;
    mean += k % 2 == 0 ? n / 4 : (n * n - 1) / (4 * n);
  }
  const auto all = static_cast<double>(nodes(dims));
  return mean * all / (all - 1);
}

std::uint64_t circuit_switches(const Dims& block) {
  std::uint64_t count = 0;
  for (const std::uint32_t k : block) count += nodes(block) / k;
  return count;
}

}  // namespace weft::topology
