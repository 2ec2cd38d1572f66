#include "weft/catalog/check_server.hpp"

#include "weft/catalog/server_links.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace weft::catalog {
namespace {

using Done = Expected<void>;

bool is_network(const link::LinkModel& link) {
  return link.kind() == "ethernet" || link.kind() == "infiniband" || link.kind() == "wifi";
}

bool leads_to_host(const link::LinkModel& link) {
  return !link.is_scale_up() && !is_network(link) && link.kind() != "memory";
}

class ServerCheck {
 public:
  ServerCheck(const Entry<facts::Server>& entry, const Catalog& all)
      : server_(entry.row), where_(entry.where), all_(all) {}

  Done run();

 private:
  Done check_unit() const;
  Done check_parts();
  Done check_boards() const;
  Done check_nics() const;
  Done check_group(const facts::PcieGroup& group, int above);
  Done check_chip(const facts::PcieGroup& group, int lanes) const;
  Done check_lanes() const;
  // Lanes of one device at a switch or root port; 0 where its link is not PCIe. `role` is what the
  // link is to the group.
  Expected<int> lanes_of(const Expected<link::LinkModelPtr>& link, const char* role) const;

  tl::unexpected<Error> contradiction(std::string message) const {
    return fail(
        "CATALOG_CONTRADICTION", std::move(message),
        "Correct the figure that is wrong; `weft catalog NAME` shows what is known of each.",
        where_);
  }

  const facts::Server& server_;
  const Where& where_;
  const Catalog& all_;
  facts::Cpu cpu_{};
  std::map<int, int> lanes_;  // of a socket that groups take
};

Done ServerCheck::run() {
  if (!server_.unit.empty()) return check_unit();
  const auto cpu = find_cpu(all_, server_.cpu);
  if (!cpu) {
    std::vector<std::string> known = all_names(all_.cpus);
    const std::vector<std::string> models = all_names(all_.cpu_models);
    known.insert(known.end(), models.begin(), models.end());
    return unknown_name("CPU", server_.cpu, known, where_);
  }
  cpu_ = *cpu;
  if (!server_.gpu.empty() && find(all_.gpus, server_.gpu) == nullptr)
    return unknown_name("GPU", server_.gpu, all_names(all_.gpus), where_);
  return check_parts();
}

Done ServerCheck::check_unit() const {
  const facts::Server* unit = find(all_.servers, server_.unit);
  if (unit == nullptr || !unit->unit.empty())
    return unknown_name("server", server_.unit, all_names(all_.servers), where_);
  if (server_.units < 1 || server_.gpus != server_.units * unit->gpus)
    return contradiction(fmt::format("{} of {} have {} GPUs, but gpus is {}", server_.units,
                                     unit->name, server_.units * unit->gpus, server_.gpus));
  return check_boards();
}

Done ServerCheck::check_parts() {
  if (cpu_.memory_channels > 0 && server_.nodes_per_socket > cpu_.memory_channels)
    return contradiction(fmt::format("{} NUMA nodes a socket share the {} memory channels of {}",
                                     server_.nodes_per_socket, cpu_.memory_channels, cpu_.pretty));
  if (auto sound = check_boards(); !sound) return sound;
  if (auto sound = check_nics(); !sound) return sound;
  if (server_.gpu.empty() && !server_.coherent.empty())
    return contradiction("'coherent' puts GPUs on NVLink-C2C, but the server has none");
  if (!server_.coherent.empty() && find(all_.gpus, server_.gpu)->c2c_links == 0)
    return contradiction(fmt::format("'coherent' puts GPUs on NVLink-C2C, which {} does not have",
                                     find(all_.gpus, server_.gpu)->pretty));
  for (const facts::GpuNics& group : server_.on_gpu)
    if (const auto lanes = lanes_of(link_on_gpu(group), "link"); !lanes)
      return tl::make_unexpected(lanes.error());
  for (const facts::PcieGroup& group : server_.pcie) {
    if (auto sound = check_group(group, cpu_.pcie_gen); !sound) return sound;
  }
  return check_lanes();
}

Done ServerCheck::check_boards() const {
  const std::string& name =
      server_.unit.empty() ? server_.gpu : find(all_.servers, server_.unit)->gpu;
  for (const facts::ServerBoard& wired : server_.boards) {
    const facts::Board* board = find(all_.boards, wired.board);
    if (board == nullptr) return unknown_name("board", wired.board, all_names(all_.boards), where_);
    if (name.empty())
      return contradiction(
          fmt::format("the board '{}' wires GPUs, but there are none", board->name));
    if (board->gpu_count != static_cast<int>(wired.gpus.size()))
      return contradiction(fmt::format("the board '{}' has {} GPUs, here are {}", board->name,
                                       board->gpu_count, wired.gpus.size()));
    const facts::Gpu* gpu = find(all_.gpus, name);
    if (std::ranges::find(board->gpus, gpu->name) == board->gpus.end())
      return contradiction(fmt::format("the board '{}' is built with {}, not with {}", board->name,
                                       fmt::join(board->gpus, ", "), gpu->name));
  }
  return {};
}

Done ServerCheck::check_nics() const {
  for (const facts::ServerNics& nics : server_.nics) {
    const facts::Nic* model = find(all_.nics, nics.model);
    if (model == nullptr) return unknown_name("NIC", nics.model, all_names(all_.nics), where_);
    const auto line = link_of_port(*model, nics);
    if (!line) return fail("CATALOG_NAME", line.error().message, line.error().hint, where_);
    if (!is_network(**line))
      return fail("CATALOG_INVALID",
                  fmt::format("{} cannot be the line of a NIC: it is no network", (*line)->name()),
                  "Name a line as ib-ndr or eth400.", where_);
    constexpr double kRounding = 1.01;
    if ((*line)->capacity() > model->port_rate * kRounding)
      return contradiction(fmt::format("{} has ports of {:g} Gb/s, but its line is {}",
                                       model->pretty, model->port_rate.value() * 8e-9,
                                       (*line)->name()));
    if (nics.ports < 1 || nics.ports > 16)
      return contradiction(fmt::format("a NIC has 1 to 16 ports, not {}", nics.ports));
  }
  return {};
}

Expected<int> ServerCheck::lanes_of(const Expected<link::LinkModelPtr>& link,
                                    const char* role) const {
  if (!link) return fail("CATALOG_NAME", link.error().message, link.error().hint, where_);
  if (!leads_to_host(**link))
    return fail("CATALOG_INVALID",
                fmt::format("{} cannot be the {} of a group: it does not lead to a CPU",
                            (*link)->name(), role),
                "Name a link to the host, as pcie5x16; networks are the 'line' of NICs, and links "
                "between GPUs come with the board.",
                where_);
  return pcie_lanes(**link);
}

Done ServerCheck::check_group(const facts::PcieGroup& group, int above) {
  const facts::PcieSwitch* chip = find(all_.pcie_switches, group.chip);
  if (chip == nullptr && !group.chip.empty())
    return unknown_name("PCIe switch", group.chip, all_names(all_.pcie_switches), where_);
  int lanes = 0;
  const int gen = generation_below(group, chip, above);
  for (std::size_t i = 0; i < group.gpus.size(); ++i) {
    const auto taken = lanes_of(link_of_gpu(group, *find(all_.gpus, server_.gpu), gen), "link");
    if (!taken) return tl::make_unexpected(taken.error());
    lanes += *taken;
  }
  for (const int number : group.nics) {
    const auto& described = *std::ranges::find_if(server_.nics, [&](const facts::ServerNics& nics) {
      return std::ranges::find(nics.numbers, number) != nics.numbers.end();
    });
    const auto taken = lanes_of(link_of_nic(group, *find(all_.nics, described.model), gen), "link");
    if (!taken) return tl::make_unexpected(taken.error());
    lanes += *taken;
  }
  for (const facts::PcieGroup& below : group.below) {
    if (auto sound = check_group(below, gen); !sound) return sound;
    const auto taken =
        lanes_of(uplink_of(below, find(all_.pcie_switches, below.chip), gen), "uplink");
    if (!taken) return tl::make_unexpected(taken.error());
    lanes += *taken;
  }
  if (chip == nullptr) {
    lanes_[group.node / server_.nodes_per_socket] += lanes;
    return {};
  }
  const auto uplink = lanes_of(uplink_of(group, chip, above), "uplink");
  if (!uplink) return tl::make_unexpected(uplink.error());
  const bool is_top = std::ranges::any_of(
      server_.pcie, [&](const facts::PcieGroup& top) { return &top == &group; });
  if (is_top) lanes_[group.node / server_.nodes_per_socket] += *uplink;
  return check_chip(group, lanes + *uplink);
}

Done ServerCheck::check_chip(const facts::PcieGroup& group, int lanes) const {
  const facts::PcieSwitch& chip = *find(all_.pcie_switches, group.chip);
  if (chip.lanes == 0 || lanes <= chip.lanes) return {};
  return contradiction(fmt::format("devices and uplink take {} lanes of {}, which has {}", lanes,
                                   chip.pretty, chip.lanes));
}

Done ServerCheck::check_lanes() const {
  for (const auto& [socket, lanes] : lanes_)
    if (lanes > cpu_.pcie_lanes)
      return contradiction(fmt::format("{} PCIe lanes hang on socket {}, but {} has {}", lanes,
                                       socket, cpu_.pretty, cpu_.pcie_lanes));
  return {};
}

}  // namespace

Expected<void> check_server(const Entry<facts::Server>& entry, const Catalog& all) {
  return ServerCheck(entry, all).run();
}

}  // namespace weft::catalog
