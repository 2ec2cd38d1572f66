// Any bytes as a traffic matrix: an error with a line, or flows that can be played.
#include "weft/io/traffic_csv.hpp"

#include "weft/base/assert.hpp"
#include "weft/simulate/fluid.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace weft;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto read = io::read_traffic_csv("fuzz.csv", text);
  if (!read) {
    WEFT_ASSERT(!read.error().code.empty() && !read.error().message.empty(), "errors say why");
    return 0;
  }
  constexpr std::uint32_t kLinks = 64;  // names beyond share one
  simulate::FlowPaths paths;
  std::vector<simulate::FluidFlow> flows;
  for (const io::TrafficRow& row : read->rows) {
    std::vector<simulate::FlowUse> path;
    for (const std::uint32_t link : row.links)
      if (link < kLinks) path.push_back({link, 1.0});
    paths.add(path);
    flows.push_back({.bytes = row.bytes, .start = row.start});
  }
  const auto run = simulate::play(paths, std::vector<double>(kLinks, 1e9), flows);
  for (std::size_t f = 0; f < flows.size(); ++f)
    WEFT_ASSERT(run.end[f] >= flows[f].start, "nothing ends before it starts");
  return 0;
}
