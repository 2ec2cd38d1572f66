// topology.yaml: a list of networks, each a tree, blocks or flat. The one that is the cluster's
// default is read, else the first that has switches.
#include "weft/io/slurm.hpp"
#include "weft/io/slurm/tree.hpp"
#include "weft/io/text_lines.hpp"
#include "weft/io/yaml_text.hpp"

#include <fmt/format.h>

namespace weft::io {
namespace {

using nlohmann::json;
using slurm::Switch;

std::string text_of(const json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end()) return {};
  if (found->is_string()) return found->get<std::string>();
  return found->is_number() ? found->dump() : std::string();
}

void add(const json& list, const char* name, bool is_block, std::vector<Switch>& into) {
  if (!list.is_array()) return;
  for (const json& entry : list) {
    if (!entry.is_object()) continue;
    Switch one;
    one.name = text_of(entry, name);
    one.nodes = text_of(entry, "nodes");
    one.switches = text_of(entry, "children");
    one.is_block = is_block;
    if (!one.name.empty()) into.push_back(std::move(one));
  }
}

std::vector<Switch> switches_of(const json& network) {
  std::vector<Switch> switches;
  if (!network.is_object()) return switches;
  if (const auto tree = network.find("tree"); tree != network.end() && tree->is_object())
    add(tree->value("switches", json()), "switch", false, switches);
  if (const auto block = network.find("block"); block != network.end() && block->is_object())
    add(block->value("blocks", json()), "block", true, switches);
  return switches;
}

bool is_default(const json& network) {
  if (!network.is_object()) return false;
  const auto flag = network.find("cluster_default");
  return flag != network.end() && flag->is_boolean() && flag->get<bool>();
}

}  // namespace

bool is_slurm_yaml(std::string_view text) {
  std::string_view line;
  for (int i = 0; i < 400 && next_line(text, line); ++i) {
    line = trimmed(line);
    if (line.empty() || line.starts_with('#') || line == "---") continue;
    return line.starts_with("- topology:") || line.starts_with("-topology:");
  }
  return false;
}

Expected<TopologyRead> read_slurm_yaml(const TopologyText& input) {
  Remarks remarks(input.name);
  auto networks = parse_yaml(input, remarks);
  if (!networks) return tl::make_unexpected(std::move(networks.error()));
  std::vector<Switch> chosen;
  std::size_t others = 0;
  if (networks->is_array())
    for (const json& network : *networks) {
      auto switches = switches_of(network);
      if (switches.empty()) continue;
      ++others;
      if (chosen.empty() || (is_default(network) && others > 1)) chosen = std::move(switches);
      if (is_default(network)) break;
    }
  if (chosen.empty())
    return remarks.error("SLURM_EMPTY", "no network of the file has switches or blocks",
                         "A flat network says nothing of the cables; give a tree or blocks.");
  if (networks->size() > 1)
    remarks.add("SLURM_SEVERAL_NETWORKS",
                fmt::format("the file has {} networks; the cluster's default, else the first with "
                            "switches, is read",
                            networks->size()),
                "Give a file with one network to look at another.");
  return slurm::build(chosen, input.name, "slurm-yaml", remarks);
}

}  // namespace weft::io
