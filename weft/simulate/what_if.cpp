#include "weft/simulate/what_if.hpp"

#include <map>
#include <utility>

namespace weft::simulate {

Simulator with_kind_scaled(const Simulator& simulator, std::string_view kind, double factor) {
  std::vector<SolvedPhase> phases = simulator.phases();
  // What phases shared before they share after.
  std::map<const SolvedTraffic*, std::shared_ptr<const SolvedTraffic>> scaled;
  for (SolvedPhase& phase : phases) {
    auto& known = scaled[phase.solved.get()];
    if (known == nullptr) {
      PhaseTraffic traffic = phase.traffic();
      traffic.flows.scale(kind, factor);
      Allocation allocation = max_min(traffic.flows);
      known = std::make_shared<const SolvedTraffic>(
          SolvedTraffic{std::move(traffic), std::move(allocation)});
    }
    phase.solved = known;
  }
  return simulator.with_phases(std::move(phases));
}

}  // namespace weft::simulate
