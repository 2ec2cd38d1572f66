#include "weft/report/flow_report.hpp"

#include "weft/base/parse.hpp"
#include "weft/report/json.hpp"
#include "weft/report/table.hpp"
#include "weft/report/warnings.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace weft::report {
namespace {

constexpr std::size_t kMostLimits = 10;

std::string seconds(Seconds time) { return fmt::format("{:.9g}", time.value()); }

// Of a CSV: what could be taken for the next field.
std::string field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

// What limits most flows, most first.
std::string limits_text(const FlowReport& report) {
  std::map<std::string, std::size_t> counts;
  for (const FlowRow& row : report.rows)
    ++counts[row.limit.empty() ? "nothing on the way" : row.limit];
  std::vector<std::pair<std::string, std::size_t>> most(counts.begin(), counts.end());
  std::stable_sort(most.begin(), most.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  Table table;
  table.column("flows").column("limited at their end by", Align::left);
  for (std::size_t i = 0; i < std::min(kMostLimits, most.size()); ++i)
    table.row({std::to_string(most[i].second), most[i].first});
  std::string text = table.text();
  if (most.size() > kMostLimits)
    text += fmt::format("… and {} more resources\n", most.size() - kMostLimits);
  return text;
}

}  // namespace

std::string to_text(const FlowReport& report) {
  std::string out = to_text(report.warnings);
  std::vector<Seconds> times;
  Bytes bytes{0};
  for (const FlowRow& row : report.rows) {
    times.push_back(row.time);
    bytes = bytes + row.bytes;
  }
  std::sort(times.begin(), times.end());
  const auto at = [&](double part) {
    return print_time(
        times[static_cast<std::size_t>(part * static_cast<double>(times.size() - 1) + 0.5)]);
  };
  out += fmt::format("{}{}: {} flow{}, {} in all\n\n", report.traffic,
                     report.topology.empty() ? "" : " on " + report.topology, times.size(),
                     times.size() == 1 ? "" : "s", print_size(bytes));
  Table table;
  table.column("").column("least").column("median").column("95 %").column("most");
  table.row({"time of a flow", at(0), at(0.5), at(0.95), at(1)});
  out += table.text();
  if (std::isfinite(report.end.value()))
    out += fmt::format("the last ends at {}: {} in all\n", print_time(report.end),
                       print_rate(report.end > Seconds(0) ? bytes / report.end : kUnlimited));
  else
    out += "some flows never end: a link on their way has no capacity\n";
  return out + "\n" + limits_text(report);
}

std::string to_json(const FlowReport& report) {
  Json flows = Json::array();
  for (const FlowRow& row : report.rows)
    flows.push_back({{"flow", row.flow},
                     {"src", row.src},
                     {"dst", row.dst},
                     {"bytes", number(row.bytes.value())},
                     {"fct_s", number(row.time.value())},
                     {"limit", row.limit}});
  return dump({{"traffic", report.traffic},
               {"topology", report.topology},
               {"flows", std::move(flows)},
               {"end_s", number(report.end.value())},
               {"warnings", to_json(report.warnings)}});
}

std::string to_csv(const FlowReport& report) {
  std::string out = "flow,fct_s,limit\n";
  for (const FlowRow& row : report.rows)
    fmt::format_to(std::back_inserter(out), "{},{},{}\n", field(row.flow), seconds(row.time),
                   field(row.limit));
  return out;
}

}  // namespace weft::report
