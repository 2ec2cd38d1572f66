#include "weft/topology/network/hamming_mesh.hpp"

#include "weft/topology/network/copies.hpp"
#include "weft/topology/network/halves.hpp"

#include <algorithm>

namespace weft::topology {
namespace {

// One direction of the mesh: rows or columns.
class Lines {
 public:
  // `length` accelerators of a board and `boards` of them along a line; `across` lines.
  Lines(std::uint32_t length, std::uint32_t boards, std::uint32_t across, Cable first_on_board,
        PlanPtr network, Node first_switch, Cable first_cable)
      : length_(length),
        boards_(boards),
        first_on_board_(first_on_board),
        networks_(std::move(network), across, first_switch, first_cable) {}

  const Copies& networks() const { return networks_; }
  std::uint32_t on_board(std::uint32_t across) const { return (length_ - 1) * boards_ * across; }

  // Position 0 … length·boards-1 → the cable from it to the one after it on the board.
  Cable after(std::uint32_t line, std::uint32_t position) const {
    return first_on_board_ + (line * boards_ + position / length_) * (length_ - 1) +
           position % length_;
  }
  std::uint32_t port(std::uint32_t position, bool east) const {
    return 2 * (position / length_) + (east ? 1 : 0);
  }
  std::uint32_t at_port(std::uint32_t port) const {
    return port / 2 * length_ + (port % 2 == 1 ? length_ - 1 : 0);
  }
  bool is_edge(std::uint32_t position, bool east) const {
    return position % length_ == (east ? length_ - 1 : 0);
  }
  // Links from a position to the network over one side of the board.
  std::uint32_t to_network(std::uint32_t position, bool east) const {
    return east ? length_ - position % length_ : position % length_ + 1;
  }
  std::uint32_t nearest(std::uint32_t position) const {
    return std::min(to_network(position, false), to_network(position, true));
  }
  bool on_same_board(std::uint32_t p, std::uint32_t q) const { return p / length_ == q / length_; }

  std::uint32_t distance_on_board(std::uint32_t p, std::uint32_t q) const {
    return p > q ? p - q : q - p;
  }
  // Two positions of a board, or of two, as far apart as any.
  unsigned diameter() const {
    unsigned most = 0;
    const unsigned beyond = networks_.of().figures().diameter - 2;  // inside the network
    for (std::uint32_t p = 0; p < length_; ++p)
      for (std::uint32_t q = 0; q < length_; ++q) {
        const unsigned through = nearest(p) + nearest(q);
        most = std::max(
            most, boards_ > 1 ? through + beyond : std::min(through, distance_on_board(p, q)));
      }
    return most;
  }

 private:
  std::uint32_t length_;
  std::uint32_t boards_;
  Cable first_on_board_;
  Copies networks_;
};

class HammingMeshPlan final : public NetworkPlan {
 public:
  explicit HammingMeshPlan(const HammingMeshShape& s)
      : width_(s.a * s.x),
        height_(s.b * s.y),
        rows_(s.a, s.x, height_, 0, s.row, width_ * height_, boards(s)),
        columns_(s.b, s.y, width_, (s.a - 1) * s.x * height_, s.column,
                 width_ * height_ + rows_.networks().switch_count(),
                 boards(s) + rows_.networks().cable_count()),
        s_(s) {}

  std::uint32_t endpoints() const override { return width_ * height_; }
  std::vector<Tier> tiers() const override {
    std::vector<Tier> all = rows_.networks().tiers();
    const std::vector<Tier> more = columns_.networks().tiers();
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  std::uint32_t cable_count() const override {
    return rows_.on_board(height_) + columns_.on_board(width_) + rows_.networks().cable_count() +
           columns_.networks().cable_count();
  }

  void for_each_cable(const CableSink& sink) const override {
    for (std::uint32_t line = 0; line < height_; ++line)
      for (std::uint32_t p = 0; p < width_; ++p)
        if (!rows_.is_edge(p, true)) sink({node(p, line), node(p + 1, line), kSwitchCable});
    for (std::uint32_t line = 0; line < width_; ++line)
      for (std::uint32_t p = 0; p < height_; ++p)
        if (!columns_.is_edge(p, true)) sink({node(line, p), node(line, p + 1), kSwitchCable});
    const CableSink alike = [&](const CableEnds& ends) {
      sink({ends.upper, ends.lower, kSwitchCable});
    };
    rows_.networks().for_each_cable(alike, at_row_port());
    columns_.networks().for_each_cable(alike, at_column_port());
  }

  void next(Node at, Node to, std::vector<Step>& out) const override {
    const std::uint32_t column = to % width_;
    const std::uint32_t row = to / width_;
    if (rows_.networks().has(at)) return from_network(rows_, at, column, at_row_port(), out);
    if (columns_.networks().has(at)) return from_network(columns_, at, row, at_column_port(), out);
    const std::uint32_t x = at % width_;
    const std::uint32_t y = at / width_;
    if (x != column)
      along(
          rows_, y, x, column, at_row_port(), [&](std::uint32_t p) { return node(p, y); }, out);
    if (y != row)
      along(
          columns_, x, y, row, at_column_port(), [&](std::uint32_t p) { return node(x, p); }, out);
  }

  // Rows first; inside a network the destination decides.
  std::size_t fixed_choice(Node at, Node to, const std::vector<Step>& steps) const override {
    return at < endpoints() ? 0 : to % steps.size();
  }

  Figures figures() const override {
    return {.switches = switch_count(),
            .links = cable_count(),
            .diameter = endpoints() < 2 ? 0 : rows_.diameter() + columns_.diameter(),
            .bisection = cuts()};
  }
  // Row by row, and column by column.
  std::vector<std::vector<Node>> orders() const override {
    std::vector<Node> rows;
    std::vector<Node> columns;
    for (std::uint32_t y = 0; y < height_; ++y)
      for (std::uint32_t x = 0; x < width_; ++x) rows.push_back(node(x, y));
    for (std::uint32_t x = 0; x < width_; ++x)
      for (std::uint32_t y = 0; y < height_; ++y) columns.push_back(node(x, y));
    return {rows, columns};
  }

 private:
  // Through the row or column networks, where boards are even in number and halve.
  std::vector<Figures::Cut> cuts() const {
    std::vector<Figures::Cut> cuts;
    if (s_.x % 2 == 0 || cable_count() > kMostMeasured)
      cuts.push_back({static_cast<double>(s_.x) * height_, kSwitchCable});
    if (s_.y % 2 == 0 || cable_count() > kMostMeasured)
      cuts.push_back({static_cast<double>(s_.y) * width_, kSwitchCable});
    return cuts;
  }
  static Cable boards(const HammingMeshShape& s) {
    return (s.a - 1) * s.x * s.b * s.y + (s.b - 1) * s.y * s.a * s.x;
  }
  Node node(std::uint32_t column, std::uint32_t row) const { return row * width_ + column; }
  EndpointOf at_row_port() const {
    return [this](std::uint32_t line, Node port) { return node(rows_.at_port(port), line); };
  }
  EndpointOf at_column_port() const {
    return [this](std::uint32_t line, Node port) { return node(line, columns_.at_port(port)); };
  }

  void from_network(const Lines& lines, Node at, std::uint32_t target, const EndpointOf& at_port,
                    std::vector<Step>& out) const {
    const auto [line, inside] = lines.networks().place(at);
    for (const bool east : {false, true})
      if (lines.to_network(target, east) == lines.nearest(target))
        lines.networks().next(line, inside, lines.port(target, east), out, at_port);
  }

  template <class NodeAt>
  void along(const Lines& lines, std::uint32_t line, std::uint32_t here, std::uint32_t target,
             const EndpointOf& at_port, NodeAt node_at, std::vector<Step>& out) const {
    const std::uint32_t through = lines.nearest(here) + lines.nearest(target);
    const bool same = lines.on_same_board(here, target);
    const std::uint32_t straight = lines.distance_on_board(here, target);
    if (same && straight <= through) {
      const bool east = target > here;
      out.push_back(
          {lines.after(line, east ? here : here - 1), east, node_at(east ? here + 1 : here - 1)});
    }
    if (same && straight < through) return;
    for (const bool east : {false, true}) {
      if (lines.to_network(here, east) != lines.nearest(here)) continue;
      if (lines.is_edge(here, east)) {
        // Up from the port; which of the target's ports matters only inside.
        const std::uint32_t target_port =
            lines.port(target, lines.to_network(target, true) == lines.nearest(target));
        lines.networks().next(line, lines.port(here, east), target_port, out, at_port);
      } else {
        const Step step{lines.after(line, east ? here : here - 1), east,
                        node_at(east ? here + 1 : here - 1)};
        if (std::ranges::find(out, step) == out.end()) out.push_back(step);
      }
    }
  }

  std::uint32_t width_;
  std::uint32_t height_;
  Lines rows_;
  Lines columns_;
  HammingMeshShape s_;
};

}  // namespace

PlanPtr hamming_mesh(const HammingMeshShape& shape) {
  return std::make_shared<const HammingMeshPlan>(shape);
}

HammingMeshCounts hamming_mesh_counts(std::uint64_t a, std::uint64_t b, std::uint64_t x,
                                      std::uint64_t y) {
  return {a * b * x * y, y * b, 2 * x, x * a, 2 * y};
}

std::uint64_t hamming_mesh_bisection(std::uint64_t a, std::uint64_t b, std::uint64_t x,
                                     std::uint64_t y) {
  // Half of the ports of every row network are on either side; columns likewise.
  return std::min(y * b * x, x * a * y);
}

double hamming_mesh_share(std::uint64_t a, std::uint64_t b) {
  return 1 / (2 * static_cast<double>(std::max(a, b)));
}

}  // namespace weft::topology
