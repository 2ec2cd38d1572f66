#include "weft/topology/network/hyperx.hpp"

#include "weft/topology/network/grid.hpp"
#include "weft/topology/network/grid_cut.hpp"
#include "weft/topology/network/hosts.hpp"

#include <algorithm>
#include <utility>

namespace weft::topology {
namespace {

// The number of the pair x < y among those of n.
std::uint32_t pair_index(std::uint32_t x, std::uint32_t y, std::uint32_t n) {
  return x * n - x * (x + 1) / 2 + (y - x - 1);
}

class HyperXPlan final : public NetworkPlan {
 public:
  explicit HyperXPlan(const HyperXShape& shape) : shape_(shape), grid_(shape.dims) {
    if (!is_direct())
      hosts_ = {shape.endpoints > 0 ? shape.endpoints : shape.hosts * grid_.size(), shape.hosts};
    Cable next = hosts_.count;
    for (std::size_t dim = 0; dim < grid_.dimensions(); ++dim) {
      first_.push_back(next);
      next += cables_of_line(dim) * (grid_.size() / grid_.length(dim));
    }
    cables_ = next;
  }

  std::uint32_t endpoints() const override { return is_direct() ? grid_.size() : hosts_.count; }
  std::vector<Tier> tiers() const override {
    if (is_direct()) return {};
    return {{ComponentKind::router, grid_.size()}};
  }
  std::uint32_t cable_count() const override { return cables_; }

  void for_each_cable(const CableSink& sink) const override {
    if (!is_direct()) hosts_.for_each_cable(sink);
    for (std::size_t dim = 0; dim < grid_.dimensions(); ++dim)
      for (std::uint32_t line = 0; line < grid_.size() / grid_.length(dim); ++line)
        for (std::uint32_t x = 0; x < grid_.length(dim); ++x)
          for (std::uint32_t y = x + 1; y < grid_.length(dim); ++y)
            for (std::uint32_t i = 0; i < shape_.parallel; ++i)
              sink({node(grid_.on_line(line, dim, x)), node(grid_.on_line(line, dim, y)),
                    kSwitchCable});
  }

  void next(Node at, Node to, std::vector<Step>& out) const override {
    if (!is_direct() && hosts_.is_endpoint(at)) return out.push_back(hosts_.up(at));
    const std::uint32_t here = is_direct() ? at : hosts_.router(at);
    const std::uint32_t there = is_direct() ? to : hosts_.router_of(to);
    if (here == there) return out.push_back(Hosts::down(to));
    for (std::size_t dim = 0; dim < grid_.dimensions(); ++dim) {
      const std::uint32_t c = grid_.at(here, dim);
      const std::uint32_t t = grid_.at(there, dim);
      if (c == t) continue;
      const Cable first =
          first_[dim] + grid_.line(here, dim) * cables_of_line(dim) +
          pair_index(std::min(c, t), std::max(c, t), grid_.length(dim)) * shape_.parallel;
      for (std::uint32_t i = 0; i < shape_.parallel; ++i)
        out.push_back({first + i, c < t, node(grid_.with(here, dim, t))});
    }
  }

  // Dimension by dimension; among parallel cables the destination decides.
  std::size_t fixed_choice(Node, Node to, const std::vector<Step>& steps) const override {
    return to % std::min<std::size_t>(steps.size(), shape_.parallel);
  }

  Figures figures() const override {
    unsigned between = 0;
    for (const std::uint32_t s : shape_.dims) between += s > 1 ? 1 : 0;
    Figures figures{.switches = switch_count(),
                    .links = hosts_.count + hyperx_links(shape_),
                    .diameter = between + (is_direct() ? 0 : 2)};
    const auto cut = static_cast<double>(hyperx_bisection(shape_));
    if (is_direct()) {
      figures.bisection.push_back({cut, kSwitchCable});
    } else {
      const double parted = grid_.size() % 2 == 0 ? 0 : hosts_.each / 2;
      figures.bisection = {{cut, kSwitchCable, parted}, hosts_.half()};
    }
    if (endpoints() < 2) figures.diameter = 0;
    return figures;
  }

 private:
  bool is_direct() const { return shape_.hosts == 0; }
  Node node(std::uint32_t index) const { return is_direct() ? index : hosts_.node(index); }
  std::uint32_t cables_of_line(std::size_t dim) const {
    return static_cast<std::uint32_t>(full_mesh_links(grid_.length(dim))) * shape_.parallel;
  }

  HyperXShape shape_;
  Grid grid_;
  Hosts hosts_;
  std::vector<Cable> first_;
  Cable cables_ = 0;
};

}  // namespace

PlanPtr hyperx(const HyperXShape& shape) { return std::make_shared<const HyperXPlan>(shape); }

std::uint64_t hyperx_routers(const HyperXShape& shape) {
  std::uint64_t routers = 1;
  for (const std::uint32_t s : shape.dims) routers *= s;
  return routers;
}

std::uint64_t hyperx_radix(const HyperXShape& shape) {
  std::uint64_t ports = shape.hosts;
  for (const std::uint32_t s : shape.dims) ports += std::uint64_t{shape.parallel} * (s - 1);
  return ports;
}

std::uint64_t hyperx_links(const HyperXShape& shape) {
  return hyperx_routers(shape) * (hyperx_radix(shape) - shape.hosts) / 2;
}

std::uint64_t hyperx_bisection(const HyperXShape& shape) {
  return grid_cut(shape.dims, hyperx_routers(shape) / 2,
                  [&](std::uint32_t filled, std::uint32_t k) -> std::uint64_t {
                    return std::uint64_t{shape.parallel} * filled * (k - filled);
                  });
}

std::uint64_t full_mesh_links(std::uint64_t nodes) { return nodes * (nodes - 1) / 2; }

}  // namespace weft::topology
