// Schedules broken by hand: each must be refused with the right code and named place.
#include "weft/schedule/verify.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "tests/schedule/support.hpp"
#include <gtest/gtest.h>

namespace weft::schedule::test {
namespace {

constexpr Rank kRanks = 4;

// The ring all-reduce of four ranks: moves 0 to 5 of a rank add, 6 to 11 pass on; even ones send.
Schedule ring() { return listed(Collective::all_reduce, kRanks, ring_all_reduce(kRanks)); }

template <class Change>
Schedule broken_ring(Change change) {
  Program program = ring_all_reduce(kRanks);
  change(program);
  return listed(Collective::all_reduce, kRanks, std::move(program));
}

void expect_refused(const Schedule& schedule, const char* code,
                    std::initializer_list<const char*> says) {
  const auto verdict = verify(schedule);
  ASSERT_FALSE(verdict) << "was accepted: " << verdict->how;
  EXPECT_EQ(verdict.error().code, code) << verdict.error().message;
  for (const char* part : says)
    EXPECT_NE(verdict.error().message.find(part), std::string::npos)
        << "'" << part << "' in: " << verdict.error().message;
}

void expect_accepted(const Schedule& schedule) {
  const auto verdict = verify(schedule);
  ASSERT_TRUE(verdict) << to_string(verdict.error());
  EXPECT_TRUE(verdict->proven);
}

void erase(Program& program, Rank rank, std::size_t move) {
  program[rank].erase(program[rank].begin() + static_cast<std::ptrdiff_t>(move));
}

TEST(Verify, AcceptsTheRingAndCountsItsSteps) {
  const auto verdict = verify(ring());
  ASSERT_TRUE(verdict) << to_string(verdict.error());
  EXPECT_TRUE(verdict->proven);
  EXPECT_EQ(verdict->steps, 48u);  // 4 ranks, 6 sends and 6 receives each
}

TEST(Verify, AcceptsOneSlotWhereEverySendIsTakenOutInTurn) {
  Schedule s = ring();
  s.slots = 1;
  expect_accepted(s);
}

// Who talks to whom ------------------------------------------------------------------------------

TEST(Verify, FindsAMissingSend) {
  expect_refused(broken_ring([](Program& p) { erase(p, 1, 2); }), "SCHEDULE_UNMATCHED",
                 {"phase plan", "rank 1 sends 5", "rank 2", "receives 6"});
}

TEST(Verify, FindsAMissingReceive) {
  expect_refused(broken_ring([](Program& p) { erase(p, 3, 1); }), "SCHEDULE_UNMATCHED",
                 {"phase plan", "rank 2 sends 6", "rank 3", "receives 5"});
}

TEST(Verify, FindsAMessageThatNobodyReceives) {
  expect_refused(broken_ring([](Program& p) { p[2].push_back(send(3, 0)); }), "SCHEDULE_UNMATCHED",
                 {"rank 2 sends 7", "rank 3", "receives 6"});
}

TEST(Verify, FindsAReceiveThatNobodySends) {
  expect_refused(broken_ring([](Program& p) { p[0].push_back(recv(2, 0)); }), "SCHEDULE_UNMATCHED",
                 {"rank 2 sends 0", "rank 0", "receives 1"});
}

TEST(Verify, FindsAWrongPartner) {
  expect_refused(broken_ring([](Program& p) { p[1][0].move.peer = 3; }), "SCHEDULE_UNMATCHED",
                 {"rank 1 sends", "rank 2"});
}

TEST(Verify, FindsAMessageToOneself) {
  expect_refused(broken_ring([](Program& p) { p[1][0].move.peer = 1; }), "SCHEDULE_SHAPE",
                 {"rank 1", "phase plan", "sends to rank 1"});
}

TEST(Verify, FindsAReceiveFromOneself) {
  expect_refused(broken_ring([](Program& p) { p[2][1].move.peer = 2; }), "SCHEDULE_SHAPE",
                 {"rank 2", "receives from rank 2"});
}

TEST(Verify, FindsAPartnerThatDoesNotExist) {
  expect_refused(broken_ring([](Program& p) { p[0][0].move.peer = 4; }), "SCHEDULE_SHAPE",
                 {"rank 0", "phase plan", "sends to rank 4 of 4"});
  expect_refused(broken_ring([](Program& p) { p[0][1].move.peer = 99; }), "SCHEDULE_SHAPE",
                 {"receives from rank 99 of 4"});
}

TEST(Verify, FindsAMessageThatIsReceivedInAnotherPhase) {
  Schedule s = listed(Collective::broadcast, 1, {{send(1, 0)}, {}});
  expect_refused(s, "SCHEDULE_UNMATCHED", {"rank 0 sends 1", "receives 0"});
  s.phases.push_back(std::make_shared<ListedPhase>("later", Program{{}, {recv(0, 0)}}));
  expect_refused(s, "SCHEDULE_UNMATCHED", {"phase plan", "rank 0 sends 1", "receives 0"});
}

// How much ---------------------------------------------------------------------------------------

TEST(Verify, FindsAnAmountThatTheReceiverDoesNotExpect) {
  expect_refused(listed(Collective::broadcast, 2, {{send(1, 0, 0, 2)}, {recv(0, 0)}}),
                 "SCHEDULE_UNMATCHED", {"rank 0 sends 2 chunk(s)", "rank 1", "expects 1"});
}

TEST(Verify, FindsChunksOfTwoSizesInOneMessage) {
  // A chunk of the work buffer is half of one of the data.
  expect_refused(
      listed(Collective::all_reduce, {{"data", 2, 1.0}, {"work", 4, 1.0}, {"out", 2, 1.0}},
             {{send(1, 0)}, {recv(0, 0, 1)}}),
      "SCHEDULE_UNMATCHED", {"rank 0", "'data'", "1/2", "'work'", "1/4"});
}

TEST(Verify, FindsACopyBetweenChunksOfTwoSizes) {
  expect_refused(
      listed(Collective::all_reduce, {{"data", 2, 1.0}, {"work", 4, 1.0}, {"out", 2, 1.0}},
             {{copy(0, 0, 1, 0)}, {}}),
      "SCHEDULE_SHAPE", {"rank 0", "another size", "'work'"});
}

TEST(Verify, FindsAMoveOfNothing) {
  expect_refused(broken_ring([](Program& p) { p[3][0].move.chunks = 0; }), "SCHEDULE_SHAPE",
                 {"rank 3", "moves no chunk"});
}

// Where ------------------------------------------------------------------------------------------

TEST(Verify, FindsAChunkThatDoesNotExist) {
  expect_refused(broken_ring([](Program& p) { p[2][2].chunk = 4; }), "SCHEDULE_SHAPE",
                 {"rank 2", "phase plan", "send names chunk 4", "which has 4"});
}

TEST(Verify, FindsChunksThatReachBeyondTheEnd) {
  expect_refused(listed(Collective::broadcast, 3, {{send(1, 2, 0, 2)}, {recv(0, 2, 0, 2)}}),
                 "SCHEDULE_SHAPE", {"names chunk 3", "which has 3"});
  // An index so large that adding to it would come around to a small one.
  expect_refused(broken_ring([](Program& p) { p[2][2].chunk = ~std::uint64_t{0}; }),
                 "SCHEDULE_SHAPE", {"rank 2"});
}

TEST(Verify, FindsABufferThatDoesNotExist) {
  expect_refused(broken_ring([](Program& p) { p[1][3].move.buffer = 1; }), "SCHEDULE_SHAPE",
                 {"rank 1", "names buffer 1 of 1"});
  expect_refused(broken_ring([](Program& p) { p[1].push_back(copy(7, 0, 0, 0)); }),
                 "SCHEDULE_SHAPE", {"rank 1", "names buffer 7"});
}

TEST(Verify, FindsACopyFromAChunkThatDoesNotExist) {
  expect_refused(broken_ring([](Program& p) { p[1].push_back(copy(0, 9, 0, 0)); }),
                 "SCHEDULE_SHAPE", {"rank 1", "copy names chunk 9"});
}

// What it means ----------------------------------------------------------------------------------

TEST(Verify, FindsAWrongChunkThatIsSent) {
  // Rank 1 should send its own chunk 1 first; chunk 2 is added to chunk 1 at rank 2.
  expect_refused(broken_ring([](Program& p) { p[1][0].chunk = 2; }), "SCHEDULE_WRONG_CHUNK",
                 {"rank 2", "recv_reduce adds input chunk 2 to input chunk 1"});
}

TEST(Verify, FindsAWrongChunkThatIsReplaced) {
  // The last receive of rank 0 puts chunk 2 where chunk 3 belongs.
  expect_refused(broken_ring([](Program& p) { p[0][11].chunk = 3; }), "SCHEDULE_BROKEN_PROMISE",
                 {"rank 0 ends with"});
}

TEST(Verify, FindsAContributionThatIsCountedTwice) {
  // In the second half sums are passed on; adding one there adds the same ranks again.
  expect_refused(broken_ring([](Program& p) { p[0][7].move.op = Op::recv_reduce; }),
                 "SCHEDULE_COUNTED_TWICE", {"rank 0", "adds {0-3}", "already holds"});
}

TEST(Verify, FindsADuplicatedStep) {
  expect_refused(broken_ring([](Program& p) {
                   p[1].insert(p[1].begin(), p[1][0]);
                   p[2].insert(p[2].begin() + 1, p[2][1]);
                 }),
                 "SCHEDULE_COUNTED_TWICE", {"rank 2", "adds {1} to chunk 1"});
}

TEST(Verify, FindsAStepThatReplacesInsteadOfAdding) {
  expect_refused(broken_ring([](Program& p) { p[2][1].move.op = Op::recv; }),
                 "SCHEDULE_BROKEN_PROMISE", {"promised is input chunk", "{0-3}"});
}

TEST(Verify, FindsAMissingLastStep) {
  expect_refused(broken_ring([](Program& p) {
                   for (auto& moves : p) moves.resize(moves.size() - 2);
                 }),
                 "SCHEDULE_BROKEN_PROMISE", {"rank 0 ends with", "of ranks {0-3}"});
}

TEST(Verify, FindsSwappedPhases) {
  expect_refused(broken_ring([](Program& p) {
                   for (auto& moves : p) std::rotate(moves.begin(), moves.begin() + 6, moves.end());
                 }),
                 "SCHEDULE_COUNTED_TWICE", {"recv_reduce adds"});
}

TEST(Verify, FindsASendOfWhatIsNotThereYet) {
  // Rank 1 of a broadcast passes the chunk on before it has it; it waits for nothing in between.
  expect_refused(
      listed(Collective::broadcast, 1, {{send(1, 0)}, {send(2, 0), recv(0, 0)}, {recv(1, 0)}}),
      "SCHEDULE_NO_VALUE", {"rank 1", "send reads chunk 0", "holds nothing yet"});
}

TEST(Verify, FindsAnAddingToNothing) {
  expect_refused(listed(Collective::broadcast, 1, {{send(1, 0)}, {recv_reduce(0, 0)}}),
                 "SCHEDULE_NO_VALUE", {"rank 1", "adds to chunk 0"});
}

TEST(Verify, FindsACopyOfNothing) {
  expect_refused(listed(Collective::broadcast, 1, {{send(1, 0)}, {copy(0, 0, 0, 0), recv(0, 0)}}),
                 "SCHEDULE_NO_VALUE", {"rank 1", "copy reads chunk 0"});
}

TEST(Verify, FindsTheWrongRoot) {
  Schedule s = listed(Collective::broadcast, 1, {{send(1, 0)}, {recv(0, 0)}});
  expect_accepted(s);
  s.root = 1;
  expect_refused(s, "SCHEDULE_NO_VALUE", {"rank 0", "holds nothing yet"});
}

TEST(Verify, FindsAResultThatIsMissing) {
  expect_refused(listed(Collective::broadcast, 2, {{send(1, 0)}, {recv(0, 0)}}),
                 "SCHEDULE_BROKEN_PROMISE", {"rank 1 ends with nothing in chunk 1"});
}

TEST(Verify, FindsAPlanThatDoesNothing) {
  expect_refused(listed(Collective::all_reduce, 1, {{}, {}}), "SCHEDULE_BROKEN_PROMISE",
                 {"rank 0 ends with input chunk 0 of ranks {0}"});
}

// Deadlocks --------------------------------------------------------------------------------------

// Everybody receives before sending.
Program receive_first(Rank n) {
  Program program(n);
  for (Rank r = 0; r < n; ++r) program[r] = {recv((r + n - 1) % n, 0, 1), send((r + 1) % n, 0)};
  return program;
}

TEST(Verify, FindsADeadlockByOrderHoweverManySlotsThereAre) {
  for (const std::uint32_t slots : {1u, 8u}) {
    Schedule s = listed(Collective::send_recv, {{"in", 1, 1.0}, {"out", 1, 1.0}}, receive_first(3));
    s.slots = slots;
    expect_refused(s, "SCHEDULE_DEADLOCK",
                   {"rank 0 waits for rank 2", "recv of plan", "rank 2 waits for rank 1"});
  }
}

TEST(Verify, OneRankThatSendsFirstOpensTheCycle) {
  Program program = receive_first(3);
  std::swap(program[1][0], program[1][1]);
  Schedule s = listed(Collective::send_recv, {{"in", 1, 1.0}, {"out", 1, 1.0}}, program);
  s.slots = 1;
  expect_accepted(s);
}

TEST(Verify, FindsTheFifoOverflowThatOnlyFewSlotsHave) {
  // Each rank sends both its chunks before it receives any.
  Program program(2);
  for (Rank r = 0; r < 2; ++r)
    program[r] = {send(1 - r, 0), send(1 - r, 1), recv(1 - r, 0, 1), recv(1 - r, 1, 1)};
  Schedule s = listed(Collective::send_recv, {{"in", 2, 1.0}, {"out", 2, 1.0}}, program);
  s.slots = 2;
  expect_accepted(s);
  s.slots = 1;
  expect_refused(s, "SCHEDULE_DEADLOCK", {"rank 0 waits for room at rank 1", "send of plan"});
}

TEST(Verify, PassingOnNeedsRoomBehindAndAMessageInFront) {
  // A chain over three ranks in one slot: rank 1 passes pieces on one by one.
  Schedule s = listed(Collective::broadcast, 3,
                      {{send(1, 0), send(1, 1), send(1, 2)},
                       {pass_on(0, 2, 0), pass_on(0, 2, 1), pass_on(0, 2, 2)},
                       {recv(1, 0), recv(1, 1), recv(1, 2)}});
  s.slots = 1;
  expect_accepted(s);
}

TEST(Verify, ADeadlockIsFoundThroughTheIterationsOfAPhase) {
  // Both ranks send three times and receive three times, in phases of their own order.
  Schedule s = listed(Collective::send_recv, {{"in", 1, 1.0}, {"out", 1, 1.0}}, {{}, {}});
  const auto moves = [](Rank r) {
    return std::vector<Move>{{.op = Op::recv, .peer = 1 - r, .buffer = 1},
                             {.op = Op::send, .peer = 1 - r}};
  };
  s.phases = {std::make_shared<RegularPhase>(
      "swap", 3, Ordering::after_receive, moves,
      [](Rank, std::uint32_t, std::uint64_t) { return std::uint64_t{0}; })};
  expect_refused(s, "SCHEDULE_DEADLOCK", {"recv of swap, iteration 0"});
}

// The frame --------------------------------------------------------------------------------------

TEST(Verify, NeedsRanksChannelsSlotsAndBuffers) {
  for (const auto change :
       {+[](Schedule& s) { s.ranks = 0; }, +[](Schedule& s) { s.channels = 0; },
        +[](Schedule& s) { s.slots = 0; }, +[](Schedule& s) { s.buffers.clear(); }}) {
    Schedule s = ring();
    change(s);
    expect_refused(s, "SCHEDULE_SHAPE", {"needs at least one"});
  }
}

TEST(Verify, NeedsBuffersThatHoldSomething) {
  for (const Buffer& empty :
       {Buffer{"data", 0, 1.0}, Buffer{"data", 4, 0.0}, Buffer{"data", 4, -1.0}}) {
    Schedule s = ring();
    s.buffers = {empty};
    expect_refused(s, "SCHEDULE_SHAPE", {"'data'", "holds nothing"});
  }
}

TEST(Verify, NeedsARootAmongTheRanks) {
  Schedule s = ring();
  s.root = kRanks;
  expect_refused(s, "SCHEDULE_SHAPE", {"root is rank 4 of 4"});
}

TEST(Verify, NeedsInputAndOutputCutAlike) {
  // Else chunk c of the output would not be input chunk c.
  expect_refused(listed(Collective::all_reduce, {{"in", 4, 1.0}, {"out", 2, 1.0}}, {{}, {}}),
                 "SCHEDULE_SHAPE", {"'in'", "'out'", "not cut alike"});
  expect_refused(listed(Collective::all_reduce, {{"in", 4, 1.0}, {"out", 4, 0.5}}, {{}, {}}),
                 "SCHEDULE_SHAPE", {"not cut alike"});
}

TEST(Verify, NeedsConcatenationsThatTheRanksShareEvenly) {
  // With one chunk for four ranks only rank 0 would have a part, and nothing would be promised to
  // the others.
  for (const Collective collective :
       {Collective::all_gather, Collective::reduce_scatter, Collective::gather, Collective::scatter,
        Collective::all_to_all})
    expect_refused(listed(collective, 1, {{}, {}, {}, {}}), "SCHEDULE_SHAPE",
                   {"1 chunks", "4 ranks cannot share evenly"});
}

TEST(Verify, NeedsPhasesThatHappen) {
  Schedule s = ring();
  s.phases.push_back(std::make_shared<RegularPhase>(
      "never", 0, Ordering::free, [](Rank) { return std::vector<Move>{}; },
      [](Rank, std::uint32_t, std::uint64_t) { return std::uint64_t{0}; }));
  expect_refused(s, "SCHEDULE_SHAPE", {"phase never has no iteration"});
}

TEST(Verify, OneRankAloneHasNothingToDo) {
  expect_accepted(listed(Collective::all_reduce, 1, {{}}));
  expect_accepted(listed(Collective::all_to_all, 3, {{}}));
}

}  // namespace
}  // namespace weft::schedule::test
