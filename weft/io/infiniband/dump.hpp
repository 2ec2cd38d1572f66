// What the readers of InfiniBand dumps share: nodes by GUID, rates, line numbers.
#pragma once

#include "weft/io/fabric/fabric.hpp"
#include "weft/io/text_lines.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace weft::io::infiniband {

class Dump {
 public:
  explicit Dump(Remarks& remarks) : remarks_(remarks) {}

  // `id`: GUID in any spelling, or ibsim's name. Makes the node where it is new.
  std::uint32_t node(std::string_view id, bool is_switch, int line);
  // The node's own entry: its description. Says where one is listed twice.
  void describe(std::uint32_t node, std::string_view description, int line);
  // The description that a peer gives; counts where there is no entry.
  void suggest(std::uint32_t node, std::string_view description);
  bool is_aggregation(std::uint32_t node) const;

  // "4x" and "NDR"; "???" or nothing for a rate that is not stated.
  std::uint32_t rate(int width, std::string_view speed, int line);
  // "4X", 25.78125 Gb/s of one lane.
  std::uint32_t lane_rate(int width, double gbps, int line);

  void link(fabric::End end) { fabric_.ends.push_back(end); }
  void unreadable(int line);
  // Takes aggregation nodes out and names hosts.
  fabric::Fabric take() &&;

  fabric::Fabric& fabric() { return fabric_; }
  int unreadable_lines() const { return unreadable_; }

 private:
  Remarks& remarks_;
  fabric::Fabric fabric_;
  std::unordered_map<std::string, std::uint32_t> by_id_;
  std::vector<std::string> descriptions_;  // by node
  std::vector<bool> own_description_;
  int unreadable_ = 0;
};

// What stands between the next two `quote`s, moving `text` behind them.
std::optional<std::string_view> take_quoted(std::string_view& text, char quote = '"');
// A number at the front, moving `text` behind it.
std::optional<std::uint32_t> take_number(std::string_view& text);

void parse_discover(std::string_view text, Dump& dump);  // ibnetdiscover, ibsim
void parse_ports(std::string_view text, Dump& dump);     // ibnetdiscover -p
void parse_linkinfo(std::string_view text, Dump& dump);  // iblinkinfo, iblinkinfo -l

}  // namespace weft::io::infiniband
