// What follows from how a board is wired: counts, rates through its middle, what a pair gets.
//
// Pure functions of entries, for reports, sizing and checks. A link carries its rate in each
// direction; rates are of one direction and raw unless named otherwise. Threads: any.
#pragma once

#include "weft/base/units.hpp"
#include "weft/facts/boards.hpp"
#include "weft/facts/gpus.hpp"

#include <span>

namespace weft::catalog {

// Links that GPU `index` has to switches and to other GPUs.
int links_of_gpu(const facts::Board& board, int index);
// Links between GPUs, or between GPUs and switches; those between switches are trunks.
int link_count(const facts::Board& board);
int trunk_count(const facts::Board& board);
int ports_used(const facts::SwitchWiring& wiring);  // by GPUs and trunks

// Raw rate of one link, and of all that a GPU of the board uses.
Bandwidth link_rate(const facts::Gpu& gpu);
Bandwidth gpu_rate(const facts::Board& board, const facts::Gpu& gpu);
Bandwidth aggregate(const facts::Board& board, const facts::Gpu& gpu);  // of all GPUs together

// What the first half of the GPUs can send to the second. Behind common switches that is all that a
// half can send; between two sets of switches it is their trunks, and without switches the links.
Bandwidth bisection(const facts::Board& board, const facts::Gpu& gpu);

// The part of its rate that a GPU has to one peer of a board without switches.
Ratio pair_fraction(const facts::Board& board, int a, int b);
// All pairs at once, each over links of its own that leave `usable` to payload.
Seconds all_to_all_time(Bytes per_pair, Bandwidth usable);

// The node of a larger machine: each of its switches leads up as wide as down to the second level,
// one link to each switch of its plane there.
struct TwoLevels {
  int gpus = 0;
  int first_level = 0;
  int second_level = 0;
  int second_level_ports = 0;  // of each, one a node
};
TwoLevels two_levels(const facts::Board& node, int nodes);

// Lanes and directions each take a cable pair.
int cable_pairs(int links, int lanes);

// What each of `devices` gets at a port that carries `cap` in all.
Bandwidth port_share(Bandwidth per_device, Bandwidth cap, int devices);

// Bytes that a GPU moves over PCIe for each byte of a ring all-reduce, counted as Fire-Flyer does
// (arXiv 2408.14158): 2n - 1 transfers of an n-th, one more than a ring sends over its links.
double ring_passes_over_pcie(int gpus);

// Passes over host memory of each byte, and what memory of a rate then allows.
int memory_passes(std::span<const int> passes);
Bandwidth memory_bound(Bandwidth memory, int passes);

}  // namespace weft::catalog
