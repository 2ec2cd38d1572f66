#include "weft/collective/library_time.hpp"

#include "weft/collective/cost_model.hpp"
#include "weft/facts/nccl.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include <fmt/format.h>

namespace weft::collective {
namespace {

using facts::LibraryConstant;
using facts::NcclAlgorithm;
using facts::NcclHop;
using schedule::Collective;

constexpr std::array kProtocols = {"LL", "LL128", "Simple"};
constexpr std::size_t kSimple = 2;

// One way of doing it: what its time is made of, before protocols. Times in us, rates in B/us.
struct Plan {
  const char* name = "";
  NcclAlgorithm costs = NcclAlgorithm::ring;
  double inside_hops = 0;
  double network_hops = 0;
  double inside_us = 0;   // bytes of the busiest stage inside a node at its rate
  double network_us = 0;  // the same through the NICs of a node
  bool only_simple = false;
};

class Estimate {
 public:
  Estimate(const LibraryMachine& machine, Collective collective, Bytes size,
           const facts::LibraryValues& values)
      : m_(machine), collective_(collective), bytes_(size.value()), values_(values) {}

  Expected<LibraryTime> best(std::string_view wanted) const;

 private:
  double value(LibraryConstant which) const { return values_[static_cast<std::size_t>(which)]; }
  double n() const { return m_.ranks(); }
  bool spans() const { return m_.nodes > 1; }

  double inside_rate() const;   // B/us, of long rings
  double network_rate() const;  // B/us, of the NICs of a node
  double nvls_rate() const;
  double hop_us() const;
  double launch_us() const;

  void add_ring(std::vector<Plan>& plans) const;
  void add_tree(std::vector<Plan>& plans) const;
  void add_nvls(std::vector<Plan>& plans) const;
  void add_sharp(std::vector<Plan>& plans) const;
  void add_pairs(std::vector<Plan>& plans) const;
  std::vector<Plan> plans() const;

  double fill_us(const Plan& plan, double transfer_us, double hop_share) const;
  std::optional<LibraryTime> timed(const Plan& plan, std::size_t protocol) const;
  std::string limit(const Plan& plan, double latency, bool on_network) const;

  const LibraryMachine& m_;
  Collective collective_;
  double bytes_;
  const facts::LibraryValues& values_;
};

double per_us(Bandwidth rate) { return rate.value() * 1e-6; }

double Estimate::inside_rate() const {
  const LibraryConstant share = m_.fabric == Fabric::nvlink ? LibraryConstant::nvlink_share
                                : m_.fabric == Fabric::xgmi ? LibraryConstant::xgmi_share
                                                            : LibraryConstant::host_share;
  return per_us(m_.ring_rate) * value(share);
}

double Estimate::network_rate() const {
  const auto share = [&] {
    switch (m_.stack) {
      case Stack::infiniband:
        return value(LibraryConstant::infiniband_share);
      case Stack::roce:
        return value(LibraryConstant::roce_share);
      case Stack::efa_v1:
      case Stack::efa_v2:
        return value(LibraryConstant::efa_share);
      default:
        return value(LibraryConstant::tcp_share);
    }
  }();
  const bool staged = !m_.gpu_direct && m_.stack != Stack::tcp;
  return per_us(m_.nic_rate) * share * (staged ? value(LibraryConstant::staged_share) : 1);
}

double Estimate::hop_us() const {
  switch (m_.stack) {
    case Stack::infiniband:
      return value(LibraryConstant::infiniband_hop_us);
    case Stack::roce:
      return value(LibraryConstant::roce_hop_us);
    case Stack::efa_v1:
      // What a NIC has written into GPU memory is flushed by a read of its own, one more hop.
      return value(LibraryConstant::efa_v1_hop_us) * (m_.gpu_direct ? 2 : 1);
    case Stack::efa_v2:
      return value(LibraryConstant::efa_v2_hop_us);
    default:
      return value(LibraryConstant::tcp_hop_us);
  }
}

double Estimate::launch_us() const {
  switch (m_.launcher) {
    case Launcher::torch:
      return value(LibraryConstant::launch_torch_us);
    case Launcher::one_process:
      return value(LibraryConstant::launch_one_process_us);
    default:
      return 0;
  }
}

// Every GPU gives out all it holds and one part of n of the result: S (1 + 1/n).
double Estimate::nvls_rate() const {
  constexpr int kMostOfOneBoard = 16;
  const double share =
      value(LibraryConstant::nvls_share) *
      (m_.per_node > kMostOfOneBoard ? value(LibraryConstant::nvls_wide_share) : 1);
  return per_us(m_.nvls_rate) * share / (1 + 1.0 / m_.per_node);
}

// Along a ring through all ranks each step passes the NICs of a server once in per_node hops.
void Estimate::add_ring(std::vector<Plan>& plans) const {
  double steps = n() - 1;
  double moved = bytes_ * (n() - 1) / n();
  if (collective_ == Collective::all_reduce) {
    steps *= 2;
    moved *= 2;
  } else if (collective_ == Collective::broadcast || collective_ == Collective::reduce) {
    moved = bytes_;
  }
  const double crossings = spans() ? steps / m_.per_node : 0;
  // Through host memory the first turn of each piece only sends and the last only receives.
  const double turns = m_.is_staged ? (steps + 1) / steps : 1;
  plans.push_back({.name = "ring",
                   .costs = NcclAlgorithm::ring,
                   .inside_hops = steps - crossings,
                   .network_hops = crossings,
                   .inside_us = moved * turns / inside_rate(),
                   .network_us = spans() ? moved / network_rate() : 0});
}

// Ranks of a server are a chain; servers a double binary tree. Two servers send each other half of
// the data on each tree; of more, an inner one sends to two children and a parent: twice the data.
double tree_load(int nodes) { return nodes <= 2 ? 1 : nodes == 3 ? 1.5 : 2; }

void Estimate::add_tree(std::vector<Plan>& plans) const {
  if (collective_ != Collective::all_reduce) return;
  const double share = value(LibraryConstant::tree_share);
  plans.push_back(
      {.name = "tree",
       .costs = NcclAlgorithm::tree,
       .inside_hops = 2.0 * (m_.per_node - 1),
       .network_hops = spans() ? 2.0 * ceil_log2(static_cast<unsigned>(m_.nodes)) : 0,
       .inside_us = 2 * bytes_ / (inside_rate() * facts::nccl().tree_share),
       .network_us = spans() ? tree_load(m_.nodes) * bytes_ / (network_rate() * share) : 0});
}

void Estimate::add_nvls(std::vector<Plan>& plans) const {
  const bool off = m_.in_network == InNetwork::off || m_.in_network == InNetwork::sharp;
  if (collective_ != Collective::all_reduce || m_.nvls_rate <= Bandwidth(0) || m_.per_node < 2 ||
      off)
    return;
  const double inside = bytes_ / nvls_rate();
  if (!spans()) {
    plans.push_back({.name = "nvls",
                     .costs = NcclAlgorithm::nvls,
                     .inside_hops = 1,
                     .inside_us = inside,
                     .only_simple = true});
    return;
  }
  plans.push_back({.name = "nvlstree",
                   .costs = NcclAlgorithm::nvls_tree,
                   .inside_hops = 1,
                   .network_hops = 2.0 * ceil_log2(static_cast<unsigned>(m_.nodes)),
                   .inside_us = inside / value(LibraryConstant::nvls_tree_share),
                   .network_us = tree_load(m_.nodes) * bytes_ / network_rate(),
                   .only_simple = true});
}

// Switches add: each server's NICs send all once and hear the sum once.
void Estimate::add_sharp(std::vector<Plan>& plans) const {
  if (collective_ != Collective::all_reduce || !spans() || m_.in_network != InNetwork::sharp ||
      !m_.can_sharp)
    return;
  const double inside = m_.nvls_rate > Bandwidth(0) && m_.per_node > 1
                            ? bytes_ / nvls_rate()
                            : 2 * bytes_ * (m_.per_node - 1) / m_.per_node / inside_rate();
  plans.push_back({.name = "collnet",
                   .costs = NcclAlgorithm::collnet_direct,
                   .inside_hops = 2,
                   .network_hops = 1,
                   .inside_us = m_.per_node > 1 ? inside : 0,
                   .network_us = bytes_ / network_rate(),
                   .only_simple = true});
}

// Each rank sends every other its own part: what leaves a server shares its NICs.
void Estimate::add_pairs(std::vector<Plan>& plans) const {
  const double inside = bytes_ * (m_.per_node - 1) / n() / inside_rate();
  const double away = bytes_ * (n() - m_.per_node) / n() * m_.per_node;
  plans.push_back({.name = "direct",
                   .costs = NcclAlgorithm::ring,
                   .inside_hops = m_.per_node - 1.0,
                   .network_hops = spans() ? std::min(8.0, n() - m_.per_node) : 0,
                   .inside_us = m_.per_node > 1 ? inside : 0,
                   .network_us = spans() ? away / network_rate() : 0,
                   .only_simple = true});
}

std::vector<Plan> Estimate::plans() const {
  std::vector<Plan> plans;
  switch (collective_) {
    case Collective::all_to_all:
    case Collective::gather:
    case Collective::scatter:
      add_pairs(plans);
      break;
    case Collective::send_recv:
      plans.push_back({.name = "ring",
                       .inside_hops = spans() ? 0.0 : 1.0,
                       .network_hops = spans() ? 1.0 : 0.0,
                       .inside_us = bytes_ / inside_rate(),
                       .network_us = spans() ? bytes_ / network_rate() : 0,
                       .only_simple = true});
      break;
    default:
      add_ring(plans);
      add_tree(plans);
      add_nvls(plans);
      add_sharp(plans);
  }
  return plans;
}

// `hop_share`: what a protocol's hop takes of Simple's, for which the constants are.
double Estimate::fill_us(const Plan& plan, double transfer_us, double hop_share) const {
  const double fill = value(spans()                             ? LibraryConstant::network_fill_us
                            : m_.fabric == Fabric::host         ? LibraryConstant::host_fill_us
                            : plan.costs == NcclAlgorithm::nvls ? LibraryConstant::nvls_fill_us
                                                                : LibraryConstant::nvlink_fill_us);
  const double most =
      value(spans() ? LibraryConstant::network_fill_most_us : LibraryConstant::nvlink_fill_most_us);
  return std::min(2 * std::sqrt(fill * hop_share * transfer_us), most);
}

std::string Estimate::limit(const Plan& plan, double latency, bool on_network) const {
  const double transfer = std::max(plan.inside_us, plan.network_us);
  if (latency > transfer)
    return plan.network_hops > 0
               ? fmt::format("latency of {:.0f} hops between servers", plan.network_hops)
               : fmt::format("latency of {:.0f} hops", std::max(1.0, plan.inside_hops));
  if (on_network)
    return fmt::format("NICs of a server, {} at {:.1f} GB/s", to_string(m_.stack),
                       network_rate() * 1e-3);
  if (plan.costs == NcclAlgorithm::nvls || plan.costs == NcclAlgorithm::nvls_tree)
    return fmt::format("reduction in NVSwitches at {:.1f} GB/s of data", nvls_rate() * 1e-3);
  const char* fabric = m_.fabric == Fabric::nvlink ? "NVLink"
                       : m_.fabric == Fabric::xgmi ? "xGMI"
                                                   : "PCIe and host memory";
  return fmt::format("{} at {:.1f} GB/s a rank", fabric, inside_rate() * 1e-3);
}

std::optional<LibraryTime> Estimate::timed(const Plan& plan, std::size_t protocol) const {
  const facts::Nccl& nccl = facts::nccl();
  const auto algorithm = static_cast<std::size_t>(plan.costs);
  if (plan.only_simple && protocol != kSimple) return std::nullopt;
  // 128-byte stores stay whole over NVLink alone.
  if (protocol == 1 && (m_.fabric != Fabric::nvlink || m_.sm < 70)) return std::nullopt;
  const auto hop =
      static_cast<std::size_t>(m_.fabric == Fabric::host ? NcclHop::pci : NcclHop::nvlink);
  const auto net = static_cast<std::size_t>(NcclHop::net);
  const double inside_hop = nccl.hop_latency_us[hop][algorithm][protocol];
  // The class's own hop, and what NCCL takes longer with this protocol than with LL.
  const double more = plan.only_simple ? 0
                                       : nccl.hop_latency_us[net][algorithm][protocol] -
                                             nccl.hop_latency_us[net][algorithm][0];
  const double latency = nccl.base_latency_us[algorithm][protocol] + plan.inside_hops * inside_hop +
                         plan.network_hops * (hop_us() + std::max(0.0, more));
  const double payload = protocol == 1 ? nccl.ring_ll128_share : nccl.payload_share[protocol];
  double inside = plan.inside_us / payload;
  double network = plan.network_us / payload;
  if (protocol == 0 && m_.sm > 0) {
    // NCCL bounds LL by what its stores reach, as bus bandwidth.
    const std::size_t gpu = static_cast<std::size_t>(facts::nccl_gpu(m_.sm));
    const double most =
        spans() ? nccl.ll_max[m_.amd_host ? 1 : 0][m_.nodes > 2 ? 2 : 1] : nccl.ll_max[gpu][0];
    inside = std::max(inside, plan.inside_us * inside_rate() / (most * 1e3));
  }
  const bool on_network = network > inside;
  const double transfer = std::max(inside, network);
  // Between servers LL's pieces wait for LL's hops, which are shorter.
  const auto& hops = nccl.hop_latency_us[net][algorithm];
  const double fill =
      fill_us(plan, transfer, spans() && protocol == 0 ? hops[0] / hops[kSimple] : 1);
  return LibraryTime{.time = microseconds(launch_us() + latency + transfer + fill),
                     .algorithm = plan.name,
                     .protocol = kProtocols[protocol],
                     .limit = limit(plan, latency, on_network)};
}

Expected<LibraryTime> Estimate::best(std::string_view wanted) const {
  std::optional<LibraryTime> best;
  std::vector<std::string> names;
  for (const Plan& plan : plans()) {
    names.emplace_back(plan.name);
    if (!wanted.empty() && wanted != plan.name) continue;
    for (std::size_t protocol = 0; protocol < kProtocols.size(); ++protocol) {
      auto next = timed(plan, protocol);
      if (next && (!best || next->time < best->time)) best = std::move(next);
    }
  }
  if (best) return *best;
  return fail("ALGORITHM_UNFIT", fmt::format("the library has no {} for this here", wanted),
              fmt::format("Here it has {}.", fmt::join(names, ", ")));
}

}  // namespace

const char* to_string(Stack stack) {
  switch (stack) {
    case Stack::none:
      return "no network";
    case Stack::infiniband:
      return "InfiniBand";
    case Stack::roce:
      return "RoCE";
    case Stack::efa_v1:
      return "EFA";
    case Stack::efa_v2:
      return "EFA v2";
    case Stack::tcp:
      break;
  }
  return "TCP";
}

Expected<LibraryTime> library_time(const LibraryMachine& machine, Collective collective,
                                   std::string_view algorithm, Bytes size,
                                   const facts::LibraryValues& values) {
  return Estimate(machine, collective, size, values).best(algorithm);
}

}  // namespace weft::collective
