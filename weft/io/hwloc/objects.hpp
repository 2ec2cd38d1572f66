// hwloc's objects → a machine's records, and the matrices of distances beside them.
#pragma once

#include "weft/io/remarks.hpp"
#include "weft/io/xml_document.hpp"
#include "weft/topology/machine.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace weft::io::hwloc {

struct Objects {
  topology::Machine machine;
  topology::Attributes attributes;                // of the machine: product, NUMA distances
  std::map<std::uint64_t, std::string> busid_of;  // gp_index of a PCI or OS device → bus id
  std::map<std::uint64_t, std::size_t> node_of;   // gp_index of a package → its first NUMA node
};

Objects read_objects(const XmlDocument& document, Remarks& remarks);

// A matrix between objects, row by row; indexes are gp_index with the type in front.
struct Matrix {
  std::string name;  // "NVLinkBandwidth"
  std::vector<std::pair<std::string, std::uint64_t>> objects;
  std::vector<std::uint64_t> values;
  int line = 0;
};
std::vector<Matrix> read_matrices(const XmlDocument& document, Remarks& remarks);

// NVLink and xGMI between what has been placed, from the matrices that state bandwidth.
Expected<void> connect_gpus(topology::Builder& builder, const Objects& objects,
                            const topology::PlacedMachine& placed,
                            const std::vector<Matrix>& matrices, Remarks& remarks);

}  // namespace weft::io::hwloc
