#include "weft/collective/in_network.hpp"

#include <cmath>

namespace weft::collective {

Seconds sharp_all_reduce_time(std::uint32_t levels, Seconds nic, Seconds through_switch, Bytes size,
                              Bandwidth rate) {
  return 2.0 * nic + 2.0 * levels * through_switch + size / rate;
}

std::uint32_t switch_levels(std::uint64_t hosts, std::uint32_t radix) {
  std::uint32_t levels = 1;
  // Half of the ports of all but the top level lead down.
  for (std::uint64_t most = radix; most < hosts && radix >= 4; most *= radix / 2) ++levels;
  return levels;
}

double in_network_gain(std::uint64_t ranks) {
  return 2.0 * static_cast<double>(ranks - 1) / static_cast<double>(ranks);
}

Bytes nvls_pull_bytes(Bytes size, std::uint64_t ranks) {
  return size * (1 + 1.0 / static_cast<double>(ranks));
}

Bytes nvls_push_bytes(Bytes size) { return size; }

Bandwidth nvls_pull_busbw(Bandwidth links, std::uint64_t ranks) {
  return links / (1 + 1.0 / static_cast<double>(ranks)) * in_network_gain(ranks);
}

Bandwidth nvls_push_busbw(Bandwidth links, std::uint64_t ranks) {
  return links * in_network_gain(ranks);
}

std::uint64_t switch_slots(Bandwidth line, Seconds round_trip, Bytes payload) {
  return static_cast<std::uint64_t>(std::ceil((line * round_trip) / payload));
}

}  // namespace weft::collective
