#include "tests/schedule/support.hpp"

namespace weft::schedule::test {

ListedMove send(Rank to, std::uint64_t chunk, std::uint32_t buffer, std::uint32_t chunks) {
  return {{.op = Op::send, .peer = to, .buffer = buffer, .chunks = chunks}, chunk, 0};
}

ListedMove recv(Rank from, std::uint64_t chunk, std::uint32_t buffer, std::uint32_t chunks) {
  return {{.op = Op::recv, .peer = from, .buffer = buffer, .chunks = chunks}, chunk, 0};
}

ListedMove recv_reduce(Rank from, std::uint64_t chunk, std::uint32_t buffer) {
  return {{.op = Op::recv_reduce, .peer = from, .buffer = buffer}, chunk, 0};
}

ListedMove pass_on(Rank from, Rank to, std::uint64_t chunk) {
  return {{.op = Op::recv_copy_send, .peer = from, .to = to}, chunk, 0};
}

ListedMove add_and_pass_on(Rank from, Rank to, std::uint64_t chunk) {
  return {{.op = Op::recv_reduce_send, .peer = from, .to = to}, chunk, 0};
}

ListedMove copy(std::uint32_t source, std::uint64_t source_chunk, std::uint32_t buffer,
                std::uint64_t chunk) {
  return {{.op = Op::copy, .buffer = buffer, .source = source}, chunk, source_chunk};
}

Schedule listed(Collective collective, std::uint64_t chunks, Program program) {
  return listed(collective, {{"data", chunks, 1.0}}, std::move(program));
}

Schedule listed(Collective collective, std::vector<Buffer> buffers, Program program) {
  Schedule s;
  s.name = "by hand";
  s.collective = collective;
  s.ranks = static_cast<Rank>(program.size());
  s.buffers = std::move(buffers);
  s.phases = {std::make_shared<ListedPhase>("plan", std::move(program))};
  return s;
}

Program ring_all_reduce(Rank n) {
  Program program(n);
  for (Rank r = 0; r < n; ++r) {
    const Rank next = (r + 1) % n;
    const Rank before = (r + n - 1) % n;
    for (Rank i = 0; i + 1 < n; ++i) {
      program[r].push_back(send(next, (r + n - i) % n));
      program[r].push_back(recv_reduce(before, (r + 2 * n - i - 1) % n));
    }
    for (Rank i = 0; i + 1 < n; ++i) {
      program[r].push_back(send(next, (r + n - i + 1) % n));
      program[r].push_back(recv(before, (r + n - i) % n));
    }
  }
  return program;
}

Schedule ring_all_gather(Rank n) {
  Schedule s;
  s.name = "ring all_gather";
  s.collective = Collective::all_gather;
  s.ranks = n;
  s.buffers = {{"data", n, 1.0}};
  s.phases = {std::make_shared<RegularPhase>(
      "around", n - 1, Ordering::after_receive,
      [n](Rank r) {
        return std::vector<Move>{{.op = Op::send, .peer = (r + 1) % n},
                                 {.op = Op::recv, .peer = (r + n - 1) % n}};
      },
      [n](Rank r, std::uint32_t move, std::uint64_t i) {
        return (r + 2 * std::uint64_t{n} - i - move) % n;
      })};
  return s;
}

}  // namespace weft::schedule::test
