#include "weft/facts/servers.hpp"

#include "weft/facts/find.hpp"
#include "weft/facts/reader.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace weft::facts {
namespace {

constexpr const char* kFiles[] = {"servers.toml", "servers-cloud.toml", "servers-hosts.toml",
                                  "servers-others.toml"};

NicRole read_role(const Record& r) {
  const std::string name = r.text_or("role", to_string(NicRole::compute));
  for (const NicRole role : {NicRole::compute, NicRole::storage, NicRole::management})
    if (name == to_string(role)) return role;
  r.malformed("the role '" + name + "' is not one of compute storage management");
}

// More than any server has of NICs, and of groups at its host bridges.
constexpr int kMostParts = 1024;

ServerNics read_nics(const Record& r) {
  ServerNics nics{.numbers = r.integers("numbers"),
                  .model = r.text("model"),
                  .line = r.text_or("line", ""),
                  .role = read_role(r),
                  .ports = r.integer_or("ports", 1)};
  for (const int number : nics.numbers)
    if (number < 0 || number >= kMostParts)
      r.malformed(
          fmt::format("there is no NIC {}: they count from 0 to {}", number, kMostParts - 1));
  return nics;
}

PcieGroup read_group(const Record& r) {
  PcieGroup group{.node = r.integer_or("node", 0),
                  .bridge = r.integer_or("bridge", -1),
                  .chip = r.text_or("chip", ""),
                  .uplink = r.text_or("uplink", ""),
                  .link = r.text_or("link", ""),
                  .gpus = r.integers("gpus"),
                  .nics = r.integers("nics"),
                  .below = {}};
  for (const Record& below : r.records("below")) {
    group.below.push_back(read_group(below));
    below.done();
  }
  if (group.chip.empty() && !group.uplink.empty())
    r.malformed("a group with an uplink needs the switch that has it (chip)", DataFault::missing);
  if (group.chip.empty() && !group.below.empty())
    r.malformed("a group with others below it needs the switch that they hang on (chip)",
                DataFault::missing);
  return group;
}

CoherentGpus read_coherent(const Record& r) {
  return {.node = r.integer_or("node", 0), .gpus = r.integers("gpus")};
}

GpuNics read_on_gpu(const Record& r) {
  return {.gpu = r.integer("gpu"), .nics = r.integers("nics"), .link = r.text_or("link", "")};
}

ServerBoard read_board(const Record& r) {
  return {.board = r.text("board"), .gpus = r.integers("gpus")};
}

template <class Part>
std::vector<Part> parts(const Record& server, const char* key, Part (*read)(const Record&)) {
  std::vector<Part> all;
  for (const Record& record : server.records(key)) {
    if (all.size() == kMostParts)
      record.malformed(fmt::format("'{}' has more than {} entries", key, kMostParts));
    all.push_back(read(record));
    record.done();
  }
  return all;
}

// How often each GPU and NIC is placed below the host.
struct Places {
  std::map<int, int> gpus;
  std::map<int, int> nics;

  void count(const PcieGroup& group) {
    for (const int gpu : group.gpus) ++gpus[gpu];
    for (const int nic : group.nics) ++nics[nic];
    for (const PcieGroup& below : group.below) count(below);
  }
};

void check_nodes(const Record& r, const Server& server) {
  const auto in_range = [&](int node) {
    if (node < 0 || node >= server.nodes())
      r.malformed(fmt::format("there is no NUMA node {}: {} sockets of {} have 0 to {}", node,
                              server.sockets, server.nodes_per_socket, server.nodes() - 1),
                  DataFault::contradiction);
  };
  for (const PcieGroup& group : server.pcie) in_range(group.node);
  for (const CoherentGpus& group : server.coherent) in_range(group.node);
}

void check_places(const Record& r, const Server& server) {
  Places places;
  for (const PcieGroup& group : server.pcie) places.count(group);
  for (const GpuNics& group : server.on_gpu)
    for (const int nic : group.nics) ++places.nics[nic];
  for (const auto& [gpu, times] : places.gpus)
    if (times > 1)
      r.malformed(fmt::format("GPU {} is placed {} times", gpu, times), DataFault::contradiction);
  for (const CoherentGpus& group : server.coherent)
    for (const int gpu : group.gpus) ++places.gpus[gpu];
  for (int gpu = 0; gpu < server.gpus; ++gpu)
    if (!places.gpus.contains(gpu))
      r.malformed(fmt::format("GPU {} of {} is not placed", gpu, server.gpus), DataFault::missing);
  if (!places.gpus.empty() &&
      (places.gpus.rbegin()->first >= server.gpus || places.gpus.begin()->first < 0))
    r.malformed(fmt::format("a GPU beyond 0 to {} is placed", server.gpus - 1),
                DataFault::contradiction);

  std::map<int, int> described;
  for (const ServerNics& nics : server.nics)
    for (const int number : nics.numbers)
      if (++described[number] > 1)
        r.malformed(fmt::format("NIC {} is described twice", number), DataFault::contradiction);
  for (const auto& [nic, times] : places.nics) {
    if (!described.contains(nic))
      r.malformed(fmt::format("NIC {} is placed but not described in 'nics'", nic),
                  DataFault::missing);
    if (times > 1)
      r.malformed(fmt::format("NIC {} is placed {} times", nic, times), DataFault::contradiction);
  }
  for (const auto& [nic, times] : described)
    if (!places.nics.contains(nic))
      r.malformed(fmt::format("NIC {} is described but not placed", nic), DataFault::missing);
}

std::vector<ServerBoard> read_boards(const Record& r, int gpus) {
  auto boards = parts(r, "boards", read_board);
  if (const std::string board = r.text_or("board", ""); !board.empty()) {
    boards.push_back({board, {}});
    for (int gpu = 0; gpu < gpus; ++gpu) boards.back().gpus.push_back(gpu);
  }
  for (const ServerBoard& board : boards)
    for (const int gpu : board.gpus)
      if (gpu < 0 || gpu >= gpus)
        r.malformed(
            fmt::format("board '{}' wires GPU {}, but there are {}", board.board, gpu, gpus),
            DataFault::contradiction);
  return boards;
}

}  // namespace

const char* to_string(NicRole role) {
  constexpr const char* kNames[] = {"compute", "storage", "management"};
  return kNames[static_cast<int>(role)];
}

Server read_server(const Record& r) {
  Server server{.name = r.text("name"),
                .aliases = r.texts("aliases"),
                .pretty = r.text("pretty"),
                .unit = r.text_or("unit", ""),
                .units = r.integer_or("units", 1),
                .cpu = {},
                .gpu = {},
                .gpus = r.integer_or("gpus", 0),
                .boards = {},
                .nics = parts(r, "nics", read_nics),
                .pcie = parts(r, "pcie", read_group),
                .coherent = parts(r, "coherent", read_coherent),
                .on_gpu = parts(r, "on_gpu", read_on_gpu),
                .power_watts = r.number_or("power_W", 0),
                .height_units = r.integer_or("height_U", 0),
                .doubt = r.text_or("doubt", ""),
                .evidence = r.evidence()};
  server.boards = read_boards(r, server.gpus);
  if (!server.unit.empty()) return server;
  server.cpu = r.text("cpu");
  server.sockets = r.integer("sockets");
  server.nodes_per_socket = r.integer_or("nodes_per_socket", 1);
  if (server.gpus > 0) server.gpu = r.text("gpu");
  if (server.sockets < 1 || server.nodes_per_socket < 1)
    r.malformed("a server has at least one socket, and a socket one NUMA node");
  check_nodes(r, server);
  check_places(r, server);
  return server;
}

const std::vector<Server>& servers() {
  static const auto rows = [] {
    std::vector<Server> all;
    for (const char* file : kFiles)
      for (Server& server : Document(file).table<Server>("server", read_server))
        all.push_back(std::move(server));
    return all;
  }();
  return rows;
}

const Server* find_server(std::string_view name) { return find_named(servers(), name); }

}  // namespace weft::facts
