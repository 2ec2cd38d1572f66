// Any text as a cluster file: a cluster whose queries hold together, or one clear error.
#include "weft/catalog/cluster_file.hpp"

#include "weft/base/assert.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace weft;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto spec = catalog::read_cluster("fuzz.toml", text);
  if (!spec) {
    WEFT_ASSERT(!spec.error().code.empty() && !spec.error().message.empty(), "errors say why");
    return 0;
  }
  // Large ones take seconds and find nothing that small ones do not.
  if (spec->servers > 64 || spec->sites.size() > 4) return 0;
  const auto cluster = catalog::open_cluster(*spec, "fuzz.toml", catalog::shipped(), {});
  if (!cluster) {
    WEFT_ASSERT(!cluster.error().message.empty(), "errors say why");
    return 0;
  }
  const topology::Topology& t = *cluster;
  const std::size_t stride = 1 + t.link_count() / 1000;
  for (std::size_t i = 0; i < t.link_count(); i += stride) {
    const topology::Link link = t.link(LinkId(i));
    const topology::Link back = t.link(topology::Topology::opposite(LinkId(i)));
    WEFT_ASSERT(link.from == back.to && link.to == back.from, "directions of a link match");
  }
  return 0;
}
