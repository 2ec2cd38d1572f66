#include "weft/report/algorithm_report.hpp"

#include "weft/base/parse.hpp"
#include "weft/report/json.hpp"
#include "weft/report/schedule_diagram.hpp"
#include "weft/report/table.hpp"

#include <string_view>

#include <fmt/format.h>

namespace weft::report {
namespace {

using collective::Algorithm;
using collective::Shape;

bool fits(const Algorithm& algorithm, collective::Collective each, const Shape& shape) {
  return does(algorithm, each) && check_fit(algorithm, each, shape).has_value();
}

Table table_of(std::span<const Algorithm> algorithms, const Shape& shape) {
  Table table;
  table.column("collective", Align::left).column("algorithm", Align::left);
  table.column("messages in a row").column("busiest rank sends").column("busbw / algbw");
  for (const collective::Collective each : schedule::collectives())
    for (const Algorithm& algorithm : algorithms) {
      if (!fits(algorithm, each, shape)) continue;
      const double sent = algorithm.most_sent(each, shape, Bytes(1)).value();
      table.row({schedule::word(each), algorithm.name, std::to_string(algorithm.steps(each, shape)),
                 each == collective::Collective::barrier ? "-" : print_number(sent) + " S",
                 print_number(schedule::busbw_factor(each, shape.ranks))});
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

std::string heading(const Shape& shape) {
  return fmt::format("With {} ranks and S bytes, as nccl-tests counts them:\n\n", shape.ranks);
}

constexpr const char* kModel =
    "\nTime in the a-b model: n ranks, S bytes, a seconds a message, B bytes a second.\n"
    "Predictions do not use these formulas but simulate the schedule on the topology.\n";

std::string description(const Algorithm& algorithm) {
  return fmt::format("\n{}{}: {}\n{}", algorithm.name,
                     algorithm.pipelined.empty() ? "" : " (pipelined)", algorithm.about,
                     formula_lines(algorithm.formula));
}

Json algorithm_json(const Algorithm& algorithm, const Shape& shape) {
  Json json = {{"name", algorithm.name}, {"collectives", Json::array()}};
  for (const collective::Collective each : algorithm.collectives)
    json["collectives"].push_back(schedule::word(each));
  json["formula"] = algorithm.formula;
  json["pipelined"] = !algorithm.pipelined.empty();
  json["about"] = algorithm.about;
  json["costs"] = Json::array();
  for (const collective::Collective each : algorithm.collectives)
    if (fits(algorithm, each, shape))
      json["costs"].push_back(
          {{"collective", schedule::word(each)},
           {"ranks", shape.ranks},
           {"steps", algorithm.steps(each, shape)},
           {"most_sent", number(algorithm.most_sent(each, shape, Bytes(1)).value())}});
  return json;
}

}  // namespace

std::string to_text(std::span<const Algorithm> algorithms, const Shape& shape) {
  std::string out = heading(shape) + table_of(algorithms, shape).text() + kModel;
  for (const Algorithm& algorithm : algorithms) out += description(algorithm);
  return out + "\n`weft algorithms NAME -n 4` draws one.\n";
}

std::string to_json(std::span<const Algorithm> algorithms, const Shape& shape) {
  Json json = {{"algorithms", Json::array()}};
  for (const Algorithm& algorithm : algorithms)
    json["algorithms"].push_back(algorithm_json(algorithm, shape));
  return dump(json);
}

std::string to_text(const DrawnAlgorithm& drawn) {
  std::string out =
      heading(drawn.shape) + table_of(std::span(&drawn.algorithm, 1), drawn.shape).text() + kModel;
  out += description(drawn.algorithm) + "\n";
  if (drawn.schedule.ranks > kMostDrawn)
    return out + fmt::format("Up to {} ranks a drawing follows here.\n", kMostDrawn);
  return out + diagram_text(drawn.schedule);
}

std::string to_json(const DrawnAlgorithm& drawn) {
  Json json = algorithm_json(drawn.algorithm, drawn.shape);
  json["drawn"] = nullptr;
  if (drawn.schedule.ranks <= kMostDrawn) {
    json["drawn"] = {{"collective", schedule::word(drawn.schedule.collective)}};
    json["drawn"].update(diagram_json(drawn.schedule));
  }
  return dump(json);
}

}  // namespace weft::report
