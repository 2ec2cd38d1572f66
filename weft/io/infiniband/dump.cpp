#include "weft/io/infiniband/dump.hpp"

#include "weft/facts/lines.hpp"
#include "weft/link/infiniband.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace weft::io::infiniband {
namespace {

using fabric::Node;
using fabric::Rate;
using fabric::Role;

// "S-0002c9…", "0x2c9…" and "2c9…" are one GUID. ibsim's names are kept as they are.
std::string canonical(std::string_view id) {
  std::string_view digits = id;
  if (digits.size() > 2 && digits[1] == '-' &&
      (digits[0] == 'S' || digits[0] == 'H' || digits[0] == 'R'))
    digits.remove_prefix(2);
  if (digits.starts_with("0x") || digits.starts_with("0X")) digits.remove_prefix(2);
  const bool is_hex = !digits.empty() &&
                      digits.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
  if (!is_hex) return std::string(id);
  const auto first = digits.find_first_not_of('0');
  std::string out(first == std::string_view::npos ? std::string_view("0") : digits.substr(first));
  std::ranges::transform(out, out.begin(), [](unsigned char c) { return std::tolower(c); });
  return out;
}

bool is_aggregation_name(std::string_view description) {
  return description.find("Aggregation Node") != std::string_view::npos;
}

// A host that has not set its node description shows its adapter's product.
bool is_product(std::string_view description) {
  return description.find("Mellanox Technologies") != std::string_view::npos ||
         description.find("NVIDIA Technologies") != std::string_view::npos;
}

bool is_adapter_word(std::string_view word) {
  constexpr std::array<std::string_view, 9> kFronts = {"mlx", "HCA-",  "hfi1_", "bnxt_re", "irdma",
                                                       "ibp", "rocep", "qib",   "ib"};
  if (word.empty() || std::isdigit(static_cast<unsigned char>(word.back())) == 0) return false;
  return std::ranges::any_of(kFronts, [&](auto front) { return word.starts_with(front); });
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](unsigned char c) { return std::tolower(c); });
  return out;
}

// Gb/s on the wire of one lane, as iblinkinfo prints them.
struct LaneRate {
  double gbps;
  std::string_view name;
};
constexpr std::array kLaneRates = {
    LaneRate{2.5, "sdr"},       LaneRate{5.0, "ddr"},     LaneRate{10.0, "qdr"},
    LaneRate{10.3125, "fdr10"}, LaneRate{14.0625, "fdr"}, LaneRate{25.78125, "edr"},
    LaneRate{53.125, "hdr"},    LaneRate{106.25, "ndr"},  LaneRate{212.5, "xdr"}};

}  // namespace

std::uint32_t Dump::node(std::string_view id, bool is_switch, int line) {
  std::string key = canonical(id);
  const auto known = by_id_.find(key);
  if (known != by_id_.end()) return known->second;
  Node node;
  node.role = is_switch ? Role::network_switch : Role::adapter;
  node.name = key;
  node.host = key;
  node.line = line;
  node.attributes.set("guid", key);
  const std::uint32_t index = fabric_.add(std::move(node));
  by_id_.emplace(std::move(key), index);
  descriptions_.emplace_back();
  own_description_.push_back(false);
  return index;
}

void Dump::describe(std::uint32_t index, std::string_view description, int line) {
  Node& node = fabric_.nodes[index];
  description = trimmed(description);
  if (node.listed) {
    const bool same = descriptions_[index] == description;
    remarks_.for_device(
        same ? "FABRIC_NODE_REPEATED" : "FABRIC_GUID_REPEATED",
        same ? "a device is listed more than once"
             : "two devices of different names have one GUID; they are taken as one",
        same ? node.name : fmt::format("{} and {}", descriptions_[index], description), line,
        same ? "Take the dump again; two dumps may be in one file."
             : "GUIDs must differ: check firmware and cloned virtual functions.");
  }
  node.listed = true;
  node.line = line;
  if (!own_description_[index]) descriptions_[index] = description;
  own_description_[index] = true;
}

void Dump::suggest(std::uint32_t index, std::string_view description) {
  if (own_description_[index] || !descriptions_[index].empty()) return;
  descriptions_[index] = trimmed(description);
}

bool Dump::is_aggregation(std::uint32_t index) const {
  return is_aggregation_name(descriptions_[index]);
}

std::uint32_t Dump::rate(int width, std::string_view speed, int line) {
  const std::string name = lower(speed);
  const std::string key = fmt::format("{}x{}", width, name);
  return fabric_.rate(key, [&]() -> Rate {
    if (facts::find_infiniband(name) != nullptr) {
      auto model = link::infiniband_link({.rate = name, .lanes = width});
      if (model) return {std::move(*model), topology::Provenance::trained};
    }
    if (!name.empty() && name != "???")
      remarks_.for_device("FABRIC_RATE_UNSTATED",
                          "a link's width and speed are not known, so that it limits nothing", key,
                          line, "Look at the port with iblinkinfo.");
    else
      remarks_.add("FABRIC_RATE_UNSTATED",
                   "the file states no rate of its links, so that they limit nothing",
                   "Take the dump with ibnetdiscover or iblinkinfo, which state it.");
    return fabric::unstated_rate();
  });
}

std::uint32_t Dump::lane_rate(int width, double gbps, int line) {
  for (const LaneRate& known : kLaneRates)
    if (std::abs(known.gbps - gbps) < 0.001 * gbps) return rate(width, known.name, line);
  return rate(width, fmt::format("{:g} Gb/s", gbps), line);
}

void Dump::unreadable(int line) {
  ++unreadable_;
  remarks_.for_device("FABRIC_LINE_UNREADABLE", "a line cannot be read and is left out",
                      fmt::format("line {}", line), line,
                      "A dump that was cut off ends so; take it again.");
}

fabric::Fabric Dump::take() && {
  for (std::uint32_t i = 0; i < fabric_.nodes.size(); ++i) {
    Node& node = fabric_.nodes[i];
    std::string_view text = descriptions_[i];
    if (text.empty()) continue;
    node.name = text;
    if (node.role == Role::network_switch) continue;
    node.attributes.set("description", text);
    if (is_aggregation_name(text)) continue;
    if (is_product(text)) {
      remarks_.for_device("FABRIC_NAME_UNSET",
                          "an adapter's node description is its product, so that its host is not "
                          "known; it is taken as a host of its own",
                          std::string(node.attributes.get("guid")), node.line,
                          "Let rdma-ndd set node descriptions on that host.");
      node.host = fmt::format("host of {}", node.attributes.get("guid"));
      node.name.clear();
      continue;
    }
    const auto space = text.rfind(' ');
    const std::string_view last =
        space == std::string_view::npos ? std::string_view{} : text.substr(space + 1);
    const bool has_adapter = is_adapter_word(last);
    node.host = has_adapter ? trimmed(text.substr(0, space)) : text;
    node.name = has_adapter ? last : std::string_view{};
  }
  // In-network reduction is a part of the switch, not a host.
  const auto is_sharp = [&](const fabric::End& end) {
    for (const auto& [agg, other] : {std::pair{end.node, end.peer}, {end.peer, end.node}}) {
      if (!is_aggregation(agg)) continue;
      fabric_.nodes[other].attributes.set("aggregation", "true");
      return true;
    }
    return false;
  };
  std::erase_if(fabric_.ends, is_sharp);
  std::vector<std::uint32_t> moved(fabric_.nodes.size());
  std::vector<Node> kept;
  for (std::uint32_t i = 0; i < fabric_.nodes.size(); ++i) {
    moved[i] = static_cast<std::uint32_t>(kept.size());
    if (!is_aggregation(i)) kept.push_back(std::move(fabric_.nodes[i]));
  }
  fabric_.nodes = std::move(kept);
  for (fabric::End& end : fabric_.ends) {
    end.node = moved[end.node];
    end.peer = moved[end.peer];
  }
  return std::move(fabric_);
}

std::optional<std::string_view> take_quoted(std::string_view& text, char quote) {
  const auto open = text.find(quote);
  if (open == std::string_view::npos) return std::nullopt;
  const auto close = text.find(quote, open + 1);
  if (close == std::string_view::npos) return std::nullopt;
  const std::string_view inside = text.substr(open + 1, close - open - 1);
  text.remove_prefix(close + 1);
  return inside;
}

std::optional<std::uint32_t> take_number(std::string_view& text) {
  while (text.starts_with(' ') || text.starts_with('\t')) text.remove_prefix(1);
  std::uint32_t value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

}  // namespace weft::io::infiniband
