// Servers of the catalogue show the distances that real machines of their kind report
// (distances.csv).
#include "weft/report/topology_report.hpp"

#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "tests/machines/support.hpp"

namespace weft::machines {
namespace {

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, at);) parts.push_back(part);
  return parts;
}

// "gpu0-1 nic4" holds three devices.
std::set<std::string> devices_of(const std::string& field) {
  std::set<std::string> devices;
  for (const std::string& part : split(field, ' ')) {
    const std::string kind = part.substr(0, 3);
    const std::size_t dash = part.find('-');
    const int first = std::stoi(part.substr(3, dash - 3));
    const int last = dash == std::string::npos ? first : std::stoi(part.substr(dash + 1));
    for (int i = first; i <= last; ++i) devices.insert(kind + std::to_string(i));
  }
  return devices;
}

struct Rule {
  std::set<std::string> some, others;
  std::string word;
  bool holds(const std::string& a, const std::string& b) const {
    if (some.empty()) return true;
    return (some.contains(a) && others.contains(b)) || (some.contains(b) && others.contains(a));
  }
};

std::map<std::string, std::vector<Rule>> read_rules() {
  std::ifstream in(WEFT_SOURCE_DIR "/tests/machines/distances.csv");
  std::map<std::string, std::vector<Rule>> rules;
  for (std::string line; std::getline(in, line);) {
    const auto fields = split(line, ',');
    if (line.front() == '#' || fields.at(0) == "server") continue;
    rules[fields.at(0)].push_back(
        {devices_of(fields.at(1)), devices_of(fields.at(2)), fields.at(3)});
  }
  return rules;
}

const std::map<std::string, std::vector<Rule>>& rules() {
  static const auto all = read_rules();
  return all;
}

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const auto& [name, unused] : rules()) all.push_back(name);
  return all;
}

class RealDistances : public testing::TestWithParam<std::string> {};

TEST_P(RealDistances, AreThoseOfTheCatalogue) {
  const Topology t = server(GetParam());
  const auto matrix = report::distances(route::Router(t));
  std::size_t compared = 0;
  for (std::size_t i = 0; i < matrix.devices.size(); ++i)
    for (std::size_t j = 0; j < matrix.devices.size(); ++j) {
      if (i == j) continue;
      const auto name = [&](std::size_t k) {
        const ComponentId id = matrix.devices[k];
        return (t.kind(id) == ComponentKind::gpu ? "gpu" : "nic") + std::to_string(t.ordinal(id));
      };
      for (const Rule& rule : rules().at(GetParam())) {
        if (!rule.holds(name(i), name(j))) continue;
        std::string word = matrix.words[i][j];
        if (rule.word == "CPU" && (word == "PHB" || word == "NODE" || word == "SYS")) word = "CPU";
        EXPECT_EQ(word, rule.word) << name(i) << " " << name(j);
        ++compared;
        break;
      }
    }
  EXPECT_GT(compared, matrix.devices.size());
}

INSTANTIATE_TEST_SUITE_P(Catalog, RealDistances, testing::ValuesIn(names()), test_name);

}  // namespace
}  // namespace weft::machines
