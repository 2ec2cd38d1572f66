#include "weft/io/netbox.hpp"

#include "weft/base/parse.hpp"
#include "weft/facts/classes.hpp"
#include "weft/io/csv_text.hpp"
#include "weft/io/fabric/fabric.hpp"
#include "weft/io/text_lines.hpp"
#include "weft/link/ethernet.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

namespace weft::io {
namespace {

using fabric::Role;

// "Device A", "device_a", "side_a_device" → "device a" and the like.
std::string plain(std::string_view text) {
  std::string out;
  for (const char c : trimmed(text))
    out += c == '_' ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

struct Columns {
  std::map<std::string, std::size_t> at;

  std::string get(const CsvRow& row, std::initializer_list<const char*> names) const {
    for (const char* name : names)
      if (const auto found = at.find(name); found != at.end() && found->second < row.fields.size())
        return std::string(trimmed(row.fields[found->second]));
    return {};
  }
  bool has(const char* name) const { return at.contains(name); }
};

Columns columns_of(const CsvRow& header) {
  Columns columns;
  for (std::size_t i = 0; i < header.fields.size(); ++i)
    columns.at.try_emplace(plain(header.fields[i]), i);
  return columns;
}

struct Termination {
  std::string device;
  std::string name;
  std::string type;
};

Termination side(const Columns& columns, const CsvRow& row, char which) {
  const auto named = [&](std::string pattern) {
    std::ranges::replace(pattern, '#', which);
    return pattern;
  };
  return {columns.get(row, {named("side # device").c_str(), named("device #").c_str()}),
          columns.get(row, {named("side # name").c_str(), named("termination #").c_str(),
                            named("name #").c_str()}),
          plain(columns.get(row, {named("side # type").c_str(), named("termination # type").c_str(),
                                  named("type #").c_str()}))};
}

// Power, console and circuits carry no traffic between devices.
bool is_other(const Termination& end) {
  constexpr std::array<std::string_view, 5> kOthers = {"power", "console", "circuit", "feed",
                                                       "outlet"};
  return std::ranges::any_of(kOthers,
                             [&](auto word) { return end.type.find(word) != std::string::npos; });
}

bool is_panel(const Termination& end) {
  return end.type.find("frontport") != std::string::npos ||
         end.type.find("rearport") != std::string::npos ||
         end.type.find("front port") != std::string::npos ||
         end.type.find("rear port") != std::string::npos;
}

std::uint32_t port_number(std::string_view name) {
  const auto last = name.find_last_not_of("0123456789");
  const std::string_view digits = last == std::string_view::npos ? name : name.substr(last + 1);
  std::uint32_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

bool is_switch_name(std::string_view name) {
  constexpr std::array<std::string_view, 8> kWords = {"leaf", "spine", "switch", "tor",
                                                      "core", "agg",   "-sw",    "sw-"};
  const std::string low = plain(name);
  return low.starts_with("sw") || std::ranges::any_of(kWords, [&](auto word) {
           return low.find(word) != std::string::npos;
         });
}

// "400G", "400Gb/s", "400gbase-x-qsfpdd", or a number of kb/s as NetBox keeps speeds.
double gbps_of(std::string_view text) {
  double value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc{} || !(value > 0) || value > 1e12) return 0;
  const std::string unit = plain(text.substr(static_cast<std::size_t>(end - text.data())));
  if (unit.starts_with('g')) return value;
  if (unit.starts_with('m')) return value / 1e3;
  return unit.empty() ? value / 1e6 : 0;
}

class Cables {
 public:
  Cables(const Columns& columns, Remarks& remarks) : columns_(columns), remarks_(remarks) {
    fabric_.one_sided = true;
  }

  void row(const CsvRow& row) {
    const Termination a = side(columns_, row, 'a');
    const Termination b = side(columns_, row, 'b');
    if (is_other(a) || is_other(b)) return;
    if (a.device.empty() || b.device.empty()) {
      remarks_.for_device("NETBOX_END_MISSING", "a cable has no device at one end", "", row.line,
                          "Cables that lead nowhere carry nothing.");
      return;
    }
    const std::string status = plain(columns_.get(row, {"status"}));
    if (status.starts_with("planned") || status.starts_with("decommission")) {
      remarks_.for_device("NETBOX_NOT_CONNECTED", "a cable is planned or decommissioned; left out",
                          a.device + " - " + b.device, row.line, "Nothing to do.");
      return;
    }
    const std::uint32_t first = node(a, row.line);
    const std::uint32_t second = node(b, row.line);
    const std::string speed =
        columns_.get(row, {"speed", "rate", "interface a type", "interface type"});
    fabric_.ends.push_back({.node = first,
                            .port = port_number(a.name),
                            .peer = second,
                            .peer_port = port_number(b.name),
                            .rate = rate(speed),
                            .line = row.line});
  }

  fabric::Fabric take() {
    pass_through_panels();
    settle_roles();
    return std::move(fabric_);
  }

 private:
  std::uint32_t node(const Termination& end, int line) {
    // Each port of a panel is a place of its own, that two cables meet at.
    const bool panel = is_panel(end);
    const std::string key =
        panel ? fmt::format("{} port {}", end.device, port_number(end.name)) : end.device;
    const auto known = by_name_.find(key);
    if (known != by_name_.end()) return known->second;
    fabric::Node made;
    made.name = key;
    made.listed = true;
    made.line = line;
    const std::uint32_t index = fabric_.add(std::move(made));
    by_name_.emplace(key, index);
    if (panel) panels_.insert(index);
    return index;
  }

  std::uint32_t rate(const std::string& speed) {
    const double gbps = gbps_of(speed);
    if (gbps <= 0) {
      if (!unstated_)
        remarks_.add("FABRIC_RATE_UNSTATED", "cables state no rate, so that they limit nothing",
                     "Add a column 'speed' with 400G and the like.");
      unstated_ = true;
      return fabric_.rate("unstated", fabric::unstated_rate);
    }
    return fabric_.rate(fmt::format("{:g}", gbps), [&] {
      auto model = link::ethernet_link({.rate = fmt::format("eth{:g}", gbps),
                                        .framing = {.protocol = link::EthernetProtocol::rocev2}});
      if (model) return fabric::Rate{std::move(*model), topology::Provenance::specified};
      return fabric::stated_rate(gigabits_per_second(gbps), "ethernet",
                                 nanoseconds(facts::classes().latency.ethernet_link_ns.value),
                                 "speed of the cable list");
    });
  }

  // Two cables that meet at a panel's port are one.
  void pass_through_panels() {
    for (const std::uint32_t panel : panels_) {
      std::vector<std::size_t> at;
      for (std::size_t i = 0; i < fabric_.ends.size(); ++i)
        if (fabric_.ends[i].node == panel || fabric_.ends[i].peer == panel) at.push_back(i);
      if (at.size() != 2) {
        if (!at.empty())
          remarks_.for_device("NETBOX_PANEL_OPEN",
                              "a port of a patch panel does not join two cables; they are left out",
                              fabric_.nodes[panel].name, fabric_.ends[at.front()].line,
                              "Export the cables on both sides of the panel.");
        for (const std::size_t i : at) fabric_.ends[i].peer = fabric_.ends[i].node = panel;
        continue;
      }
      fabric::End& kept = fabric_.ends[at[0]];
      const fabric::End gone = fabric_.ends[at[1]];
      const bool near_is_node = kept.node != panel;
      const bool far_is_node = gone.node != panel;
      const fabric::End joined{.node = near_is_node ? kept.node : kept.peer,
                               .port = near_is_node ? kept.port : kept.peer_port,
                               .peer = far_is_node ? gone.node : gone.peer,
                               .peer_port = far_is_node ? gone.port : gone.peer_port,
                               .rate = kept.rate,
                               .line = kept.line};
      fabric_.ends[at[1]].node = fabric_.ends[at[1]].peer = panel;
      kept = joined;
    }
    std::erase_if(fabric_.ends, [](const fabric::End& end) { return end.node == end.peer; });
    drop_panels();
  }

  void drop_panels() {
    std::vector<std::uint32_t> moved(fabric_.nodes.size());
    std::vector<fabric::Node> kept;
    for (std::uint32_t i = 0; i < fabric_.nodes.size(); ++i) {
      moved[i] = static_cast<std::uint32_t>(kept.size());
      if (!panels_.contains(i)) kept.push_back(std::move(fabric_.nodes[i]));
    }
    fabric_.nodes = std::move(kept);
    for (fabric::End& end : fabric_.ends) {
      end.node = moved[end.node];
      end.peer = moved[end.peer];
    }
  }

  void settle_roles() {
    bool any = false;
    for (fabric::Node& node : fabric_.nodes)
      if (is_switch_name(node.name)) {
        node.role = Role::network_switch;
        any = true;
      }
    if (any) return;
    std::vector<std::set<std::uint32_t>> peers(fabric_.nodes.size());
    for (const fabric::End& end : fabric_.ends) {
      peers[end.node].insert(end.peer);
      peers[end.peer].insert(end.node);
    }
    for (std::size_t i = 0; i < peers.size(); ++i)
      if (peers[i].size() > 2) fabric_.nodes[i].role = Role::network_switch;
    remarks_.add("NETBOX_ROLES_ASSUMED",
                 "no device's name says that it is a switch; those that join more than two others "
                 "are taken as switches",
                 "Name switches so that it shows: leaf1, spine2, sw3.");
  }

  const Columns& columns_;
  Remarks& remarks_;
  fabric::Fabric fabric_;
  std::map<std::string, std::uint32_t> by_name_;
  std::set<std::uint32_t> panels_;
  bool unstated_ = false;
};

bool has_columns(const Columns& columns) {
  return (columns.has("side a device") && columns.has("side b device")) ||
         (columns.has("device a") && columns.has("device b"));
}

}  // namespace

bool is_netbox_cables(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::string header = plain(text.substr(0, text.find('\n')));
  const bool imported = header.find("side a device") != std::string::npos &&
                        header.find("side b device") != std::string::npos;
  const bool table =
      header.find("device a") != std::string::npos && header.find("device b") != std::string::npos;
  return (imported || table) && header.find(',') != std::string::npos;
}

Expected<TopologyRead> read_netbox_cables(const TopologyText& input) {
  Remarks remarks(input.name);
  const auto rows = parse_csv(input.text, remarks);
  if (!rows) return tl::make_unexpected(rows.error());
  if (rows->empty() || !has_columns(columns_of(rows->front())))
    return remarks.error("CSV_COLUMNS", "the file has no columns for the devices at both ends",
                         "Export NetBox's cables with 'Device A' and 'Device B'.", 1);
  const Columns columns = columns_of(rows->front());
  Cables cables(columns, remarks);
  for (std::size_t i = 1; i < rows->size(); ++i) cables.row((*rows)[i]);
  auto topology = fabric::build_fabric(cables.take(), input.name, "netbox-cables", remarks);
  if (!topology) return tl::make_unexpected(std::move(topology.error()));
  return TopologyRead{std::move(*topology), std::move(remarks).take()};
}

}  // namespace weft::io
