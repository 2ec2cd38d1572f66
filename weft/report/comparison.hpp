// The same collective by several algorithms, size by size: `weft predict --algorithm all`.
#pragma once

#include "weft/base/error.hpp"
#include "weft/report/prediction.hpp"

#include <string>
#include <vector>

namespace weft::report {

struct Compared {
  std::string algorithm;
  std::string how;  // as in Prediction
  std::vector<PredictionRow> rows;
};

struct Unfit {
  std::string algorithm;
  Error why;
};

struct Comparison {
  std::string topology;
  std::string operation;
  std::size_t ranks = 0;
  std::vector<Compared> entries;  // rows of all entries have the same sizes
  std::vector<Unfit> unfit;
  std::vector<Warning> warnings;
};

// Index of the fastest entry for the row; of equals the first.
std::size_t best_entry(const Comparison& comparison, std::size_t row);

std::string to_text(const Comparison& comparison);
// {topology, collective, ranks, rows: [those of a prediction, with `best`], how, unfit, warnings}
std::string to_json(const Comparison& comparison);

}  // namespace weft::report
