#include "weft/io/htsim.hpp"

#include "weft/base/parse.hpp"
#include "weft/io/fabric/fabric.hpp"
#include "weft/io/text_lines.hpp"

#include <array>
#include <map>

#include <fmt/format.h>

namespace weft::io {
namespace {

using fabric::Role;

constexpr std::int64_t kMost = 2'000'000;  // hosts, and cables of one tier

struct Tier {
  bool stated = false;
  std::map<std::string, std::int64_t> values;
  std::int64_t get(const char* key, std::int64_t otherwise = 0) const {
    const auto found = values.find(key);
    return found == values.end() ? otherwise : found->second;
  }
};

struct Plan {
  std::map<std::string, std::int64_t> header;  // nodes tiers podsize
  std::array<Tier, 3> tiers;
};

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

Expected<Plan> parse(std::string_view text, const Remarks& remarks) {
  Plan plan;
  Tier* tier = nullptr;
  std::string_view line;
  for (int number = 1; next_line(text, line); ++number) {
    line = trimmed(line.substr(0, line.find('#')));
    if (line.empty()) continue;
    const auto space = line.find_first_of(" \t");
    const std::string key = lower(line.substr(0, space));
    const auto value = parse_integer(space == std::string_view::npos ? std::string_view{}
                                                                     : trimmed(line.substr(space)));
    if (!value || *value < 0 || *value > 1'000'000'000)
      return remarks.error("HTSIM_INVALID", fmt::format("'{}' needs a whole number", key),
                           "Lines look like: Radix_Down 8.", number);
    if (key == "tier") {
      if (*value > 2)
        return remarks.error("HTSIM_INVALID", "there are tiers 0, 1 and 2", "Remove the others.",
                             number);
      tier = &plan.tiers.at(static_cast<std::size_t>(*value));
      tier->stated = true;
    } else if (tier == nullptr) {
      plan.header[key] = *value;
    } else if (!tier->values.emplace(key, *value).second) {
      return remarks.error("HTSIM_INVALID", fmt::format("'{}' is set twice for a tier", key),
                           "Keep one of the two.", number);
    }
  }
  return plan;
}

class FatTree {
 public:
  FatTree(Plan plan, const Remarks& remarks) : plan_(std::move(plan)), remarks_(remarks) {
    fabric_.one_sided = true;
  }

  Expected<fabric::Fabric> run();

 private:
  tl::unexpected<Error> misfit(std::string what) const {
    return remarks_.error("HTSIM_MISFIT", std::move(what),
                          "htsim itself refuses such a tree; check radixes, pod size and bundles.");
  }
  Expected<void> check() const;
  std::uint32_t rate(std::size_t tier) {
    const Tier& upper = plan_.tiers.at(tier);
    const auto ns =
        static_cast<double>(upper.get("downlink_latency_ns")) +
        0.5 * static_cast<double>(upper.get("switch_latency_ns")) +
        (tier > 0 ? 0.5 * static_cast<double>(plan_.tiers.at(tier - 1).get("switch_latency_ns"))
                  : 0);
    return fabric_.rate(fmt::format("tier {}", tier), [&] {
      return fabric::stated_rate(
          gigabits_per_second(static_cast<double>(upper.get("downlink_speed_gbps"))), "ethernet",
          nanoseconds(ns), "downlink speed and latency of the topology file");
    });
  }
  std::vector<std::uint32_t> add(std::int64_t count, const char* name, Role role) {
    std::vector<std::uint32_t> all;
    for (std::int64_t i = 0; i < count; ++i) {
      fabric::Node node;
      node.role = role;
      node.name = fmt::format("{}{}", name, i);
      node.listed = true;
      all.push_back(fabric_.add(std::move(node)));
    }
    return all;
  }
  void cable(std::uint32_t upper, std::uint32_t lower, std::uint32_t rate, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
      fabric_.ends.push_back({.node = upper, .peer = lower, .rate = rate});
  }

  Plan plan_;
  const Remarks& remarks_;
  fabric::Fabric fabric_;
};

Expected<void> FatTree::check() const {
  for (const char* key : {"nodes", "tiers", "podsize"})
    if (!plan_.header.contains(key) || plan_.header.at(key) <= 0)
      return remarks_.error("HTSIM_INVALID", fmt::format("the header lacks '{}'", key),
                            "It has Nodes, Tiers and Podsize.");
  const auto tiers = plan_.header.at("tiers");
  if (tiers < 2 || tiers > 3)
    return remarks_.error("HTSIM_INVALID", "a tree has 2 or 3 tiers", "Correct 'Tiers'.");
  if (plan_.header.at("nodes") > kMost)
    return remarks_.error("HTSIM_INVALID", fmt::format("more than {} nodes", kMost),
                          "Check 'Nodes'.");
  for (std::size_t t = 0; t < static_cast<std::size_t>(tiers); ++t)
    for (const char* key : {"radix_down", "downlink_speed_gbps", "radix_up"}) {
      const bool is_top = t + 1 == static_cast<std::size_t>(tiers);
      if (std::string_view(key) == "radix_up" && is_top) continue;
      if (plan_.tiers.at(t).get(key) <= 0)
        return remarks_.error("HTSIM_INVALID", fmt::format("tier {} lacks '{}'", t, key),
                              "Each tier has its speed and radixes.");
    }
  return {};
}

Expected<fabric::Fabric> FatTree::run() {
  if (auto fine = check(); !fine) return tl::make_unexpected(std::move(fine.error()));
  const std::int64_t nodes = plan_.header.at("nodes");
  const bool three = plan_.header.at("tiers") == 3;
  const std::int64_t pod = three ? plan_.header.at("podsize") : nodes;
  const Tier& leaf = plan_.tiers[0];
  const Tier& middle = plan_.tiers[1];
  if (nodes % pod != 0 || pod % leaf.get("radix_down") != 0)
    return misfit("nodes are no multiple of the pod size, or that none of the leaf's radix");
  const std::int64_t pods = nodes / pod;
  const std::int64_t leaves = pod / leaf.get("radix_down");  // of a pod
  const std::int64_t up = leaf.get("radix_up");
  const std::int64_t bundle = middle.get("bundle", 1);
  if (leaves * up % middle.get("radix_down") != 0)
    return misfit("the leaves' cables of a pod do not fill its aggregation switches");
  const std::int64_t aggs = leaves * up / middle.get("radix_down");
  if (aggs * bundle != up)
    return misfit(fmt::format("{} cables up from a leaf, {} switches above it and bundles of {}",
                              up, aggs, bundle));
  if (pods * leaves * up > kMost || (three && pods * aggs * middle.get("radix_up") > kMost))
    return misfit("a tier has more cables than are read");
  const auto hosts = add(nodes, "host", Role::host);
  const auto tor = add(pods * leaves, "leaf", Role::network_switch);
  const auto agg = add(pods * aggs, three ? "agg" : "spine", Role::network_switch);
  for (std::size_t h = 0; h < hosts.size(); ++h)
    cable(tor[h / static_cast<std::size_t>(leaf.get("radix_down"))], hosts[h], rate(0), 1);
  for (std::int64_t p = 0; p < pods; ++p)
    for (std::int64_t l = 0; l < leaves; ++l)
      for (std::int64_t a = 0; a < aggs; ++a)
        cable(agg[static_cast<std::size_t>(p * aggs + a)],
              tor[static_cast<std::size_t>(p * leaves + l)], rate(1), bundle);
  if (!three) return std::move(fabric_);
  const Tier& top = plan_.tiers[2];
  const std::int64_t agg_up = middle.get("radix_up");
  const std::int64_t top_bundle = top.get("bundle", 1);
  if (pods * aggs * agg_up % top.get("radix_down") != 0 || agg_up % top_bundle != 0)
    return misfit("the aggregation switches' cables do not fill the cores");
  const std::int64_t cores = pods * aggs * agg_up / top.get("radix_down");
  if (cores != aggs * (agg_up / top_bundle))
    return misfit(fmt::format("{} cores for {} aggregation switches with {} cables up each", cores,
                              aggs, agg_up));
  const auto core = add(cores, "core", Role::network_switch);
  for (std::int64_t p = 0; p < pods; ++p)
    for (std::int64_t c = 0; c < cores; ++c)
      cable(core[static_cast<std::size_t>(c)], agg[static_cast<std::size_t>(p * aggs + c % aggs)],
            rate(2), top_bundle);
  return std::move(fabric_);
}

}  // namespace

bool is_htsim(std::string_view text) {
  bool nodes = false;
  std::string_view line;
  for (int i = 0; i < 100 && next_line(text, line); ++i) {
    const std::string low = lower(trimmed(line.substr(0, line.find('#'))));
    if (low.empty()) continue;
    if (low.starts_with("nodes ")) nodes = true;
    if (nodes && (low.starts_with("tiers ") || low.starts_with("tier "))) return true;
    if (!low.starts_with("nodes ") && !low.starts_with("tiers ") && !low.starts_with("podsize "))
      return false;
  }
  return false;
}

Expected<TopologyRead> read_htsim(const TopologyText& input) {
  Remarks remarks(input.name);
  auto plan = parse(input.text, remarks);
  if (!plan) return tl::make_unexpected(std::move(plan.error()));
  auto made = FatTree(std::move(*plan), remarks).run();
  if (!made) return tl::make_unexpected(std::move(made.error()));
  auto topology = fabric::build_fabric(std::move(*made), input.name, "htsim", remarks);
  if (!topology) return tl::make_unexpected(std::move(topology.error()));
  return TopologyRead{std::move(*topology), std::move(remarks).take()};
}

}  // namespace weft::io
