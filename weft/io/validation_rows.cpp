#include "weft/io/validation_rows.hpp"

#include "weft/base/parse.hpp"
#include "weft/io/csv_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace weft::io {
namespace {

using Json = nlohmann::json;

enum Column : std::size_t {
  kId,
  kClass,
  kServer,
  kNodes,
  kRanks,
  kOperation,
  kAlgorithm,
  kOptions,
  kBytes,
  kMetric,
  kValue,
  kQuality,
  kSource,
  kColumns
};
constexpr std::array<std::string_view, kColumns> kNames = {
    "id",           "class", "server", "nodes", "ranks",   "operation", "algorithm",
    "options_json", "bytes", "metric", "value", "quality", "source"};
constexpr int kMostRanks = 10'000'000;

std::string text_of(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

class Reader {
 public:
  explicit Reader(const std::string& file) : remarks_(file) {}

  Expected<std::vector<ValidationRow>> read(std::string_view text) {
    const auto lines = parse_csv(text, remarks_);
    if (!lines) return tl::make_unexpected(lines.error());
    if (lines->size() < 2)
      return remarks_.error("ROWS_EMPTY", "there are no rows below a line of column names",
                            columns_hint());
    if (auto found = find_columns(lines->front()); !found)
      return tl::make_unexpected(std::move(found.error()));
    std::vector<ValidationRow> rows;
    for (auto line = lines->begin() + 1; line != lines->end(); ++line) {
      auto row = read_row(*line);
      if (!row) return tl::make_unexpected(std::move(row.error()));
      rows.push_back(std::move(*row));
    }
    return rows;
  }

 private:
  static std::string columns_hint() {
    return fmt::format("The columns are {}.", fmt::join(kNames, ","));
  }

  Expected<void> find_columns(const CsvRow& heads) {
    for (std::size_t column = 0; column < kColumns; ++column) {
      const auto at = std::ranges::find(heads.fields, kNames[column]);
      if (at == heads.fields.end())
        return remarks_.error("ROWS_COLUMNS", fmt::format("column '{}' is missing", kNames[column]),
                              columns_hint(), heads.line);
      at_[column] = static_cast<std::size_t>(at - heads.fields.begin());
    }
    width_ = heads.fields.size();
    return {};
  }

  tl::unexpected<Error> invalid(const CsvRow& line, std::string why, std::string hint) const {
    return remarks_.error("ROWS_INVALID", std::move(why), std::move(hint), line.line);
  }

  Expected<int> count(const CsvRow& line, Column column) const {
    const std::string& cell = line.fields[at_[column]];
    const auto number = parse_integer(cell);
    if (number && *number >= 1 && *number <= kMostRanks) return static_cast<int>(*number);
    return invalid(line, fmt::format("{} is '{}'", kNames[column], cell),
                   "Expected a whole number from 1 on.");
  }

  Expected<void> read_options(const CsvRow& line, ValidationRow& row) const {
    const std::string& cell = line.fields[at_[kOptions]];
    if (cell.empty()) return {};
    const Json json = Json::parse(cell, nullptr, /*allow_exceptions=*/false);
    if (!json.is_object())
      return invalid(line, "options_json is no JSON object",
                     "Expected {\"key\": value, …}, with its quotes doubled as CSV has them.");
    for (const auto& [key, value] : json.items()) {
      if (key != "hw" || !value.is_object()) {
        row.options[key] = text_of(value);
        continue;
      }
      for (const auto& [fact, stated] : value.items()) row.options["hw." + fact] = text_of(stated);
    }
    return {};
  }

  Expected<ValidationRow> read_row(const CsvRow& line) const {
    if (line.fields.size() != width_)
      return invalid(
          line,
          fmt::format("{} fields, where the line of names has {}", line.fields.size(), width_),
          "Quote fields that hold commas.");
    const auto cell = [&](Column column) { return line.fields[at_[column]]; };
    ValidationRow row;
    row.line = line.line;
    row.id = cell(kId);
    row.kind = cell(kClass);
    row.server = cell(kServer);
    row.operation = cell(kOperation);
    row.algorithm = cell(kAlgorithm);
    row.metric = cell(kMetric);
    row.quality = cell(kQuality);
    row.source = cell(kSource);
    const auto nodes = count(line, kNodes);
    if (!nodes) return tl::make_unexpected(nodes.error());
    const auto ranks = count(line, kRanks);
    if (!ranks) return tl::make_unexpected(ranks.error());
    row.nodes = *nodes;
    row.ranks = *ranks;
    if (!cell(kBytes).empty()) {
      const auto bytes = parse_number(cell(kBytes));
      if (!bytes || !(*bytes >= 0))
        return invalid(line, fmt::format("bytes is '{}'", cell(kBytes)), "Expected a number.");
      row.bytes = *bytes;
    }
    const auto value = parse_number(cell(kValue));
    if (!value || !(*value > 0) || !std::isfinite(*value))
      return invalid(line, fmt::format("value is '{}'", cell(kValue)),
                     "Expected a positive number.");
    row.value = *value;
    if (auto done = read_options(line, row); !done)
      return tl::make_unexpected(std::move(done.error()));
    return row;
  }

  Remarks remarks_;
  std::array<std::size_t, kColumns> at_{};
  std::size_t width_ = 0;
};

}  // namespace

Expected<std::vector<ValidationRow>> read_validation_rows(const std::string& file,
                                                          std::string_view text) {
  return Reader(file).read(text);
}

}  // namespace weft::io
