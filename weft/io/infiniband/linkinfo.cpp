// `iblinkinfo`: an entry per device, a line per port; with -l the device stands on each line.
//
//   Switch: 0x0002c9… leaf1:
//      3    1[  ] ==( 4X      25.78125 Gbps Active/  LinkUp)==>   1    1[  ] "node7 HCA-1" ( )
//   CA: node7 HCA-1:
//      0x0002c9…   6    1[  ] ==( 4X  25.78125 Gbps Active/  LinkUp)==>   3    3[  ] "leaf1" ( )
//
// The far end is known by its LID, so that nodes are identified by LID here.
#include "weft/io/infiniband/dump.hpp"

#include <charconv>

#include <fmt/format.h>

namespace weft::io::infiniband {
namespace {

struct Entry {
  bool is_switch = true;
  std::string name;
  std::string guid;
};

bool take_guid(std::string_view& text, std::string_view& guid) {
  text = trimmed(text);
  if (!text.starts_with("0x")) return false;
  const auto end = std::min(text.find_first_of(" \t"), text.size());
  guid = text.substr(0, end);
  text.remove_prefix(end);
  return true;
}

std::string lid_key(std::uint32_t lid) { return fmt::format("lid {}", lid); }

class LinkInfo {
 public:
  explicit LinkInfo(Dump& dump) : dump_(dump) {}

  void line(std::string_view text, int number) {
    const auto arrow = text.find("==(");
    if (arrow == std::string_view::npos) return entry(text, number);
    const auto to = text.find(")==>", arrow);
    if (to == std::string_view::npos) return dump_.unreadable(number);
    link(text.substr(0, arrow), text.substr(arrow + 3, to - arrow - 3), text.substr(to + 4),
         number);
  }

 private:
  void entry(std::string_view text, int number) {
    text = trimmed(text);
    const bool is_switch = text.starts_with("Switch:");
    if (!is_switch && !text.starts_with("CA:") && !text.starts_with("RT:"))
      return dump_.unreadable(number);
    text = trimmed(text.substr(text.find(':') + 1));
    entry_ = {is_switch, {}, {}};
    if (std::string_view guid; take_guid(text, guid)) entry_.guid = guid;
    text = trimmed(text);
    if (text.ends_with(':')) text.remove_suffix(1);
    entry_.name = text;
  }

  void link(std::string_view own, std::string_view state, std::string_view far, int number) {
    std::string_view guid;
    const bool has_guid = take_guid(own, guid);
    Entry here = entry_;
    if (const auto name = take_quoted(own)) here.name = trimmed(*name);  // -l
    if (has_guid && here.guid.empty()) here.guid = guid;
    const auto lid = take_number(own);
    const auto port = take_number(own);
    if (!lid || !port) return dump_.unreadable(number);
    const auto width = take_number(state);
    const bool is_up = width && state.starts_with('X');
    const std::uint32_t node = dump_.node(lid_key(*lid), here.is_switch, number);
    auto& record = dump_.fabric().nodes[node];
    if (!record.listed) dump_.describe(node, here.name, number);
    record.role = here.is_switch ? fabric::Role::network_switch : fabric::Role::adapter;
    if (!here.guid.empty()) record.attributes.set("guid", here.guid);
    if (!is_up) return;  // Down/ Polling
    std::string_view rest = trimmed(state.substr(1));
    double gbps = 0;
    std::from_chars(rest.data(), rest.data() + rest.size(), gbps);
    std::string_view far_guid;
    take_guid(far, far_guid);
    const auto far_lid = take_number(far);
    const auto far_port = take_number(far);
    if (!far_lid || !far_port || *width > 12) return dump_.unreadable(number);
    // What an adapter is plugged into is a switch; what a switch is plugged into has an entry of
    // its own where it is a switch too.
    const std::uint32_t peer = dump_.node(lid_key(*far_lid), !here.is_switch, number);
    if (const auto description = take_quoted(far)) dump_.suggest(peer, *description);
    dump_.link({.node = node,
                .port = *port,
                .peer = peer,
                .peer_port = *far_port,
                .rate = dump_.lane_rate(static_cast<int>(*width), gbps, number),
                .line = number});
  }

  Dump& dump_;
  Entry entry_;
};

}  // namespace

void parse_linkinfo(std::string_view text, Dump& dump) {
  LinkInfo info(dump);
  std::string_view line;
  for (int number = 1; next_line(text, line); ++number)
    if (!trimmed(line).empty() && !trimmed(line).starts_with('#')) info.line(line, number);
}

}  // namespace weft::io::infiniband
