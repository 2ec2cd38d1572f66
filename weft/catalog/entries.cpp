// A person's file → entries, with its mistakes as errors that name file and line.
#include "weft/base/suggest.hpp"
#include "weft/catalog/catalog.hpp"
#include "weft/facts/reader.hpp"

#include <fmt/format.h>

namespace weft::catalog {
namespace {

using facts::DataError;
using facts::DataFault;
using facts::Record;

template <class Row>
Table<Row> entries(const Record& root, std::string_view file, const char* key,
                   Row (*read)(const Record&)) {
  Table<Row> table;
  for (const Record& record : root.records(key)) {
    table.push_back({read(record), {std::string(file), record.line(), 0}});
    record.done();
  }
  return table;
}

Catalog read(std::string_view file, std::string_view text) {
  const facts::Document document(file, text);
  const Record root = document.root();
  Catalog all{.gpus = entries(root, file, "gpu", facts::read_gpu),
              .cpus = entries(root, file, "cpu", facts::read_cpu),
              .cpu_models = entries(root, file, "cpu_model", facts::read_cpu_model),
              .nics = entries(root, file, "nic", facts::read_nic),
              .nvswitches = entries(root, file, "chip", facts::read_nvswitch),
              .pcie_switches = entries(root, file, "pcie_switch", facts::read_pcie_switch),
              .network_switches = entries(root, file, "switch", facts::read_network_switch),
              .boards = entries(root, file, "board", facts::read_board),
              .servers = entries(root, file, "server", facts::read_server)};
  root.done();
  return all;
}

struct Kind {
  const char* code;
  const char* hint;
};

Kind kind_of(DataFault fault) {
  switch (fault) {
    case DataFault::syntax:
      return {"CATALOG_SYNTAX", "The file is TOML, as weft/facts/data/servers.toml is."};
    case DataFault::missing:
      return {"CATALOG_MISSING", "`weft catalog NAME` shows an entry of the kind in full."};
    case DataFault::unknown_key:
      return {"CATALOG_KEY", "Check its spelling; `weft catalog NAME` shows the keys of a kind."};
    case DataFault::unknown_name:
      return {"CATALOG_NAME", "`weft catalog` lists the names."};
    case DataFault::contradiction:
      return {"CATALOG_CONTRADICTION", "Correct the figure that is wrong, or leave one out."};
    case DataFault::invalid:
      break;
  }
  return {"CATALOG_INVALID", "`weft catalog NAME` shows an entry of the kind in full."};
}

}  // namespace

Expected<Catalog> read_catalog(std::string_view file, std::string_view text) {
  try {
    return read(file, text);
  } catch (const DataError& error) {
    const auto [code, hint] = kind_of(error.fault());
    return fail(code, error.why(), hint, error.where());
  }
}

}  // namespace weft::catalog
