// The cables between two halves of a grid: the first m nodes, counted along one dimension after
// another, and the rest. A plane where m is so many planes, else a plane with steps.
//
// The longest dimension is not always the best one to cut: where it is odd, the middle plane has to
// be parted too. All orders of dimensions are tried. Filling up along an order is the best there is
// for full lines (J. Lindsey, "Assignment of numbers to vertices", 1964) and, up to steps that do
// not pay, for meshes (A. Ahlswede, S. Bezrukov, "Edge isoperimetric theorems for integer point
// arrays", 1995).
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace weft::topology {

// `crossed(filled, length)`: cables of a line of which the first `filled` nodes are in one half.
template <class Crossed>
std::uint64_t grid_cut(const std::vector<std::uint32_t>& dims, std::uint64_t first,
                       const Crossed& crossed) {
  std::uint64_t all = 1;
  for (const std::uint32_t k : dims) all *= k;
  if (first == 0 || first >= all) return 0;
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (std::size_t d = 0; d < dims.size(); ++d) {
    const std::uint32_t k = dims[d];
    if (k == 1 || std::find(dims.begin(), dims.begin() + static_cast<std::ptrdiff_t>(d), k) !=
                      dims.begin() + static_cast<std::ptrdiff_t>(d))
      continue;  // one of this length has been tried
    const std::uint64_t plane = all / k;
    const auto whole = static_cast<std::uint32_t>(first / plane);
    const std::uint64_t rest = first % plane;
    std::vector<std::uint32_t> others = dims;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(d));
    least = std::min(least, (plane - rest) * crossed(whole, k) +
                                (rest > 0 ? rest * crossed(whole + 1, k) : 0) +
                                grid_cut(others, rest, crossed));
  }
  return least;
}

}  // namespace weft::topology
