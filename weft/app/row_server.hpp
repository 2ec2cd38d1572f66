// The server of a validation row that no catalogue knows, built from what the row says of it
// (`hw`).
//
// Main flow: facts of the row → entries as a person's catalogue file would hold them (a CPU model,
// perhaps a GPU and a board, the server) → checked and built like any other. What the row leaves
// open is what such servers usually have: two sockets of a CPU with that generation of PCIe, two
// GPUs and their NICs below a switch.
// Errors: ROW_HARDWARE (the row says too little, or names a GPU that nothing knows), CATALOG_*.
#pragma once

#include "weft/catalog/catalog.hpp"
#include "weft/io/validation_rows.hpp"
#include "weft/topology/graph.hpp"

namespace weft::app {

// Where the catalogue knows row.server, that one.
Expected<topology::Topology> server_of_row(const catalog::Catalog& catalog,
                                           const io::ValidationRow& row);

}  // namespace weft::app
