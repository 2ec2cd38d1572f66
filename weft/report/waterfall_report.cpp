#include "weft/report/waterfall_report.hpp"

#include "weft/base/parse.hpp"
#include "weft/report/sources.hpp"
#include "weft/report/table.hpp"

namespace weft::report {

std::vector<FactorLine> factor_lines(const link::Waterfall& waterfall) {
  std::vector<FactorLine> lines;
  for (std::size_t i = 0; i < waterfall.factors().size(); ++i) {
    const link::Factor& factor = waterfall.factors()[i];
    const Bandwidth after = waterfall.running(i);
    const bool first = factor.role == link::Role::signalling;
    lines.push_back({factor.name, first ? print_rate(after) : "x " + print_number(factor.value),
                     factor.value, after, factor.source});
  }
  return lines;
}

std::string to_text(const std::vector<FactorLine>& lines, int indent) {
  Table table;
  table.column("factor", Align::left).column("value").column("GB/s").column("", Align::left);
  Sources sources;
  for (const FactorLine& line : lines)
    table.row({line.name, line.value, print_number(in_gigabytes_per_second(line.after)),
               sources.mark(line.source)});
  return table.text(indent) + sources.text(indent);
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
