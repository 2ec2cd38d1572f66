#include "weft/catalog/check.hpp"

#include "weft/base/suggest.hpp"
#include "weft/catalog/check_server.hpp"
#include "weft/catalog/figures.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace weft::catalog {
namespace {

using Done = Expected<void>;

// Two entries of a file may not answer to one name; over those of other files they are laid.
template <class Row>
Done check_names(const Table<Row>& table) {
  std::map<std::pair<std::string, std::string>, const Entry<Row>*> taken;
  for (const Entry<Row>& entry : table)
    for (const std::string& name : names_of(entry.row)) {
      const auto [first, is_new] = taken.try_emplace({entry.where.file, name}, &entry);
      if (is_new || first->second == &entry) continue;
      return fail("CATALOG_DUPLICATE",
                  fmt::format("'{}' is already a name of the entry '{}' in line {}", name,
                              first->second->row.name, first->second->where.line),
                  "Give each entry names of its own.", entry.where);
    }
  return {};
}

tl::unexpected<Error> contradiction(std::string message, const Where& where) {
  return fail("CATALOG_CONTRADICTION", std::move(message),
              "Correct the figure that is wrong; `weft catalog NAME` shows what is known of each.",
              where);
}

Done check_board_gpus(const Entry<facts::Board>& entry, const Catalog& all) {
  const facts::Board& board = entry.row;
  for (const facts::MeshEdge& edge : board.mesh)
    if (edge.a < 0 || edge.b < 0 || edge.a >= board.gpu_count || edge.b >= board.gpu_count ||
        edge.a == edge.b || edge.links < 1)
      return contradiction(fmt::format("the board '{}' of {} GPUs has {} links from {} to {}",
                                       board.name, board.gpu_count, edge.links, edge.a, edge.b),
                           entry.where);
  for (const std::string& name : board.gpus) {
    const facts::Gpu* gpu = find(all.gpus, name);
    if (gpu == nullptr) return unknown_name("GPU", name, all_names(all.gpus), entry.where);
    for (int i = 0; i < board.gpu_count; ++i)
      if (links_of_gpu(board, i) > gpu->fabric_links)
        return contradiction(
            fmt::format("the board '{}' takes {} links of GPU {}, but {} has {}", board.name,
                        links_of_gpu(board, i), i, gpu->pretty, gpu->fabric_links),
            entry.where);
  }
  return {};
}

Done check_board(const Entry<facts::Board>& entry, const Catalog& all) {
  const facts::Board& board = entry.row;
  if (auto sound = check_board_gpus(entry, all); !sound) return sound;
  if (board.switches.empty()) return {};
  const facts::NvSwitchChip* chip = find(all.nvswitches, board.switch_chip);
  if (chip == nullptr)
    return unknown_name("switch chip", board.switch_chip, all_names(all.nvswitches), entry.where);
  for (const facts::SwitchWiring& wiring : board.switches) {
    const int ports = ports_used(wiring);
    if (ports > chip->ports)
      return contradiction(fmt::format("the board '{}' takes {} ports of a switch, but {} has {}",
                                       board.name, ports, chip->pretty, chip->ports),
                           entry.where);
    const auto twin = static_cast<std::size_t>(std::max(0, wiring.twin));
    if (twin >= board.switches.size() || wiring.first_gpu < 0 || wiring.gpu_count < 1 ||
        wiring.first_gpu + wiring.gpu_count > board.gpu_count)
      return contradiction(
          fmt::format("a switch of the board '{}' leads beyond its {} GPUs and {} switches",
                      board.name, board.gpu_count, board.switches.size()),
          entry.where);
  }
  return {};
}

Done check_cpu_model(const Entry<facts::CpuModel>& entry, const Catalog& all) {
  if (find(all.cpus, entry.row.cpu) != nullptr) return {};
  return unknown_name("CPU", entry.row.cpu, all_names(all.cpus), entry.where);
}

template <class Row>
Done check_each(const Table<Row>& table, const Catalog& all,
                Done (*check_one)(const Entry<Row>&, const Catalog&)) {
  for (const Entry<Row>& entry : table)
    if (auto sound = check_one(entry, all); !sound) return sound;
  return {};
}

}  // namespace

tl::unexpected<Error> unknown_name(std::string_view kind, std::string_view name,
                                   const std::vector<std::string>& known, const Where& where) {
  const std::string near = did_you_mean(name, known);
  return fail("CATALOG_NAME", fmt::format("there is no {} named '{}'", kind, name),
              near.empty() ? "`weft catalog` lists the names; your own entries count too." : near,
              where);
}

Expected<void> check(const Catalog& some, const Catalog& all) {
  for (const Done& sound :
       {check_names(some.gpus), check_names(some.cpus), check_names(some.cpu_models),
        check_names(some.nics), check_names(some.nvswitches), check_names(some.pcie_switches),
        check_names(some.network_switches), check_names(some.boards), check_names(some.servers),
        check_each(some.cpu_models, all, check_cpu_model),
        check_each(some.boards, all, check_board), check_each(some.servers, all, check_server)})
    if (!sound) return sound;
  return {};
}

}  // namespace weft::catalog
