#include "weft/link/congestion.hpp"

#include <gtest/gtest.h>

namespace weft::link {
namespace {

double Gbps(Bandwidth rate) { return rate.value() * 8 / 1e9; }

TEST(Mathis, LossBoundsAConnection) {
  // 1460 B / 0.1 ms x sqrt(1.5) / sqrt(1e-4) = 14.3 Gb/s; a hundred times the loss, a tenth of it.
  EXPECT_NEAR(Gbps(mathis_rate(Bytes(1460), Seconds(1e-4), 1e-4)), 14.305, 0.001);
  EXPECT_NEAR(Gbps(mathis_rate(Bytes(1460), Seconds(1e-4), 1e-2)), 1.4305, 0.0001);
}

TEST(Ecn, MarksMoreFromTheLowerToTheUpperBound) {
  const MarkingCurve curve{Bytes(5000), Bytes(200000), 0.01};
  EXPECT_EQ(mark_probability(curve, Bytes(5000)), 0);
  EXPECT_NEAR(mark_probability(curve, Bytes(102500)), 0.005, 1e-12);  // half way
  EXPECT_NEAR(mark_probability(curve, Bytes(200000)), 0.01, 1e-12);
  EXPECT_EQ(mark_probability(curve, Bytes(200001)), 1);
}

TEST(Dcqcn, ANotificationCutsByHalfOfAlpha) {
  const DcqcnSender before{gigabits_per_second(100), gigabits_per_second(100), 1};
  const DcqcnSender after = after_notification(before);
  EXPECT_NEAR(Gbps(after.current), 50, 1e-9);
  EXPECT_NEAR(Gbps(after.target), 100, 1e-9);
  EXPECT_EQ(after.alpha, 1);  // (1 - g) + g
}

TEST(Dcqcn, RecoveryHalvesTheGapEachRound) {
  // From 50 towards 100 Gb/s: 75, 87.5, 93.75, 96.875, 98.4375.
  const DcqcnSender sender{gigabits_per_second(50), gigabits_per_second(100), 1};
  EXPECT_NEAR(Gbps(after_recovery(sender, 1)), 75, 1e-9);
  EXPECT_NEAR(Gbps(after_recovery(sender, 5)), 98.4375, 1e-9);
}

TEST(Pause, HeadroomAt100GAnd100MetresIs56Kilobytes) {
  // Cable 2 x 500 ns x 12.5 GB/s = 12.5 kB, two frames of 9216 B, 201 728 bit times = 25.2 kB, 64
  // B.
  const PauseHeadroom port{.rate = gigabits_per_second(100)};
  EXPECT_NEAR(pause_headroom(port).value(), 12500 + 18432 + 25216 + 64, 1);
}

TEST(Pause, HeadroomAt400GIs126Kilobytes) {
  // 50 kB + 18.4 kB + 463 360 bit times = 57.9 kB + 64 B.
  const PauseHeadroom port{.rate = gigabits_per_second(400)};
  EXPECT_NEAR(pause_headroom(port).value(), 50000 + 18432 + 57920 + 64, 1);
}

TEST(Pause, ASlowRateIsBoundAsTheSlowestInTheTableAndAFastOneAsTheFastest) {
  EXPECT_NEAR(pause_response(gigabits_per_second(25)).value(), 201728 / 100e9, 1e-15);
  EXPECT_NEAR(pause_response(gigabits_per_second(800)).value(), 463360 / 400e9, 1e-15);
}

}  // namespace
}  // namespace weft::link
