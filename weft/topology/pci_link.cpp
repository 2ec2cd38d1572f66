#include "weft/topology/pci_link.hpp"

#include "weft/facts/lines.hpp"
#include "weft/facts/nics.hpp"
#include "weft/link/fixed.hpp"
#include "weft/link/pcie.hpp"
#include "weft/topology/machine.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace weft::topology {
namespace {

constexpr int kNcclDefaultGeneration = 3;  // src/graph/topo.cc: 60 (8 GT/s) a lane, 16 lanes
constexpr int kNcclDefaultLanes = 16;

double smaller_known(double a, double b) {
  return a > 0 && b > 0 ? std::min(a, b) : std::max(a, b);
}
int smaller_known(int a, int b) { return a > 0 && b > 0 ? std::min(a, b) : std::max(a, b); }

bool is_width(int lanes) {
  constexpr std::array kWidths = {1, 2, 4, 8, 12, 16, 32};
  return std::ranges::find(kWidths, lanes) != kWidths.end();
}

PcieState checked(PcieState state) {
  if (pcie_generation_of(state.gtps) == 0) state.gtps = 0;
  if (!is_width(state.lanes)) state.lanes = 0;
  return state;
}

// A port says nothing of a link that is not there, e.g. of a guest's virtual functions.
PcieState best_known(PcieState own, PcieState port) {
  own = checked(own);
  port = checked(port);
  return own.is_known() ? own : (port.is_known() ? port : own);
}

PcieState of_product(const PciFunction& function) {
  if (!function.id) return {};
  int gen = 0;
  int lanes = 0;
  if (const facts::Gpu* gpu = facts::find_gpu(*function.id)) {
    gen = gpu->pcie_gen;
    lanes = gpu->pcie_lanes;
  } else if (const facts::Nic* nic = facts::find_nic(*function.id)) {
    gen = nic->pcie_gen;
    lanes = nic->pcie_lanes;
  }
  const auto* generation = facts::find_pcie(gen);
  return generation == nullptr ? PcieState{} : PcieState{generation->gtps, lanes};
}

std::string text(PcieState state) { return fmt::format("{:g} GT/s x{}", state.gtps, state.lanes); }

class Reader {
 public:
  Reader(const PciFunction& function, ComponentKind kind, std::vector<MachineRemark>& remarks)
      : function_(function), kind_(kind), remarks_(remarks) {}

  void settle(PcieReading& reading) {
    if (reading.trained.is_known())
      take_trained(reading);
    else
      assume(reading);
  }

 private:
  void take_trained(PcieReading& reading) {
    reading.taken = reading.trained;
    const bool slow = reading.most.gtps > 0 && reading.trained.gtps < reading.most.gtps;
    const bool narrow = reading.most.lanes > 0 && reading.trained.lanes < reading.most.lanes;
    if (slow && !narrow && kind_ == ComponentKind::gpu) {
      reading.taken.gtps = reading.most.gtps;
      reading.provenance = Provenance::assumed;
      say("LINK_SPEED_IDLE",
          fmt::format("the link shows {:g} GT/s at full width, as GPUs do while idle; {:g} GT/s "
                      "is assumed",
                      reading.trained.gtps, reading.most.gtps),
          "Read it again while traffic runs to be sure.");
      return;
    }
    if (narrow)
      say("PCIE_WIDTH_DOWNGRADED",
          fmt::format("the link runs at {} where both ends can do {}", text(reading.trained),
                      text(reading.most)),
          "Reseat the card; check the slot, the riser and the BIOS's bifurcation.");
    else if (slow)
      say("PCIE_SPEED_DOWNGRADED",
          fmt::format("the link runs at {} where both ends can do {}", text(reading.trained),
                      text(reading.most)),
          "Read it under load; check BIOS limits and correctable errors.");
  }

  void assume(PcieReading& reading) {
    reading.provenance = Provenance::assumed;
    if (reading.most.is_known()) {
      reading.taken = reading.most;
      say("LINK_SPEED_UNKNOWN",
          fmt::format("the trained speed is not stated; the {} that both ends can do is assumed",
                      text(reading.most)),
          "Read it as root, where LnkSta is shown.");
      return;
    }
    const PcieState product = of_product(function_);
    if (product.is_known()) {
      reading.taken = product;
      say("LINK_SPEED_UNKNOWN",
          fmt::format("no link speed is stated; {} is assumed after the product", text(product)),
          "Read it as root, where LnkSta is shown.");
      return;
    }
    reading.taken = {facts::find_pcie(kNcclDefaultGeneration)->gtps, kNcclDefaultLanes};
    say("LINK_SPEED_UNKNOWN",
        fmt::format("no link speed is stated; {} is assumed, as in NCCL", text(reading.taken)),
        "Read it as root, where LnkSta is shown.");
  }

  void say(std::string code, std::string message, std::string hint) {
    remarks_.push_back(
        {std::move(code), std::move(message), function_.busid, function_.line, std::move(hint)});
  }

  const PciFunction& function_;
  ComponentKind kind_;
  std::vector<MachineRemark>& remarks_;
};

}  // namespace

Expected<PcieReading> read_pcie_link(const PciFunction& function, const PciFunction* above,
                                     ComponentKind kind, std::vector<MachineRemark>& remarks) {
  PcieReading reading;
  const PcieState port_trained = above == nullptr ? PcieState{} : above->trained;
  const PcieState port_most = above == nullptr ? PcieState{} : checked(above->most);
  const PcieState own_most = checked(function.most);
  reading.trained = best_known(function.trained, port_trained);
  reading.most = {smaller_known(own_most.gtps, port_most.gtps),
                  smaller_known(own_most.lanes, port_most.lanes)};
  // Part of the processor or of a hypervisor: no PCIe link leads to it.
  const bool has_link = above != nullptr || function.port != PciPort::none ||
                        reading.trained.is_known() || reading.most.is_known() ||
                        of_product(function).is_known();
  if (!has_link) {
    reading.provenance = Provenance::assumed;
    reading.model = link::fixed_link({.name = "no PCIe link stated",
                                      .kind = "internal",
                                      .rate = kUnlimited,
                                      .latency = Seconds(0),
                                      .source = "not limiting: no rate is known"});
    return reading;
  }
  Reader(function, kind, remarks).settle(reading);
  auto model = link::pcie_link(
      {.gen = pcie_generation_of(reading.taken.gtps), .lanes = reading.taken.lanes});
  if (!model) return tl::make_unexpected(std::move(model.error()));
  reading.model = std::move(*model);
  return reading;
}

void describe(const PcieReading& reading, const PciFunction* above, Attributes& into) {
  if (reading.taken.is_known()) {
    into.set("link_speed", pcie_speed_text(reading.taken.gtps), reading.provenance);
    into.set("link_width", std::to_string(reading.taken.lanes), reading.provenance);
  }
  const auto state = [&](const char* speed, const char* width, PcieState known) {
    if (known.gtps > 0) into.set(speed, pcie_speed_text(known.gtps), Provenance::trained);
    if (known.lanes > 0) into.set(width, std::to_string(known.lanes), Provenance::trained);
  };
  state("trained_speed", "trained_width", reading.trained);
  state("max_speed", "max_width", reading.most);
  if (above == nullptr) return;
  into.set("port", above->busid);
  if (above->attributes.has("acs") && !into.has("acs"))
    into.set("acs", above->attributes.get("acs"), Provenance::trained);
}

}  // namespace weft::topology
