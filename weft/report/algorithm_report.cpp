#include "weft/report/algorithm_report.hpp"

#include "weft/base/parse.hpp"
#include "weft/report/json.hpp"
#include "weft/report/table.hpp"

#include <string_view>

#include <fmt/format.h>

namespace weft::report {
namespace {

// One server's worth of ranks, for the columns that depend on their number.
constexpr collective::Rank kRanks = 8;

Table table_of(std::span<const collective::Algorithm> algorithms) {
  Table table;
  table.column("collective", Align::left).column("algorithm", Align::left);
  table.column("messages in a row").column("busiest rank sends").column("busbw / algbw");
  for (const collective::Collective each : schedule::collectives())
    for (const collective::Algorithm& algorithm : algorithms) {
      if (!does(algorithm, each)) continue;
      const collective::Shape shape{.ranks = kRanks};
      table.row({schedule::word(each), algorithm.name, std::to_string(algorithm.steps(each, shape)),
                 print_number(algorithm.most_sent(each, shape, Bytes(1)).value()) + " S",
                 print_number(schedule::busbw_factor(each, kRanks))});
    }
  return table;
}

// The formula names its collectives, parted by "; ".
std::string formula_lines(std::string_view formula) {
  std::string out;
  while (!formula.empty()) {
    const auto end = formula.find("; ");
    out += fmt::format("  {}\n", formula.substr(0, end));
    formula = end == std::string_view::npos ? std::string_view{} : formula.substr(end + 2);
  }
  return out;
}

}  // namespace

std::string to_text(std::span<const collective::Algorithm> algorithms) {
  std::string out =
      fmt::format("With {} ranks and S bytes, as nccl-tests counts them:\n\n", kRanks);
  out += table_of(algorithms).text();
  out +=
      "\nTime in the a-b model: n ranks, S bytes, a seconds a message, B bytes a second.\n"
      "Predictions do not use these formulas but simulate the schedule on the topology.\n";
  for (const collective::Algorithm& algorithm : algorithms)
    out +=
        fmt::format("\n{}{}\n{}", algorithm.name, algorithm.pipelined.empty() ? "" : " (pipelined)",
                    formula_lines(algorithm.formula));
  return out;
}

std::string to_json(std::span<const collective::Algorithm> algorithms) {
  Json json = {{"algorithms", Json::array()}};
  for (const collective::Algorithm& algorithm : algorithms) {
    Json collectives = Json::array();
    for (const collective::Collective each : algorithm.collectives)
      collectives.push_back(schedule::word(each));
    json["algorithms"].push_back({{"name", algorithm.name},
                                  {"collectives", std::move(collectives)},
                                  {"formula", algorithm.formula},
                                  {"pipelined", !algorithm.pipelined.empty()}});
  }
  return dump(json);
}

}  // namespace weft::report
