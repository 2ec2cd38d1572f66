// topology.conf: Name=Value pairs, a switch or block per line; '\' at the end goes on below.
#include "weft/io/slurm.hpp"
#include "weft/io/slurm/tree.hpp"
#include "weft/io/text_lines.hpp"

#include <algorithm>
#include <cctype>
#include <optional>

#include <fmt/format.h>

namespace weft::io {
namespace {

using slurm::Switch;

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](unsigned char c) { return std::tolower(c); });
  return out;
}

Expected<void> set(Switch& into, const std::string& key, std::string_view value, int line,
                   Remarks& remarks) {
  if (key == "nodes") {
    into.nodes = value;
  } else if (key == "switches") {
    into.switches = value;
  } else if (key == "linkspeed") {
    into.link_speed = value;
  } else {
    remarks.for_device("SLURM_KEY_UNKNOWN", "a parameter that Weft does not know is left out", key,
                       line, "topology.conf has SwitchName, Switches, Nodes and LinkSpeed.");
  }
  return {};
}

// One line: nothing for BlockSizes and the like.
Expected<std::optional<Switch>> read_line(std::string_view line, int number, Remarks& remarks) {
  Switch read;
  read.line = number;
  for (std::string_view rest = trimmed(line); !rest.empty(); rest = trimmed(rest)) {
    const auto end = std::min(rest.find_first_of(" \t"), rest.size());
    const std::string_view pair = rest.substr(0, end);
    rest.remove_prefix(end);
    const auto equals = pair.find('=');
    if (equals == std::string_view::npos || equals == 0)
      return remarks.error("SLURM_LINE_INVALID",
                           fmt::format("'{}' is no Name=Value", pair.substr(0, 60)),
                           "Lines look like SwitchName=leaf1 Nodes=n[0-15].", number);
    const std::string key = lower(pair.substr(0, equals));
    const std::string_view value = pair.substr(equals + 1);
    if (key == "blocksizes") return std::nullopt;
    if (key == "switchname" || key == "blockname") {
      read.name = value;
      read.is_block = key == "blockname";
      continue;
    }
    if (auto done = set(read, key, value, number, remarks); !done)
      return tl::make_unexpected(std::move(done.error()));
  }
  if (read.name.empty())
    return remarks.error("SLURM_LINE_INVALID", "the line names neither a switch nor a block",
                         "Begin it with SwitchName= or BlockName=.", number);
  return read;
}

}  // namespace

bool is_slurm_conf(std::string_view text) {
  std::string_view line;
  for (int i = 0; i < 400 && next_line(text, line); ++i) {
    const std::string front = lower(trimmed(line).substr(0, 11));
    if (front.starts_with("switchname=") || front.starts_with("blockname=")) return true;
    if (!front.empty() && front[0] != '#' && !front.starts_with("blocksizes")) return false;
  }
  return false;
}

Expected<TopologyRead> read_slurm_conf(const TopologyText& input) {
  Remarks remarks(input.name);
  std::vector<Switch> switches;
  std::string_view text = input.text;
  std::string_view line;
  std::string joined;
  for (int number = 1; next_line(text, line); ++number) {
    line = trimmed(line.substr(0, line.find('#')));
    const bool goes_on = line.ends_with('\\');
    if (goes_on) line.remove_suffix(1);
    joined += line;
    if (goes_on) continue;
    const std::string whole = std::exchange(joined, {});
    if (whole.empty()) continue;
    auto read = read_line(whole, number, remarks);
    if (!read) return tl::make_unexpected(std::move(read.error()));
    if (*read) switches.push_back(std::move(**read));
  }
  return slurm::build(switches, input.name, "slurm-conf", remarks);
}

}  // namespace weft::io
