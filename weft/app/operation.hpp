// Everything that `weft predict` times and that is no collective: copies, DMA, memory, RDMA, TCP.
//
// A word names an operation; each is a function of a topology and parameters that gives a row a
// size: time, rate, what limits, and named terms that the time adds up to. To add one, write its
// function in a file of its own (declared in operations.hpp) and its row in operation.cpp.
// Errors: those of the operation, OPTION_UNFIT, COMPONENT_UNKNOWN, NO_PATH.
#pragma once

#include "weft/app/parameters.hpp"
#include "weft/base/error.hpp"
#include "weft/explain/explain.hpp"
#include "weft/report/operation_report.hpp"
#include "weft/topology/graph.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace weft::app {

using report::OperationResult;
using report::OperationRow;

// Whether rows are sizes, and those that are taken where nobody says.
struct Sizes {
  enum class Use { none, optional, needed } use = Use::none;
  double first = 0;  // bytes; each twice the last
  double last = 0;
};

struct Operation {
  const char* word;     // "h2d"
  const char* summary;  // "host to device, by a copy engine or a kernel"
  Sizes sizes;
  std::vector<std::string_view> keys;  // options that it heeds
  Expected<OperationResult> (*run)(const topology::Topology&, const Parameters&);
};

// An option of operations: its key in rows of measurements (a fact of their `hw` as "hw.pcie"), its
// flag and what the flag takes.
struct OperationOption {
  const char* key;    // "gpu_pair"
  const char* flag;   // "--gpu-pair"
  const char* value;  // "same_group|other_group"; empty for a switch
  const char* help;
};

const std::vector<OperationOption>& operation_options();
const std::vector<Operation>& operations();
const Operation* find_operation(std::string_view word);  // null where unknown

// Whether an option of a row or of the command line belongs to an operation.
bool heeds(const Operation& operation, std::string_view key);

// Checks that every option given is one of the operation's, then runs it.
Expected<OperationResult> run_operation(const Operation& operation,
                                        const topology::Topology& topology,
                                        const Parameters& parameters);

}  // namespace weft::app
