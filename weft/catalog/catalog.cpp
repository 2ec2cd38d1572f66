#include "weft/catalog/catalog.hpp"

#include "weft/catalog/check.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

namespace weft::catalog {
namespace {

template <class Row>
Table<Row> table_of(const std::vector<Row>& rows) {
  Table<Row> table;
  for (const Row& row : rows) table.push_back({row, {}});
  return table;
}

// An entry takes the place of the one with its name; new ones come first, so that an alias of a
// person's entry goes before ours.
template <class Row>
void lay_over(const Table<Row>& over, Table<Row>& under, std::vector<Warning>& warnings) {
  Table<Row> fresh;
  for (const Entry<Row>& entry : over) {
    const auto old = std::ranges::find_if(
        under, [&](const Entry<Row>& known) { return same_name(known.row.name, entry.row.name); });
    if (old == under.end()) {
      fresh.push_back(entry);
      continue;
    }
    const Where& place = old->where;
    warnings.push_back(
        warning("CATALOG_REPLACED",
                fmt::format("'{}' takes the place of {}", old->row.name,
                            place.file.empty() ? "the entry that Weft ships"
                                               : fmt::format("the entry of {}", to_string(place))),
                "Give the entry a name of its own to keep both.", entry.where));
    *old = entry;
  }
  under.insert(under.begin(), fresh.begin(), fresh.end());
}

}  // namespace

bool same_name(std::string_view a, std::string_view b) {
  return std::ranges::equal(
      a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

const Catalog& shipped() {
  static const Catalog all{.gpus = table_of(facts::gpus()),
                           .cpus = table_of(facts::cpus()),
                           .cpu_models = table_of(facts::cpu_models()),
                           .nics = table_of(facts::nics()),
                           .nvswitches = table_of(facts::nvswitches()),
                           .pcie_switches = table_of(facts::pcie_switches()),
                           .network_switches = table_of(facts::network_switches()),
                           .boards = table_of(facts::boards()),
                           .servers = table_of(facts::servers())};
  return all;
}

Expected<Catalog> merged(Catalog under, const Catalog& over) {
  lay_over(over.gpus, under.gpus, under.warnings);
  lay_over(over.cpus, under.cpus, under.warnings);
  lay_over(over.cpu_models, under.cpu_models, under.warnings);
  lay_over(over.nics, under.nics, under.warnings);
  lay_over(over.nvswitches, under.nvswitches, under.warnings);
  lay_over(over.pcie_switches, under.pcie_switches, under.warnings);
  lay_over(over.network_switches, under.network_switches, under.warnings);
  lay_over(over.boards, under.boards, under.warnings);
  lay_over(over.servers, under.servers, under.warnings);
  if (auto sound = check(over, under); !sound) return tl::make_unexpected(std::move(sound.error()));
  return under;
}

std::optional<facts::Cpu> find_cpu(const Catalog& catalog, std::string_view name) {
  if (const facts::Cpu* family = find(catalog.cpus, name)) return *family;
  const facts::CpuModel* model = find(catalog.cpu_models, name);
  if (model == nullptr) return std::nullopt;
  const facts::Cpu* family = find(catalog.cpus, model->cpu);
  if (family == nullptr) return std::nullopt;
  return as_cpu(*model, *family);
}

}  // namespace weft::catalog
