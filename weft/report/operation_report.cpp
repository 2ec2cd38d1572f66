#include "weft/report/operation_report.hpp"

#include "weft/base/parse.hpp"
#include "weft/base/printable.hpp"
#include "weft/report/interval.hpp"
#include "weft/report/sources.hpp"
#include "weft/report/table.hpp"
#include "weft/report/warnings.hpp"

#include <fmt/format.h>

namespace weft::report {
namespace {

bool has_size(const OperationRow& row) { return row.size > Bytes(0); }

std::string two_digits(double value) { return fmt::format("{:.2f}", value); }

// A latency is printed with its time only, a steady stream with its rate only.
Table table_of(const OperationResult& r) {
  const OperationRow& first = r.rows.front();
  const bool sizes = has_size(first);
  const bool times = first.time > Seconds(0);
  const bool cpu = first.cpu_seconds_per_GB.has_value();
  Table table;
  if (sizes) table.column("size (B)");
  if (times) table.column(first.is_latency() ? "latency (us)" : "time (us)");
  if (!first.is_latency()) table.column("bandwidth (GB/s)");
  if (cpu) table.column("CPU (s/GB)");
  table.column("way", Align::left).column("limit", Align::left).column("why", Align::left);
  for (const OperationRow& row : r.rows) {
    std::vector<std::string> cells;
    if (sizes) cells.push_back(fmt::format("{:.0f}", row.size.value()));
    if (times)
      cells.push_back(row.is_latency() ? fmt::format("{:.3f}", in_microseconds(row.time))
                                       : two_digits(in_microseconds(row.time)));
    if (!first.is_latency()) cells.push_back(two_digits(in_gigabytes_per_second(row.rate)));
    if (cpu) cells.push_back(print_number(row.cpu_seconds_per_GB.value_or(0)));
    cells.insert(cells.end(), {r.way, row.limit.kind, row.limit.text});
    table.row(std::move(cells));
  }
  return table;
}

std::string terms_text(const std::vector<Term>& terms) {
  Table table;
  table.column("term", Align::left).column("us").column("", Align::left);
  Sources sources;
  for (const Term& term : terms)
    table.row({term.name, print_number(in_microseconds(term.time)), sources.mark(term.source)});
  return table.text(2) + sources.text(2);
}

Json row_json(const OperationResult& r, const OperationRow& row) {
  Json json = {{"bytes", has_size(row) ? whole(row.size) : Json()},
               {"time_us", row.time > Seconds(0) ? number(in_microseconds(row.time)) : Json()},
               {"bandwidth_GBps", row.is_latency() ? Json() : gbps(row.rate)},
               {"latency_us", number(in_microseconds(row.is_latency() ? row.time : r.latency))},
               {"algorithm", r.way},
               {"protocol", ""},
               {"channels", 0},
               {"limit", row.limit.text},
               {"limit_class", row.limit.kind},
               {"second_limit", row.second.text},
               {"value", number(row.value())},
               {"unit", row.unit()}};
  json["interval_us"] = to_json(
      row.time > Seconds(0) ? interval_of(operation_class(r.operation), row.time) : std::nullopt);
  if (row.cpu_seconds_per_GB) json["cpu_seconds_per_GB"] = number(*row.cpu_seconds_per_GB);
  json["terms"] = Json::array();
  for (const Term& term : row.terms)
    json["terms"].push_back(
        {{"name", term.name}, {"us", number(in_microseconds(term.time))}, {"source", term.source}});
  return json;
}

std::string gains_text(const std::vector<explain::Gain>& gains) {
  std::string text;
  for (const explain::Gain& gain : gains)
    text += fmt::format("{}{} {:+.1f} %", text.empty() ? "" : ", ", gain.kind, gain.percent);
  return text;
}

}  // namespace

double OperationRow::value() const {
  return is_latency() ? in_microseconds(time) : in_gigabytes_per_second(rate);
}

const char* OperationRow::unit() const { return is_latency() ? "us" : "GB/s"; }

std::string to_text(const OperationResult& r) {
  std::string out = to_text(r.warnings);
  out += fmt::format("{} of {}: {}\n\n", r.operation, printable(r.topology), printable(r.how));
  if (r.rows.empty()) return out;
  out += table_of(r).text();
  const OperationRow& last = r.rows.back();
  const std::string at = has_size(last) ? fmt::format("At {}, l", print_size(last.size)) : "L";
  out += fmt::format("\n{}imited by {}\n", at, printable(r.waterfall_of));
  if (!r.waterfall.empty()) out += to_text(r.waterfall, 2);
  if (const auto range = interval_of(operation_class(r.operation), Seconds(1)))
    out += fmt::format("Eight of ten such measurements took {:.2f} to {:.2f} times as long ({})\n",
                       range->low.value(), range->high.value(), range->kind);
  if (!last.terms.empty()) out += fmt::format("Its time is the sum of\n{}", terms_text(last.terms));
  if (!last.second.text.empty())
    out += fmt::format("The next limit is {}: {}\n", last.second.kind, printable(last.second.text));
  if (!r.gains.empty())
    out += fmt::format("With 10 % more of one class: {}\n", gains_text(r.gains));
  return out;
}

std::string to_json(const OperationResult& r) {
  Json json = {{"topology", r.topology}, {"collective", r.operation}, {"ranks", 1}};
  json["rows"] = Json::array();
  for (const OperationRow& row : r.rows) json["rows"].push_back(row_json(r, row));
  json["gains"] = Json::array();
  for (const explain::Gain& gain : r.gains)
    json["gains"].push_back({{"class", gain.kind}, {"percent", number(gain.percent)}});
  json["waterfall"] = {{"of", r.waterfall_of}, {"factors", to_json(r.waterfall)}};
  json["how"] = r.how;
  json["warnings"] = to_json(r.warnings);
  return dump(json);
}

}  // namespace weft::report
