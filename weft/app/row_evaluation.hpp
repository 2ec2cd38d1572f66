// What Weft predicts for a row of published measurements, or why it says nothing about it.
//
// Main flow: is every option one that the operation heeds → the row's server as a topology →
// a collective becomes a LibraryCase, which constants of classes turn into a number (so that they
// can be estimated again); any other operation is run. Each topology is built and searched once.
// Errors, all of which leave a row out: ROW_OPTION, ROW_METRIC, ROW_OPERATION, ROW_HARDWARE,
// ROW_SIZE, and those of building and running.
#pragma once

#include "weft/app/operation.hpp"
#include "weft/app/row_server.hpp"
#include "weft/collective/library_time.hpp"
#include "weft/io/validation_rows.hpp"

#include <map>
#include <memory>
#include <string>

namespace weft::app {

enum class RowMetric { bus_bandwidth, bandwidth, time };  // GB/s, GB/s, us

struct RowPrediction {
  double value = 0;  // in the row's unit
  std::string limit;
};

// A row whose number follows from the constants of libraries.
struct LibraryCase {
  enum class Kind { collective, incast, expert, host_ranks };

  Kind kind = Kind::collective;
  collective::LibraryMachine machine;
  schedule::Collective collective{};
  std::string algorithm;
  Bytes size{0};
  RowMetric metric = RowMetric::time;
  bool cross_rail = false;      // incast
  bool is_low_latency = false;  // experts: all of it over NICs
  bool is_combine = false;

  Expected<RowPrediction> predict(const facts::LibraryValues& values) const;
};

class RowEvaluator {
 public:
  explicit RowEvaluator(const catalog::Catalog& catalog) : catalog_(catalog) {}

  struct Evaluation {
    std::optional<LibraryCase> library;  // else the prediction stands
    RowPrediction prediction;
    const char* unit = "us";
  };
  Expected<Evaluation> evaluate(const io::ValidationRow& row);

 private:
  Expected<const topology::Topology*> server(const io::ValidationRow& row);
  Expected<collective::LibraryMachine> machine(const io::ValidationRow& row);
  Expected<RowPrediction> run(const io::ValidationRow& row, const Operation& operation,
                              RowMetric metric);
  Expected<LibraryCase> library_case(const io::ValidationRow& row, schedule::Collective collective,
                                     RowMetric metric);

  const catalog::Catalog& catalog_;
  std::map<std::string, std::unique_ptr<const topology::Topology>> servers_;
  std::map<std::string, collective::LibraryMachine> machines_;
};

}  // namespace weft::app
