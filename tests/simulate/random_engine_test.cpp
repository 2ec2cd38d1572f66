// The simulator against an independent one, on random schedules and networks.
#include "weft/schedule/verify.hpp"

#include <cmath>
#include <string>

#include "tests/simulate/random_schedule.hpp"
#include "tests/simulate/reference_engine.hpp"
#include <gtest/gtest.h>

namespace weft::simulate::test {
namespace {

std::string describe(const Case& c) {
  std::string text = std::to_string(c.schedule.ranks) + " ranks, " +
                     std::to_string(c.schedule.channels) + " channels, " +
                     std::to_string(c.schedule.slots) + " slots:";
  for (const auto& phase : c.schedule.phases)
    text += " " + phase->name() + " x" + std::to_string(phase->repeat()) + " ordering " +
            std::to_string(static_cast<int>(phase->ordering()));
  return text;
}

TEST(Simulator, EqualsAnIndependentEngineOnRandomSchedules) {
  Random random(7);
  for (int trial = 0; trial < 250; ++trial) {
    const Case c = random_case(random);
    const Played expected = play(c.schedule, c.topology, c.placement, c.size, c.cost);
    for (const bool lockstep : {true, false})
      for (const bool periods : {true, false})
        for (const bool classes : {true, false}) {
          const auto timeline = run(c.schedule, c.topology, c.placement, c.size, c.cost,
                                    {.lockstep = lockstep, .periods = periods, .classes = classes});
          ASSERT_NEAR(timeline.end.value(), expected.end, 1e-9 * expected.end)
              << "case " << trial << ", lockstep " << lockstep << ", periods " << periods
              << ", classes " << classes << ": " << describe(c);
          for (std::size_t p = 0; p < expected.phases.size(); ++p) {
            ASSERT_NEAR(timeline.classes[p].start.value(), expected.phases[p].start,
                        1e-9 * expected.end)
                << "case " << trial << ", start of phase " << p << ": " << describe(c);
            ASSERT_NEAR(timeline.classes[p].end.value(), expected.phases[p].end,
                        1e-9 * expected.end)
                << "case " << trial << ", end of phase " << p << ": " << describe(c);
          }
        }
  }
}

}  // namespace
}  // namespace weft::simulate::test
