// A fabric that was read is one that messages go over.
#include "weft/io/topology_file.hpp"
#include "weft/route/router.hpp"

#include <gtest/gtest.h>

namespace weft {
namespace {

TEST(FabricRoute, LeadsFromHostToHostOverTheirNics) {
  const auto read = io::read_topology(
      {"net",
       "Switch 64 \"S-a1\" # \"leaf\" base port 0 lid 1 lmc 0\n"
       "[1] \"H-b1\"[1](b1) # \"node0 mlx5_0\" lid 11 4xNDR\n"
       "[2] \"H-b2\"[1](b2) # \"node1 mlx5_0\" lid 12 4xNDR\n"
       "Ca 1 \"H-b1\" # \"node0 mlx5_0\"\n[1](b1) \"S-a1\"[1] # lid 11 lmc 0 \"leaf\" lid 1 4xNDR\n"
       "Ca 1 \"H-b2\" # \"node1 mlx5_0\"\n[1](b2) \"S-a1\"[2] # lid 12 lmc 0 \"leaf\" lid 1 "
       "4xNDR\n"});
  ASSERT_TRUE(read.has_value());
  const topology::Topology& t = read->topology;
  const auto path =
      route::Router(t).path(*t.find("host[0]"), *t.find("host[1]"), link::Engine::nic);
  ASSERT_TRUE(path.has_value()) << to_string(path.error());
  EXPECT_EQ(path->hops.size(), 4u);  // host, NIC, leaf, NIC, host
  // 4xNDR has 53.125 GB/s of symbols, of which 256b/257b and RS(544,514) leave 50 GB/s; a packet
  // has 26 to 30 bytes of headers beside 4096 of payload.
  EXPECT_NEAR(bandwidth(t, *path).value(), 49.7e9, 0.1e9);
}

}  // namespace
}  // namespace weft
