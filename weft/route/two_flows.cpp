#include "weft/route/two_flows.hpp"

#include <algorithm>
#include <vector>

namespace weft::route {
namespace {

// A resource and what a payload byte of each transfer takes of it.
struct Row {
  ResourceId resource;
  double capacity = 0;
  double first = 0;
  double second = 0;
};

std::vector<Row> rows_of(const Topology& topology, const Path& first, const Path& second,
                         double memory) {
  std::vector<Row> rows;
  const auto add = [&](const Path& path, double Row::*weight) {
    for (const Use& use : path.uses) {
      auto known = std::ranges::find(rows, use.resource, &Row::resource);
      if (known == rows.end())
        known = rows.insert(
            rows.end(),
            {use.resource, topology.capacity(use.resource).value() *
                               (topology.kind_of(use.resource) == "memory" ? memory : 1)});
      (*known).*weight += use.weight;
    }
  };
  add(first, &Row::first);
  add(second, &Row::second);
  return rows;
}

}  // namespace

TwoRates share(const Topology& topology, const Path& first, const Path& second, double memory) {
  const auto rows = rows_of(topology, first, second, memory);
  double equal = kUnlimited.value();
  TwoRates rates;
  for (const Row& row : rows) {
    const double rate = row.capacity / (row.first + row.second);
    if (rate < equal) {
      equal = rate;
      rates.limit = row.resource;
    }
  }
  // What one can still gain while the other stays at the equal rate.
  const auto most = [&](double Row::*own, double Row::*other) {
    double rate = kUnlimited.value();
    for (const Row& row : rows)
      if (row.*own > 0) rate = std::min(rate, (row.capacity - equal * (row.*other)) / (row.*own));
    return Bandwidth(std::max(rate, equal));
  };
  rates.first = most(&Row::first, &Row::second);
  rates.second = most(&Row::second, &Row::first);
  return rates;
}

}  // namespace weft::route
