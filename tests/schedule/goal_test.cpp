// What each of the nine collectives promises: a plan by hand that keeps it, and ones that do not.
#include "weft/schedule/goal.hpp"

#include <string>
#include <utility>

#include "tests/schedule/support.hpp"
#include <gtest/gtest.h>

namespace weft::schedule::test {
namespace {

void expect_kept(const Schedule& s) {
  const auto verdict = verify(s);
  ASSERT_TRUE(verdict) << to_string(verdict.error());
}

void expect_broken(const Schedule& s, const char* says) {
  const auto verdict = verify(s);
  ASSERT_FALSE(verdict);
  EXPECT_EQ(verdict.error().code, "SCHEDULE_BROKEN_PROMISE") << verdict.error().message;
  EXPECT_NE(verdict.error().message.find(says), std::string::npos) << verdict.error().message;
}

Schedule rooted_at(Rank root, Schedule s) {
  s.root = root;
  return s;
}

const std::vector<Buffer> kInAndOut = {{"in", 3, 1.0}, {"out", 3, 1.0}};

// reduce: only the root ends with the sum --------------------------------------------------------

Program reduce_to(Rank root) {
  Program program(3);
  for (Rank r = 0; r < 3; ++r) {
    if (r == root) continue;
    program[r].push_back(send(root, 0));
    program[root].push_back(recv_reduce(r, 0));
  }
  return program;
}

TEST(Goal, ReduceGivesTheRootTheSum) {
  for (Rank root = 0; root < 3; ++root)
    expect_kept(rooted_at(root, listed(Collective::reduce, 1, reduce_to(root))));
}

TEST(Goal, ReduceAddedAlongAChainIsAsGood) {
  expect_kept(listed(Collective::reduce, 1,
                     {{recv_reduce(1, 0)}, {add_and_pass_on(2, 0, 0)}, {send(1, 0)}}));
}

TEST(Goal, ReduceToAnotherRankIsNotTheRootsResult) {
  expect_broken(rooted_at(2, listed(Collective::reduce, 1, reduce_to(0))), "rank 2 ends with");
}

TEST(Goal, ReduceNeedsEveryRank) {
  Program program = reduce_to(0);
  program[2].clear();
  program[0].pop_back();
  expect_broken(listed(Collective::reduce, 1, program), "{0-1}");
}

// gather: the root ends with each rank's part ----------------------------------------------------

TEST(Goal, GatherGivesTheRootEveryPart) {
  for (Rank root = 0; root < 3; ++root) {
    Program program(3);
    for (Rank r = 0; r < 3; ++r) {
      if (r == root) continue;
      program[r].push_back(send(root, r));
      program[root].push_back(recv(r, r));
    }
    expect_kept(rooted_at(root, listed(Collective::gather, 3, program)));
  }
}

TEST(Goal, GatherOfOneRanksPartTwiceIsNoGather) {
  // Rank 1's part lands where rank 2's belongs.
  expect_broken(
      listed(Collective::gather, 3, {{recv(1, 1), recv(1, 2)}, {send(0, 1), send(0, 1)}, {}}),
      "rank 0 ends with input chunk 1 of ranks {1} in chunk 2, promised is input chunk 2");
}

// scatter: each rank ends with its part of the root's --------------------------------------------

TEST(Goal, ScatterGivesEachRankItsPart) {
  for (Rank root = 0; root < 3; ++root) {
    Program program(3);
    for (Rank r = 0; r < 3; ++r) {
      if (r == root) continue;
      program[root].push_back(send(r, r));
      program[r].push_back(recv(root, r));
    }
    expect_kept(rooted_at(root, listed(Collective::scatter, 3, program)));
  }
}

TEST(Goal, ScatterOfSwappedPartsIsNoScatter) {
  expect_broken(
      listed(Collective::scatter, 3, {{send(1, 2), send(2, 1)}, {recv(0, 1)}, {recv(0, 2)}}),
      "rank 1 ends with input chunk 2 of ranks {0} in chunk 1");
}

// all_to_all: part p of the output is what rank p had for us -------------------------------------

Program exchange(Rank n) {
  Program program(n);
  for (Rank r = 0; r < n; ++r) {
    program[r].push_back(copy(0, r, 1, r));
    for (Rank other = 0; other < n; ++other)
      if (other != r) program[r].push_back(send(other, other));
    for (Rank other = 0; other < n; ++other)
      if (other != r) program[r].push_back(recv(other, other, 1));
  }
  return program;
}

TEST(Goal, AllToAllExchangesParts) {
  expect_kept(listed(Collective::all_to_all, kInAndOut, exchange(3)));
}

TEST(Goal, AllToAllWithSeveralChunksAPart) {
  // Two ranks, two chunks a part: rank 0's chunks 2 and 3 go to chunks 0 and 1 of rank 1.
  const auto copy_two = [](Rank r) {
    ListedMove both = copy(0, std::uint64_t{2} * r, 1, std::uint64_t{2} * r);
    both.move.chunks = 2;
    return both;
  };
  const Program program = {{copy_two(0), send(1, 2, 0, 2), recv(1, 2, 1, 2)},
                           {copy_two(1), send(0, 0, 0, 2), recv(0, 0, 1, 2)}};
  expect_kept(listed(Collective::all_to_all, {{"in", 4, 1.0}, {"out", 4, 1.0}}, program));
}

TEST(Goal, AllToAllWithoutTheOwnPartIsIncomplete) {
  Program program = exchange(3);
  for (auto& moves : program) moves.erase(moves.begin());
  expect_broken(listed(Collective::all_to_all, kInAndOut, program), "rank 0 ends with nothing");
}

TEST(Goal, AllToAllThatSendsItsOwnPartIsWrong) {
  Program program = exchange(3);
  program[1][1].chunk = 1;  // to rank 0, which is promised rank 1's chunk 0
  expect_broken(
      listed(Collective::all_to_all, kInAndOut, program),
      "rank 0 ends with input chunk 1 of ranks {1} in chunk 1, promised is input chunk 0");
}

// send_recv: everyone's input moves to the next rank ---------------------------------------------

TEST(Goal, SendRecvShiftsByOne) {
  Program program(3);
  for (Rank r = 0; r < 3; ++r) program[r] = {send((r + 1) % 3, 0), recv((r + 2) % 3, 0, 1)};
  const std::vector<Buffer> buffers = {{"in", 1, 1.0}, {"out", 1, 1.0}};
  expect_kept(listed(Collective::send_recv, buffers, program));
  for (Rank r = 0; r < 3; ++r) program[r] = {send((r + 2) % 3, 0), recv((r + 1) % 3, 0, 1)};
  expect_broken(listed(Collective::send_recv, buffers, program), "promised is input chunk 0");
}

// reduce_scatter, all_gather, broadcast, all_reduce ----------------------------------------------

TEST(Goal, ReduceScatterGivesEachRankTheSumOfItsPart) {
  Program program(3);
  for (Rank r = 0; r < 3; ++r)
    for (Rank other = 0; other < 3; ++other) {
      if (other == r) continue;
      program[r].push_back(send(other, other));
    }
  for (Rank r = 0; r < 3; ++r)
    for (Rank other = 0; other < 3; ++other)
      if (other != r) program[r].push_back(recv_reduce(other, r));
  expect_kept(listed(Collective::reduce_scatter, 3, program));
  program[2].pop_back();
  program[1].erase(program[1].begin() + 1);
  expect_broken(listed(Collective::reduce_scatter, 3, program), "rank 2 ends with");
}

TEST(Goal, AllGatherGivesEveryoneEveryPart) {
  for (Rank n = 2; n <= 5; ++n) expect_kept(ring_all_gather(n));
  Schedule s = ring_all_gather(3);
  s.collective = Collective::all_reduce;
  EXPECT_FALSE(verify(s));  // parts are not sums
}

TEST(Goal, BroadcastGivesEveryoneTheRootsInput) {
  expect_kept(rooted_at(
      1, listed(Collective::broadcast, 1, {{recv(1, 0)}, {send(0, 0), send(2, 0)}, {recv(1, 0)}})));
}

TEST(Goal, AllReduceByReduceAndBroadcastIsAsGood) {
  expect_kept(listed(Collective::all_reduce, 1,
                     {{recv_reduce(1, 0), recv_reduce(2, 0), send(1, 0), send(2, 0)},
                      {send(0, 0), recv(0, 0)},
                      {send(0, 0), recv(0, 0)}}));
}

TEST(Goal, AllReduceOfOneSideOnlyIsNone) {
  expect_broken(listed(Collective::all_reduce, 1, {{recv_reduce(1, 0)}, {send(0, 0)}}),
                "rank 1 ends with input chunk 0 of ranks {1}");
}

// The values themselves --------------------------------------------------------------------------

TEST(Goal, StartsFromWhatEachCollectiveIsGiven) {
  Schedule s = listed(Collective::all_gather, 4, Program(2));
  EXPECT_EQ(initial_value(s, 0, 1), (ChunkValue{1, Contributions::of(0)}));  // 0 and 1 are rank 0's
  EXPECT_EQ(initial_value(s, 0, 2), std::nullopt);
  EXPECT_EQ(initial_value(s, 1, 2), (ChunkValue{2, Contributions::of(1)}));
  s.collective = Collective::broadcast;
  s.root = 1;
  EXPECT_EQ(initial_value(s, 0, 0), std::nullopt);
  EXPECT_EQ(initial_value(s, 1, 3), (ChunkValue{3, Contributions::of(1)}));
  s.collective = Collective::all_reduce;
  EXPECT_EQ(initial_value(s, 0, 3), (ChunkValue{3, Contributions::of(0)}));
}

TEST(Goal, PromisesNothingWhereTheResultIsUndefined) {
  Schedule s = listed(Collective::reduce, 2, Program(2));
  EXPECT_EQ(promised_value(s, 1, 0), std::nullopt);
  EXPECT_EQ(promised_value(s, 0, 0), (ChunkValue{0, Contributions::range(0, 2)}));
  s.collective = Collective::reduce_scatter;
  EXPECT_EQ(promised_value(s, 0, 1), std::nullopt);  // chunk 1 is rank 1's
}

}  // namespace
}  // namespace weft::schedule::test
