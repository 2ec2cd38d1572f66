// All that Weft knows by name: devices, boards and servers, with a person's own entries over it.
//
// A catalogue is a table of entries a kind; an entry knows the file that it came from. What Weft
// ships is shipped(); a person's file in the same format is read by read_catalog and laid over it
// by merged, where an entry takes the place of the one with its name.
// Names and aliases are compared without regard to case. Threads: const, may be shared.
// Errors: CATALOG_SYNTAX, CATALOG_MISSING, CATALOG_INVALID, CATALOG_KEY, CATALOG_NAME,
// CATALOG_CONTRADICTION, CATALOG_DUPLICATE.
#pragma once

#include "weft/base/error.hpp"
#include "weft/facts/boards.hpp"
#include "weft/facts/cpu_models.hpp"
#include "weft/facts/nics.hpp"
#include "weft/facts/servers.hpp"
#include "weft/facts/switches.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft::catalog {

template <class Row>
struct Entry {
  Row row;
  Where where;  // no file: shipped with Weft
};

template <class Row>
using Table = std::vector<Entry<Row>>;

struct Catalog {
  Table<facts::Gpu> gpus;
  Table<facts::Cpu> cpus;
  Table<facts::CpuModel> cpu_models;
  Table<facts::Nic> nics;
  Table<facts::NvSwitchChip> nvswitches;
  Table<facts::PcieSwitch> pcie_switches;
  Table<facts::NetworkSwitch> network_switches;
  Table<facts::Board> boards;
  Table<facts::Server> servers;
  std::vector<Warning> warnings = {};  // entries of ours whose place a person's has taken
};

const Catalog& shipped();

// The entries of one file: [[gpu]], [[cpu]], [[cpu_model]], [[nic]], [[chip]], [[pcie_switch]],
// [[switch]], [[board]] and [[server]] as in weft/facts/data. Names are not looked up yet.
Expected<Catalog> read_catalog(std::string_view file, std::string_view text);

// `over` laid over `under`, with all that its entries name and state checked (check.hpp).
Expected<Catalog> merged(Catalog under, const Catalog& over);

bool same_name(std::string_view a, std::string_view b);

// The name of a row and its aliases, where its kind has such.
template <class Row>
std::vector<std::string> names_of(const Row& row) {
  std::vector<std::string> names = {row.name};
  if constexpr (requires { row.aliases; })
    names.insert(names.end(), row.aliases.begin(), row.aliases.end());
  return names;
}

template <class Row>
std::vector<std::string> all_names(const Table<Row>& table) {
  std::vector<std::string> names;
  for (const Entry<Row>& entry : table)
    for (std::string& name : names_of(entry.row)) names.push_back(std::move(name));
  return names;
}

// By name, else by alias; null where unknown.
template <class Row>
const Row* find(const Table<Row>& table, std::string_view wanted) {
  for (const Entry<Row>& entry : table)
    if (same_name(entry.row.name, wanted)) return &entry.row;
  for (const Entry<Row>& entry : table)
    for (const std::string& name : names_of(entry.row))
      if (same_name(name, wanted)) return &entry.row;
  return nullptr;
}

// A family of processors, or one model with what it has of its own.
std::optional<facts::Cpu> find_cpu(const Catalog& catalog, std::string_view name);

}  // namespace weft::catalog
