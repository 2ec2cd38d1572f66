#include "weft/report/prediction.hpp"

#include "weft/base/parse.hpp"
#include "weft/base/printable.hpp"
#include "weft/report/json.hpp"
#include "weft/report/table.hpp"
#include "weft/report/warnings.hpp"

#include <fmt/format.h>

namespace weft::report {
namespace {

std::string rate(Bandwidth value) { return fmt::format("{:.2f}", in_gigabytes_per_second(value)); }

std::string bytes(Bytes size) { return fmt::format("{:.0f}", size.value()); }

bool moves_data(const PredictionRow& row) { return row.size > Bytes(0); }

// A barrier has neither size nor bandwidths.
Table table_of(const Prediction& p) {
  const bool has_sizes = p.rows.empty() || moves_data(p.rows.front());
  Table table;
  if (has_sizes) table.column("size (B)").column("count").column("type", Align::left);
  table.column("time (us)");
  if (has_sizes) table.column("algbw (GB/s)").column("busbw (GB/s)");
  table.column("algorithm", Align::left).column("limit", Align::left).column("why", Align::left);
  for (const PredictionRow& row : p.rows) {
    std::vector<std::string> cells;
    const auto add = [&cells](std::string cell) { cells.push_back(std::move(cell)); };
    if (has_sizes) add(bytes(row.size)), add(std::to_string(row.count)), add("float");
    add(fmt::format("{:.2f}", in_microseconds(row.time)));
    if (has_sizes) add(rate(row.algbw)), add(rate(row.busbw));
    cells.push_back(row.channels > 0
                        ? fmt::format("{} {} x{}", row.algorithm, row.protocol, row.channels)
                        : row.algorithm);
    cells.push_back(row.limit.kind);
    cells.push_back(row.limit.text);
    table.row(std::move(cells));
  }
  return table;
}

std::string gains_text(const Prediction& p) {
  std::string text;
  bool is_reordered = false;
  for (const explain::Gain& gain : p.gains) {
    text += fmt::format("{}{} {:+.1f} %", text.empty() ? "" : ", ", gain.kind, gain.percent);
    is_reordered = is_reordered || gain.percent > 10.05 || gain.percent < -0.05;
  }
  if (is_reordered)
    text += "\n  More than 10 % or less than none: at other rates messages meet in another order.";
  return text;
}

Json expectation_json(const std::optional<Expectation>& library) {
  if (!library) return nullptr;
  return {{"time_us", number(in_microseconds(library->time))},
          {"busbw_GBps", gbps(library->busbw)},
          {"algorithm", library->algorithm},
          {"protocol", library->protocol},
          {"limit", library->limit},
          {"class", library->interval ? Json(library->interval->kind) : Json()}};
}

// What libraries have reached, with the range that eight of ten measurements were in.
std::string expectations_text(const Prediction& p) {
  Table table;
  table.column("size (B)").column("time (us)").column("10 % below").column("90 % below");
  table.column("busbw (GB/s)").column("algorithm", Align::left).column("limit", Align::left);
  for (const PredictionRow& row : p.rows) {
    if (!row.library) continue;
    const Expectation& library = *row.library;
    const auto us = [](Seconds time) { return fmt::format("{:.2f}", in_microseconds(time)); };
    table.row({bytes(row.size), us(library.time), library.interval ? us(library.interval->low) : "",
               library.interval ? us(library.interval->high) : "", rate(library.busbw),
               library.algorithm + " " + library.protocol, library.limit});
  }
  return table.empty() ? std::string()
                       : "\nLibraries have reached on such hardware:\n" + table.text(2);
}

}  // namespace

Json collective_row(const PredictionRow& row) {
  Json json = {{"bytes", whole(row.size)},
               {"time_us", number(in_microseconds(row.time))},
               {"algbw_GBps", moves_data(row) ? gbps(row.algbw) : Json()},
               {"busbw_GBps", moves_data(row) ? gbps(row.busbw) : Json()}};
  json["algorithm"] = row.algorithm;
  json["protocol"] = row.protocol;
  json["channels"] = row.channels;
  json["limit"] = row.limit.text;
  json["limit_class"] = row.limit.kind;
  json["second_limit"] = row.second.text;
  json["library"] = expectation_json(row.library);
  json["interval_us"] = to_json(row.library ? row.library->interval : std::nullopt);
  return json;
}

std::string to_text(const Prediction& p) {
  std::string out = to_text(p.warnings);
  out += fmt::format("{} of {}: {}\n\n", p.operation, printable(p.topology), printable(p.how));
  out += table_of(p).text();
  if (p.rows.empty()) return out;
  const PredictionRow& last = p.rows.back();
  out += moves_data(last) ? fmt::format("\nAt {}, limited by {}\n", print_size(last.size),
                                        printable(p.waterfall_of))
                          : fmt::format("\nLimited by {}\n", printable(p.waterfall_of));
  if (!p.waterfall.empty()) out += to_text(p.waterfall, 2);
  if (!last.second.text.empty())
    out += fmt::format("The next limit is {}: {}\n", last.second.kind, printable(last.second.text));
  out += expectations_text(p);
  if (!p.in_network.empty()) out += p.in_network + "\n";
  if (!p.gains.empty()) out += fmt::format("With 10 % more of one class: {}\n", gains_text(p));
  return out;
}

std::string to_json(const Prediction& p) {
  Json json = {{"topology", p.topology}, {"collective", p.operation}, {"ranks", p.ranks}};
  json["rows"] = Json::array();
  for (const PredictionRow& row : p.rows) json["rows"].push_back(collective_row(row));
  json["gains"] = Json::array();
  for (const explain::Gain& gain : p.gains)
    json["gains"].push_back({{"class", gain.kind}, {"percent", number(gain.percent)}});
  json["waterfall"] = {{"of", p.waterfall_of}, {"factors", to_json(p.waterfall)}};
  json["in_network"] = p.in_network.empty() ? Json() : Json(p.in_network);
  json["how"] = p.how;
  json["warnings"] = to_json(p.warnings);
  return dump(json);
}

}  // namespace weft::report
