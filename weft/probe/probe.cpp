#include "weft/probe/probe.hpp"

#include "weft/probe/records.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace weft::probe {
namespace {

// Functions below the bridges that they hang on, top first; numbers of buses do not matter here.
PciFunction take_tree(const std::string& busid, PciTree& tree,
                      const std::map<std::string, std::vector<std::string>>& below, int depth) {
  PciFunction function = std::move(tree.functions.at(busid));
  const auto own = below.find(busid);
  constexpr int kDeepest = 64;
  if (own == below.end() || depth > kDeepest) return function;
  for (const std::string& child : own->second)
    function.below.push_back(take_tree(child, tree, below, depth + 1));
  return function;
}

void place_functions(PciTree& tree, std::vector<PciFunction> alone, Machine& machine,
                     Remarks& remarks) {
  std::map<std::string, std::vector<std::string>> below;
  std::vector<std::string> tops;
  for (const auto& [busid, function] : tree.functions) {
    const auto parent = tree.parent.find(busid);
    if (parent != tree.parent.end() && parent->second != busid &&
        tree.functions.contains(parent->second))
      below[parent->second].push_back(busid);
    else
      tops.push_back(busid);
  }
  for (const std::string& busid : tops) {
    const auto numa = tree.numa.find(busid);
    std::size_t node = 0;
    bool known = machine.nodes.size() == 1;
    for (std::size_t i = 0; numa != tree.numa.end() && i < machine.nodes.size(); ++i)
      if (machine.nodes[i].numa.numa_id == numa->second) {
        node = i;
        known = true;
      }
    PciFunction function = take_tree(busid, tree, below, 0);
    if (!known && (topology::kind_of(function, true) && !function.below.empty()))
      remarks.for_device(
          "PROBE_NUMA_UNKNOWN",
          "the firmware does not say which NUMA node a bus is at; the first is assumed", busid,
          "Compare with the board's manual.");
    machine.nodes[node].devices.push_back(std::move(function));
  }
  for (PciFunction& function : alone) machine.nodes.front().devices.push_back(std::move(function));
}

// Whether devices' addresses are translated, and how: DMA, DMA-FQ or identity (passed through).
void describe_iommu(Source& source, topology::Attributes& machine) {
  const bool is_on = !source.list("/sys/class/iommu").empty();
  machine.set("iommu", is_on ? "on" : "off", topology::Provenance::measured);
  if (const auto type = source.text("/sys/kernel/iommu_groups/0/type"); !type.empty())
    machine.set("iommu-type", type, topology::Provenance::measured);
}

void remark_acs(const PciFunction& function, Remarks& remarks) {
  const std::string_view acs = function.attributes.get("acs");
  if (!acs.empty() && acs != "off")
    remarks.for_device(
        "ACS_REDIRECT", "ACS sends peer traffic below this port up to the CPU and down again",
        function.busid, "On bare metal, switch it off: setpci -s DEVICE ECAP_ACS+6.w=0.");
  for (const PciFunction& below : function.below) remark_acs(below, remarks);
}

}  // namespace

Expected<Probed> read_machine(Source& source, const std::string& name) {
  Remarks remarks;
  topology::Builder builder(name);
  builder.attributes().set("format", "probe");
  Machine machine = read_host(source, builder.attributes());
  describe_iommu(source, builder.attributes());
  PciTree tree = read_pci(source, remarks);
  std::vector<PciFunction> alone = read_network(source, tree, remarks);
  if (tree.functions.empty() && source.text("/proc/cpuinfo").empty())
    return fail("PROBE_NOTHING",
                fmt::format("nothing of this machine can be read (/sys/bus/pci/devices: {})",
                            source.why("/sys/bus/pci/devices")),
                "Weft reads Linux's /sys and /proc; give a file of the machine instead.");
  place_functions(tree, std::move(alone), machine, remarks);
  for (const topology::MachineNode& node : machine.nodes)
    for (const PciFunction& device : node.devices) remark_acs(device, remarks);
  auto placed = topology::add_machine(builder, machine, {.server = 0});
  if (!placed) return tl::make_unexpected(std::move(placed.error()));
  for (const topology::MachineRemark& remark : placed->remarks)
    remarks.for_device(remark.code, remark.message, remark.device, remark.hint);
  if (auto done = connect_gpus(source, builder, *placed, remarks); !done)
    return tl::make_unexpected(std::move(done.error()));
  return Probed{std::move(builder).build(), std::move(remarks).take()};
}

}  // namespace weft::probe
