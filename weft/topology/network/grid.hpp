// Coordinates of a grid: index = c0 + k0·(c1 + k1·(c2 + …)).
#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

namespace weft::topology {

class Grid {
 public:
  explicit Grid(std::vector<std::uint32_t> dims) : dims_(std::move(dims)) {
    std::uint64_t stride = 1;
    for (const std::uint32_t k : dims_) {
      strides_.push_back(static_cast<std::uint32_t>(stride));
      stride *= k;
    }
    size_ = static_cast<std::uint32_t>(stride);
  }

  std::size_t dimensions() const { return dims_.size(); }
  std::uint32_t size() const { return size_; }
  std::uint32_t length(std::size_t dim) const { return dims_[dim]; }
  std::uint32_t at(std::uint32_t index, std::size_t dim) const {
    return index / strides_[dim] % dims_[dim];
  }
  std::uint32_t with(std::uint32_t index, std::size_t dim, std::uint32_t coordinate) const {
    return index - at(index, dim) * strides_[dim] + coordinate * strides_[dim];
  }
  // The index of the line through `index` along `dim`, among size() / length(dim) of them.
  std::uint32_t line(std::uint32_t index, std::size_t dim) const {
    const std::uint32_t below = index % strides_[dim];
    return below + index / strides_[dim] / dims_[dim] * strides_[dim];
  }
  // The node of a line at a coordinate.
  std::uint32_t on_line(std::uint32_t line, std::size_t dim, std::uint32_t coordinate) const {
    return line % strides_[dim] + (line / strides_[dim] * dims_[dim] + coordinate) * strides_[dim];
  }

 private:
  std::vector<std::uint32_t> dims_;
  std::vector<std::uint32_t> strides_;
  std::uint32_t size_ = 1;
};

}  // namespace weft::topology
