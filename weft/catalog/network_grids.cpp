// Kinds of networks on grids: torus, mesh, HyperX, full mesh, HammingMesh.
#include "weft/catalog/network_kinds.hpp"
#include "weft/topology/network/clos_sizing.hpp"
#include "weft/topology/network/hamming_mesh.hpp"
#include "weft/topology/network/hyperx.hpp"
#include "weft/topology/network/torus.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace weft::catalog {
namespace {

using topology::PlanPtr;
using Dims = std::vector<std::uint32_t>;

constexpr std::size_t kMostDimensions = 16;

Dims dims_of(const std::vector<int>& stated) { return {stated.begin(), stated.end()}; }

double size_of(const Dims& dims) {
  double nodes = 1;
  for (const std::uint32_t k : dims) nodes *= k;
  return nodes;
}

std::string text_of(const Dims& dims) { return fmt::format("{}", fmt::join(dims, " x ")); }

// How many endpoints are at each node: 0 where nodes are the endpoints themselves, which they are
// where there are as many and nothing says that switches stand between them.
Expected<std::uint32_t> hosts_of(const KindRequest& r, const Dims& dims) {
  const auto nodes = size_of(dims);
  const auto stated = static_cast<std::uint32_t>(r.spec->hosts);
  const double endpoints = r.endpoints();
  if (stated == 0 && r.spec->switch_name.empty() && nodes == endpoints) return 0;
  if (nodes <= endpoints && stated == 0) {
    const auto each = static_cast<std::uint32_t>(endpoints / nodes);
    if (each * nodes == endpoints) return each;
  } else if (stated * nodes == endpoints) {
    return stated;
  }
  return invalid_network(
      fmt::format("{} has {:.0f} nodes and there are {:.0f} endpoints ({}){}", text_of(dims), nodes,
                  endpoints, r.text(),
                  stated > 0 ? fmt::format(", with {} at each node", stated) : ""),
      "The endpoints must be as many as the nodes, or a multiple of them.");
}

Expected<Dims> stated_dims(const KindRequest& r, const char* example) {
  if (r.spec->dims.empty())
    return invalid_network(
        fmt::format("the key 'dims' is missing: the lengths of the {}", r.spec->kind),
        fmt::format("For example dims = {}.", example));
  if (r.spec->dims.size() > kMostDimensions)
    return invalid_network(
        fmt::format("{} dimensions; expected 1 to {}", r.spec->dims.size(), kMostDimensions),
        "Describe fewer.");
  Dims dims = dims_of(r.spec->dims);
  if (auto fits = check_cables(size_of(dims)); !fits)
    return tl::make_unexpected(std::move(fits.error()));
  return dims;
}

Expected<PlanPtr> grid(const KindRequest& r, bool wraps) {
  const auto dims = stated_dims(r, "[4, 4, 4]");
  if (!dims) return tl::make_unexpected(dims.error());
  const auto hosts = hosts_of(r, *dims);
  if (!hosts) return tl::make_unexpected(hosts.error());
  if (auto fits = check_cables(size_of(*dims) * static_cast<double>(dims->size() + *hosts)); !fits)
    return tl::make_unexpected(std::move(fits.error()));
  std::uint32_t ports = *hosts;
  for (const std::uint32_t k : *dims) ports += k > 2 ? 2 : k - 1;
  if (*hosts > 0 && r.radix > 0 && ports > r.radix)
    return fail("NETWORK_TOO_SMALL",
                fmt::format("{} with {} endpoints at each router needs {} ports and a switch has "
                            "{}",
                            text_of(*dims), *hosts, ports, r.radix),
                "Use a switch of more ports, or more and longer dimensions.");
  return topology::torus({.dims = *dims, .wraps = wraps, .hosts = *hosts});
}

// Routers in full meshes with hosts; with as many routers as endpoints and no switch, without.
Expected<PlanPtr> full_lines(const KindRequest& r, const Dims& dims) {
  const auto hosts = hosts_of(r, dims);
  if (!hosts) return tl::make_unexpected(hosts.error());
  const topology::HyperXShape shape{
      .dims = dims,
      .hosts = *hosts,
      .parallel = std::max(1U, static_cast<std::uint32_t>(r.spec->parallel))};
  double links = r.endpoints();
  double radix = *hosts;
  for (const std::uint32_t s : dims) {
    links += size_of(dims) * (s - 1.0) * shape.parallel / 2;
    radix += (s - 1.0) * shape.parallel;
  }
  if (auto fits = check_cables(links); !fits) return tl::make_unexpected(std::move(fits.error()));
  if (r.radix > 0 && radix > r.radix)
    return fail("NETWORK_TOO_SMALL",
                fmt::format("{} with {} endpoints at each router needs {:.0f} ports and a switch "
                            "has {}",
                            text_of(dims), *hosts, radix, r.radix),
                "Use a switch of more ports, or more and shorter dimensions.");
  return topology::hyperx(shape);
}

}  // namespace

Expected<PlanPtr> make_torus(const KindRequest& r) { return grid(r, true); }
Expected<PlanPtr> make_mesh(const KindRequest& r) { return grid(r, false); }

Expected<PlanPtr> make_ocs_torus(const KindRequest& r) {
  const auto dims = stated_dims(r, "[16, 16, 16]");
  if (!dims) return tl::make_unexpected(dims.error());
  Dims block = dims_of(r.spec->block);
  if (block.empty()) block.assign(dims->size(), 4);
  const bool divides =
      block.size() == dims->size() &&
      std::ranges::equal(*dims, block, [](std::uint32_t k, std::uint32_t b) { return k % b == 0; });
  if (!divides)
    return invalid_network(
        fmt::format("blocks of {} do not divide {}", text_of(block), text_of(*dims)),
        "State a block of as many dimensions, each a divisor, as block = [4, 4, 4].");
  if (size_of(*dims) != r.endpoints())
    return invalid_network(fmt::format("{} has {:.0f} nodes and there are {} GPUs", text_of(*dims),
                                       size_of(*dims), r.endpoints()),
                           "State dimensions with as many nodes as there are GPUs.");
  return topology::torus({.dims = *dims, .block = block});
}

Expected<PlanPtr> make_hyperx(const KindRequest& r) {
  return stated_dims(r, "[8, 8]").and_then([&](const Dims& dims) { return full_lines(r, dims); });
}

Expected<PlanPtr> make_full_mesh(const KindRequest& r) {
  Dims dims = dims_of(r.spec->dims);
  if (dims.size() > 1)
    return invalid_network("a full mesh has one dimension: how many switches there are",
                           "State dims = [8], or the kind hyperx for more dimensions.");
  if (r.spec->hosts > 0 && static_cast<std::uint32_t>(r.spec->hosts) > r.endpoints())
    return invalid_network(fmt::format("{} endpoints do not fill one switch of {} hosts",
                                       r.endpoints(), r.spec->hosts),
                           "State fewer hosts.");
  if (dims.empty())
    dims = {r.spec->hosts > 0 ? r.endpoints() / static_cast<std::uint32_t>(r.spec->hosts)
                              : r.endpoints()};
  return full_lines(r, dims);
}

Expected<PlanPtr> make_hamming_mesh(const KindRequest& r) {
  const facts::NetworkSpec& s = *r.spec;
  if (s.board.size() != 2 || s.grid.size() != 2)
    return invalid_network("a HammingMesh needs the size of a board and how many boards there are",
                           "State board = [2, 2] and grid = [16, 16].");
  const auto [a, b] =
      std::pair(static_cast<std::uint32_t>(s.board[0]), static_cast<std::uint32_t>(s.board[1]));
  const auto [x, y] =
      std::pair(static_cast<std::uint32_t>(s.grid[0]), static_cast<std::uint32_t>(s.grid[1]));
  const double nodes = 1.0 * a * b * x * y;
  if (nodes != r.endpoints())
    return invalid_network(fmt::format("boards of {} x {} on a grid of {} x {} have {:.0f} nodes "
                                       "and there are {} endpoints",
                                       a, b, x, y, nodes, r.endpoints()),
                           "State sizes with as many nodes as there are endpoints.");
  const std::uint32_t radix = r.radix > 0 ? r.radix : 2 * std::max(x, y);
  const auto line = [&](std::uint32_t boards) {
    return topology::size_clos({.endpoints = 2 * boards, .radix = radix});
  };
  const auto row = line(x);
  if (!row) return tl::make_unexpected(row.error());
  const auto column = line(y);
  if (!column) return tl::make_unexpected(column.error());
  return topology::hamming_mesh({.a = a,
                                 .b = b,
                                 .x = x,
                                 .y = y,
                                 .row = topology::clos(*row),
                                 .column = topology::clos(*column)});
}

}  // namespace weft::catalog
