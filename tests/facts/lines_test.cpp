#include "weft/facts/lines.hpp"

#include "weft/facts/classes.hpp"

#include <gtest/gtest.h>

namespace weft::facts {
namespace {

// Loading throws where an entry lacks source or tag (reader_test), so that each table loads is
// that each of its facts has both.
template <class Row>
void expect_evidence(const std::vector<Row>& rows) {
  ASSERT_FALSE(rows.empty());
  for (const Row& row : rows) EXPECT_FALSE(row.evidence.source.empty());
}

TEST(Lines, EveryGenerationHasASource) {
  expect_evidence(pcie_generations());
  expect_evidence(nvlink_generations());
  expect_evidence(xgmi_generations());
  expect_evidence(cpu_links());
  expect_evidence(infiniband_rates());
  expect_evidence(ethernet_rates());
  expect_evidence(memory_kinds());
}

TEST(Lines, NvlinkSignallingTimesCodeGivesTheStatedRateOfALink) {
  // e.g. gen 4: 2 lanes x 106.25 Gb/s x 16/17 / 8 = 25 GB/s.
  for (const NvlinkGeneration& g : nvlink_generations())
    EXPECT_NEAR(g.signal_gbps * g.lanes * g.code.factor() / 8, g.link_GBps, 1e-9) << g.gen;
}

TEST(Lines, NetworkFactorsGiveTheStatedDataRate) {
  // e.g. 400G: 4 lanes x 53.125 GBd x 2 bit x 256/257 x 514/544 = 400 Gb/s.
  for (const auto* rows : {&infiniband_rates(), &ethernet_rates()})
    for (const NetworkRate& rate : *rows)
      EXPECT_NEAR(
          rate.gbaud * rate.symbol_bits * rate.lanes * rate.code.factor() * rate.fec.factor(),
          rate.gbps, 1e-6)
          << rate.name;
}

TEST(Lines, XgmiEfficiencyOfMi300xIs48Of64) {
  const XgmiGeneration* mi300x = find_xgmi("mi300x");
  ASSERT_NE(mi300x, nullptr);
  EXPECT_EQ(mi300x->arch, "gfx942");
  EXPECT_DOUBLE_EQ(mi300x->gtps / 8 * mi300x->lanes * mi300x->efficiency, mi300x->rccl_GBps);
}

TEST(Lines, UnknownNamesFindNothing) {
  EXPECT_EQ(find_pcie(9), nullptr);
  EXPECT_EQ(find_nvlink(0), nullptr);
  EXPECT_EQ(find_xgmi("gfx1"), nullptr);
  EXPECT_EQ(find_cpu_link("upi"), nullptr);
  EXPECT_EQ(find_ethernet("eth7"), nullptr);
}

TEST(Lines, AliasesOfEthernetAreFound) {
  ASSERT_NE(find_ethernet("100gbe"), nullptr);
  EXPECT_EQ(find_ethernet("100gbe")->name, "eth100");
}

TEST(Classes, EveryConstantHasASourceAndIsPlausible) {
  const Classes& c = classes();
  EXPECT_DOUBLE_EQ(c.pcie.control_traffic.value, 0.06);
  EXPECT_DOUBLE_EQ(c.pcie.flit_payload_bytes.value, 236);
  EXPECT_FALSE(c.latency.nvlink_ns.evidence.source.empty());
  EXPECT_GT(c.copy.memcpy_issue_us.value, 0);
}

}  // namespace
}  // namespace weft::facts
