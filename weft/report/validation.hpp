// What `weft validate` says: predicted against measured, by class and by row.
//
// Errors are of the prediction relative to the measurement. A class counts rows of quality A and B
// without a flag. Percentiles are the nearest value that so many do not exceed.
#pragma once

#include "weft/report/json.hpp"

#include <string>
#include <vector>

namespace weft::report {

struct ValidatedRow {
  std::string id;
  std::string kind;  // class
  std::string system;
  std::string scenario;  // "2 x p5, 16 ranks, all_reduce, 64 MiB"
  double predicted = 0;
  double measured = 0;
  std::string unit;
  std::string limit;
  std::string source;
  bool counts = true;

  double error() const { return predicted / measured - 1; }  // signed
};

struct LeftOut {
  std::string id;
  std::string kind;
  std::string why;
};

struct ClassFigures {
  std::string kind;
  std::size_t rows = 0;
  std::size_t systems = 0;
  double median_percent = 0;
  double p90_percent = 0;
  double worst_percent = 0;
  double within_1_5x = 0;                // part of the rows
  double median_of_systems_percent = 0;  // of each system's median
  double low = 1;                        // measured / predicted: what a tenth of rows is below …
  double high = 1;                       // … and a tenth above
};

struct Validation {
  std::string file;
  bool is_leave_one_out = false;
  std::vector<ClassFigures> classes;
  std::vector<ValidatedRow> rows;
  std::vector<LeftOut> left_out;
};

std::vector<ClassFigures> figures_by_class(const std::vector<ValidatedRow>& rows);

std::string to_text(const Validation& validation);
std::string to_json(const Validation& validation);

}  // namespace weft::report
