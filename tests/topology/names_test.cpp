// Topology::find: how a person names a component.
#include "weft/link/fixed.hpp"
#include "weft/topology/builder.hpp"

#include <string>

#include <gtest/gtest.h>

namespace weft::topology {
namespace {

Attributes known(const char* key, const char* value) {
  Attributes attributes;
  attributes.set(key, value);
  return attributes;
}

// Four GPUs with bus ids, two NICs with device names, one memory.
Topology server() {
  Builder builder("a server");
  for (const char* busid : {"0000:07:00.0", "0000:0f:00.0", "0000:47:00.0", "0000:4e:00.0"})
    builder.add(ComponentKind::gpu, {}, known("busid", busid));
  for (const char* name : {"mlx5_0", "mlx5_10"})
    builder.add(ComponentKind::nic, {}, known("name", name));
  builder.add(ComponentKind::memory);
  return std::move(builder).build();
}

std::string found(const Topology& t, const char* text) {
  const auto id = t.find(text);
  return id ? t.name(*id) : id.error().code;
}

TEST(Find, KindAndIndexInThreeSpellings) {
  const Topology t = server();
  EXPECT_EQ(found(t, "gpu[3]"), "gpu[3]");
  EXPECT_EQ(found(t, "gpu3"), "gpu[3]");
  EXPECT_EQ(found(t, "gpu:3"), "gpu[3]");
  EXPECT_EQ(found(t, "memory[0]"), "memory[0]");
  EXPECT_EQ(found(t, "nic1"), "nic[1]");
  EXPECT_EQ(found(t, "GPU3"), "gpu[3]");  // as nvidia-smi writes it
}

TEST(Find, PciBusIdsInUpperAndLowerCase) {
  const Topology t = server();
  EXPECT_EQ(found(t, "0000:0f:00.0"), "gpu[1]");
  EXPECT_EQ(found(t, "0000:0F:00.0"), "gpu[1]");
  EXPECT_EQ(found(t, "0000:4E:00.0"), "gpu[3]");
}

TEST(Find, DeviceNamesThatEndInANumber) {
  const Topology t = server();
  EXPECT_EQ(found(t, "mlx5_0"), "nic[0]");
  EXPECT_EQ(found(t, "mlx5_10"), "nic[1]");
}

// Two servers of a GPU and a NIC with two ports each.
Topology two_servers() {
  Builder builder("a rack");
  for (int i = 0; i < 2; ++i) {
    const Place place{.server = i};
    builder.add(ComponentKind::gpu, place, known("busid", "0000:07:00.0"));
    const ComponentId nic = builder.add(ComponentKind::nic, place);
    for (int port = 0; port < 2; ++port)
      builder.connect(nic, builder.add(ComponentKind::port, place, known("name", "mlx5_0")),
                      link::fixed_link({.name = "line", .rate = Bandwidth(1e9)}),
                      Provenance::specified);
  }
  return std::move(builder).build();
}

TEST(Find, TheServerTellsNamesApart) {
  const Topology t = two_servers();
  EXPECT_EQ(found(t, "server[1].mlx5_0"), "nic[1]");
  EXPECT_EQ(found(t, "server[1].gpu[0]"), "gpu[1]");
  EXPECT_EQ(found(t, "server1.gpu0"), "gpu[1]");
  EXPECT_EQ(found(t, "server[0].0000:07:00.0"), "gpu[0]");
  EXPECT_EQ(found(t, "gpu[1]"), "gpu[1]");
  EXPECT_EQ(found(t, "server[2].gpu[0]"), "COMPONENT_UNKNOWN");
  EXPECT_EQ(found(t, "server[1].gpu[1]"), "COMPONENT_UNKNOWN");
}

TEST(Find, ANameOfSeveralComponentsListsThem) {
  const auto id = two_servers().find("mlx5_0");
  ASSERT_FALSE(id);
  EXPECT_EQ(id.error().code, "COMPONENT_AMBIGUOUS");
  EXPECT_EQ(id.error().message,
            "'a rack' has 2 components named 'mlx5_0': nic[0] (server[0].mlx5_0), nic[1] "
            "(server[1].mlx5_0)");
}

TEST(Find, AnIndexBeyondTheLastSaysWhichThereAre) {
  const auto id = server().find("gpu[4]");
  ASSERT_FALSE(id);
  EXPECT_EQ(id.error().code, "COMPONENT_UNKNOWN");
  EXPECT_EQ(id.error().message, "'a server' has no gpu[4]; it has gpu[0] to gpu[3]");
}

TEST(Find, AKindThatIsAbsentSaysSo) {
  const auto id = server().find("nvswitch[0]");
  ASSERT_FALSE(id);
  EXPECT_EQ(id.error().message, "'a server' has no nvswitch");
}

TEST(Find, AMistypedNameSuggestsTheNearest) {
  const Topology t = server();
  for (const auto& [wanted, nearest] :
       {std::pair{"mlx5_1", "mlx5_0"}, {"0000:07:00.1", "0000:07:00.0"}, {"gpx[2]", "gpu[2]"}}) {
    const auto id = t.find(wanted);
    ASSERT_FALSE(id) << wanted;
    EXPECT_NE(id.error().hint.find(std::string("Did you mean '") + nearest + "'?"),
              std::string::npos)
        << wanted << ": " << id.error().hint;
  }
}

TEST(Find, WhatIsNoNameIsRefusedWithAHint) {
  const Topology t = server();
  for (const char* text : {"", "gpu", "gpu[]", "gpu[-1]", "gpu[1", "gpu1]", "gpu[1.5]", "[1]", "3",
                           "gpu[99999999999999999999]", "gpu[4294967296]", "something else"}) {
    const auto id = t.find(text);
    ASSERT_FALSE(id) << text;
    EXPECT_EQ(id.error().code, "COMPONENT_UNKNOWN") << text;
    EXPECT_FALSE(id.error().hint.empty()) << text;
  }
}

}  // namespace
}  // namespace weft::topology
