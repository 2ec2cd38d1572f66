// The links between GPUs that a board makes, and what peers may do; internal to the layer.
#pragma once

#include "weft/facts/boards.hpp"
#include "weft/facts/gpus.hpp"
#include "weft/topology/builder.hpp"

#include <vector>

namespace weft::catalog {

// `links` scale-up links of a GPU that has such, as one link.
link::LinkModelPtr fabric_link(const facts::Gpu& gpu, int links);

// Adds the switches of `board` at `place` and all its links; gpus[i] is GPU i of the board. The
// board must fit the GPU (check.hpp), which for ours a test makes sure of.
void add_wiring(topology::Builder& builder, const std::vector<ComponentId>& gpus,
                const facts::Gpu& gpu, const facts::Board& board, topology::Place place,
                topology::Provenance provenance);

// The router knows of our own products whether their driver lets peers reach them; of a person's it
// is told so.
void state_peer_access(const facts::Gpu& gpu, topology::Attributes& attributes);

}  // namespace weft::catalog
