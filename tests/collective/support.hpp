// What the tests of this layer share: a fixed source of randomness, wirings.
#pragma once

#include "weft/facts/boards.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace weft::collective::test {

// The same numbers on every platform.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t below(std::uint64_t bound) {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return (state_ >> 33U) % bound;
  }
  template <class T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

 private:
  std::uint64_t state_;
};

struct Edge {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  int links = 1;
};

// The GPUs of a DGX-1 with V100 and the NVLinks between them.
inline std::vector<Edge> hybrid_cube_mesh() {
  std::vector<Edge> edges;
  for (const facts::MeshEdge& edge : facts::find_board("dgx1-v100")->mesh)
    edges.push_back(
        {static_cast<std::uint32_t>(edge.a), static_cast<std::uint32_t>(edge.b), edge.links});
  return edges;
}

}  // namespace weft::collective::test
