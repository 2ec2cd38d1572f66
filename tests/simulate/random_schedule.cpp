#include "tests/simulate/random_schedule.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace weft::simulate::test {
namespace {

using schedule::Move;
using schedule::Ordering;
using schedule::PhasePtr;
using schedule::Rank;

Ordering random_ordering(Random& random) {
  return random.one_in(2)   ? Ordering::after_receive
         : random.one_in(2) ? Ordering::barrier
                            : Ordering::free;
}

std::vector<Rank> shuffled(Rank n, Random& random) {
  std::vector<Rank> order(n);
  std::iota(order.begin(), order.end(), 0U);
  for (std::size_t i = n; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  return order;
}

PhasePtr fixed_phase(std::string name, std::uint64_t repeat, Ordering ordering,
                     std::vector<std::vector<Move>> moves) {
  return phase(std::move(name), repeat, ordering, [moves](Rank r) { return moves[r]; });
}

// Messages in a random order that a single thread could carry out one after the other (each is
// sent before it is received, and the order is that of every rank's program), so it cannot hang
// while messages wait in FIFOs; ranks may compute in between.
PhasePtr random_messages(Rank n, Random& random) {
  std::vector<std::vector<Move>> moves(n);
  const std::uint64_t count = 1 + random.below(5);
  for (std::uint64_t k = 0; k < count; ++k) {
    const Rank from = static_cast<Rank>(random.below(n));
    const Rank to = static_cast<Rank>((from + 1 + random.below(n - 1)) % n);
    const auto chunks = static_cast<std::uint32_t>(1 + random.below(3));
    moves[from].push_back(send(to, chunks));
    moves[to].push_back(recv(from, chunks));
    if (random.one_in(3)) moves[random.below(n)].push_back(compute(random.between(0, 50)));
  }
  return fixed_phase("messages", 1 + random.below(4), random_ordering(random), std::move(moves));
}

// A ring through all or some of the ranks, in any order.
PhasePtr random_ring(Rank n, Random& random) {
  auto order = shuffled(n, random);
  if (n > 2 && random.one_in(3)) order.resize(2 + random.below(n - 1));
  const auto length = static_cast<Rank>(order.size());
  std::vector<std::vector<Move>> moves(n);
  for (Rank i = 0; i < length; ++i) {
    const Rank next = order[(i + 1) % length];
    const Rank before = order[(i + length - 1) % length];
    moves[order[i]] = {send(next), recv(before)};
    if (random.one_in(6)) moves[order[i]].push_back(compute(random.between(0, 20)));
  }
  return fixed_phase("ring", 1 + random.below(8), random_ordering(random), std::move(moves));
}

PhasePtr random_chain(Rank n, Random& random) {
  const auto order = shuffled(n, random);
  std::vector<std::vector<Move>> moves(n);
  moves[order[0]] = {send(order[1])};
  for (Rank i = 1; i + 1 < n; ++i) moves[order[i]] = {pass_on(order[i - 1], order[i + 1])};
  moves[order[n - 1]] = {recv(order[n - 2])};
  return fixed_phase("chain", 1 + random.below(12), random_ordering(random), std::move(moves));
}

PhasePtr random_exchange(Rank n, Random& random) {
  std::vector<std::vector<Move>> moves(n);
  for (Rank r = 0; r < n; ++r) {
    for (Rank other = 1; other < n; ++other) moves[r].push_back(send((r + other) % n));
    for (Rank other = 1; other < n; ++other) moves[r].push_back(recv((r + n - other) % n));
  }
  return fixed_phase("exchange", 1 + random.below(3), random_ordering(random), std::move(moves));
}

PhasePtr random_phase(Rank n, Random& random) {
  switch (random.below(4)) {
    case 0:
      return random_messages(n, random);
    case 1:
      return random_ring(n, random);
    case 2:
      return random_chain(n, random);
    default:
      return random_exchange(n, random);
  }
}

}  // namespace

Case random_case(Random& random) {
  const auto n = static_cast<Rank>(2 + random.below(4));
  std::vector<PhasePtr> phases;
  for (std::uint64_t p = 0; p < 1 + random.below(3); ++p) phases.push_back(random_phase(n, random));
  schedule::Schedule s = schedule_of(n, std::move(phases), 1 + random.below(4));
  s.channels = random.one_in(3) ? 2 : 1;
  const std::uint32_t slots[] = {1, 2, 8};
  s.slots = slots[random.below(3)];
  std::vector<std::vector<Rank>> orders;
  if (s.channels == 2) orders = {shuffled(n, random), shuffled(n, random)};

  std::vector<Host> hosts;
  const bool same_rate = random.one_in(3);
  const bool same_latency = random.one_in(2);
  for (Rank r = 0; r < n; ++r)
    hosts.push_back({same_rate          ? 50
                     : random.one_in(2) ? static_cast<double>(10 * (1 + random.below(4)))
                                        : random.between(5, 100),
                     same_latency ? 1 : random.between(0, 30)});
  MessageCost cost{.hardware_latency = !random.one_in(4)};
  if (random.one_in(3)) cost.launch = microseconds(random.between(0, 20));
  if (random.one_in(3)) cost.over_network = microseconds(random.between(0, 10));
  if (random.one_in(4)) cost.expansion = 2;
  const Bytes size(random.one_in(10) ? 0 : random.between(1e3, 1e7));
  return {std::move(s), random.one_in(4) ? ethernet_star(n) : star(hosts),
          one_each(n, std::move(orders)), cost, size};
}

}  // namespace weft::simulate::test
