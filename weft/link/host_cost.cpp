#include "weft/link/host_cost.hpp"

#include "weft/base/assert.hpp"

namespace weft::link {

Range cycles_per_byte(const facts::HostStack& stack, Bytes packet) {
  const auto sum = [&](double facts::CostRange::*bound) {
    return stack.cycles_per_byte.*bound + stack.cycles_per_packet.*bound / packet.value() +
           stack.cycles_per_call.*bound / stack.call_bytes;
  };
  return {sum(&facts::CostRange::least), sum(&facts::CostRange::most)};
}

Range cores_needed(Bandwidth rate, const Range& cycles_per_byte, double clock_GHz) {
  const auto cores = [&](double cycles) { return rate.value() * cycles / (clock_GHz * 1e9); };
  return {cores(cycles_per_byte.least), cores(cycles_per_byte.most)};
}

Bandwidth rate_of_core(double cycles_per_byte, double clock_GHz) {
  return Bandwidth(clock_GHz * 1e9 / cycles_per_byte);
}

double memory_traffic_factor(int copies) { return 1 + 2 * copies; }

std::optional<HostCost> host_cost(const LinkModel& link, Bandwidth rate) {
  const HostPath path = link.host_path();
  if (path.stack.empty()) return std::nullopt;
  const facts::HostStack* stack = facts::find_host_stack(path.stack);
  WEFT_ASSERT(stack != nullptr, "a link names a stack of stacks.toml");
  const Range cycles = cycles_per_byte(*stack, path.packet);
  return HostCost{.stack = stack,
                  .cycles = cycles,
                  .cores = cores_needed(rate, cycles, facts::host_clock_GHz().value),
                  .memory = rate * memory_traffic_factor(stack->copies),
                  .latency_us = {stack->latency_us.least, stack->latency_us.most}};
}

}  // namespace weft::link
