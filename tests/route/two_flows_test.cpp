// Two transfers at once: equal shares, and what one cannot use goes to the other.
#include "weft/route/two_flows.hpp"

#include "tests/route/support.hpp"
#include <gtest/gtest.h>

namespace weft::route::test {
namespace {

constexpr auto kEngine = link::Engine::copy_engine;
constexpr double kWire = 16e9 * 16 / 8 * 128 / 130 * 0.94;  // PCIe 4.0 x16

// Up are writes and the requests of what comes down, which fill it first: 24.6 GB/s each. What
// comes down cannot gain, though its own wires have room, since no request gets up.
TEST(TwoFlows, ShareALinkBothWaysByRequestsAndAcknowledgements) {
  const Topology t = two_sockets(rome);
  const TwoRates rates = share(t, path(t, memory(t, 0), gpu(t, 3), {}, kEngine),
                               path(t, gpu(t, 3), memory(t, 0), {}, kEngine));
  EXPECT_NEAR(rates.first.value(), kWire / (kWrite + kRequest), 1);
  EXPECT_NEAR(rates.second.value(), kWire / (kWrite + kRequest), 1);
}

TEST(TwoFlows, ThatShareNothingGetWhatTheyGetAlone) {
  const Topology t = two_sockets(rome);
  const Path first = path(t, gpu(t, 0), gpu(t, 1));
  const Path second = path(t, memory(t, 1), gpu(t, 4));
  const TwoRates rates = share(t, first, second);
  EXPECT_DOUBLE_EQ(rates.first.value(), bandwidth(t, first).value());
  EXPECT_DOUBLE_EQ(rates.second.value(), bandwidth(t, second).value());
}

TEST(TwoFlows, OnTheSameWayGetHalfEach) {
  const Topology t = two_sockets(rome);
  const Path way = path(t, gpu(t, 0), gpu(t, 1));
  const TwoRates rates = share(t, way, way);
  EXPECT_NEAR(rates.first / bandwidth(t, way), 0.5, 1e-12);
  EXPECT_NEAR(rates.second / bandwidth(t, way), 0.5, 1e-12);
}

}  // namespace
}  // namespace weft::route::test
