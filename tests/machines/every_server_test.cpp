// Every server of the catalogue does all that a topology from a file does.
#include "tests/machines/support.hpp"

namespace weft::machines {
namespace {

class EveryServer : public testing::TestWithParam<std::string> {};

TEST_P(EveryServer, ReachesHostMemoryFromEveryDeviceAndEachGpuFromTheFirst) {
  const Topology t = server(GetParam());
  const route::Router router(t);
  for (const ComponentKind kind : {ComponentKind::gpu, ComponentKind::nic})
    for (const ComponentId id : t.all(kind)) {
      std::optional<ComponentId> memory;
      for (const ComponentId one : t.all(ComponentKind::memory))
        if (t.place_of(one).server == t.place_of(id).server) memory = one;
      ASSERT_TRUE(memory.has_value());
      const auto path = router.path(id, *memory, link::Engine::copy_engine);
      ASSERT_TRUE(path.has_value()) << t.name(id) << ": " << to_string(path.error());
      EXPECT_GT(bandwidth(t, *path), Bandwidth(1e9)) << t.name(id);
    }
  const auto gpus = t.all(ComponentKind::gpu);
  for (std::size_t i = 1; i < gpus.size(); ++i) {
    const auto path = router.path(gpus[0], gpus[i], link::Engine::kernel);
    ASSERT_TRUE(path.has_value()) << t.name(gpus[i]) << ": " << to_string(path.error());
    EXPECT_GT(bandwidth(t, *path), Bandwidth(1e9)) << t.name(gpus[i]);
  }
}

INSTANTIATE_TEST_SUITE_P(Catalog, EveryServer, testing::ValuesIn(server_names()), test_name);

}  // namespace
}  // namespace weft::machines
