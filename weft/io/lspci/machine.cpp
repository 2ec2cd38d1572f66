// Functions → the tree of the machine: whose secondary bus a function is on is its bridge.
#include "weft/io/lspci/records.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace weft::io::lspci {
namespace {

using Bus = std::pair<std::uint32_t, std::uint32_t>;  // domain, bus

class Trees {
 public:
  Trees(std::vector<Function> functions, Remarks& remarks)
      : functions_(std::move(functions)), remarks_(remarks) {}

  topology::Machine run();

 private:
  void drop_repeated();
  void index_buses();
  std::size_t root_of(std::size_t function) const;
  topology::PciFunction take(std::size_t function, int depth);

  std::vector<Function> functions_;
  Remarks& remarks_;
  std::map<Bus, std::size_t> bridge_to_;  // bus → the bridge that leads to it
  std::map<Bus, std::vector<std::size_t>> on_bus_;
};

// A paste may hold the same listing twice; the later one is newer.
void Trees::drop_repeated() {
  std::map<Address, std::size_t> last;
  for (std::size_t i = 0; i < functions_.size(); ++i) {
    const auto [known, is_new] = last.insert_or_assign(functions_[i].address, i);
    if (!is_new)
      remarks_.for_device("LSPCI_REPEATED", "a function is listed more than once; the last counts",
                          functions_[i].record.busid, functions_[i].record.line,
                          "Give the output of one lspci only.");
  }
  std::vector<Function> kept;
  for (std::size_t i = 0; i < functions_.size(); ++i)
    if (last.at(functions_[i].address) == i) kept.push_back(std::move(functions_[i]));
  functions_ = std::move(kept);
}

void Trees::index_buses() {
  for (std::size_t i = 0; i < functions_.size(); ++i) {
    const Function& function = functions_[i];
    on_bus_[{function.address.domain, function.address.bus}].push_back(i);
    if (function.secondary <= 0) continue;
    // Bus numbers grow downwards, so that nothing leads back to itself.
    if (static_cast<std::uint32_t>(function.secondary) <= function.address.bus) {
      remarks_.for_device("LSPCI_BUS_INVALID",
                          "a bridge says that it leads to its own bus or one above it; it is taken "
                          "as empty",
                          function.record.busid, function.record.line,
                          "Check that the text is the unchanged output of lspci.");
      continue;
    }
    const Bus bus{function.address.domain, static_cast<std::uint32_t>(function.secondary)};
    if (!bridge_to_.try_emplace(bus, i).second)
      remarks_.for_device("LSPCI_BUS_INVALID", "two bridges lead to the same bus; the first counts",
                          function.record.busid, function.record.line,
                          "Check that the text is the output of one machine.");
  }
}

std::size_t Trees::root_of(std::size_t function) const {
  for (;;) {
    const Address& at = functions_[function].address;
    const auto bridge = bridge_to_.find({at.domain, at.bus});
    if (bridge == bridge_to_.end()) return function;
    function = bridge->second;
  }
}

topology::PciFunction Trees::take(std::size_t index, int depth) {
  constexpr int kDeepest = 64;  // real trees are 8 buses deep
  Function& function = functions_[index];
  topology::PciFunction record = std::move(function.record);
  if (function.secondary <= 0 || depth > kDeepest) return record;
  const Bus bus{function.address.domain, static_cast<std::uint32_t>(function.secondary)};
  const auto bridge = bridge_to_.find(bus);
  if (bridge == bridge_to_.end() || bridge->second != index) return record;
  for (const std::size_t below : on_bus_[bus]) record.below.push_back(take(below, depth + 1));
  return record;
}

const char* vendor_of(const topology::PciFunction& host_bridge) {
  if (host_bridge.vendor_id() == 0x8086) return "GenuineIntel";
  if (host_bridge.vendor_id() == 0x1022 || host_bridge.vendor_id() == 0x1002) return "AuthenticAMD";
  return "";
}

topology::Machine Trees::run() {
  drop_repeated();
  index_buses();
  std::string vendor;
  std::set<int> numas;
  for (const Function& function : functions_) {
    if (function.record.class_code.starts_with("0600") && vendor.empty())
      vendor = vendor_of(function.record);
    if (function.numa >= 0) numas.insert(function.numa);
  }
  if (numas.empty()) {
    remarks_.add("SOCKETS_ASSUMED",
                 "no device states its NUMA node: all are taken to be at one socket",
                 "Of a machine of several, `weft capture` or `lstopo --of xml` on it tells.");
    numas.insert(0);
  }
  topology::Machine machine;
  std::map<int, std::size_t> node_of;
  for (const int numa : numas) {
    node_of[numa] = machine.nodes.size();
    topology::MachineNode node;
    node.numa.numa_id = numa;
    node.numa.arch = vendor.empty() ? "" : "x86_64";
    node.numa.vendor = vendor;
    machine.nodes.push_back(std::move(node));
  }
  std::map<std::size_t, int> numa_of_root;
  for (std::size_t i = 0; i < functions_.size(); ++i)
    if (functions_[i].numa >= 0) numa_of_root.try_emplace(root_of(i), functions_[i].numa);
  std::vector<std::size_t> roots;
  for (std::size_t i = 0; i < functions_.size(); ++i)
    if (root_of(i) == i) roots.push_back(i);
  for (const std::size_t root : roots) {
    const auto numa = numa_of_root.find(root);
    machine.nodes[numa == numa_of_root.end() ? 0 : node_of.at(numa->second)].devices.push_back(
        take(root, 0));
  }
  return machine;
}

}  // namespace

topology::Machine as_machine(std::vector<Function> functions, Remarks& remarks) {
  return Trees(std::move(functions), remarks).run();
}

}  // namespace weft::io::lspci
