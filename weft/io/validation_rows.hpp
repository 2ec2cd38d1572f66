// Rows of published measurements, as `weft validate` reads them: a CSV with the columns
//
//   id,class,server,nodes,ranks,operation,algorithm,options_json,bytes,metric,value,quality,source
//
// in any order. `options_json` is a JSON object; values that are not texts stand as JSON writes
// them ("true", "4", "[3, 16]"), and `hw`, which is an object, is flattened to "hw.gpu" and so on.
// Format: docs/validation-rows.md. Errors, with file and line: CSV_MALFORMED, ROWS_COLUMNS,
// ROWS_INVALID (a cell that is no number, JSON that is none), ROWS_EMPTY.
#pragma once

#include "weft/base/error.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft::io {

struct ValidationRow {
  int line = 0;
  std::string id;
  std::string kind;  // the class: "coll_intra_large"
  std::string server;
  int nodes = 1;
  int ranks = 1;  // in all
  std::string operation;
  std::string algorithm;  // empty: what the library takes
  std::map<std::string, std::string, std::less<>> options;
  std::optional<double> bytes;
  std::string metric;
  double value = 0;
  std::string quality;
  std::string source;

  std::string_view option(std::string_view key) const {  // empty where absent
    const auto found = options.find(key);
    return found == options.end() ? std::string_view{} : std::string_view(found->second);
  }
};

Expected<std::vector<ValidationRow>> read_validation_rows(const std::string& file,
                                                          std::string_view text);

}  // namespace weft::io
