#include "weft/app/row_options.hpp"

#include "weft/base/parse.hpp"
#include "weft/base/suggest.hpp"
#include "weft/facts/protocols.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

namespace weft::app {
namespace {

using collective::InNetwork;
using collective::Launcher;
using collective::LibraryMachine;
using collective::Stack;

constexpr std::array<std::string_view, 24> kHardware = {
    "gpu", "g",   "nvl",    "links", "nvls", "xgmi", "c2c", "pcie", "npcie", "net", "nic", "gbps",
    "mtu", "cpu", "vendor", "arch",  "ch",   "ddr",  "mt",  "nl",   "ll",    "mem", "nps", "cod"};
constexpr std::array<std::string_view, 28> kCollective = {
    "transport", "gdr",     "mtu",         "launcher", "nccl",    "stack",    "lib",
    "mpi",       "tool",    "vm",          "rail",     "pattern", "leafs",    "sharp",
    "net",       "hidden",  "topk",        "tokens",   "logical", "link",     "nvl_domain",
    "links",     "gpu_nic", "switch_hops", "hops",     "qps",     "nic_pcie", "gpu_pair"};

tl::unexpected<Error> unfit(std::string_view key, std::string_view value, std::string known) {
  return fail("ROW_OPTION", fmt::format("'{}' is not a value of {}", value, key),
              fmt::format("Known are {}.", known));
}

struct Known {
  std::string_view key;
  std::vector<std::string_view> values;
};

const std::vector<Known>& known_values() {
  static const std::vector<Known> all = {
      {"transport", {"shm", "host_staged", "pcie_p2p", "p2p", "nvlink", "net"}},
      {"rail", {"aligned", "cross"}},
      {"pattern", {"incast"}},
      {"sharp", {"maybe", "true", "false", "yes", "no", "on", "off"}},
      {"lib", {"mpi", "nccl", "rccl"}},
      {"gdr", {"true", "false"}},
      {"net", {"ib", "roce", "efa", "efa_p3", "efa_p4", "efa_p5", "tcp", "eth", "iwarp"}},
  };
  return all;
}

Stack stack_named(std::string_view net, Stack otherwise) {
  if (net == "ib") return Stack::infiniband;
  if (net == "roce") return Stack::roce;
  if (net == "tcp" || net == "eth") return Stack::tcp;
  if (net == "efa_p3" || net == "efa_p4") return Stack::efa_v1;
  if (net.starts_with("efa")) return Stack::efa_v2;
  return otherwise;
}

// Headers of RDMA over each packet: frame, addresses, transport and checks.
double payload_share(Stack stack, double mtu) {
  const double headers = stack == Stack::infiniband ? 26 : 82;
  return mtu / (mtu + headers);
}

constexpr double kUsualMtu = 4096;

}  // namespace

bool is_remark(std::string_view key) {
  return key == "flag" || key == "assumed" || key == "note" || key == "vendor_claim" ||
         key == "src_unit" || key == "metric_hint" || key.ends_with("_assumed") ||
         key.ends_with("_inferred");
}

bool is_hardware(std::string_view key) {
  return key.starts_with("hw.") && std::ranges::find(kHardware, key.substr(3)) != kHardware.end();
}

bool is_noted(std::string_view key) {
  constexpr std::array<std::string_view, 7> kNoted = {"tool", "vm",    "mpi",     "nccl",
                                                      "lib",  "stack", "launcher"};
  return std::ranges::find(kNoted, key) != kNoted.end();
}

Expected<void> check_collective_options(const io::ValidationRow& row) {
  for (const auto& [key, value] : row.options) {
    if (is_remark(key) || is_hardware(key)) continue;
    if (key.starts_with("hw.")) {
      const std::vector<std::string> known(kHardware.begin(), kHardware.end());
      return fail("ROW_OPTION", fmt::format("hw says '{}', which is not known", key.substr(3)),
                  known_names(key.substr(3), known));
    }
    if (std::ranges::find(kCollective, key) == kCollective.end()) {
      const std::vector<std::string> known(kCollective.begin(), kCollective.end());
      return fail("ROW_OPTION", fmt::format("{} does not heed '{}'", row.operation, key),
                  known_names(key, known));
    }
    const auto limited = std::ranges::find(known_values(), key, &Known::key);
    if (limited != known_values().end() &&
        std::ranges::find(limited->values, value) == limited->values.end())
      return unfit(key, value, fmt::format("{}", fmt::join(limited->values, ", ")));
  }
  return {};
}

void state_network(const io::ValidationRow& row, LibraryMachine& machine) {
  const auto all = parse_number(row.option("hw.nic"));
  const auto one = parse_number(row.option("hw.gbps"));
  if (!all && !one) return;
  machine.stack = stack_named(row.option("hw.net"), machine.stack);
  if (machine.stack == Stack::none) machine.stack = Stack::roce;
  const double rate = all && *all > 0 ? *all : one ? *one / 8 : 0;
  machine.nic_rate = gigabytes_per_second(rate * payload_share(machine.stack, kUsualMtu));
}

void apply_options(const io::ValidationRow& row, LibraryMachine& machine) {
  const std::string_view launcher = row.option("launcher");
  machine.launcher = launcher == "torch"         ? Launcher::torch
                     : launcher.starts_with('g') ? Launcher::one_process
                                                 : Launcher::process_per_gpu;
  machine.stack = stack_named(row.option("hw.net"), machine.stack);
  machine.stack = stack_named(row.option("net"), machine.stack);
  if (row.option("gdr") == "false") machine.gpu_direct = false;
  const std::string_view sharp = row.option("sharp");
  machine.can_sharp = sharp == "true" || sharp == "yes" || sharp == "on";
  if (machine.can_sharp && row.algorithm.empty()) machine.in_network = InNetwork::sharp;
  const std::string_view stated =
      row.option("mtu").empty() ? row.option("hw.mtu") : row.option("mtu");
  if (const auto mtu = parse_number(stated); mtu && *mtu >= 256)
    machine.nic_rate = machine.nic_rate * payload_share(machine.stack, *mtu) /
                       payload_share(machine.stack, kUsualMtu);
}

Expected<Bytes> expert_bytes(const io::ValidationRow& row) {
  double bytes = row.algorithm.ends_with("combine") ? 2 : 1;
  for (const char* key : {"tokens", "topk", "hidden"}) {
    const auto number = parse_number(row.option(key));
    if (!number || !(*number > 0))
      return fail("ROW_OPTION", fmt::format("{} is '{}'", key, row.option(key)),
                  "State tokens, topk and hidden as positive numbers.");
    bytes *= *number;
  }
  return Bytes(bytes);
}

}  // namespace weft::app
