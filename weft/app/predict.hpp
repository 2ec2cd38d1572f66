// `weft predict`: how long a collective or another operation (operation.hpp) takes on a topology,
// size by size, and why.
//
// Main flow: ranks → what the wiring offers → where the algorithm's ranks stand → a schedule per
// size and protocol → simulate → keep the fastest protocol → explain.
// Errors: those of opening, NO_GPUS, RANKS_TOO_FEW, RANKS_TOO_MANY, ROOT_INVALID,
//   ALGORITHM_UNKNOWN, ALGORITHM_UNFIT, PROTOCOL_UNKNOWN, PROTOCOL_UNFIT, OPTION_CONFLICT.
#pragma once

#include "weft/app/open.hpp"
#include "weft/app/report.hpp"
#include "weft/route/router.hpp"
#include "weft/schedule/collective_kind.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace weft::app {

inline constexpr const char* kAllAlgorithms = "all";

struct PredictRequest {
  TopologyArgument topology;
  std::string operation;     // a collective, or one of operations() in operation.hpp
  std::vector<Bytes> sizes;  // empty: 8 B to 8 GiB, each twice the last; never of a barrier
  std::string algorithm;     // empty: collective::default_algorithm; kAllAlgorithms: a comparison
  std::string protocol;      // empty: the fastest
  std::string in_network;    // auto off nvls sharp: what of it a library may use; empty: auto
  std::optional<unsigned> ranks;  // the first so many GPUs; all otherwise
  std::optional<unsigned> root;   // of a rooted collective; 0 otherwise
  route::Policy policy;
  std::string from;  // of a copy; empty: the first pair that fits
  std::string to;
  std::map<std::string, std::string> options;  // of an operation: "numa" = "remote"
};

Expected<Report> predict(const PredictRequest& request);

}  // namespace weft::app
