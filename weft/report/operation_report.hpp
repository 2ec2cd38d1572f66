// What an operation that is no collective takes, size by size: copies, DMA, memory, RDMA, TCP.
//
// A row is a rate or a latency; its terms are times that add up to `time`, its waterfall goes from
// the signalling rate of what limits to the rate that is reached.
#pragma once

#include "weft/base/error.hpp"
#include "weft/base/units.hpp"
#include "weft/explain/explain.hpp"
#include "weft/report/json.hpp"
#include "weft/report/waterfall_report.hpp"

#include <optional>
#include <string>
#include <vector>

namespace weft::report {

struct Term {
  std::string name;  // "issue of the copy"
  Seconds time{0};
  std::string source;
};

struct OperationRow {
  Bytes size{0};      // 0 where the operation has none
  Seconds time{0};    // of one transfer or message; 0: a steady stream without an end
  Bandwidth rate{0};  // 0: a latency, whose value is `time`
  explain::Cause limit;
  explain::Cause second;
  std::vector<Term> terms;
  std::optional<double> cpu_seconds_per_GB;  // of one host, where software moves the bytes

  bool is_latency() const { return rate == Bandwidth(0); }
  double value() const;      // GB/s, or microseconds of a latency
  const char* unit() const;  // "GB/s" "us"
};

struct OperationResult {
  std::string topology;
  std::string operation;  // "h2d"
  std::string how;        // one sentence: between what, by which way
  std::string way;        // "dma", "nvlink", "kernel TCP": what a column names
  Seconds latency{0};     // before the first byte arrives
  std::vector<OperationRow> rows;
  std::string waterfall_of;  // of the last row
  std::vector<FactorLine> waterfall;
  std::vector<explain::Gain> gains;  // of the last row; empty where nothing is known
  std::vector<Warning> warnings;
};

std::string to_text(const OperationResult& result);
std::string to_json(const OperationResult& result);

}  // namespace weft::report
