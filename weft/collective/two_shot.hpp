// Two-shot all-reduce: everyone adds one part of the data of all, then passes the sum to all.
//
//   2 steps; 2(n-1)/n S each: as few bytes as a ring, in as few steps as there can be
// Made for full meshes and NVSwitches. Source: vLLM's and TensorRT-LLM's custom all-reduce.
#pragma once

#include "weft/collective/algorithm.hpp"

namespace weft::collective {

extern const Algorithm kTwoShot;

}  // namespace weft::collective
