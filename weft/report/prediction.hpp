// A prediction for a sweep of sizes, in the columns that nccl-tests users know.
#pragma once

#include "weft/base/error.hpp"
#include "weft/base/units.hpp"
#include "weft/explain/explain.hpp"
#include "weft/report/interval.hpp"
#include "weft/report/json.hpp"
#include "weft/report/waterfall_report.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace weft::report {

// What a library has reached of such a collective on such hardware (collective/library_time.hpp).
struct Expectation {
  Seconds time{0};
  Bandwidth busbw{0};
  std::string algorithm;
  std::string protocol;
  std::string limit;
  std::optional<Interval> interval;
};

struct PredictionRow {
  Bytes size{0};            // 0: a barrier, which has no bandwidths either
  std::uint64_t count = 0;  // elements, as nccl-tests counts them
  Seconds time{0};
  Bandwidth algbw{0};
  Bandwidth busbw{0};
  std::string algorithm;
  std::string protocol;
  std::uint32_t channels = 0;
  explain::Cause limit;
  explain::Cause second;
  std::optional<Expectation> library{};
};

struct Prediction {
  std::string topology;
  std::string operation;  // "all_reduce"
  std::size_t ranks = 0;
  std::string how;  // one sentence on what was built, e.g. which rings
  std::vector<PredictionRow> rows;
  std::string waterfall_of;  // the limiting resource of the last row
  std::vector<FactorLine> waterfall;
  std::vector<explain::Gain> gains;  // of the last row
  std::string in_network;            // what reduction in switches would bound it to; empty: none
  std::vector<Warning> warnings;
};

// {bytes, time_us, algbw_GBps, …}, as docs/json.md has it.
Json collective_row(const PredictionRow& row);

std::string to_text(const Prediction& prediction);
std::string to_json(const Prediction& prediction);

}  // namespace weft::report
