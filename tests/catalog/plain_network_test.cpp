// Networks of bare hosts in one line.
#include "weft/catalog/plain_network.hpp"

#include "weft/topology/network/plan.hpp"

#include <gmock/gmock.h>

namespace weft::catalog {
namespace {

using ::testing::HasSubstr;
using topology::ComponentKind;

// k = 4: 16 hosts, 8 leaves, 8 spines, 4 cores, 3 · 16 cables of 12.5 GB/s.
TEST(PlainNetwork, IsTheWholeFatTreeOfItsRadix) {
  const auto built = build_plain_network("fat-tree:k=4");
  ASSERT_TRUE(built) << to_string(built.error());
  EXPECT_EQ(built->count(ComponentKind::host), 16U);
  EXPECT_EQ(built->count(ComponentKind::leaf), 8U);
  EXPECT_EQ(built->count(ComponentKind::core), 4U);
  EXPECT_EQ(built->link_count(), 96U);
  EXPECT_EQ(built->capacity(ResourceId(0)).value(), 12.5e9);
  EXPECT_EQ(built->networks().front().routing, topology::Routing::fixed);
}

// As many as each kind is made for: 4·4·4; 2·4·(4·2+1); (2·5²) routers of 4; 2·2 boards of 3·3.
TEST(PlainNetwork, HasAsManyHostsAsItsNumbersSay) {
  for (const auto& [text, hosts] : {std::pair{"torus:dims=4x4x4", 64},
                                    {"dragonfly:p=2,a=4,h=2", 72},
                                    {"slim-fly:q=5", 200},
                                    {"hammingmesh:board=2x2,grid=3x3", 36},
                                    {"spine-leaf:k=8", 32},
                                    {"fat-tree:k=8,tiers=2", 32},
                                    {"hyperx:dims=3x3,hosts=2", 18},
                                    {"full-mesh:dims=5,endpoints=10", 10},
                                    {"rail-optimized:k=8,endpoints=32,rails=4", 32}}) {
    const auto built = build_plain_network(text);
    ASSERT_TRUE(built) << text << ": " << to_string(built.error());
    EXPECT_EQ(built->networks().front().plan->endpoints(), static_cast<std::uint32_t>(hosts))
        << text;
  }
}

TEST(PlainNetwork, TakesRatesLatencyAndRouting) {
  const auto built = build_plain_network(
      "spine-leaf:k=4,rate=50GB/s,switch_rate=100GB/s,latency=1us,routing=spray");
  ASSERT_TRUE(built) << to_string(built.error());
  EXPECT_EQ(built->capacity(ResourceId(0)).value(), 50e9);
  EXPECT_EQ(built->capacity(ResourceId(built->link_count() - 1)).value(), 100e9);
  EXPECT_EQ(built->link(LinkId(0)).model.latency(), microseconds(1));
  EXPECT_EQ(built->networks().front().routing, topology::Routing::spray);
}

TEST(PlainNetwork, SaysWhatCannotBeRead) {
  for (const auto& [text, code, reason] :
       {std::tuple{"fat-tree:k=", "NETWORK_TEXT", "'k'"},
        {"fat-tree:k=4,k=8", "NETWORK_TEXT", "twice"},
        {"fat-tree:radix=4", "NETWORK_TEXT", "'radix'"},
        {"fat-tree:k", "NETWORK_TEXT", "key=value"},
        {"fat-tree:k=-4", "NETWORK_TEXT", "from 1"},
        {"fat-tree:k=4,rate=0GB/s", "NETWORK_TEXT", "rate 0"},
        {"fat-tree:k=4,routing=best", "NETWORK_TEXT", "'best'"},
        {"fat-tree:k=5", "NETWORK_INVALID", "even"},
        {"fat-tree:k=4,endpoints=1000", "NETWORK_TOO_SMALL", "1000"},
        {"fat-tree:k=4,q=3", "NETWORK_INVALID", "'q'"},
        {"fat-trees:k=4", "NETWORK_KIND", "fat-trees"},
        {"dual-tor:k=4", "NETWORK_INVALID", "how many hosts"}}) {
    const auto built = build_plain_network(text);
    ASSERT_FALSE(built) << text;
    EXPECT_EQ(built.error().code, code) << text;
    EXPECT_THAT(built.error().message, HasSubstr(reason));
  }
}

TEST(PlainNetwork, IsNoFileAndNoServer) {
  EXPECT_TRUE(is_plain_network("fat-tree:k=4"));
  EXPECT_TRUE(is_plain_network("fat-trees:k=4"));
  for (const char* other : {"dgx-h100", "a/b:k=4", ":k=4", "c:file.toml", "x:y"})
    EXPECT_FALSE(is_plain_network(other)) << other;
}

}  // namespace
}  // namespace weft::catalog
