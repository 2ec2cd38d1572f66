#include "weft/io/hwloc_xml.hpp"

#include "weft/io/hwloc/objects.hpp"
#include "weft/io/machine_read.hpp"
#include "weft/io/xml_document.hpp"

#include <utility>

#include <fmt/format.h>

namespace weft::io {
namespace {

Expected<void> check_version(const XmlDocument& document, const Remarks& remarks) {
  const std::string_view version = document.root().attribute("version").value();
  if (version.starts_with("2.") || version.starts_with("3.")) return {};
  return remarks.error(
      "HWLOC_VERSION",
      version.empty()
          ? std::string("the file is hwloc's XML of version 1; versions 2 and 3 are read")
          : fmt::format("the file is hwloc's XML of version '{}'; versions 2 and 3 are "
                        "read",
                        version),
      "Write it again with lstopo FILE.xml of hwloc 2 or later.",
      document.line_of(document.root()));
}

// "10 21;21 10": what the firmware says of memory latency, 10 being local.
void keep_numa_distances(const std::vector<hwloc::Matrix>& matrices, topology::Builder& builder) {
  for (const hwloc::Matrix& matrix : matrices) {
    if (matrix.objects.empty() || matrix.objects.front().first != "NUMANode") continue;
    std::string text;
    for (std::size_t i = 0; i < matrix.values.size(); ++i) {
      const bool new_row = i % matrix.objects.size() == 0;
      text += fmt::format("{}{}", i == 0 ? "" : (new_row ? ";" : " "), matrix.values[i]);
    }
    builder.attributes().set("numa-distances", text);
    return;
  }
}

}  // namespace

bool is_hwloc_xml(std::string_view text) { return root_element(text) == "topology"; }

Expected<TopologyRead> read_hwloc_xml(const TopologyText& input) {
  Remarks remarks(input.name);
  auto document = load_xml(input, remarks);
  if (!document) return tl::make_unexpected(std::move(document.error()));
  if (auto known = check_version(*document, remarks); !known)
    return tl::make_unexpected(std::move(known.error()));
  if (!document->root().child("object"))
    return remarks.error("HWLOC_EMPTY", "the file holds no object of a machine",
                         "Write it with lstopo FILE.xml on the machine itself.");
  const hwloc::Objects objects = hwloc::read_objects(*document, remarks);
  const auto matrices = hwloc::read_matrices(*document, remarks);
  topology::Builder builder(input.name);
  builder.attributes() = objects.attributes;
  builder.attributes().set("format", "hwloc-xml");
  keep_numa_distances(matrices, builder);
  auto placed = place_machine(builder, objects.machine, remarks);
  if (!placed) return tl::make_unexpected(std::move(placed.error()));
  if (auto done = hwloc::connect_gpus(builder, objects, *placed, matrices, remarks); !done)
    return tl::make_unexpected(std::move(done.error()));
  bool has_devices = false;
  for (const auto& node : objects.machine.nodes) has_devices = has_devices || !node.devices.empty();
  if (!has_devices)
    remarks.add("HWLOC_NO_IO", "the file names no PCI device: lstopo leaves them out unless asked",
                "Write it with lstopo --whole-io FILE.xml.");
  return TopologyRead{std::move(builder).build(), std::move(remarks).take()};
}

}  // namespace weft::io
