// hwloc's tree of objects → NUMA nodes, sockets and PCI functions.
//
// NUMA nodes hang as memory children on the object whose cores they are next to; host bridges hang
// on the object that they are near. Where several nodes are equally near, the first is taken.
#include "weft/io/hwloc/objects.hpp"

#include "weft/base/parse.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>

#include <fmt/format.h>

namespace weft::io::hwloc {
namespace {

using topology::Attributes;
using topology::PciFunction;
using topology::PciPort;
using topology::Provenance;

std::string_view type_of(pugi::xml_node object) { return object.attribute("type").value(); }

std::string_view info(pugi::xml_node object, std::string_view name) {
  for (const pugi::xml_node child : object.children("info"))
    if (child.attribute("name").value() == name) return child.attribute("value").value();
  return {};
}

int number_or(std::string_view text, int otherwise) {
  const auto value = parse_integer(text);
  return value && *value >= 0 && *value < 1'000'000 ? static_cast<int>(*value) : otherwise;
}

// Objects of one type below, calling itself once a level of the tree.
int count(pugi::xml_node object, std::string_view type) {
  int found = 0;
  for (const pugi::xml_node child : object.children("object"))
    found += (type_of(child) == type ? 1 : 0) + count(child, type);
  return found;
}

std::string_view first_cache(pugi::xml_node object, std::string_view type) {
  for (const pugi::xml_node child : object.children("object")) {
    if (type_of(child) == type) return child.attribute("cache_size").value();
    if (const auto below = first_cache(child, type); !below.empty()) return below;
  }
  return {};
}

class Walk {
 public:
  Walk(const XmlDocument& document, Remarks& remarks) : document_(document), remarks_(remarks) {}

  Objects run();

 private:
  struct Near {
    std::optional<std::size_t> node;  // the NUMA node that devices below belong to
    bool exact = true;                // false: several nodes are equally near
    int package = -1;
    pugi::xml_node package_object;
  };

  void object(pugi::xml_node node, Near near);
  std::size_t add_node(pugi::xml_node node, const Near& near);
  void add_devices(pugi::xml_node node, const Near& near);
  void take_io(pugi::xml_node node, std::vector<PciFunction>& into);
  std::optional<PciFunction> function(pugi::xml_node node);
  void name_device(pugi::xml_node os_device, PciFunction& into);

  const XmlDocument& document_;
  Remarks& remarks_;
  Objects objects_;
  int packages_ = 0;
  std::vector<std::pair<pugi::xml_node, Near>> pending_;  // I/O, once all nodes are known
};

Objects Walk::run() {
  for (const pugi::xml_node top : document_.root().children("object")) {
    for (const char* key : {"DMIProductName", "DMISysVendor", "PlatformModel"})
      if (const auto value = info(top, key); !value.empty()) objects_.attributes.set(key, value);
    object(top, {});
  }
  if (objects_.machine.nodes.empty()) {
    topology::MachineNode node;
    node.numa.numa_id = 0;
    objects_.machine.nodes.push_back(std::move(node));
    remarks_.add("HWLOC_NO_NUMA", "the file names no NUMA node; one is assumed",
                 "Write it again with lstopo, without filters.");
  }
  for (auto& [io, near] : pending_) add_devices(io, near);
  objects_.machine.sockets = packages_;
  // Only processors on a front-side bus have several sockets in one node's record.
  for (topology::MachineNode& node : objects_.machine.nodes)
    node.numa.sockets = std::max(1, packages_ / static_cast<int>(objects_.machine.nodes.size()));
  return std::move(objects_);
}

void Walk::object(pugi::xml_node node, Near near) {
  const std::string_view type = type_of(node);
  if (type == "Package" || type == "Socket") {
    near.package = packages_++;
    near.package_object = node;
  }
  int nodes = 0;
  for (const pugi::xml_node child : node.children("object")) {
    if (type_of(child) != "NUMANode" && type_of(child) != "MemCache") continue;
    const bool is_cache = type_of(child) == "MemCache";
    for (const pugi::xml_node numa :
         is_cache ? child.children("object") : node.children("object")) {
      if (type_of(numa) != "NUMANode" || (!is_cache && numa != child)) continue;
      const std::size_t index = add_node(numa, near);
      if (nodes++ == 0) near.node = index;
      near.exact = true;
    }
  }
  const auto before = objects_.machine.nodes.size();
  for (const pugi::xml_node child : node.children("object")) {
    const std::string_view below = type_of(child);
    if (below == "NUMANode" || below == "MemCache" || below == "OSDev" || below == "Misc") continue;
    if (below == "Bridge" || below == "PCIDev") continue;
    object(child, near);
  }
  // Without a node of its own, an object's devices are near those below it.
  Near own = near;
  if (!own.node && objects_.machine.nodes.size() > before) {
    own.node = before;
    own.exact = objects_.machine.nodes.size() == before + 1;
  } else if (nodes == 0 && objects_.machine.nodes.size() > before) {
    own.node = before;
    own.exact = false;
  }
  if (type == "Package" && own.node)
    objects_.node_of[node.attribute("gp_index").as_ullong()] = *own.node;
  for (const pugi::xml_node child : node.children("object"))
    if (type_of(child) == "Bridge" || type_of(child) == "PCIDev") pending_.emplace_back(child, own);
}

std::size_t Walk::add_node(pugi::xml_node numa, const Near& near) {
  topology::MachineNode node;
  const pugi::xml_node cpu = near.package_object;
  node.numa.numa_id = number_or(numa.attribute("os_index").value(),
                                static_cast<int>(objects_.machine.nodes.size()));
  node.numa.socket = std::max(0, near.package);
  const pugi::xml_node package = cpu ? cpu : document_.root().find_node([](pugi::xml_node any) {
    return std::strcmp(any.attribute("type").value(), "Package") == 0;
  });
  node.numa.vendor = info(package, "CPUVendor");
  node.numa.family = number_or(info(package, "CPUFamilyNumber"), -1);
  node.numa.model = number_or(info(package, "CPUModelNumber"), -1);
  const std::string_view name = info(package, "CPUModel");
  std::string_view arch = info(document_.root(), "Architecture");
  if (arch.empty()) arch = info(document_.root().child("object"), "Architecture");
  node.numa.arch = arch == "aarch64" ? "arm64" : (arch.starts_with("ppc64") ? "ppc64" : arch);
  if (node.numa.vendor.empty() && name.starts_with("Intel")) node.numa.vendor = "GenuineIntel";
  if (node.numa.vendor.empty() && name.starts_with("AMD")) node.numa.vendor = "AuthenticAMD";
  if (node.numa.arch.empty() && !node.numa.vendor.empty()) node.numa.arch = "x86_64";
  Attributes& attributes = node.numa.attributes;
  attributes.set("numaid", std::to_string(node.numa.numa_id));
  for (const auto& [from, to] : {std::pair{"local_memory", "memory"}, {"subtype", "memory-kind"}})
    if (const auto value = numa.attribute(from)) attributes.set(to, value.value());
  if (!name.empty()) node.socket.set("cpu", name);
  if (package) {
    node.socket.set("cores", std::to_string(count(package, "Core")));
    node.socket.set("threads", std::to_string(count(package, "PU")));
    for (const char* cache : {"L1Cache", "L2Cache", "L3Cache"})
      if (const auto size = first_cache(package, cache); !size.empty())
        node.socket.set(cache, size);
  }
  objects_.machine.nodes.push_back(std::move(node));
  return objects_.machine.nodes.size() - 1;
}

void Walk::add_devices(pugi::xml_node io, const Near& near) {
  const std::size_t node = near.node.value_or(0);
  const bool doubtful = objects_.machine.nodes.size() > 1 && (!near.node || !near.exact);
  std::vector<PciFunction> found;
  take_io(io, found);
  for (PciFunction& device : found) {
    if (doubtful)
      remarks_.for_device("HWLOC_LOCALITY_UNKNOWN",
                          "the file does not say which NUMA node a device is at; the first of "
                          "those around it is assumed",
                          device.busid, device.line,
                          "Write the file on the machine itself, where the kernel says it.");
    objects_.machine.nodes[node].devices.push_back(std::move(device));
  }
}

void Walk::take_io(pugi::xml_node node, std::vector<PciFunction>& into) {
  const bool is_host_bridge = type_of(node) == "Bridge" && !node.attribute("pci_busid");
  if (is_host_bridge) {
    for (const pugi::xml_node child : node.children("object")) take_io(child, into);
    return;
  }
  auto record = function(node);
  if (!record) return;
  if (type_of(node) == "Bridge") record->port = PciPort::bridge;
  for (const pugi::xml_node child : node.children("object")) {
    if (type_of(child) == "OSDev")
      name_device(child, *record);
    else
      take_io(child, record->below);
  }
  objects_.busid_of[node.attribute("gp_index").as_ullong()] = record->busid;
  into.push_back(std::move(*record));
}

// pci_type="0302 [10de:2335] [10de:18be] a1 00": class, product, subsystem, revision, interface.
std::optional<PciFunction> Walk::function(pugi::xml_node node) {
  if (type_of(node) != "PCIDev" && type_of(node) != "Bridge") return std::nullopt;
  PciFunction record;
  record.busid = node.attribute("pci_busid").value();
  record.line = document_.line_of(node);
  if (record.busid.empty()) return std::nullopt;
  const std::string_view type = node.attribute("pci_type").value();
  record.class_code = type.substr(0, 4);
  if (record.class_code.size() != 4 ||
      record.class_code.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos)
    record.class_code = "ff00";
  const auto id_at = [&](std::size_t open) -> std::optional<facts::PciId> {
    if (open == std::string_view::npos || open + 10 > type.size()) return std::nullopt;
    return facts::parse_pci_id(type.substr(open + 1, 9));
  };
  const auto first = type.find('[');
  record.id = id_at(first);
  if (first != std::string_view::npos) record.subsystem = id_at(type.find('[', first + 1));
  if (const auto name = info(node, "PCIDevice"); !name.empty())
    record.attributes.set("description", name);
  const auto rate = parse_number(node.attribute("pci_link_speed").value());
  if (rate) record.trained = topology::pcie_state_of_rate(*rate, record.id);
  return record;
}

void Walk::name_device(pugi::xml_node os_device, PciFunction& into) {
  const std::string_view name = os_device.attribute("name").value();
  objects_.busid_of[os_device.attribute("gp_index").as_ullong()] = into.busid;
  if (name.empty()) return;
  const bool is_net = !info(os_device, "Address").empty();
  const bool is_rdma = !info(os_device, "NodeGUID").empty();
  if (is_net) into.attributes.set("interface", name);
  if (is_rdma) into.attributes.set("rdma", name);
  // RDMA devices are what NCCL calls a NIC; interfaces are so called where there is none.
  if (is_rdma || (is_net && !into.attributes.has("name"))) into.attributes.set("name", name);
  if (!is_net && !is_rdma && !into.attributes.has("os-device"))
    into.attributes.set("os-device", name);
  if (const auto model = info(os_device, "GPUModel"); !model.empty())
    into.attributes.set("product", model);
  for (const char* key : {"Port1State", "Port1LID"})
    if (const auto value = info(os_device, key); !value.empty()) into.attributes.set(key, value);
}

}  // namespace

Objects read_objects(const XmlDocument& document, Remarks& remarks) {
  return Walk(document, remarks).run();
}

}  // namespace weft::io::hwloc
