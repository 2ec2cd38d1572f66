// Servers of the catalogue, for tests that use all of Weft on them.
#pragma once

#include "weft/catalog/build_server.hpp"
#include "weft/route/router.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace weft::machines {

using topology::ComponentKind;
using topology::Topology;

inline Topology server(const std::string& name) {
  auto built = catalog::build_server(name);
  if (!built) throw std::runtime_error(to_string(built.error()));
  return *std::move(built);
}

inline std::vector<std::string> server_names() {
  std::vector<std::string> all;
  for (const auto& entry : catalog::shipped().servers) all.push_back(entry.row.name);
  return all;
}

inline std::string test_name(const testing::TestParamInfo<std::string>& test) {
  std::string name = test.param;
  for (char& c : name)
    if (c == '-') c = '_';
  return name;
}

}  // namespace weft::machines
