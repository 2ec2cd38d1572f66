// Which GPU is which rank changes no prediction of any algorithm on any wiring.
#include "weft/collective/arrangement.hpp"
#include "weft/io/topology_file.hpp"
#include "weft/simulate/simulator.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>

#include "tests/collective/support.hpp"
#include <fmt/format.h>
#include <gtest/gtest.h>

namespace weft::collective {
namespace {

class Relabel : public testing::TestWithParam<const char*> {
 protected:
  // Seconds for 64 MiB; negative where the algorithm does not fit.
  static double time(const route::Router& router, const std::vector<ComponentId>& ranks,
                     const Algorithm& algorithm, Collective collective, Rank root) {
    const auto wiring = find_wiring(
        router, ranks, schedule::rooted(collective) ? std::optional<Rank>(root) : std::nullopt);
    EXPECT_TRUE(wiring);
    const auto stand = arrange(*wiring, algorithm, collective);
    if (!stand) return -1;
    Shape shape = stand->shape;
    shape.pieces = 4;
    const auto schedule = build(algorithm, collective, shape);
    EXPECT_TRUE(schedule);
    const schedule::Placement placement(wiring->ranks, stand->orders);
    const auto simulator = simulate::Simulator::make(*schedule, placement, router);
    EXPECT_TRUE(simulator);
    return simulator->run(Bytes(1 << 26), simulate::MessageCost{}).end.value();
  }
};

TEST_P(Relabel, ChangesNoTime) {
  std::ifstream file(fmt::format("{}/examples/{}.xml", WEFT_SOURCE_DIR, GetParam()));
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto read = io::read_topology({GetParam(), text});
  ASSERT_TRUE(read) << to_string(read.error());
  const route::Router router(read->topology);
  const auto gpus = read->topology.all(topology::ComponentKind::gpu);
  const std::vector<ComponentId> ranks(gpus.begin(), gpus.end());
  test::Random random(11);
  auto others = ranks;
  random.shuffle(others);
  const ComponentId root = ranks[1];
  const auto other_root =
      static_cast<Rank>(std::find(others.begin(), others.end(), root) - others.begin());
  for (const Algorithm& algorithm : algorithms())
    for (const Collective collective : algorithm.collectives) {
      const bool rooted = schedule::rooted(collective);
      const double before = time(router, ranks, algorithm, collective, rooted ? 1 : 0);
      const double after = time(router, others, algorithm, collective, rooted ? other_root : 0);
      EXPECT_NEAR(after, before, 1e-9 * std::abs(before))
          << algorithm.name << " " << word(collective);
    }
}

INSTANTIATE_TEST_SUITE_P(Examples, Relabel,
                         testing::Values("dgx-h100", "dgx-a100", "dgx-1v", "mi300x", "pcie-4x-a10"),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace weft::collective
