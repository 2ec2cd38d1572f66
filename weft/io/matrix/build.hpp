// A settled matrix as a graph whose distances are those of the matrix.
//
// Devices PIX apart hang on one PCIe switch, those PXB apart on switches below a switch, those PHB
// apart on one host bridge of a NUMA node, those NODE apart on several of one node, and SYS is
// another node. All of that is the least that has these distances; the machine may have more.
#pragma once

#include "weft/io/matrix/products.hpp"
#include "weft/io/matrix/records.hpp"
#include "weft/io/matrix/settle.hpp"
#include "weft/topology/graph.hpp"

#include <string>

namespace weft::io::matrix {

Expected<topology::Topology> build(const std::string& name, const Matrix& matrix,
                                   const Settled& settled, const Products& products,
                                   Remarks& remarks);

}  // namespace weft::io::matrix
