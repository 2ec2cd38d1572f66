// The private links between the accelerators of a matrix: NVLink, xGMI and those of other vendors.
//
// A matrix tells how many links two GPUs share, not what they meet in. NVn to all others is an
// NVSwitch that each GPU has n links to, unless the links of a GPU, counted pair by pair, are no
// more than it has: then they are direct. Links are marked with their "count".
#pragma once

#include "weft/io/matrix/products.hpp"
#include "weft/io/matrix/records.hpp"
#include "weft/io/matrix/settle.hpp"
#include "weft/topology/builder.hpp"

#include <vector>

namespace weft::io::matrix {

// `gpus` by accelerator. Error: MATRIX_IMPOSSIBLE where no GPU can be wired like that.
Expected<void> connect_fabric(topology::Builder& builder, const Matrix& matrix,
                              const Settled& settled, const Products& products,
                              const std::vector<ComponentId>& gpus, Remarks& remarks);

}  // namespace weft::io::matrix
