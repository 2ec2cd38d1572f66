// Builds a ring all-reduce over many ranks and simulates it on an ideal switch, topology included.
// Prints: milliseconds, peak resident MB, relative difference from the closed form.
#include "weft/collective/ring.hpp"
#include "weft/simulate/simulator.hpp"
#include "weft/topology/ideal_switch.hpp"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <sys/resource.h>

int main(int argc, char** argv) {
  using namespace weft;
  const auto ranks = static_cast<schedule::Rank>(argc > 1 ? std::atoi(argv[1]) : 131072);
  const Bandwidth rate = gigabytes_per_second(50);
  const Seconds latency = microseconds(1);
  const Bytes size(0x1p30);

  const auto start = std::chrono::steady_clock::now();
  const auto topology = topology::ideal_switch(ranks, rate, latency);
  const auto ring =
      collective::build(collective::kRing, schedule::Collective::all_reduce, {.ranks = ranks});
  std::vector<ComponentId> hosts;
  hosts.reserve(ranks);
  for (schedule::Rank rank = 0; rank < ranks; ++rank) hosts.emplace_back(rank);
  const schedule::Placement placement(std::move(hosts));
  const route::Router router(topology);
  const auto simulator = simulate::Simulator::make(*ring, placement, router);
  const Seconds end = simulator->run(size, {.hardware_latency = true}).end;
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;

  const Seconds closed = (latency + size / ranks / rate) * (2.0 * (ranks - 1));
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("%.2f %.1f %.3g\n", took.count(), static_cast<double>(usage.ru_maxrss) / 1024,
              std::abs(end / closed - 1));
  return 0;
}
