#include "weft/link/waterfall.hpp"

#include "weft/base/assert.hpp"

#include <gtest/gtest.h>

namespace weft::link {
namespace {

// 2 GB/s a lane x 16 x 128/130 x 0.94 x 256/280.
Waterfall pcie4() {
  return Waterfall("sample", {{Role::signalling, "16 GT/s a lane", 2.0, "s"},
                              {Role::lanes, "16 lanes", 16, "s"},
                              {Role::line_code, "128b/130b", 128.0 / 130, "s"},
                              {Role::control, "control", 0.94, "s"},
                              {Role::framing, "packets", 256.0 / 280, "s"}});
}

TEST(Waterfall, RunsFromTheSignallingRateToTheUsableRate) {
  EXPECT_DOUBLE_EQ(in_gigabytes_per_second(pcie4().running(0)), 2);
  EXPECT_DOUBLE_EQ(in_gigabytes_per_second(pcie4().raw()), 32);
  EXPECT_DOUBLE_EQ(in_gigabytes_per_second(pcie4().running(1)), 32);
  EXPECT_NEAR(in_gigabytes_per_second(pcie4().capacity()), 29.617, 1e-3);
  EXPECT_NEAR(in_gigabytes_per_second(pcie4().usable()), 27.079, 1e-3);
}

TEST(Waterfall, StartsWithASignallingRate) {
  EXPECT_THROW(Waterfall("x", {}), InternalError);
  EXPECT_THROW(Waterfall("x", {{Role::lanes, "16 lanes", 16, "s"}}), InternalError);
  EXPECT_THROW(pcie4().running(5), InternalError);
}

}  // namespace
}  // namespace weft::link
