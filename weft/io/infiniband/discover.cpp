// ibnetdiscover's listing, and ibsim's net files, which are the same without GUIDs and rates:
//
//   Switch 65 "S-0002c9…"   # "leaf 4" enhanced port 0 lid 73 lmc 0
//   [1](0002…) "H-0002c9…"[1](0002…)   # "node7 mlx5_3" lid 647 4xNDR
//   Ca 1 "H-0002c9…"   # "node7 mlx5_3"
#include "weft/io/infiniband/dump.hpp"

#include <cctype>

namespace weft::io::infiniband {
namespace {

struct Current {
  std::uint32_t node = 0;
  bool known = false;
};

// "Switch", "Ca", "Hca" (ibsim), "Rt": what begins an entry.
bool take_kind(std::string_view& line, bool& is_switch) {
  for (const std::string_view word : {"Switch", "Ca", "CA", "Hca", "HCA", "Rt"}) {
    if (!line.starts_with(word) || line.size() == word.size()) continue;
    const char next = line[word.size()];
    if (next != ' ' && next != '\t') continue;
    line.remove_prefix(word.size());
    is_switch = word == "Switch";
    return true;
  }
  return false;
}

// "4xNDR" anywhere behind the description; nothing where none is stated.
std::uint32_t rate_in(std::string_view text, Dump& dump, int number) {
  for (std::size_t at = text.find('x'); at != std::string_view::npos; at = text.find('x', at + 1)) {
    if (at == 0 || std::isdigit(static_cast<unsigned char>(text[at - 1])) == 0) continue;
    std::size_t first = at;
    while (first > 0 && std::isdigit(static_cast<unsigned char>(text[first - 1])) != 0) --first;
    if (first > 0 && text[first - 1] != ' ') continue;
    std::string_view digits = text.substr(first, at - first);
    const auto width = take_number(digits);
    std::string_view speed = text.substr(at + 1);
    speed = speed.substr(0, speed.find_first_of(" \t"));
    if (!width || *width > 12 || speed.empty()) continue;
    if (std::isupper(static_cast<unsigned char>(speed[0])) == 0 && speed[0] != '?') continue;
    return dump.rate(static_cast<int>(*width), speed, number);
  }
  return dump.rate(0, "", number);
}

bool is_switch_id(std::string_view id, bool otherwise) {
  if (id.starts_with("S-")) return true;
  if (id.starts_with("H-") || id.starts_with("R-")) return false;
  return otherwise;
}

void read_entry(std::string_view line, bool is_switch, int number, Dump& dump, Current& current) {
  current.known = false;
  const auto ports = take_number(line);
  const auto id = take_quoted(line);
  if (!ports || !id || id->empty()) return dump.unreadable(number);
  current.node = dump.node(*id, is_switch_id(*id, is_switch), number);
  current.known = true;
  auto& node = dump.fabric().nodes[current.node];
  node.role = is_switch ? fabric::Role::network_switch : fabric::Role::adapter;
  node.attributes.set("ports", std::to_string(*ports));
  const auto description = take_quoted(line);
  dump.describe(current.node, description.value_or(*id), number);
}

void read_port(std::string_view line, int number, Dump& dump, const Current& current,
               bool peers_are_switches) {
  line.remove_prefix(1);
  const auto port = take_number(line);
  const auto id = take_quoted(line);
  const auto bracket = line.find('[');
  if (!current.known || !port || !id || id->empty() || bracket == std::string_view::npos)
    return dump.unreadable(number);
  line.remove_prefix(bracket + 1);
  const auto peer_port = take_number(line);
  if (!peer_port || !line.starts_with(']')) return dump.unreadable(number);
  const std::uint32_t peer = dump.node(*id, is_switch_id(*id, peers_are_switches), number);
  if (const auto description = take_quoted(line)) dump.suggest(peer, *description);
  dump.link({.node = current.node,
             .port = *port,
             .peer = peer,
             .peer_port = *peer_port,
             .rate = rate_in(line, dump, number),
             .line = number});
}

}  // namespace

void parse_discover(std::string_view text, Dump& dump) {
  std::string_view line;
  Current current;
  bool in_switch = false;
  for (int number = 1; next_line(text, line); ++number) {
    line = trimmed(line);
    if (line.empty() || line.starts_with('#')) continue;
    if (line.starts_with('[')) {
      // Only a switch's own entry tells ibsim's names apart; a peer of an adapter is one.
      read_port(line, number, dump, current, !in_switch);
    } else if (bool is_switch = false; take_kind(line, is_switch)) {
      read_entry(line, is_switch, number, dump, current);
      in_switch = is_switch;
    } else if (line.find('=') == std::string_view::npos && !line.starts_with("Chassis") &&
               !line.starts_with("DR path") && !line.starts_with("Non-Chassis")) {
      dump.unreadable(number);
    }
  }
}

}  // namespace weft::io::infiniband
