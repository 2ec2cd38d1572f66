// Rows of tests/oracles/<layer>.csv: exact figures with their inputs, for the layer's own tests.
#pragma once

#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace weft::oracles {

struct Row {
  std::string name;
  nlohmann::json inputs;
  nlohmann::json expected;
  double tolerance = 0;
};

// Fields of a CSV line; "" inside quotes is one quote.
inline std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool doubled = quoted && line[i] == '"' && i + 1 < line.size() && line[i + 1] == '"';
    if (doubled)
      fields.back() += line[i++];
    else if (line[i] == '"')
      quoted = !quoted;
    else if (line[i] == ',' && !quoted)
      fields.emplace_back();
    else
      fields.back() += line[i];
  }
  return fields;
}

inline std::vector<Row> rows(const char* layer) {
  std::ifstream file(std::string(WEFT_SOURCE_DIR "/tests/oracles/") + layer + ".csv");
  EXPECT_TRUE(file.good()) << layer;
  std::vector<Row> all;
  std::string line;
  std::getline(file, line);  // the header
  while (std::getline(file, line)) {
    const auto fields = fields_of(line);
    if (fields.size() != 5) {
      ADD_FAILURE() << "not five fields: " << line;
      continue;
    }
    all.push_back({fields[0], nlohmann::json::parse(fields[1]), nlohmann::json::parse(fields[2]),
                   std::stod(fields[3])});
  }
  return all;
}

}  // namespace weft::oracles
