// `ibnetdiscover -p`, a line per port:
//
//   CA   134  1 0x0002c9… 4x EDR - SW  1719 10 0x0002c9… ( 'node7 HCA-1' - 'leaf1' )
//   SW  2052 37 0x0002c9… 4x ???                          'leaf1'      (nothing is plugged in)
#include "weft/io/infiniband/dump.hpp"

namespace weft::io::infiniband {
namespace {

struct PortEnd {
  std::uint32_t node = 0;
  std::uint32_t port = 0;
};

std::string_view take_word(std::string_view& text) {
  text = trimmed(text);
  const auto end = std::min(text.find_first_of(" \t"), text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(end);
  return word;
}

std::optional<PortEnd> take_end(std::string_view& text, int number, Dump& dump) {
  const std::string_view kind = take_word(text);
  if (kind != "CA" && kind != "SW" && kind != "RT") return std::nullopt;
  const auto lid = take_number(text);
  const auto port = take_number(text);
  const std::string_view guid = take_word(text);
  if (!lid || !port || !guid.starts_with("0x")) return std::nullopt;
  return PortEnd{dump.node(guid, kind == "SW", number), *port};
}

// Names stand in single quotes and may hold one: the outermost quotes and the " - " between count.
void name_ends(std::string_view text, const PortEnd& own, const PortEnd& peer, int number,
               Dump& dump) {
  const auto open = text.find('\'');
  const auto between = text.find("' - '", open == std::string_view::npos ? 0 : open + 1);
  const auto close = text.rfind('\'');
  if (open == std::string_view::npos || between == std::string_view::npos || close <= between)
    return;
  if (!dump.fabric().nodes[own.node].listed)
    dump.describe(own.node, text.substr(open + 1, between - open - 1), number);
  dump.suggest(peer.node, text.substr(between + 5, close - between - 5));
}

void read_line(std::string_view line, int number, Dump& dump) {
  const auto own = take_end(line, number, dump);
  if (!own) return dump.unreadable(number);
  const auto width = take_number(line);
  if (!width || *width > 12 || !line.starts_with('x')) return dump.unreadable(number);
  line.remove_prefix(1);
  const std::string_view speed = take_word(line);
  line = trimmed(line);
  if (!line.starts_with('-')) {  // down
    if (const auto name = take_quoted(line, '\''); name && !dump.fabric().nodes[own->node].listed)
      dump.describe(own->node, *name, number);
    return;
  }
  line.remove_prefix(1);
  const auto peer = take_end(line, number, dump);
  if (!peer) return dump.unreadable(number);
  name_ends(line, *own, *peer, number, dump);
  dump.link({.node = own->node,
             .port = own->port,
             .peer = peer->node,
             .peer_port = peer->port,
             .rate = dump.rate(static_cast<int>(*width), speed, number),
             .line = number});
}

}  // namespace

void parse_ports(std::string_view text, Dump& dump) {
  std::string_view line;
  for (int number = 1; next_line(text, line); ++number) {
    line = trimmed(line);
    if (!line.empty() && !line.starts_with('#')) read_line(line, number, dump);
  }
}

}  // namespace weft::io::infiniband
