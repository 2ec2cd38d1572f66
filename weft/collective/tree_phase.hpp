// One way through one or several trees at once: pieces go up or down all of them.
#pragma once

#include "weft/collective/binary_tree.hpp"
#include "weft/schedule/schedule.hpp"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace weft::collective {

class TreePhase final : public schedule::Phase {
 public:
  using PlaceOf = std::function<TreePlace(std::size_t tree, schedule::Rank rank)>;

  // Each tree carries `pieces` chunks of its own, those of tree t from t·pieces on.
  TreePhase(std::string name, std::size_t trees, std::uint64_t pieces, bool up, PlaceOf place_of)
      : name_(std::move(name)),
        trees_(trees),
        pieces_(pieces),
        up_(up),
        place_of_(std::move(place_of)) {}

  std::string name() const override { return name_; }
  std::uint64_t repeat() const override { return pieces_; }
  // What one tree has to wait for does not hold up the others.
  schedule::Ordering ordering() const override { return schedule::Ordering::free; }
  void moves(schedule::Rank rank, std::vector<schedule::Move>& out) const override;
  std::uint64_t chunk(schedule::Rank rank, std::uint32_t move,
                      std::uint64_t iteration) const override;

 private:
  struct Line {
    std::size_t tree = 0;
    schedule::Move move;
  };
  std::vector<Line> program(schedule::Rank rank) const;

  std::string name_;
  std::size_t trees_;
  std::uint64_t pieces_;
  bool up_;
  PlaceOf place_of_;
};

}  // namespace weft::collective
