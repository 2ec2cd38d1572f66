#include "weft/report/text.hpp"

#include <gtest/gtest.h>

namespace weft::report {
namespace {

TEST(Wrapped, BreaksBetweenWordsAtTheWidth) {
  // "one two" is 7 columns, "one two three" 13.
  EXPECT_EQ(wrapped("one two three four", 13), "one two three\nfour\n");
  EXPECT_EQ(wrapped("one two three four", 12), "one two\nthree four\n");
}

TEST(Wrapped, IndentsEveryLineAndKeepsLongWordsWhole) {
  EXPECT_EQ(wrapped("a NCCL_TOPO_DUMP_FILE b", 8, 2), "  a\n  NCCL_TOPO_DUMP_FILE\n  b\n");
}

TEST(Wrapped, TakesAnyBlankAsABreakAndNothingAsNothing) {
  EXPECT_EQ(wrapped("  one\ntwo  three\n"), "one two three\n");
  EXPECT_EQ(wrapped(" \n"), "");
}

TEST(Counted, KnowsThePlural) {
  EXPECT_EQ(counted(1, "GPU"), "1 GPU");
  EXPECT_EQ(counted(8, "GPU"), "8 GPUs");
  EXPECT_EQ(counted(0, "PCIe switch"), "0 PCIe switches");
  EXPECT_EQ(counted(2, "memory"), "2 memories");
  EXPECT_EQ(plural("NVSwitch"), "NVSwitches");
}

}  // namespace
}  // namespace weft::report
