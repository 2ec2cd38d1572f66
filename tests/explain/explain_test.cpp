// What is called the limit, on schedules whose times can be added up by hand.
#include "weft/explain/explain.hpp"

#include "weft/collective/algorithm.hpp"
#include "weft/route/router.hpp"
#include "weft/topology/ideal_switch.hpp"

#include <gmock/gmock.h>

namespace weft::explain {
namespace {

using ::testing::HasSubstr;

// Eight endpoints of 1 GB/s around a switch without latency of its own.
class OnASwitch : public testing::Test {
 protected:
  OnASwitch()
      : topology_(topology::ideal_switch(8, gigabytes_per_second(1), Seconds(0))),
        router_(topology_),
        placement_([] {
          std::vector<ComponentId> hosts;
          for (std::uint32_t i = 0; i < 8; ++i) hosts.emplace_back(i);
          return hosts;
        }()) {}

  Explanation explained(const char* algorithm, schedule::Collective collective,
                        std::uint64_t pieces, Bytes size) {
    schedule_ = build(*collective::find_algorithm(algorithm).value(), collective,
                      {.ranks = 8, .pieces = pieces})
                    .value();
    const auto simulator = simulate::Simulator::make(schedule_, placement_, router_).value();
    timeline_ = simulator.run(size, cost_);
    gains_ = gains(simulator, timeline_, size, cost_);
    return explain(simulator, timeline_, size, cost_);
  }

  topology::Topology topology_;
  route::Router router_;
  schedule::Placement placement_;
  schedule::Schedule schedule_;
  schedule::Timeline timeline_;
  std::vector<Gain> gains_;
  simulate::MessageCost cost_{.launch = microseconds(5), .over_network = microseconds(1)};
};

// A ring of eight: 14 messages of 1 us and 5 us to launch, and 14/8 of 8 kB at 1 GB/s are 14 us.
TEST_F(OnASwitch, LatencyIsTheLimitWhereItTakesMoreThanHalfTheTime) {
  const auto why = explained("ring", schedule::Collective::all_reduce, 1, Bytes(8000));
  EXPECT_NEAR(timeline_.end.value(), 33e-6, 1e-12);
  EXPECT_FALSE(why.limit.is_resource);
  EXPECT_EQ(why.limit.text, "5 us to launch, 14 us of message latency (14 in a row)");
  EXPECT_NEAR(why.latency_share, 19.0 / 33, 1e-9);
  EXPECT_TRUE(why.second.is_resource);
}

// A chain of seven hops passes on 64 pieces of 10 kB: 64 + 6 times 10 us move bytes, six of them
// fill the pipeline, which is no latency; 7 us and 5 us are. Were bytes free, the 8 slots of a
// connection would let 8 pieces go in each us: 8 rounds, the last of them over 7 hops.
TEST_F(OnASwitch, FillingAPipelineIsNoLatency) {
  const auto why = explained("chain", schedule::Collective::broadcast, 64, Bytes(640000));
  EXPECT_NEAR(timeline_.end.value(), 712e-6, 1e-12);
  EXPECT_TRUE(why.limit.is_resource);
  EXPECT_NEAR(why.latency_share, 12.0 / 712, 1e-9);
  EXPECT_THAT(why.second.text, HasSubstr("14 us of message latency (14 in a row)"));
}

// Links 10 % faster: 14 us become 14/1.1.
TEST_F(OnASwitch, AGainIsTheTimeThatOneClassBetterWouldSave) {
  explained("ring", schedule::Collective::all_reduce, 1, Bytes(8000));
  for (const Gain& gain : gains_) {
    const double saved = gain.kind == kLatencyClass ? 19 - 19 / 1.1 : 14 - 14 / 1.1;
    EXPECT_NEAR(gain.percent, (33 / (33 - saved) - 1) * 100, 1e-6) << gain.kind;
  }
  EXPECT_EQ(gains_.size(), 2U);
}

}  // namespace
}  // namespace weft::explain
