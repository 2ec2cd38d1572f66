#include "weft/io/slurm/tree.hpp"

#include "weft/io/hostlist.hpp"

#include <unordered_map>
#include <utility>

#include <fmt/format.h>

namespace weft::io::slurm {
namespace {

using fabric::Role;

class Tree {
 public:
  Tree(const std::vector<Switch>& switches, Remarks& remarks)
      : switches_(switches), remarks_(remarks) {}

  Expected<fabric::Fabric> run();

 private:
  Expected<void> add_switches();
  Expected<void> add_children(const Switch& owner, const std::string& list, Role role);
  void join_blocks();
  Expected<void> refuse_loops() const;
  void remark_roots();
  tl::unexpected<Error> at(Error error, int line) const {
    return remarks_.error(std::move(error.code), std::move(error.message), std::move(error.hint),
                          line);
  }

  const std::vector<Switch>& switches_;
  Remarks& remarks_;
  fabric::Fabric fabric_;
  std::unordered_map<std::string, std::uint32_t> switch_of_;
  std::unordered_map<std::string, std::uint32_t> host_of_;
  std::unordered_map<std::uint32_t, std::uint32_t> parent_;
};

Expected<fabric::Fabric> Tree::run() {
  fabric_.one_sided = true;
  if (auto done = add_switches(); !done) return tl::make_unexpected(std::move(done.error()));
  for (const Switch& owner : switches_) {
    if (auto done = add_children(owner, owner.switches, Role::network_switch); !done)
      return tl::make_unexpected(std::move(done.error()));
    if (auto done = add_children(owner, owner.nodes, Role::host); !done)
      return tl::make_unexpected(std::move(done.error()));
  }
  if (auto done = refuse_loops(); !done) return tl::make_unexpected(std::move(done.error()));
  join_blocks();
  remark_roots();
  return std::move(fabric_);
}

Expected<void> Tree::add_switches() {
  for (const Switch& one : switches_) {
    fabric::Node node;
    node.role = Role::network_switch;
    node.name = one.name;
    node.listed = true;
    node.line = one.line;
    if (!one.link_speed.empty()) node.attributes.set("link-speed", one.link_speed);
    if (one.is_block) node.attributes.set("block", "true");
    if (switch_of_.contains(one.name))
      return remarks_.error("SLURM_SWITCH_REPEATED",
                            fmt::format("the switch '{}' is defined twice", one.name),
                            "Give it one line, with all that is below it.", one.line);
    switch_of_.emplace(one.name, fabric_.add(std::move(node)));
  }
  return {};
}

Expected<void> Tree::add_children(const Switch& owner, const std::string& list, Role role) {
  auto names = expand_hostlist(list);
  if (!names) return at(std::move(names.error()), owner.line);
  auto& known = role == Role::host ? host_of_ : switch_of_;
  const std::uint32_t above = switch_of_.at(owner.name);
  const std::uint32_t rate = fabric_.rate("unstated", fabric::unstated_rate);
  for (const std::string& name : *names) {
    auto entry = known.find(name);
    if (entry == known.end()) {
      if (role == Role::network_switch)
        remarks_.for_device("SLURM_SWITCH_UNDEFINED",
                            "a switch is named below another and has no line of its own", name,
                            owner.line, "Give it a line with its nodes or switches.");
      fabric::Node node;
      node.role = role;
      node.name = name;
      node.line = owner.line;
      entry = known.emplace(name, fabric_.add(std::move(node))).first;
    }
    if (const auto [parent, is_new] = parent_.try_emplace(entry->second, above); !is_new) {
      // Slurm's tree plugin wants a tree; several leaves above a node are rails to us.
      remarks_.for_device("SLURM_SEVERAL_PARENTS",
                          role == Role::host ? "a node is below several switches"
                                             : "a switch is below several others",
                          name, owner.line, "Fine for rails; Slurm itself uses one of them.");
      if (parent->second == above) continue;
    }
    fabric_.ends.push_back(
        {.node = above, .peer = entry->second, .rate = rate, .line = owner.line});
  }
  return {};
}

Expected<void> Tree::refuse_loops() const {
  // From each switch upwards; more steps than switches means going round.
  for (const Switch& one : switches_) {
    std::uint32_t here = switch_of_.at(one.name);
    for (std::size_t step = 0;; ++step) {
      const auto above = parent_.find(here);
      if (above == parent_.end()) break;
      here = above->second;
      if (step > switches_.size())
        return remarks_.error("SLURM_LOOP",
                              fmt::format("the switch '{}' is above itself", one.name),
                              "Each switch stands below one that is nearer to the root.", one.line);
    }
  }
  return {};
}

void Tree::join_blocks() {
  std::vector<std::uint32_t> blocks;
  for (const Switch& one : switches_)
    if (one.is_block) blocks.push_back(switch_of_.at(one.name));
  if (blocks.size() < 2) return;
  fabric::Node base;
  base.role = Role::network_switch;
  base.name = "network between blocks";
  base.listed = true;
  base.attributes.set("assumed", "true", topology::Provenance::assumed);
  const std::uint32_t top = fabric_.add(std::move(base));
  const std::uint32_t rate = fabric_.rate("unstated", fabric::unstated_rate);
  for (const std::uint32_t block : blocks) {
    fabric_.ends.push_back({.node = top, .peer = block, .rate = rate});
    parent_.try_emplace(block, top);
  }
}

void Tree::remark_roots() {
  std::vector<std::string> roots;
  for (std::uint32_t i = 0; i < fabric_.nodes.size(); ++i)
    if (!parent_.contains(i)) roots.push_back(fabric_.nodes[i].name);
  if (roots.size() < 2) return;
  for (const std::string& root : roots)
    remarks_.for_device("SLURM_SEVERAL_ROOTS",
                        "several switches have none above them: nodes below one do not reach those "
                        "below another",
                        root, 0, "Put a switch above them where they are one network.");
}

}  // namespace

Expected<TopologyRead> build(const std::vector<Switch>& switches, const std::string& name,
                             std::string_view format, Remarks& remarks) {
  auto made = Tree(switches, remarks).run();
  if (!made) return tl::make_unexpected(std::move(made.error()));
  auto topology = fabric::build_fabric(std::move(*made), name, format, remarks);
  if (!topology) return tl::make_unexpected(std::move(topology.error()));
  remarks.add("FABRIC_RATE_UNSTATED",
              "Slurm's file states no rate of links, so that they limit nothing",
              "Give a cluster file with rates to predict from it.");
  return TopologyRead{std::move(*topology), std::move(remarks).take()};
}

}  // namespace weft::io::slurm
