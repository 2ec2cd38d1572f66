// Walking a schedule, writing it out, and counting its bytes.
#include "weft/schedule/steps.hpp"

#include "weft/base/assert.hpp"

#include <utility>
#include <vector>

#include "tests/schedule/support.hpp"
#include <gtest/gtest.h>

namespace weft::schedule::test {
namespace {

// A phase with a copy, a computation and a message both ways, three times.
Schedule busy() {
  Schedule s;
  s.name = "busy";
  s.ranks = 2;
  s.channels = 4;
  s.buffers = {{"data", 8, 1.0}, {"work", 16, 2.0}};
  s.phases = {std::make_shared<RegularPhase>(
                  "once", 1, Ordering::free, [](Rank) { return std::vector<Move>{}; },
                  [](Rank, std::uint32_t, std::uint64_t) { return std::uint64_t{0}; }),
              std::make_shared<RegularPhase>(
                  "thrice", 3, Ordering::after_receive,
                  [](Rank r) {
                    return std::vector<Move>{{.op = Op::copy, .buffer = 1, .source = 0},
                                             {.op = Op::send, .peer = 1 - r, .chunks = 2},
                                             {.op = Op::compute, .time = microseconds(5)},
                                             {.op = Op::recv, .peer = 1 - r, .chunks = 2}};
                  },
                  [](Rank r, std::uint32_t move, std::uint64_t i) { return 2 * i + move + r; }),
              std::make_shared<ListedPhase>("last", Program{{send(1, 5)}, {recv(0, 5)}})};
  return s;
}

TEST(StepCursor, WalksWhatMovesAndChunksSay) {
  const Schedule s = busy();
  for (Rank r = 0; r < 2; ++r) {
    StepCursor cursor(s, r);
    for (std::size_t p = 0; p < s.phases.size(); ++p) {
      std::vector<Move> moves;
      s.phases[p]->moves(r, moves);
      for (std::uint64_t i = 0; i < s.phases[p]->repeat(); ++i)
        for (std::uint32_t m = 0; m < moves.size(); ++m) {
          ASSERT_FALSE(cursor.done());
          const Step step = cursor.current();
          EXPECT_EQ(step.phase, p);
          EXPECT_EQ(step.iteration, i);
          EXPECT_EQ(step.move.op, moves[m].op);
          EXPECT_EQ(step.move.peer, moves[m].peer);
          if (moves[m].op == Op::compute) {
            EXPECT_EQ(step.move.time, microseconds(5));
          } else {
            EXPECT_EQ(step.chunk, s.phases[p]->chunk(r, m, i));
          }
          if (moves[m].op == Op::copy) {
            EXPECT_EQ(step.source_chunk, s.phases[p]->source_chunk(r, m, i));
          }
          cursor.advance();
        }
    }
    EXPECT_TRUE(cursor.done());
  }
}

TEST(StepCursor, IsDoneAtOnceWhereARankHasNothingToDo) {
  const Schedule s = listed(Collective::broadcast, 1, {{send(1, 0)}, {recv(0, 0)}, {}});
  EXPECT_TRUE(StepCursor(s, 2).done());
  EXPECT_FALSE(StepCursor(s, 1).done());
}

TEST(StepCursor, BeyondTheEndIsABrokenPromise) {
  const Schedule s = listed(Collective::broadcast, 1, {{}, {}});
  StepCursor cursor(s, 0);
  EXPECT_THROW(cursor.current(), InternalError);
  EXPECT_THROW(cursor.advance(), InternalError);
}

TEST(ListedPhase, RanksBeyondTheProgramDoNothing) {
  const ListedPhase phase("short", Program{{send(1, 0)}});
  std::vector<Move> moves;
  phase.moves(5, moves);
  EXPECT_TRUE(moves.empty());
}

TEST(WrittenOut, HasTheSameStepsInOnePhase) {
  const Schedule s = busy();
  const Schedule out = written_out(s);
  ASSERT_EQ(out.phases.size(), 1u);
  EXPECT_EQ(out.channels, s.channels);
  for (Rank r = 0; r < 2; ++r) {
    StepCursor a(s, r);
    StepCursor b(out, r);
    for (; !a.done() && !b.done(); a.advance(), b.advance()) {
      const Step left = a.current();
      const Step right = b.current();
      EXPECT_EQ(left.move.op, right.move.op);
      EXPECT_EQ(left.move.peer, right.move.peer);
      EXPECT_EQ(left.chunk, right.chunk);
      EXPECT_EQ(left.source_chunk, right.source_chunk);
    }
    EXPECT_TRUE(a.done() && b.done());
  }
}

TEST(WrittenOut, VerifiesAndMovesTheSameBytes) {
  for (Rank n = 2; n <= 9; ++n) {
    const Schedule s = ring_all_gather(n);
    const Schedule out = written_out(s);
    const auto verdict = verify(out);
    ASSERT_TRUE(verdict) << to_string(verdict.error());
    EXPECT_EQ(verdict->steps, verify(s)->steps);
    for (Rank r = 0; r < n; ++r)
      EXPECT_NEAR(bytes_sent(out, r, Bytes(1e6)).value(), bytes_sent(s, r, Bytes(1e6)).value(),
                  1e-6);
  }
}

TEST(BytesOf, IsAShareOfTheBufferAndOfTheChannels) {
  const Schedule s = busy();
  // 2 of 8 chunks of S, on one of four channels.
  EXPECT_DOUBLE_EQ(bytes_of(s, {.op = Op::send, .chunks = 2}, Bytes(3200)).value(), 200);
  // 1 of 16 chunks of 2 S, on one of four channels.
  EXPECT_DOUBLE_EQ(bytes_of(s, {.op = Op::send, .buffer = 1}, Bytes(3200)).value(), 100);
}

TEST(BytesSent, CountsSendsOverChannelsAndIterations) {
  const Schedule s = busy();
  // Three iterations of a quarter of S, and once an eighth from rank 0 only.
  EXPECT_DOUBLE_EQ(bytes_sent(s, 0, Bytes(800)).value(), 3 * 200 + 100);
  EXPECT_DOUBLE_EQ(bytes_sent(s, 1, Bytes(800)).value(), 3 * 200);
}

TEST(BytesSent, CountsWhatIsPassedOn) {
  const Schedule s = listed(
      Collective::broadcast, 2,
      {{send(1, 0), send(1, 1)}, {pass_on(0, 2, 0), pass_on(0, 2, 1)}, {recv(1, 0), recv(1, 1)}});
  EXPECT_DOUBLE_EQ(bytes_sent(s, 1, Bytes(100)).value(), 100);
  EXPECT_DOUBLE_EQ(bytes_sent(s, 2, Bytes(100)).value(), 0);
}

TEST(Op, SendsAndReceivesAreToldApart) {
  for (const Op op : {Op::send, Op::recv_copy_send, Op::recv_reduce_send}) EXPECT_TRUE(sends(op));
  for (const Op op : {Op::recv, Op::recv_reduce, Op::copy, Op::compute}) EXPECT_FALSE(sends(op));
  for (const Op op : {Op::recv, Op::recv_reduce, Op::recv_copy_send, Op::recv_reduce_send})
    EXPECT_TRUE(receives(op));
  for (const Op op : {Op::send, Op::copy, Op::compute}) EXPECT_FALSE(receives(op));
  EXPECT_EQ(Move({.op = Op::send, .peer = 3, .to = 9}).receiver(), 3u);
  EXPECT_EQ(Move({.op = Op::recv_copy_send, .peer = 3, .to = 9}).receiver(), 9u);
}

}  // namespace
}  // namespace weft::schedule::test
