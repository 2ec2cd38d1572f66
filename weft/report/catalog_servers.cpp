// Boards and servers as sections of the catalogue report.
#include "weft/base/parse.hpp"
#include "weft/report/catalog_sections.hpp"
#include "weft/report/text.hpp"

#include <map>
#include <utility>

#include <fmt/format.h>

namespace weft::report {
namespace {

using catalog::names_of;

std::string wiring(const facts::Board& board) {
  if (board.switches.empty()) {
    int links = 0;
    for (const facts::MeshEdge& edge : board.mesh) links += edge.links;
    return fmt::format("{} in {}", counted(static_cast<std::size_t>(links), "link"),
                       counted(board.mesh.size(), "pair"));
  }
  return fmt::format("{} {}", board.switches.size(), board.switch_chip);
}

CatalogItem item_of(const catalog::Entry<facts::Board>& entry) {
  const facts::Board& board = entry.row;
  Json json = {{"name", board.name}, {"gpus", board.gpus}, {"gpu_count", board.gpu_count}};
  json["optional"] = board.optional;
  put(json, "switch_chip", board.switch_chip);
  for (const facts::SwitchWiring& one : board.switches) {
    Json wired = {{"first_gpu", one.first_gpu},
                  {"gpus", one.gpu_count},
                  {"links_per_gpu", one.links_per_gpu}};
    if (one.twin >= 0) {
      wired["twin"] = one.twin;
      wired["trunks"] = one.trunks;
    }
    json["switches"].push_back(std::move(wired));
  }
  for (const facts::MeshEdge& edge : board.mesh)
    json["mesh"].push_back({{"a", edge.a}, {"b", edge.b}, {"links", edge.links}});
  put_evidence(json, board.evidence, "", entry.where);
  return {
      {board.name},
      {board.name, std::to_string(board.gpu_count), fmt::format("{}", fmt::join(board.gpus, " ")),
       wiring(board), source_cell(board.evidence)},
      std::move(json)};
}

Json json_of(const facts::PcieGroup& group, bool is_top) {
  Json json = Json::object();
  if (is_top) json["node"] = group.node;
  if (is_top && group.bridge >= 0) json["bridge"] = group.bridge;
  put(json, "chip", group.chip);
  put(json, "uplink", group.uplink);
  put(json, "link", group.link);
  if (!group.gpus.empty()) json["gpus"] = group.gpus;
  if (!group.nics.empty()) json["nics"] = group.nics;
  for (const facts::PcieGroup& below : group.below) json["below"].push_back(json_of(below, false));
  return json;
}

// The server itself, or the one that a rack is made of.
const facts::Server& unit_of(const facts::Server& server, const catalog::Catalog& catalog) {
  const facts::Server* unit = server.unit.empty() ? nullptr : find(catalog.servers, server.unit);
  return unit == nullptr ? server : *unit;
}

// "8 x ib-ndr": those that carry the traffic of computing, else all.
std::string nic_word(const facts::Server& server) {
  std::map<std::string, std::size_t> lines;
  for (const bool compute_only : {true, false}) {
    for (const facts::ServerNics& nics : server.nics)
      if (!compute_only || nics.role == facts::NicRole::compute)
        lines[nics.line.empty() ? nics.model : nics.line] += nics.numbers.size();
    if (!lines.empty()) break;
  }
  std::string out;
  for (const auto& [line, count] : lines)
    out += fmt::format("{}{} x {}", out.empty() ? "" : ", ", count, line);
  return out;
}

void put_unit(Json& json, const facts::Server& server) {
  json["cpu"] = server.cpu;
  json["sockets"] = server.sockets;
  json["nodes_per_socket"] = server.nodes_per_socket;
  put(json, "gpu", server.gpu);
}

void put_inside(Json& json, const facts::Server& server) {
  for (const facts::ServerBoard& board : server.boards)
    json["boards"].push_back({{"board", board.board}, {"gpus", board.gpus}});
  for (const facts::ServerNics& nics : server.nics) {
    Json one = {{"model", nics.model}};
    put(one, "line", nics.line);
    one["numbers"] = nics.numbers;
    one["role"] = to_string(nics.role);
    one["ports"] = nics.ports;
    json["nics"].push_back(std::move(one));
  }
  for (const facts::PcieGroup& group : server.pcie) json["pcie"].push_back(json_of(group, true));
  for (const facts::CoherentGpus& group : server.coherent)
    json["coherent"].push_back({{"node", group.node}, {"gpus", group.gpus}});
  for (const facts::GpuNics& group : server.on_gpu) {
    Json one = {{"gpu", group.gpu}, {"nics", group.nics}};
    put(one, "link", group.link);
    json["on_gpu"].push_back(std::move(one));
  }
}

CatalogItem item_of(const catalog::Entry<facts::Server>& entry, const catalog::Catalog& catalog) {
  const facts::Server& server = entry.row;
  const facts::Server& unit = unit_of(server, catalog);
  Json json = {{"name", server.name}};
  put(json, "aliases", server.aliases);
  json["pretty"] = server.pretty;
  if (!server.unit.empty()) {
    json["unit"] = server.unit;
    json["units"] = server.units;
  } else {
    put_unit(json, server);
  }
  json["gpus"] = server.gpus;
  put_inside(json, server);
  put(json, "power_W", server.power_watts);
  put(json, "height_U", server.height_units);
  put_evidence(json, server.evidence, server.doubt, entry.where);
  const std::string gpus =
      server.gpus > 0 ? fmt::format("{} x {}", server.gpus, unit.gpu) : std::string();
  return {names_of(server),
          {server.name, server.pretty, gpus,
           fmt::format("{} x {}", server.units * unit.sockets, unit.cpu), nic_word(unit),
           cell(server.power_watts / 1000), source_cell(server.evidence)},
          std::move(json)};
}

}  // namespace

std::vector<CatalogSection> server_sections(const catalog::Catalog& catalog) {
  CatalogSection boards{"boards",
                        "How the GPUs of a server are wired",
                        {"board"},
                        {{"name", Align::left},
                         {"GPUs"},
                         {"built with", Align::left},
                         {"wiring", Align::left},
                         {"source", Align::left}},
                        {}};
  for (const auto& entry : catalog.boards) boards.items.push_back(item_of(entry));
  CatalogSection servers{"servers",
                         "Servers and racks",
                         {"server"},
                         {{"name", Align::left},
                          {"what", Align::left},
                          {"GPUs", Align::left},
                          {"CPUs", Align::left},
                          {"NICs", Align::left},
                          {"kW"},
                          {"source", Align::left}},
                         {}};
  for (const auto& entry : catalog.servers) servers.items.push_back(item_of(entry, catalog));
  return {std::move(boards), std::move(servers)};
}

}  // namespace weft::report
