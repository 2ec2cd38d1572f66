// NUMA nodes, processors, caches, memory: /sys/devices/system, /proc/cpuinfo.
#include "weft/base/parse.hpp"
#include "weft/probe/records.hpp"

#include <algorithm>
#include <charconv>
#include <set>

#include <fmt/format.h>

namespace weft::probe {
namespace {

// The first "key : value" of /proc/cpuinfo with this key.
std::string cpu_info(const std::string& text, std::string_view key) {
  for (std::size_t at = text.find(key); at != std::string::npos; at = text.find(key, at + 1)) {
    if (at > 0 && text[at - 1] != '\n') continue;
    const auto end = text.find('\n', at);
    const auto colon = text.find(':', at);
    if (colon == std::string::npos || colon > end) continue;
    const auto between = text.substr(at + key.size(), colon - at - key.size());
    if (between.find_first_not_of(" \t") != std::string::npos) continue;
    const auto first = text.find_first_not_of(" \t", colon + 1);
    return first == std::string::npos || first >= end ? "" : text.substr(first, end - first);
  }
  return {};
}

int whole(std::string_view text, int otherwise) {
  const auto value = parse_integer(text);
  return value && *value >= 0 && *value < 100'000 ? static_cast<int>(*value) : otherwise;
}

// "0-3,8" → processors.
std::vector<int> members(std::string_view text) {
  std::vector<int> all;
  while (!text.empty()) {
    const auto comma = std::min(text.find(','), text.size());
    const std::string_view one = text.substr(0, comma);
    text.remove_prefix(std::min(text.size(), comma + 1));
    const auto dash = one.find('-');
    const int first = whole(one.substr(0, dash), -1);
    const int last = dash == std::string_view::npos ? first : whole(one.substr(dash + 1), -1);
    for (int i = first; i >= 0 && i <= last && all.size() < 100'000; ++i) all.push_back(i);
  }
  return all;
}

// "Node 0 MemTotal:  527999996 kB" → bytes.
std::string memory_of(const std::string& meminfo) {
  const auto at = meminfo.find("MemTotal:");
  if (at == std::string::npos) return {};
  const auto first = meminfo.find_first_of("0123456789", at);
  if (first == std::string::npos) return {};
  long long kilobytes = 0;
  std::from_chars(meminfo.data() + first, meminfo.data() + meminfo.size(), kilobytes);
  return std::to_string(kilobytes * 1024);
}

std::string arch_of(const std::string& cpuinfo) {
  if (!cpu_info(cpuinfo, "vendor_id").empty()) return "x86_64";
  if (!cpu_info(cpuinfo, "CPU implementer").empty()) return "arm64";
  return cpu_info(cpuinfo, "cpu").starts_with("POWER") ? "ppc64" : "";
}

void add_caches(Source& source, int cpu, topology::Attributes& socket) {
  const std::string folder = fmt::format("/sys/devices/system/cpu/cpu{}/cache", cpu);
  for (const std::string& index : source.list(folder)) {
    if (!index.starts_with("index")) continue;
    const std::string level = source.text(folder + "/" + index + "/level");
    const std::string type = source.text(folder + "/" + index + "/type");
    if (level.empty() || type == "Instruction") continue;
    socket.set(fmt::format("L{}Cache", level), source.text(folder + "/" + index + "/size"),
               topology::Provenance::measured);
    const std::string shared = source.text(folder + "/" + index + "/shared_cpu_list");
    if (!shared.empty())
      socket.set(fmt::format("L{}Cache-threads", level), std::to_string(members(shared).size()),
                 topology::Provenance::measured);
  }
}

topology::MachineNode read_node(Source& source, int id, const std::string& cpuinfo) {
  topology::MachineNode node;
  const std::string folder = fmt::format("/sys/devices/system/node/node{}", id);
  node.numa.numa_id = id;
  node.numa.arch = arch_of(cpuinfo);
  node.numa.vendor = cpu_info(cpuinfo, "vendor_id");
  node.numa.family = whole(cpu_info(cpuinfo, "cpu family"), -1);
  node.numa.model = whole(cpu_info(cpuinfo, "model"), -1);
  auto& attributes = node.numa.attributes;
  attributes.set("numaid", std::to_string(id));
  if (const auto memory = memory_of(source.text(folder + "/meminfo")); !memory.empty())
    attributes.set("memory", memory, topology::Provenance::measured);
  if (const auto distances = source.text(folder + "/distance"); !distances.empty())
    attributes.set("distances", distances);
  std::string list = source.text(folder + "/cpulist");
  if (list.empty()) list = source.text("/sys/devices/system/cpu/online");
  attributes.set("cpus", list);
  const std::vector<int> cpus = members(list);
  std::set<std::pair<int, int>> cores;
  for (const int cpu : cpus) {
    const std::string at = fmt::format("/sys/devices/system/cpu/cpu{}/topology/", cpu);
    const int package = whole(source.text(at + "physical_package_id"), -1);
    if (node.numa.socket < 0) node.numa.socket = package;
    cores.emplace(package, whole(source.text(at + "core_id"), cpu));
  }
  if (const auto name = cpu_info(cpuinfo, "model name"); !name.empty())
    node.socket.set("cpu", name);
  // Of this node; a socket of several nodes has as many times more.
  attributes.set("cores", std::to_string(cores.size()), topology::Provenance::measured);
  attributes.set("threads", std::to_string(cpus.size()), topology::Provenance::measured);
  if (!cpus.empty()) add_caches(source, cpus.front(), node.socket);
  return node;
}

}  // namespace

Machine read_host(Source& source, topology::Attributes& machine) {
  for (const auto& [file, key] : {std::pair{"sys_vendor", "vendor"}, {"product_name", "product"}})
    if (const auto value = source.text(std::string("/sys/class/dmi/id/") + file); !value.empty())
      machine.set(key, value);
  const std::string cpuinfo = source.text("/proc/cpuinfo");
  std::set<int> ids;
  for (const std::string& name : source.list("/sys/devices/system/node"))
    if (name.starts_with("node"))
      if (const int id = whole(std::string_view(name).substr(4), -1); id >= 0) ids.insert(id);
  if (ids.empty()) ids.insert(0);
  Machine read;
  for (const int id : ids) read.nodes.push_back(read_node(source, id, cpuinfo));
  // A node without processors (CXL memory, a GPU's) is at no socket of its own.
  for (topology::MachineNode& node : read.nodes) node.numa.socket = std::max(0, node.numa.socket);
  return read;
}

}  // namespace weft::probe
