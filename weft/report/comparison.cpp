#include "weft/report/comparison.hpp"

#include "weft/base/printable.hpp"
#include "weft/report/json.hpp"
#include "weft/report/table.hpp"
#include "weft/report/warnings.hpp"

#include <functional>

#include <fmt/format.h>

namespace weft::report {
namespace {

// Of times that differ by less, none is the faster.
constexpr double kSame = 1e-9;

// A column for each algorithm; the fastest of a row has a star.
Table table_of(const Comparison& c, const std::function<double(const PredictionRow&)>& value) {
  const bool has_sizes = c.entries.front().rows.front().size > Bytes(0);  // a barrier has none
  Table table;
  if (has_sizes) table.column("size (B)");
  for (const Compared& entry : c.entries) table.column(entry.algorithm);
  for (std::size_t row = 0; row < c.entries.front().rows.size(); ++row) {
    std::vector<std::string> cells;
    if (has_sizes) cells.push_back(fmt::format("{:.0f}", c.entries.front().rows[row].size.value()));
    const std::size_t best = best_entry(c, row);
    for (std::size_t i = 0; i < c.entries.size(); ++i)
      cells.push_back(
          fmt::format("{:.2f}{}", value(c.entries[i].rows[row]), i == best ? "*" : " "));
    table.row(std::move(cells));
  }
  return table;
}

}  // namespace

std::size_t best_entry(const Comparison& c, std::size_t row) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < c.entries.size(); ++i)
    if (c.entries[i].rows[row].time < c.entries[best].rows[row].time * (1 - kSame)) best = i;
  return best;
}

std::string to_text(const Comparison& c) {
  std::string out = to_text(c.warnings);
  out += fmt::format("{} of {} on {} ranks; * is the fastest\n\ntime (us)\n", c.operation,
                     printable(c.topology), c.ranks);
  out += table_of(c, [](const PredictionRow& row) { return in_microseconds(row.time); }).text(2);
  if (c.entries.front().rows.back().busbw > Bandwidth(0)) {
    out += "\nbusbw (GB/s)\n";
    out += table_of(c, [](const PredictionRow& row) {
             return in_gigabytes_per_second(row.busbw);
           }).text(2);
  }
  out += "\n";
  Table how;
  how.column("", Align::left).column("", Align::left);
  for (const Compared& entry : c.entries) how.row({entry.algorithm, entry.how});
  for (const Unfit& other : c.unfit) how.row({other.algorithm, "not here: " + other.why.message});
  return out + how.text();
}

std::string to_json(const Comparison& c) {
  Json json = {{"topology", c.topology}, {"collective", c.operation}, {"ranks", c.ranks}};
  json["rows"] = Json::array();
  for (std::size_t row = 0; row < c.entries.front().rows.size(); ++row)
    for (std::size_t i = 0; i < c.entries.size(); ++i) {
      Json r = collective_row(c.entries[i].rows[row]);
      r["best"] = i == best_entry(c, row);
      json["rows"].push_back(std::move(r));
    }
  json["how"] = Json::array();
  for (const Compared& entry : c.entries)
    json["how"].push_back({{"algorithm", entry.algorithm}, {"how", entry.how}});
  json["unfit"] = Json::array();
  for (const Unfit& other : c.unfit)
    json["unfit"].push_back(
        {{"algorithm", other.algorithm}, {"code", other.why.code}, {"why", other.why.message}});
  json["warnings"] = to_json(c.warnings);
  return dump(json);
}

}  // namespace weft::report
