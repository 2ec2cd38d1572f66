#include "weft/schedule/collective_kind.hpp"

#include "weft/base/assert.hpp"

#include <string>
#include <utility>
#include <vector>

#include "tests/oracles/rows.hpp"
#include <gtest/gtest.h>

namespace weft::schedule {
namespace {

TEST(ParseCollective, ReadsEveryWordInTheSpellingsPeopleUse) {
  ASSERT_EQ(collectives().size(), 10u);
  for (const Collective collective : collectives()) {
    const std::string name = word(collective);  // all_reduce
    std::string dashed = name;
    std::string squeezed;
    std::string camel;
    for (char& c : dashed)
      if (c == '_') c = '-';
    for (std::size_t i = 0; i < name.size(); ++i) {
      if (name[i] == '_') continue;
      squeezed += name[i];
      const bool starts = i == 0 || name[i - 1] == '_';
      camel += starts ? static_cast<char>(name[i] - 'a' + 'A') : name[i];
    }
    for (const std::string& text :
         {name, dashed, squeezed, camel, name + "_perf", squeezed + "_perf", squeezed + "perf"}) {
      const auto parsed = parse_collective(text);
      ASSERT_TRUE(parsed) << text;
      EXPECT_EQ(*parsed, collective) << text;
    }
  }
}

TEST(ParseCollective, ReadsTheProgramsOfNcclTests) {
  // The executables of NVIDIA/nccl-tests, as they are called.
  const std::vector<std::pair<const char*, Collective>> programs = {
      {"all_reduce_perf", Collective::all_reduce},
      {"all_gather_perf", Collective::all_gather},
      {"reduce_scatter_perf", Collective::reduce_scatter},
      {"broadcast_perf", Collective::broadcast},
      {"reduce_perf", Collective::reduce},
      {"alltoall_perf", Collective::all_to_all},
      {"gather_perf", Collective::gather},
      {"scatter_perf", Collective::scatter},
      {"sendrecv_perf", Collective::send_recv}};
  for (const auto& [program, collective] : programs)
    EXPECT_EQ(parse_collective(program).value(), collective) << program;
}

TEST(ParseCollective, RefusesOthersAndSuggestsTheNearest) {
  for (const char* text : {"", "perf", "_perf", "all", "allreduce2", "hypercube"}) {
    const auto parsed = parse_collective(text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_EQ(parsed.error().code, "COLLECTIVE_UNKNOWN");
    EXPECT_NE(parsed.error().hint.find("Known are all_reduce"), std::string::npos);
  }
  EXPECT_NE(parse_collective("all_redcue").error().hint.find("Did you mean 'all_reduce'?"),
            std::string::npos);
}

TEST(Collective, KnowsWhichAddAndWhichHaveARoot) {
  for (const Collective collective : collectives()) {
    const std::string name = word(collective);
    // The names say it: what is called reduce adds.
    EXPECT_EQ(reduces(collective), name.find("reduce") != std::string::npos) << name;
    EXPECT_EQ(rooted(collective),
              name == "broadcast" || name == "reduce" || name == "gather" || name == "scatter")
        << name;
  }
}

TEST(BusbwFactor, ReproducesNcclTests) {
  int factors = 0;
  for (const oracles::Row& row : oracles::rows("schedule")) {
    const auto& in = row.inputs;
    if (row.name.starts_with("nccltests.busbw_factor.")) {
      const auto collective = parse_collective(in.at("coll").get<std::string>());
      ASSERT_TRUE(collective) << row.name;
      EXPECT_NEAR(busbw_factor(*collective, in.at("n").get<std::uint64_t>()),
                  row.expected.get<double>(), row.tolerance)
          << row.name;
      ++factors;
    } else {
      ASSERT_EQ(row.name, "nccltests.busbw.allreduce");
      const double algbw = in.at("S").get<double>() / (in.at("t_us").get<double>() * 1e-6);
      EXPECT_NEAR(
          algbw * 1e-9 * busbw_factor(Collective::all_reduce, in.at("n").get<std::uint64_t>()),
          row.expected.get<double>(), row.tolerance);
    }
  }
  EXPECT_EQ(factors, 9);
}

TEST(BusbwFactor, OfOneRankIsThatOfNoTraffic) {
  EXPECT_DOUBLE_EQ(busbw_factor(Collective::all_reduce, 1), 0);
  EXPECT_DOUBLE_EQ(busbw_factor(Collective::broadcast, 1), 1);
  EXPECT_DOUBLE_EQ(busbw_factor(Collective::barrier, 8), 0);  // moves no bytes
  EXPECT_THROW(busbw_factor(Collective::all_reduce, 0), InternalError);
}

}  // namespace
}  // namespace weft::schedule
