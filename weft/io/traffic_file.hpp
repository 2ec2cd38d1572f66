// Traffic from a file of any known format, recognised by its content.
//
// To add a format: its file and its row in traffic_file.cpp, and a fuzz target.
// Errors: those of the readers; TRAFFIC_CYCLE where rows wait for each other in a circle.
#pragma once

#include "weft/io/traffic_matrix.hpp"

#include <string>
#include <string_view>

namespace weft::io {

Expected<TrafficMatrix> read_traffic(const std::string& name, std::string_view text);

// A connection matrix of htsim: "Nodes", "Connections", then `0->5 id 1 start 0 size 2000000` with
// what starts when (trigger, send_done_trigger, recv_done_trigger; "trigger id 1 oneshot").
// Starts are picoseconds. Source: htsim's connection_matrix and its generators.
// Errors: HTSIM_MATRIX (line and reason; flows without a size, triggers that fire more than once).
bool is_htsim_matrix(std::string_view text);
Expected<TrafficMatrix> read_htsim_matrix(const std::string& name, std::string_view text);

// GOAL as LogGOPSim reads it: "num_ranks 4", then for each rank sends, receives and computations
// (nanoseconds) with labels and what each requires. A receive ends when the bytes that it is
// matched with (in order, by sender, receiver and tag) have come. Computations that do not require
// each other run side by side. Source: Hoefler, Siebert, Lumsdaine, "Group Operation Assembly
// Language", ICPP 2009. Errors: GOAL_INVALID (line and reason).
bool is_goal(std::string_view text);
Expected<TrafficMatrix> read_goal(const std::string& name, std::string_view text);

}  // namespace weft::io
