// What the tests of this layer share: a fixed source of randomness, wirings, step counting.
#pragma once

#include "weft/facts/boards.hpp"
#include "weft/schedule/steps.hpp"

#include <cstdint>
#include <map>
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

// Messages on the longest path: a message waits for what its sender has received before it in its
// program, and for the earlier ones over the same connection.
inline std::uint64_t longest_path(const schedule::Schedule& s) {
  using schedule::Rank;
  std::vector<schedule::StepCursor> cursors;
  for (Rank r = 0; r < s.ranks; ++r) cursors.emplace_back(s, r);
  std::vector<std::uint64_t> received(s.ranks, 0);  // depth of the deepest message so far
  std::map<std::pair<Rank, Rank>, std::vector<std::uint64_t>> sent;
  std::map<std::pair<Rank, Rank>, std::size_t> taken;
  std::uint64_t deepest = 0;
  for (bool moved = true; moved;) {
    moved = false;
    for (Rank r = 0; r < s.ranks; ++r)
      for (; !cursors[r].done(); cursors[r].advance(), moved = true) {
        const schedule::Move move = cursors[r].current().move;
        if (schedule::receives(move.op)) {
          const std::pair<Rank, Rank> way{move.peer, r};
          if (taken[way] == sent[way].size()) break;
          received[r] = std::max(received[r], sent[way][taken[way]++]);
        }
        if (schedule::sends(move.op)) {
          auto& way = sent[{r, move.receiver()}];
          way.push_back(1 + std::max(received[r], way.empty() ? 0 : way.back()));
          deepest = std::max(deepest, way.back());
        }
      }
  }
  return deepest;
}

}  // namespace weft::collective::test
