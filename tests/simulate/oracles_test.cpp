// Every row of tests/oracles/simulate.csv, by each way of solving.
#include "weft/route/policy/hash_statistics.hpp"
#include "weft/simulate/fluid.hpp"

#include <map>
#include <string>

#include "tests/oracles/rows.hpp"
#include <gtest/gtest.h>

namespace weft::simulate {
namespace {

using Json = nlohmann::json;

// Rates follow from ends: each flow in turn is so short that it ends first and alone decides
// nothing.
std::map<std::string, double> rates(const FlowPaths& paths, const std::vector<double>& capacity,
                                    const std::vector<std::string>& names, Solving solving) {
  constexpr double kShort = 1e-9;
  std::map<std::string, double> found;
  for (std::size_t f = 0; f < names.size(); ++f) {
    std::vector<FluidFlow> flows(names.size(), {.bytes = 1e9});
    flows[f].bytes = kShort;
    const auto run = play(paths, capacity, flows, {}, {}, {.solving = solving});
    found[names[f]] = kShort / run.end[f];
  }
  return found;
}

void expect_rates(const oracles::Row& row, Solving solving) {
  FlowPaths paths;
  std::vector<double> capacity;
  std::vector<std::string> names;
  if (row.inputs.contains("weights")) {
    // A flow of weight w is one whose unit is w bytes: units are shared alike.
    capacity = {row.inputs.at("cap").get<double>()};
    for (const auto& [name, weight] : row.inputs.at("weights").items()) {
      paths.add(std::vector<FlowUse>{{0, weight.get<double>()}});
      names.push_back(name);
    }
    const auto found = rates(paths, capacity, names, solving);
    for (const auto& [name, want] : row.expected.items()) {
      const double weight = row.inputs.at("weights").at(name).get<double>();
      EXPECT_NEAR(found.at(name) * weight, want.get<double>(), 1e-8 + row.tolerance);
    }
    return;
  }
  std::map<std::string, std::uint32_t> link;
  for (const auto& [name, rate] : row.inputs.at("caps").items()) {
    link[name] = static_cast<std::uint32_t>(capacity.size());
    capacity.push_back(rate.get<double>());
  }
  for (const auto& [name, path] : row.inputs.at("flows").items()) {
    std::vector<FlowUse> uses;
    for (const Json& each : path) uses.push_back({link.at(each.get<std::string>()), 1});
    paths.add(uses);
    names.push_back(name);
  }
  const auto found = rates(paths, capacity, names, solving);
  for (const auto& [name, want] : row.expected.items())
    EXPECT_NEAR(found.at(name), want.get<double>(), 1e-8 + row.tolerance) << name;
}

void expect_ends(const oracles::Row& row, Solving solving) {
  FlowPaths paths;
  std::vector<FluidFlow> flows;
  for (const Json& size : row.inputs.at("sizes")) {
    paths.add(std::vector<FlowUse>{{0, 1}});
    flows.push_back({.bytes = size.get<double>()});
  }
  const auto run = play(paths, {row.inputs.at("cap_GBps").get<double>() * 1e9}, flows, {}, {},
                        {.solving = solving});
  const auto want =
      Json::parse(row.expected.is_string() ? row.expected.get<std::string>() : row.expected.dump());
  for (std::size_t f = 0; f < flows.size(); ++f)
    EXPECT_NEAR(run.end[f] * 1e6, want[f].get<double>(), row.tolerance);
}

double hashed(const oracles::Row& row) {
  const auto flows = row.inputs.at("flows").get<unsigned>();
  const auto paths = row.inputs.at("paths").get<unsigned>();
  if (row.name.starts_with("ecmp.no_collision")) return route::no_collision(flows, paths);
  if (row.name.starts_with("ecmp.expected_used")) return route::expected_used_paths(flows, paths);
  return route::expected_fullest_path(flows, paths);
}

TEST(SimulateOracles, AreReproduced) {
  int checked = 0;
  for (const oracles::Row& row : oracles::rows("simulate")) {
    SCOPED_TRACE(row.name);
    for (const Solving solving : {Solving::levels, Solving::filling}) {
      if (row.name.starts_with("flow.maxmin")) expect_rates(row, solving);
      if (row.name.starts_with("flow.fct")) expect_ends(row, solving);
    }
    if (row.name.starts_with("ecmp.")) {
      EXPECT_NEAR(hashed(row), row.expected.get<double>(), row.tolerance);
    }
    ++checked;
  }
  EXPECT_EQ(checked, 14);
}

}  // namespace
}  // namespace weft::simulate
