// Blocks of chunks that are not simply consecutive, and what the verifier makes of them.
#include "weft/schedule/block.hpp"

#include <cstdint>
#include <vector>

#include "tests/schedule/support.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft::schedule::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::uint64_t> chunks_of(const Block& block, std::uint64_t total) {
  EXPECT_TRUE(exists(block, total));
  std::vector<std::uint64_t> all;
  for (std::uint32_t i = 0; i < block.chunks; ++i) all.push_back(chunk_at(block, i, total));
  return all;
}

TEST(Block, IsConsecutiveWithoutARun) {
  EXPECT_THAT(chunks_of({.first = 3, .chunks = 4}, 8), ElementsAre(3, 4, 5, 6));
  EXPECT_THAT(chunks_of({.first = 6, .chunks = 4, .wraps = true}, 8), ElementsAre(6, 7, 0, 1));
}

TEST(Block, GoesInRunsAtEqualDistances) {
  EXPECT_THAT(chunks_of({.first = 2, .chunks = 4, .run = 2, .stride = 4}, 8),
              ElementsAre(2, 3, 6, 7));
  EXPECT_THAT(chunks_of({.first = 1, .chunks = 3, .run = 1, .stride = 3}, 8), ElementsAre(1, 4, 7));
  // The last run is short.
  EXPECT_THAT(chunks_of({.first = 0, .chunks = 5, .run = 2, .stride = 3}, 8),
              ElementsAre(0, 1, 3, 4, 6));
  EXPECT_THAT(chunks_of({.first = 7, .chunks = 4, .run = 2, .stride = 3, .wraps = true}, 8),
              ElementsAre(7, 0, 2, 3));
}

TEST(Block, GoesBackwards) {
  EXPECT_THAT(chunks_of({.first = 2, .chunks = 3, .run = 1, .stride = -1}, 3),
              ElementsAre(2, 1, 0));
  EXPECT_THAT(chunks_of({.first = 1, .chunks = 4, .run = 1, .stride = -1, .wraps = true}, 4),
              ElementsAre(1, 0, 3, 2));
  EXPECT_THAT(chunks_of({.first = 4, .chunks = 4, .run = 2, .stride = -3}, 8),
              ElementsAre(4, 5, 1, 2));
}

TEST(Block, DoesNotReachOverTheEndUnlessItWraps) {
  EXPECT_FALSE(exists({.first = 6, .chunks = 4}, 8));
  EXPECT_FALSE(exists({.first = 8, .chunks = 1}, 8));
  EXPECT_FALSE(exists({.first = 3, .chunks = 3, .run = 1, .stride = 3}, 8));   // 3 6 9
  EXPECT_FALSE(exists({.first = 1, .chunks = 3, .run = 1, .stride = -1}, 8));  // 1 0 -1
  // Its short last run ends before the one that is whole.
  EXPECT_FALSE(exists({.first = 7, .chunks = 3, .run = 2, .stride = -3}, 8));  // 7 8 4
  EXPECT_FALSE(exists({.first = 8, .chunks = 2, .wraps = true}, 8));
}

TEST(Block, NeverNamesAChunkTwice) {
  EXPECT_FALSE(exists({.first = 0, .chunks = 9, .wraps = true}, 8));
  EXPECT_TRUE(exists({.first = 5, .chunks = 8, .wraps = true}, 8));
  EXPECT_FALSE(exists({.first = 0, .chunks = 4, .run = 2, .stride = 1}, 8));  // 0 1 1 2
  EXPECT_FALSE(exists({.first = 0, .chunks = 2, .run = 1, .stride = 0}, 8));
  // 0 3 6 1 is four different chunks of 8, but a fifth turn would come back; such a pattern is
  // nobody's, so one turn around the buffer is the most.
  EXPECT_FALSE(exists({.first = 0, .chunks = 4, .run = 1, .stride = 3, .wraps = true}, 8));
  EXPECT_FALSE(exists({.first = 0, .chunks = 0}, 8));
}

TEST(Block, OneRunIsOneRunHoweverItIsWritten) {
  EXPECT_TRUE(
      same_form({.first = 1, .chunks = 2}, {.first = 5, .chunks = 2, .run = 2, .stride = 9}));
  EXPECT_FALSE(same_form({.chunks = 4, .run = 2, .stride = 4}, {.chunks = 4}));
  EXPECT_FALSE(same_form({.chunks = 2}, {.chunks = 3}));
}

// In schedules ----------------------------------------------------------------------------------

ListedMove with(ListedMove listed, std::uint32_t chunks, std::uint32_t run, std::int32_t stride,
                bool wraps = false) {
  listed.move.chunks = chunks;
  listed.move.run = run;
  listed.move.stride = stride;
  listed.move.wraps = wraps;
  return listed;
}

TEST(Verify, FollowsRunsAndWraps) {
  // Rank 0 sends chunks 3, 0 of four, then 1 and 2 as two runs.
  const Program program = {{with(send(1, 3), 2, 0, 0, true), with(send(1, 1), 2, 1, 1)},
                           {with(recv(0, 3), 2, 0, 0, true), recv(0, 1, 0, 2)}};
  const auto verdict = verify(listed(Collective::broadcast, 4, program));
  ASSERT_TRUE(verdict) << to_string(verdict.error());
  EXPECT_TRUE(verdict->proven);
}

TEST(Verify, FindsRunsThatArriveInOtherPlaces) {
  const Program program = {{with(send(1, 0), 2, 1, 2)}, {recv(0, 0, 0, 2)}};  // 0 2 taken as 0 1
  const auto verdict = verify(listed(Collective::broadcast, 3, program));
  ASSERT_FALSE(verdict);
  EXPECT_EQ(verdict.error().code, "SCHEDULE_BROKEN_PROMISE");
  EXPECT_THAT(verdict.error().message, HasSubstr("rank 1 ends with input chunk 2"));
}

TEST(Verify, FindsARunThatReachesTooFar) {
  const auto verdict = verify(
      listed(Collective::broadcast, 4, {{with(send(1, 1), 3, 1, 2)}, {with(recv(0, 1), 3, 1, 2)}}));
  ASSERT_FALSE(verdict);
  EXPECT_EQ(verdict.error().code, "SCHEDULE_SHAPE");
  EXPECT_THAT(
      verdict.error().message,
      HasSubstr("names 3 different chunks from chunk 1 on, in runs of 1 every 2, of 'data'"));
}

TEST(Verify, CopiesBackwards) {
  // A rank's part for rank d is chunk d of its input; two ranks swap, and rank 0 files backwards.
  const std::vector<Buffer> buffers = {{"send", 2, 1.0}, {"work", 2, 1.0}, {"recv", 2, 1.0}};
  const Program program = {
      {send(1, 1), copy(0, 0, 1, 1), recv(1, 0, 1), with(copy(1, 0, 2, 1), 2, 1, -1)},
      {send(0, 0), copy(0, 1, 2, 1), recv(0, 0, 2)}};
  const auto verdict = verify(listed(Collective::all_to_all, buffers, program));
  ASSERT_TRUE(verdict) << to_string(verdict.error());
}

TEST(SampledVerify, ComparesRunsChunkByChunk) {
  // Two ranks exchange every second chunk of six; the second files them as consecutive.
  const auto phase = [](bool consecutive) {
    return std::make_shared<RegularPhase>(
        "swap", 1, Ordering::free,
        [consecutive](Rank r) {
          Move out{.op = Op::send, .peer = 1 - r, .chunks = 3, .run = 1, .stride = 2};
          Move in{.op = Op::recv, .peer = 1 - r, .chunks = 3, .run = 1, .stride = 2};
          if (consecutive && r == 1) in.run = 0;
          return std::vector<Move>{out, in};
        },
        [](Rank r, std::uint32_t move, std::uint64_t) { return r == move ? 0U : 1U; });
  };
  Schedule s = listed(Collective::all_gather, 6, Program(2));
  s.phases = {phase(false)};
  const VerifyOptions sampled{.full_up_to = 1, .samples = 4};
  EXPECT_TRUE(verify(s, sampled));
  s.phases = {phase(true)};
  const auto verdict = verify(s, sampled);
  ASSERT_FALSE(verdict);
  EXPECT_EQ(verdict.error().code, "SCHEDULE_WRONG_CHUNK");
  EXPECT_THAT(verdict.error().message, HasSubstr("sends chunk 2 to rank 1, which takes it as"));
}

// A barrier --------------------------------------------------------------------------------------

TEST(Verify, ABarrierMayHearOfARankTwice) {
  // Dissemination among three: distances 1 and 2; in the second step rank 0 hears of 1 and 2 from
  // rank 1, and of 2 it had heard.
  Program program(3);
  for (Rank r = 0; r < 3; ++r)
    for (const Rank distance : {1U, 2U}) {
      program[r].push_back(send((r + distance) % 3, 0));
      program[r].push_back(recv_reduce((r + 3 - distance) % 3, 0));
    }
  const auto verdict = verify(listed(Collective::barrier, 1, program));
  ASSERT_TRUE(verdict) << to_string(verdict.error());
  // An all_reduce would count it twice.
  EXPECT_EQ(verify(listed(Collective::all_reduce, 1, program)).error().code,
            "SCHEDULE_COUNTED_TWICE");
}

TEST(Verify, ABarrierHearsOfEveryone) {
  Program program = {{send(1, 0), recv_reduce(1, 0)}, {send(0, 0), recv_reduce(0, 0)}, {}};
  const auto verdict = verify(listed(Collective::barrier, 1, program));
  ASSERT_FALSE(verdict);
  EXPECT_EQ(verdict.error().code, "SCHEDULE_BROKEN_PROMISE");
}

}  // namespace
}  // namespace weft::schedule::test
