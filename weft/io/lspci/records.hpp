// lspci's functions as plain records, before they become a tree.
#pragma once

#include "weft/io/remarks.hpp"
#include "weft/io/topology_file.hpp"
#include "weft/topology/machine.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace weft::io::lspci {

struct Address {
  std::uint32_t domain = 0;
  std::uint32_t bus = 0;
  std::uint32_t device = 0;
  std::uint32_t function = 0;

  auto operator<=>(const Address&) const = default;
};
// "0000:18:00.0" or "18:00.0" at the front of `text`, which is moved past it.
bool take_address(std::string_view& text, Address& address);
std::string to_string(const Address& address);  // "0000:18:00.0"

struct Function {
  Address address;
  topology::PciFunction record;
  int secondary = -1;  // the bus behind a bridge
  int numa = -1;
  bool empty_slot = false;
};

// Class, product and ids of one line: "PCI bridge: Intel … [8086:347a] (rev 04)".
void describe(std::string_view line, topology::PciFunction& into);
// What a name in words tells: vendor and product where they are known.
void identify(std::string_view name, topology::PciFunction& into);

std::vector<Function> parse_verbose(std::string_view text);
std::vector<Function> parse_tree(std::string_view text, Remarks& remarks);

// The tree, NUMA nodes and what processors can be told from the host bridges.
topology::Machine as_machine(std::vector<Function> functions, Remarks& remarks);

}  // namespace weft::io::lspci
