#include "weft/report/validation.hpp"

#include "weft/base/parse.hpp"
#include "weft/base/printable.hpp"
#include "weft/report/table.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

namespace weft::report {
namespace {

// The middle of two for a median of an even number, as it is usually taken.
double median(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double percentile(std::vector<double> values, double part) {
  std::ranges::sort(values);
  const auto at = static_cast<std::size_t>(std::ceil(part * static_cast<double>(values.size())));
  return values[std::clamp<std::size_t>(at, 1, values.size()) - 1];
}

ClassFigures figures(const std::string& kind, const std::vector<const ValidatedRow*>& rows) {
  std::vector<double> errors;
  std::vector<double> ratios;
  std::map<std::string, std::vector<double>> by_system;
  std::size_t within = 0;
  for (const ValidatedRow* row : rows) {
    const double error = std::abs(row->error()) * 100;
    errors.push_back(error);
    by_system[row->system].push_back(error);
    const bool is_time = row->unit == "us";
    const double ratio = is_time ? row->measured / row->predicted : row->predicted / row->measured;
    ratios.push_back(ratio);
    if (ratio <= 1.5 && ratio >= 1 / 1.5) ++within;
  }
  std::vector<double> medians;
  for (const auto& [system, of_system] : by_system) medians.push_back(median(of_system));
  return {.kind = kind,
          .rows = rows.size(),
          .systems = by_system.size(),
          .median_percent = median(errors),
          .p90_percent = percentile(errors, 0.9),
          .worst_percent = percentile(errors, 1),
          .within_1_5x = static_cast<double>(within) / static_cast<double>(rows.size()),
          .median_of_systems_percent = median(medians),
          .low = percentile(ratios, 0.1),
          .high = percentile(ratios, 0.9)};
}

std::string signed_percent(double error) { return fmt::format("{:+.1f}", error * 100); }

}  // namespace

std::vector<ClassFigures> figures_by_class(const std::vector<ValidatedRow>& rows) {
  std::map<std::string, std::vector<const ValidatedRow*>> by_class;
  for (const ValidatedRow& row : rows)
    if (row.counts) by_class[row.kind].push_back(&row);
  std::vector<ClassFigures> all;
  for (const auto& [kind, of_class] : by_class) all.push_back(figures(kind, of_class));
  return all;
}

std::string to_text(const Validation& v) {
  std::string out = fmt::format(
      "{} rows of {} predicted{}, {} left out. Errors in %.\n\n", v.rows.size(), printable(v.file),
      v.is_leave_one_out ? ", each without its own system" : "", v.left_out.size());
  Table classes;
  classes.column("class", Align::left).column("rows").column("systems").column("median");
  classes.column("90 %").column("worst").column("within 1.5x").column("median of systems");
  for (const ClassFigures& c : v.classes)
    classes.row({c.kind, std::to_string(c.rows), std::to_string(c.systems),
                 fmt::format("{:.1f}", c.median_percent), fmt::format("{:.1f}", c.p90_percent),
                 fmt::format("{:.1f}", c.worst_percent),
                 fmt::format("{:.0f} %", c.within_1_5x * 100),
                 fmt::format("{:.1f}{}", c.median_of_systems_percent,
                             c.systems == 1 ? " (one system)" : "")});
  out += classes.text() + "\n";
  Table rows;
  rows.column("row", Align::left).column("scenario", Align::left).column("predicted");
  rows.column("measured").column("unit", Align::left).column("error %");
  rows.column("limit", Align::left);
  for (const ValidatedRow& row : v.rows)
    rows.row({row.id, row.scenario, print_number(row.predicted), print_number(row.measured),
              row.unit, signed_percent(row.error()) + (row.counts ? "" : " (not counted)"),
              row.limit});
  out += rows.text();
  if (!v.left_out.empty()) out += "\nLeft out:\n";
  for (const LeftOut& row : v.left_out)
    out += fmt::format("  {}: {}\n", printable(row.id), printable(row.why));
  return out;
}

std::string to_json(const Validation& v) {
  Json json = {{"file", v.file}, {"leave_one_out", v.is_leave_one_out}};
  json["classes"] = Json::array();
  for (const ClassFigures& c : v.classes)
    json["classes"].push_back({{"class", c.kind},
                               {"rows", c.rows},
                               {"systems", c.systems},
                               {"median_percent", number(c.median_percent)},
                               {"p90_percent", number(c.p90_percent)},
                               {"worst_percent", number(c.worst_percent)},
                               {"within_1_5x", number(c.within_1_5x)},
                               {"median_of_systems_percent", number(c.median_of_systems_percent)},
                               {"time_to_predicted_10_90", {number(c.low), number(c.high)}}});
  json["rows"] = Json::array();
  for (const ValidatedRow& row : v.rows)
    json["rows"].push_back({{"id", row.id},
                            {"class", row.kind},
                            {"system", row.system},
                            {"scenario", row.scenario},
                            {"predicted", number(row.predicted)},
                            {"measured", number(row.measured)},
                            {"unit", row.unit},
                            {"error_percent", number(row.error() * 100)},
                            {"limit", row.limit},
                            {"counts", row.counts}});
  json["left_out"] = Json::array();
  for (const LeftOut& row : v.left_out)
    json["left_out"].push_back({{"id", row.id}, {"class", row.kind}, {"why", row.why}});
  return dump(json);
}

}  // namespace weft::report
