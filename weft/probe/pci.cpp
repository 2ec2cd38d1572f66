// The PCI bus: /sys/bus/pci/devices. Where a device hangs is the path that its link leads along.
#include "weft/base/parse.hpp"
#include "weft/probe/records.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace weft::probe {
namespace {

using topology::PciPort;
using topology::Provenance;

// "0000:18:00.0"
bool is_busid(std::string_view text) {
  return text.size() >= 12 && text[text.size() - 2] == '.' && text[text.size() - 5] == ':' &&
         text[text.size() - 8] == ':';
}

std::string hex_of(const std::string& text) {
  return text.starts_with("0x") ? text.substr(2) : text;
}

std::optional<facts::PciId> id_of(Source& source, const std::string& vendor,
                                  const std::string& device) {
  return facts::parse_pci_id(hex_of(source.text(vendor)) + ":" + hex_of(source.text(device)));
}

topology::PcieState state(Source& source, const std::string& at, const char* which) {
  topology::PcieState read;
  read.gtps = topology::pcie_speed(source.text(fmt::format("{}/{}_link_speed", at, which)));
  const auto lanes = source.number(fmt::format("{}/{}_link_width", at, which));
  // 0, 63 and 255 mean that the register could not be read.
  if (lanes && *lanes > 0 && *lanes < 63) read.lanes = static_cast<int>(*lanes);
  return read;
}

PciFunction read_function(Source& source, const std::string& busid, Remarks& remarks) {
  const std::string at = "/sys/bus/pci/devices/" + busid;
  PciFunction read;
  read.busid = busid;
  read.class_code = hex_of(source.text(at + "/class"));
  if (read.class_code.empty()) read.class_code = "ff0000";
  read.id = id_of(source, at + "/vendor", at + "/device");
  read.subsystem = id_of(source, at + "/subsystem_vendor", at + "/subsystem_device");
  if (read.class_code.starts_with("0604")) read.port = PciPort::bridge;
  read.trained = state(source, at, "current");
  read.most = state(source, at, "max");
  if (const auto driver = source.link_name(at + "/driver"); !driver.empty())
    read.attributes.set("driver", driver);
  if (const auto group = source.link_name(at + "/iommu_group"); !group.empty())
    read.attributes.set("iommu_group", group, Provenance::measured);
  if (const auto physical = source.link_name(at + "/physfn"); !physical.empty())
    read.attributes.set("physical-function", physical);
  const bool matters = topology::kind_of(read, false).has_value();
  if (!matters) return read;
  const auto config = source.read(at + "/config");
  if (config && config->size() >= 256) {
    read_config(*config, read);
  } else {
    remarks.for_device("PROBE_CONFIG_HIDDEN",
                       "the rest of a device's config space is not shown, so that ACS, payload "
                       "sizes and relaxed ordering are not known",
                       busid, "Run it as root to see them.");
  }
  return read;
}

// The last bus id of ".../0000:16:01.0/0000:17:00.0" before the device's own.
std::string parent_of(std::string_view path, const std::string& busid) {
  std::string parent;
  while (!path.empty()) {
    const auto slash = std::min(path.find('/'), path.size());
    const std::string_view part = path.substr(0, slash);
    path.remove_prefix(std::min(path.size(), slash + 1));
    if (is_busid(part) && part != busid) parent = part;
  }
  return parent;
}

}  // namespace

PciTree read_pci(Source& source, Remarks& remarks) {
  PciTree tree;
  for (const std::string& busid : source.list("/sys/bus/pci/devices")) {
    if (!is_busid(busid)) continue;
    const std::string at = "/sys/bus/pci/devices/" + busid;
    tree.functions.emplace(busid, read_function(source, busid, remarks));
    if (const auto path = source.link(at))
      if (std::string parent = parent_of(*path, busid); !parent.empty())
        tree.parent.emplace(busid, std::move(parent));
    if (const auto numa = source.number(at + "/numa_node"); numa && *numa >= 0)
      tree.numa.emplace(busid, static_cast<int>(*numa));
  }
  if (tree.functions.empty())
    remarks.add("PROBE_NO_PCI",
                fmt::format("no PCI device is shown (/sys/bus/pci/devices: {})",
                            source.why("/sys/bus/pci/devices")),
                "In a container, let it see /sys of the host.");
  return tree;
}

}  // namespace weft::probe
