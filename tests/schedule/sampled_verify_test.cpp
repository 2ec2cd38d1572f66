// Beyond the size that is executed in full, partners and amounts of all ranks and a sample of the
// chunk indices are checked.
#include <string>

#include "tests/schedule/support.hpp"
#include <gtest/gtest.h>

namespace weft::schedule::test {
namespace {

constexpr Rank kMany = 200;

// The all-gather ring of many ranks with one thing changed for one rank.
struct Change {
  Rank rank = 0;
  void (*moves)(std::vector<Move>&) = nullptr;
  std::uint64_t (*chunk)(std::uint64_t chunk, std::uint32_t move, std::uint64_t i) = nullptr;
};

Schedule broken(const Change& change, Rank n = kMany) {
  Schedule s = ring_all_gather(n);
  const PhasePtr right = s.phases.front();
  s.phases = {std::make_shared<RegularPhase>(
      "around", right->repeat(), Ordering::after_receive,
      [right, change](Rank r) {
        std::vector<Move> moves;
        right->moves(r, moves);
        if (r == change.rank && change.moves != nullptr) change.moves(moves);
        return moves;
      },
      [right, change](Rank r, std::uint32_t move, std::uint64_t i) {
        const std::uint64_t chunk = right->chunk(r, move, i);
        return r == change.rank && change.chunk != nullptr ? change.chunk(chunk, move, i) : chunk;
      })};
  return s;
}

void expect_refused(const Schedule& s, const char* code, std::initializer_list<std::string> says) {
  const auto verdict = verify(s);
  ASSERT_FALSE(verdict) << "was accepted: " << verdict->how;
  EXPECT_EQ(verdict.error().code, code) << verdict.error().message;
  for (const std::string& part : says)
    EXPECT_NE(verdict.error().message.find(part), std::string::npos)
        << "'" << part << "' in: " << verdict.error().message;
}

TEST(SampledVerify, SaysThatNothingIsProven) {
  const auto verdict = verify(ring_all_gather(kMany));
  ASSERT_TRUE(verdict) << to_string(verdict.error());
  EXPECT_FALSE(verdict->proven);
  EXPECT_NE(verdict->how.find("not proven"), std::string::npos);
  EXPECT_EQ(verdict->steps, VerifyOptions{}.samples);  // 200 x 199 pairs are more than that
}

TEST(SampledVerify, StartsBeyondSixtyFourRanks) {
  EXPECT_TRUE(verify(ring_all_gather(64))->proven);
  EXPECT_FALSE(verify(ring_all_gather(65))->proven);
  EXPECT_TRUE(verify(ring_all_gather(65), {.full_up_to = 65, .samples = 1})->proven);
  EXPECT_FALSE(verify(ring_all_gather(8), {.full_up_to = 7, .samples = 100})->proven);
}

TEST(SampledVerify, AHugeRingIsLookedAtInPassing) {
  const auto verdict = verify(ring_all_gather(100000));
  ASSERT_TRUE(verdict) << to_string(verdict.error());
  EXPECT_EQ(verdict->steps, 4096u);
}

TEST(SampledVerify, FindsAWrongPartnerAtAnyRank) {
  for (const Rank rank : {0u, 1u, 77u, kMany - 1})
    expect_refused(
        broken({.rank = rank,
                .moves = [](std::vector<Move>& m) { m[0].peer = (m[0].peer + 1) % kMany; }}),
        "SCHEDULE_UNMATCHED", {"phase around", "rank " + std::to_string(rank)});
}

TEST(SampledVerify, FindsPartnersThatCannotBe) {
  expect_refused(broken({.rank = 50, .moves = [](std::vector<Move>& m) { m[0].peer = 50; }}),
                 "SCHEDULE_SHAPE", {"rank 50", "sends to rank 50"});
  expect_refused(broken({.rank = 50, .moves = [](std::vector<Move>& m) { m[1].peer = kMany; }}),
                 "SCHEDULE_SHAPE", {"rank 50", "receives from rank 200 of 200"});
}

TEST(SampledVerify, FindsAWrongAmount) {
  expect_refused(broken({.rank = 9, .moves = [](std::vector<Move>& m) { m[0].chunks = 2; }}),
                 "SCHEDULE_UNMATCHED", {"rank 9 sends 2 chunk(s)", "rank 10"});
}

TEST(SampledVerify, FindsAMissingReceiveAndAMissingSend) {
  expect_refused(broken({.rank = 9, .moves = [](std::vector<Move>& m) { m.pop_back(); }}),
                 "SCHEDULE_UNMATCHED", {"rank 8 sends 1", "rank 9", "receives 0"});
  expect_refused(broken({.rank = 9, .moves = [](std::vector<Move>& m) { m.erase(m.begin()); }}),
                 "SCHEDULE_UNMATCHED", {"rank 9 sends 0", "rank 10", "receives 1"});
}

TEST(SampledVerify, FindsAWrongChunkAtEveryRank) {
  // Whatever the rank's residue is modulo a power of two, each is among the samples.
  for (Rank rank = 0; rank < kMany; ++rank)
    expect_refused(
        broken({.rank = rank,
                .chunk = [](std::uint64_t chunk, std::uint32_t move,
                            std::uint64_t) { return move == 0 ? (chunk + 1) % kMany : chunk; }}),
        "SCHEDULE_WRONG_CHUNK", {"rank " + std::to_string(rank), "phase around", "sends chunk"});
}

TEST(SampledVerify, FindsAWrongFirstAndAWrongLastIterationAtEveryRank) {
  for (Rank rank = 0; rank < kMany; rank += 7) {
    expect_refused(
        broken({.rank = rank,
                .chunk = [](std::uint64_t chunk, std::uint32_t,
                            std::uint64_t i) { return i == 0 ? (chunk + 1) % kMany : chunk; }}),
        "SCHEDULE_WRONG_CHUNK", {"iteration 0"});
    expect_refused(broken({.rank = rank,
                           .chunk =
                               [](std::uint64_t chunk, std::uint32_t, std::uint64_t i) {
                                 return i == kMany - 2 ? (chunk + 1) % kMany : chunk;
                               }}),
                   "SCHEDULE_WRONG_CHUNK", {"iteration 198"});
  }
}

TEST(SampledVerify, FindsChunksThatDoNotExistEvenWhereBothEndsAgree) {
  Schedule s = ring_all_gather(kMany);
  s.buffers = {{"data", kMany, 1.0}};
  const PhasePtr right = s.phases.front();
  s.phases = {std::make_shared<RegularPhase>(
      "around", right->repeat(), Ordering::after_receive,
      [right](Rank r) {
        std::vector<Move> moves;
        right->moves(r, moves);
        return moves;
      },
      [right](Rank r, std::uint32_t move, std::uint64_t i) {
        return right->chunk(r, move, i) + kMany;
      })};
  expect_refused(s, "SCHEDULE_SHAPE", {"rank 0", "names chunk", "which has 200"});
}

TEST(SampledVerify, LooksAtEveryPairWhereThereAreFew) {
  // 100 ranks, one iteration: 100 pairs, fewer than the samples.
  Schedule s = ring_all_gather(100);
  s.collective = Collective::send_recv;
  s.buffers = {{"in", 1, 1.0}, {"out", 1, 1.0}};
  s.phases = {std::make_shared<RegularPhase>(
      "shift", 1, Ordering::free,
      [](Rank r) {
        return std::vector<Move>{{.op = Op::send, .peer = (r + 1) % 100},
                                 {.op = Op::recv, .peer = (r + 99) % 100, .buffer = 1}};
      },
      [](Rank, std::uint32_t, std::uint64_t) { return std::uint64_t{0}; })};
  const auto verdict = verify(s);
  ASSERT_TRUE(verdict) << to_string(verdict.error());
  EXPECT_EQ(verdict->steps, 100u);
}

TEST(SampledVerify, IndicesMayDifferWhereChunksAreMovedWithinARank) {
  // Each rank passes chunk 0 to chunk 1 of the next and copies it into place: not refused.
  Schedule s = ring_all_gather(kMany);
  s.collective = Collective::broadcast;
  s.buffers = {{"data", 2, 1.0}};
  s.phases = {std::make_shared<RegularPhase>(
      "rotate", 3, Ordering::after_receive,
      [](Rank r) {
        return std::vector<Move>{{.op = Op::send, .peer = (r + 1) % kMany},
                                 {.op = Op::recv, .peer = (r + kMany - 1) % kMany},
                                 {.op = Op::copy}};
      },
      [](Rank, std::uint32_t move, std::uint64_t) { return std::uint64_t{move == 1 ? 1u : 0u}; })};
  EXPECT_TRUE(verify(s)) << to_string(verify(s).error());
}

TEST(SampledVerify, LargeFramesAreCheckedTheSame) {
  Schedule s = ring_all_gather(kMany);
  s.root = kMany;
  expect_refused(s, "SCHEDULE_SHAPE", {"root"});
  s = ring_all_gather(kMany);
  s.buffers = {{"data", kMany + 1, 1.0}};
  expect_refused(s, "SCHEDULE_SHAPE", {"share evenly"});
}

}  // namespace
}  // namespace weft::schedule::test
