// The coarsest equitable partition of a coloured graph that refines its colours.
//
// Vertices of one class have the same colour, and edges with the same labels to the same classes:
// whatever follows from colours and edges alone is the same for all of them. Colour refinement:
// classes are split by what their members see, and only where a neighbour changed its class are
// they looked at again; who need not be keeps the class's number, else the largest part (after
// Hopcroft 1971; Paige and Tarjan, SIAM J. Comput. 16(6), 1987).
// What a vertex sees is compared by 128-bit hashes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace weft::simulate {

// Every bit of the input changes half of the output (splitmix64).
constexpr std::uint64_t mixed(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15ULL;
  x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27U)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31U);
}
constexpr std::uint64_t mixed(std::uint64_t seed, std::uint64_t x) {
  return mixed(mixed(seed) ^ x);
}
// Of a number by its bits: equal numbers have equal ones, also 0 and -0.
std::uint64_t mixed_bits(std::uint64_t seed, double x);

class ColouredGraph {
 public:
  std::uint32_t add(std::uint64_t colour) {
    colours_.push_back(colour);
    return static_cast<std::uint32_t>(colours_.size() - 1);
  }
  // Each end sees the edge with a label of its own.
  void join(std::uint32_t a, std::uint64_t seen_by_a, std::uint32_t b, std::uint64_t seen_by_b) {
    edges_.push_back({a, b, seen_by_a, seen_by_b});
  }
  void reserve(std::size_t vertices, std::size_t edges) {
    colours_.reserve(vertices);
    edges_.reserve(edges);
  }

  struct Edge {
    std::uint32_t a;
    std::uint32_t b;
    std::uint64_t seen_by_a;
    std::uint64_t seen_by_b;
  };
  const std::vector<std::uint64_t>& colours() const { return colours_; }
  const std::vector<Edge>& edges() const { return edges_; }

 private:
  std::vector<std::uint64_t> colours_;
  std::vector<Edge> edges_;
};

// [vertex]: its class, 0 and up without gaps, in no order that means anything.
std::vector<std::uint32_t> equitable_partition(const ColouredGraph& graph);

}  // namespace weft::simulate
