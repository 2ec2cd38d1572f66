// A topology XML as plain records, between the XML parser and the graph.
//
// `parse` (nccl_xml_parse.cpp) fills the tree and the texts, `check` (nccl_xml_check.cpp) the
// fields below "checked". Order of all vectors: that of the file.
#pragma once

#include "weft/base/error.hpp"
#include "weft/io/remarks.hpp"
#include "weft/io/topology_file.hpp"
#include "weft/topology/component.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace weft::io::nccl {

struct XmlAttribute {
  std::string name;
  std::string value;
};

// An element that Weft does not use, as text, so that writing gives it back. `position` counts the
// child elements before it.
struct KeptElement {
  std::size_t position = 0;
  std::string xml;
};

struct Element {
  int line = 0;
  std::vector<XmlAttribute> attributes;
  std::vector<KeptElement> kept;

  const std::string* find(std::string_view name) const;  // null where absent
  std::string_view get(std::string_view name) const;     // empty where absent
};

// "0000:18:00.0" as a number; equal for all spellings of the same address.
struct BusId {
  std::uint64_t value = 0;
  bool operator==(const BusId&) const = default;
};
// domain:bus:device.function in hexadecimal, the domain of 4 to 8 digits.
std::optional<BusId> parse_bus_id(std::string_view text);

enum class LinkTag { nvlink, xgmi, c2c };
std::string_view word(LinkTag tag);

// What one end says about a link of a GPU.
struct GpuLinkRecord : Element {
  LinkTag tag = LinkTag::nvlink;
  std::size_t position = 0;  // among the child elements of its gpu
  std::string xml;           // the element as text
  // checked
  BusId target;
  int count = 0;
  int bw = 0;  // of c2c, in MB/s of each link
};

struct GpuRecord : Element {
  std::vector<GpuLinkRecord> links;
  // checked
  std::optional<int> dev;
  std::optional<int> rank;
};

struct NetRecord : Element {};

struct NicRecord : Element {
  std::vector<NetRecord> nets;
};

struct PciRecord : Element {
  std::optional<GpuRecord> gpu;
  std::optional<NicRecord> nic;
  std::vector<PciRecord> children;
  // checked
  BusId busid;
  topology::ComponentKind kind = topology::ComponentKind::pci_device;
};

struct CpuRecord : Element {
  std::vector<std::variant<PciRecord, NicRecord>> children;
  // checked
  std::size_t host = 0;  // index of its host_hash among those of the file
  int numa_id = -1;
};

struct SystemRecord : Element {
  std::vector<CpuRecord> cpus;
  // checked
  std::size_t hosts = 1;
};

Expected<SystemRecord> parse(const TopologyText& input, Remarks& remarks);
Expected<void> check(SystemRecord& system, Remarks& remarks);
Expected<topology::Topology> build(const SystemRecord& system, const std::string& name,
                                   Remarks& remarks);

}  // namespace weft::io::nccl
