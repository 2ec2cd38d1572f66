// `weft validate`: predicted against published measurements.
//
// Main flow: read the rows → what Weft predicts for each, or why it is left out → with
// --leave-one-out, constants estimated again without each system, and that system predicted with
// them → figures by class. Without a file, the rows that Weft ships (data/reference).
// Errors: those of reading the file and the catalogue.
#pragma once

#include "weft/app/report.hpp"
#include "weft/base/error.hpp"
#include "weft/report/validation.hpp"

#include <string>
#include <vector>

namespace weft::app {

struct ValidateRequest {
  std::string rows;  // a file, "-", or empty for what Weft ships
  std::vector<std::string> catalogs;
  bool leave_one_out = false;
  bool estimate = false;  // print the constants as all rows together give them
};

Expected<Report> validate(const ValidateRequest& request);

// The rows that Weft ships, predicted with the constants that it ships.
const report::Validation& shipped_validation();

}  // namespace weft::app
