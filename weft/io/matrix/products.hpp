// Which GPUs a matrix is about, and what follows from that: a matrix itself names none.
//
// Taken from --gpu, else from names in the same paste ("GPU 0: NVIDIA H100 80GB HBM3"), else a
// generation of NVLink is assumed from how many links a GPU has. What is assumed comes as warnings.
#pragma once

#include "weft/facts/boards.hpp"
#include "weft/facts/gpus.hpp"
#include "weft/io/matrix/records.hpp"
#include "weft/io/matrix/settle.hpp"
#include "weft/topology/component.hpp"

#include <vector>

namespace weft::io::matrix {

struct Products {
  std::vector<const facts::Gpu*> gpus;  // by accelerator; null where not known
  int nvlink = 0;                       // generation; 0 where there is no NVLink
  topology::Provenance nvlink_provenance = topology::Provenance::assumed;
  int pcie_gen = 0;  // of all devices and switches, always assumed
  int pcie_lanes = 16;

  const facts::Gpu* common() const;  // null where they differ or are not known
};

// Links of a device to all others together, as the words of its row count them.
int links_of(const Settled& settled, std::size_t device);

// The links of one GPU on a board; 0 where it is not on it.
int links_on(const facts::Board& board, int gpu);
// The most NVLinks that lead directly from a GPU to others on any known board.
int most_direct_links();

Expected<Products> find_products(const Matrix& matrix, const Settled& settled,
                                 const facts::Gpu* stated, const std::vector<GpuReport>& reports,
                                 Remarks& remarks);

}  // namespace weft::io::matrix
