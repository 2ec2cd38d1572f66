#include "weft/report/flow_report.hpp"

#include "weft/base/parse.hpp"
#include "weft/report/json.hpp"
#include "weft/report/table.hpp"
#include "weft/report/warnings.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include <fmt/format.h>

namespace weft::report {
namespace {

// A JSON of more flows is nothing that anybody reads; --csv has them all.
constexpr std::size_t kMostRows = 100'000;

std::string seconds(Seconds time) { return fmt::format("{:.9g}", time.value()); }

// Of a CSV: what could be taken for the next field.
std::string field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

std::string limits_text(const FlowReport& report) {
  Table table;
  table.column("flows").column("limited at their end by", Align::left);
  for (const auto& [flows, limit] : report.limits)
    table.row({fmt::format("{:.0f}", flows), limit.empty() ? "nothing on the way" : limit});
  std::string text = table.text();
  if (report.further_limits > 0)
    text += fmt::format("… and {} more resources\n", report.further_limits);
  return text;
}

std::string spread_text(const FlowSpread& spread) {
  const auto time = [](double seconds) { return print_time(Seconds(seconds)); };
  const auto times = [&](const char* what, const Spread& s) -> std::vector<std::string> {
    return {what, time(s.least5), time(s.median), time(s.most5), time(s.mean)};
  };
  Table table;
  table.column(fmt::format("over {} hash seeds", spread.seeds), Align::left)
      .column("5 %")
      .column("50 %")
      .column("95 %")
      .column("mean");
  table.row(times("the last ends at", spread.end));
  table.row(times("median time of a flow", spread.median_time));
  table.row(times("95 % of flows take at most", spread.time95));
  table.row(times("slowest flow", spread.most_time));
  const Spread& load = spread.most_flows;
  table.row({"flows on the fullest link between switches", print_number(load.least5),
             print_number(load.median), print_number(load.most5), print_number(load.mean)});
  return table.text();
}

Json to_json(const Spread& s) {
  return {{"p5", number(s.least5)},
          {"p50", number(s.median)},
          {"p95", number(s.most5)},
          {"mean", number(s.mean)}};
}

}  // namespace

Spread spread_of(std::vector<double> values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  const auto at = [&](double part) {
    return values[static_cast<std::size_t>(part * static_cast<double>(values.size() - 1) + 0.5)];
  };
  return {at(0.05), at(0.5), at(0.95),
          std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size())};
}

std::string to_text(const FlowReport& report) {
  std::string out = to_text(report.warnings);
  out += fmt::format("{}{}{}: {:.0f} flow{}, {} in all\n\n", report.traffic,
                     report.topology.empty() ? "" : " on " + report.topology,
                     report.routing.empty() ? "" : ", " + report.routing, report.flows,
                     report.flows == 1 ? "" : "s", print_size(report.bytes));
  Table table;
  table.column("").column("least").column("median").column("95 %").column("most");
  table.row({"time of a flow", print_time(report.least), print_time(report.median),
             print_time(report.most5), print_time(report.most)});
  out += table.text();
  if (std::isfinite(report.end.value()))
    out +=
        fmt::format("the last ends at {}: {} in all\n", print_time(report.end),
                    print_rate(report.end > Seconds(0) ? report.bytes / report.end : kUnlimited));
  else
    out += "some flows never end: a link on their way has no capacity\n";
  if (report.spread) out += "\n" + spread_text(*report.spread);
  return out + "\n" + limits_text(report);
}

std::string to_json(const FlowReport& report) {
  Json flows = Json::array();
  const std::size_t listed = report.rows <= kMostRows ? report.rows : 0;
  for (std::size_t i = 0; i < listed; ++i) {
    const FlowRow row = report.row(i);
    flows.push_back({{"flow", row.flow},
                     {"src", row.src},
                     {"dst", row.dst},
                     {"bytes", number(row.bytes.value())},
                     {"fct_s", number(row.time.value())},
                     {"limit", row.limit},
                     {"alike", number(row.alike)}});
  }
  Json limits = Json::array();
  for (const auto& [count, limit] : report.limits)
    limits.push_back({{"flows", number(count)}, {"limit", limit}});
  Json json = {{"traffic", report.traffic},
               {"topology", report.topology},
               {"routing", report.routing},
               {"flow_count", number(report.flows)},
               {"flows", std::move(flows)},
               {"flows_left_out", report.rows - listed},
               {"limits", std::move(limits)},
               {"fct_s",
                {{"least", number(report.least.value())},
                 {"median", number(report.median.value())},
                 {"p95", number(report.most5.value())},
                 {"most", number(report.most.value())}}},
               {"end_s", number(report.end.value())}};
  if (report.spread)
    json["spread"] = {{"seeds", report.spread->seeds},
                      {"end_s", to_json(report.spread->end)},
                      {"median_fct_s", to_json(report.spread->median_time)},
                      {"p95_fct_s", to_json(report.spread->time95)},
                      {"most_fct_s", to_json(report.spread->most_time)},
                      {"most_flows_on_a_link", to_json(report.spread->most_flows)}};
  json["warnings"] = to_json(report.warnings);
  return dump(json);
}

std::string to_csv(const FlowReport& report) {
  std::string out = "flow,fct_s,limit\n";
  for (std::size_t i = 0; i < report.rows; ++i) {
    const FlowRow row = report.row(i);
    fmt::format_to(std::back_inserter(out), "{},{},{}\n", field(row.flow), seconds(row.time),
                   field(row.limit));
  }
  return out;
}

}  // namespace weft::report
