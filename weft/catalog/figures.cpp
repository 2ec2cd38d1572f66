#include "weft/catalog/figures.hpp"

#include "weft/base/assert.hpp"

#include <algorithm>
#include <numeric>

namespace weft::catalog {

int links_of_gpu(const facts::Board& board, int index) {
  int links = 0;
  for (const facts::SwitchWiring& wiring : board.switches)
    if (index >= wiring.first_gpu && index < wiring.first_gpu + wiring.gpu_count)
      links += wiring.links_per_gpu;
  for (const facts::MeshEdge& edge : board.mesh)
    if (edge.a == index || edge.b == index) links += edge.links;
  return links;
}

int link_count(const facts::Board& board) {
  int links = 0;
  for (const facts::SwitchWiring& wiring : board.switches)
    links += wiring.gpu_count * wiring.links_per_gpu;
  for (const facts::MeshEdge& edge : board.mesh) links += edge.links;
  return links;
}

int trunk_count(const facts::Board& board) {
  int ends = 0;
  for (const facts::SwitchWiring& wiring : board.switches) ends += wiring.trunks;
  return ends / 2;
}

int ports_used(const facts::SwitchWiring& wiring) {
  return wiring.gpu_count * wiring.links_per_gpu + wiring.trunks;
}

Bandwidth link_rate(const facts::Gpu& gpu) {
  WEFT_ASSERT(gpu.fabric_links > 0, "a GPU without links has no rate of one");
  return gpu.fabric_rate / static_cast<double>(gpu.fabric_links);
}

Bandwidth gpu_rate(const facts::Board& board, const facts::Gpu& gpu) {
  return link_rate(gpu) * static_cast<double>(links_of_gpu(board, 0));
}

Bandwidth aggregate(const facts::Board& board, const facts::Gpu& gpu) {
  double links = 0;
  for (int i = 0; i < board.gpu_count; ++i) links += links_of_gpu(board, i);
  return link_rate(gpu) * links;
}

Bandwidth bisection(const facts::Board& board, const facts::Gpu& gpu) {
  const int half = board.gpu_count / 2;
  double links = trunk_count(board);
  for (const facts::MeshEdge& edge : board.mesh)
    if ((edge.a < half) != (edge.b < half)) links += edge.links;
  for (const facts::SwitchWiring& wiring : board.switches) {
    // GPUs of either half at this switch: the fewer decide what it can carry across.
    const int below = std::clamp(half - wiring.first_gpu, 0, wiring.gpu_count);
    links += std::min(below, wiring.gpu_count - below) * wiring.links_per_gpu;
  }
  return link_rate(gpu) * links;
}

Ratio pair_fraction(const facts::Board& board, int a, int b) {
  for (const facts::MeshEdge& edge : board.mesh)
    if ((edge.a == a && edge.b == b) || (edge.a == b && edge.b == a))
      return Ratio(static_cast<double>(edge.links) / links_of_gpu(board, a));
  return Ratio(0);
}

Seconds all_to_all_time(Bytes per_pair, Bandwidth usable) { return per_pair / usable; }

TwoLevels two_levels(const facts::Board& node, int nodes) {
  const int planes = static_cast<int>(node.switches.size());
  TwoLevels all{.gpus = node.gpu_count * nodes, .first_level = planes * nodes};
  for (const facts::SwitchWiring& wiring : node.switches)
    all.second_level += wiring.gpu_count * wiring.links_per_gpu;
  all.second_level_ports = nodes;
  return all;
}

int cable_pairs(int links, int lanes) { return links * lanes * 2; }

Bandwidth port_share(Bandwidth per_device, Bandwidth cap, int devices) {
  return std::min(per_device, cap / static_cast<double>(devices));
}

double ring_passes_over_pcie(int gpus) { return (2.0 * gpus - 1) / gpus; }

int memory_passes(std::span<const int> passes) {
  return std::accumulate(passes.begin(), passes.end(), 0);
}

Bandwidth memory_bound(Bandwidth memory, int passes) {
  return memory / static_cast<double>(passes);
}

}  // namespace weft::catalog
