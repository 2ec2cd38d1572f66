#include "weft/report/waterfall_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "weft/base/parse.hpp"
#include "weft/report/table.hpp"

namespace weft::report {

std::vector<FactorLine> factor_lines(const link::Waterfall& waterfall) {
  std::vector<FactorLine> lines;
  for (std::size_t i = 0; i < waterfall.factors().size(); ++i) {
    const link::Factor& factor = waterfall.factors()[i];
    const Bandwidth after = waterfall.running(i);
    const bool first = factor.role == link::Role::signalling;
    lines.push_back({factor.name,
                     first ? print_rate(after) : "x " + print_number(factor.value), factor.value,
                     after, factor.source});
  }
  return lines;
}

std::string to_text(const std::vector<FactorLine>& lines, int indent) {
  Table table;
  table.column("factor", Align::left).column("value").column("GB/s").column("", Align::left);
  std::vector<std::string> sources;
  for (const FactorLine& line : lines) {
    auto known = std::find(sources.begin(), sources.end(), line.source);
    if (known == sources.end()) known = sources.insert(known, line.source);
    table.row({line.name, line.value, print_number(in_gigabytes_per_second(line.after)),
               fmt::format("[{}]", known - sources.begin() + 1)});
  }
  std::string out = table.text(indent);
  for (std::size_t i = 0; i < sources.size(); ++i)
    out += fmt::format("{:{}}[{}] {}\n", "", indent, i + 1, sources[i]);
  return out;
}

Json to_json(const std::vector<FactorLine>& lines) {
  Json list = Json::array();
  for (const FactorLine& line : lines)
    list.push_back({{"name", line.name},
                    {"value", number(line.factor)},
                    {"GBps", gbps(line.after)},
                    {"source", line.source}});
  return list;
}

}  // namespace weft::report
