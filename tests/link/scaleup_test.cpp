#include "weft/link/scaleup.hpp"

#include "weft/link/nvlink.hpp"
#include "weft/link/two_way.hpp"

#include <gtest/gtest.h>

namespace weft::link {
namespace {

double GBps(Bandwidth rate) { return in_gigabytes_per_second(rate); }

LinkModelPtr make(const char* name, int links = 1) {
  return scale_up_link({.name = name, .links = links}).value();
}

TEST(ScaleUp, AUalinkStationIs800GbpsOfWhich93PercentAreData) {
  // Four lanes of 200 Gb/s; flits hold 628 of 640 B, a request of 256 B comes behind 16 B:
  // 100 x 0.98125 x 256/272 = 92.4 GB/s. The consortium claims 93 %.
  const LinkModelPtr station = make("ualink200", 4);
  EXPECT_NEAR(GBps(station->waterfall({}).raw()), 106.25, 1e-9);
  EXPECT_NEAR(GBps(station->capacity()), 98.125, 1e-9);
  EXPECT_NEAR(GBps(station->waterfall({}).usable()), 93, 0.01 * 93);
}

TEST(ScaleUp, APairOfAscendsReaches26Of28) {
  // Copies between two 910B3 over their one link: 26.2 GB/s.
  EXPECT_NEAR(GBps(make("hccs")->waterfall({}).usable()), 26.2, 0.01 * 26.2);
}

TEST(ScaleUp, MeasuredPairsAreMet) {
  // S5000, two links: 35.7 GB/s one way, 69.5 both ways. BW1000: 166 to 170, both ways 312 to 314.
  const LinkModelPtr s5000 = make("mtlink2", 2);
  EXPECT_NEAR(GBps(s5000->waterfall({}).usable()), 35.7, 0.01 * 35.7);
  EXPECT_NEAR(GBps(copies_both_ways(*s5000, Engine::kernel).sum()), 69.5, 0.04 * 69.5);
  const LinkModelPtr bw1000 = make("hlink", 7);
  EXPECT_NEAR(GBps(bw1000->waterfall({}).usable()), 168, 0.02 * 168);
  EXPECT_NEAR(GBps(copies_both_ways(*bw1000, Engine::kernel).sum()), 313, 0.09 * 313);
}

TEST(ScaleUp, ADoubtfulRateIsMarkedInTheName) {
  EXPECT_NE(make("metaxlink", 7)->name().find("rate doubtful"), std::string::npos);
  EXPECT_EQ(make("gaudi3", 21)->name().find("rate doubtful"), std::string::npos);
}

TEST(ScaleUp, UnknownNamesAndCountsAreOneClearError) {
  for (const auto& bad :
       {scale_up_link({.name = "ualink400"}), scale_up_link({.name = "hccs", .links = 0}),
        scale_up_link({.name = "hccs", .links = 129})}) {
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().code, "LINK_INVALID");
  }
}

TEST(Nvlink, C2cCopiesMatchGb200) {
  // 450 GB/s behind one header flit for 16 of data: 423.5; nvbandwidth from host to device on
  // GB200 reads 420.6 to 422.1 GB/s.
  const LinkModelPtr c2c = nvlink_c2c_link(10).value();
  EXPECT_EQ(c2c->kind(), "c2c");
  EXPECT_NEAR(GBps(c2c->capacity()), 450, 1e-9);
  EXPECT_NEAR(GBps(c2c->waterfall({.engine = Engine::copy_engine}).usable()), 422.0, 0.005 * 422);
}

TEST(Nvlink, RubinHas36LinksOf50) {
  EXPECT_NEAR(GBps(nvlink_link({.gen = 6, .links = 36}).value()->capacity()), 1800, 1e-9);
}

}  // namespace
}  // namespace weft::link
