// One consistent matrix from what a table says: symmetric, and with the distances of a tree.
//
// PCIe distances are those of a tree, so no cell may be farther than the farthest step of a way
// around it. Where two cells of a pair differ the worse one is taken; cells that no tree can have
// are an error that names them. What private links hide is filled in from the CPU affinities.
#pragma once

#include "weft/io/matrix/records.hpp"

#include <vector>

namespace weft::io::matrix {

// Symmetric and complete. `pcie` is never self (but on the diagonal), fabric or unknown.
struct Settled {
  std::size_t size = 0;
  std::vector<Nearness> pcie;
  std::vector<Relation> fabric;  // nearness `fabric` where there is a private link
  std::vector<bool> assumed;     // the PCIe distance is not from the matrix

  Nearness pcie_between(std::size_t a, std::size_t b) const { return pcie[a * size + b]; }
  const Relation& fabric_between(std::size_t a, std::size_t b) const {
    return fabric[a * size + b];
  }
};

Expected<Settled> settle(const Matrix& matrix, Remarks& remarks);

// Groups of devices at most `farthest` apart: group[device], numbered from 0 by first device.
std::vector<std::size_t> groups(const Settled& settled, Nearness farthest);

}  // namespace weft::io::matrix
