#include "weft/topology/faults.hpp"

#include "weft/base/parse.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace weft::topology {
namespace {

constexpr std::string_view kKey = "faults";

}  // namespace

// A line each: the number of links, the state, and the name, which alone may hold blanks.
void add_fault(Attributes& attributes, const Fault& fault) {
  std::string link = fault.link;
  std::ranges::replace(link, '\n', ' ');
  attributes.set(kKey,
                 fmt::format("{}{} {} {}\n", attributes.get(kKey), fault.links, fault.state, link));
}

std::vector<Fault> faults_of(const Topology& topology) {
  std::vector<Fault> faults;
  std::string_view rest = topology.attributes().get(kKey);
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    const auto count_end = line.find(' ');
    const auto state_end = line.find(' ', count_end + 1);
    const auto links = parse_integer(line.substr(0, count_end));
    faults.push_back({std::string(line.substr(state_end + 1)),
                      std::string(line.substr(count_end + 1, state_end - count_end - 1)),
                      links ? static_cast<std::size_t>(*links) : 0});
  }
  return faults;
}

}  // namespace weft::topology
