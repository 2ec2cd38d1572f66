#include "weft/app/diff.hpp"

#include "weft/app/open.hpp"
#include "weft/report/json.hpp"
#include "weft/report/topology_diff.hpp"
#include "weft/report/warnings.hpp"

#include <utility>

namespace weft::app {

Expected<Report> diff(const DiffRequest& request) {
  if (request.topologies.size() < 2)
    return fail("DIFF_TOO_FEW", "one topology differs from nothing", "Name two or more.");
  std::vector<Opened> opened;
  std::vector<const topology::Topology*> topologies;
  Report report;
  for (const std::string& name : request.topologies) {
    auto one = open({.name = name, .gpu = {}, .with = {}, .catalogs = request.catalogs});
    if (!one) return tl::make_unexpected(std::move(one.error()));
    opened.push_back(std::move(*one));
  }
  std::vector<Warning> warnings;
  for (const Opened& one : opened) {
    topologies.push_back(&one.topology);
    warnings.insert(warnings.end(), one.warnings.begin(), one.warnings.end());
  }
  const auto found = report::differences(topologies);
  report.text = report::to_text(warnings) + report::differences_text(request.topologies, found);
  report.found_fault = !found.empty();
  report::Json list = report::Json::array();
  for (const report::Difference& difference : found)
    list.push_back(
        {{"fact", difference.fact}, {"usual", difference.usual}, {"values", difference.values}});
  report.json = report::dump({{"topologies", request.topologies},
                              {"differences", std::move(list)},
                              {"warnings", report::to_json(warnings)}});
  return report;
}

}  // namespace weft::app
