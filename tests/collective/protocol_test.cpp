#include "weft/collective/protocol.hpp"

#include "weft/facts/nccl.hpp"

#include <string>

#include <gtest/gtest.h>

namespace weft::collective {
namespace {

const Protocol& protocol(const char* name) { return *find_ring_protocol(name).value(); }

TEST(Protocols, AreNcclsThree) {
  ASSERT_EQ(ring_protocols().size(), 3u);
  EXPECT_STREQ(ring_protocols()[0].name, "LL");
  EXPECT_STREQ(ring_protocols()[1].name, "LL128");
  EXPECT_STREQ(ring_protocols()[2].name, "Simple");
}

TEST(Protocols, PayForFlagsInBytesOrInLatency) {
  // LL: 4 of 8 bytes are data. LL128: 120 of 128. Simple: all.
  EXPECT_DOUBLE_EQ(protocol("LL").payload_share, 0.5);
  EXPECT_DOUBLE_EQ(protocol("LL128").payload_share, 120.0 / 128);
  EXPECT_DOUBLE_EQ(protocol("Simple").payload_share, 1);
  EXPECT_LT(protocol("LL").over_fabric, protocol("LL128").over_fabric);
  EXPECT_LT(protocol("LL128").over_fabric, protocol("Simple").over_fabric);
  for (const Protocol& p : ring_protocols()) {
    EXPECT_LT(p.over_fabric, p.over_network) << p.name;
    EXPECT_GT(p.launch, Seconds(0)) << p.name;
    EXPECT_GT(p.piece, Bytes(0)) << p.name;
  }
}

TEST(Protocols, APieceIsThePayloadOfOneSlotOfTheBuffer) {
  // init.cc: 4 MiB over 8 steps for Simple; 512 KiB over 8 steps, half of it data, for LL.
  EXPECT_DOUBLE_EQ(protocol("Simple").piece.value(), 524288);
  EXPECT_DOUBLE_EQ(protocol("LL").piece.value(), 32768);
}

TEST(FindProtocol, SuggestsTheNearest) {
  const auto wrong = find_ring_protocol("Simpel");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().code, "PROTOCOL_UNKNOWN");
  EXPECT_NE(wrong.error().hint.find("Did you mean 'Simple'?"), std::string::npos);
}

}  // namespace
}  // namespace weft::collective
