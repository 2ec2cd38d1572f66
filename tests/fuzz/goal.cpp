// Any bytes as a GOAL program: an error with a reason, or steps that can be played.
#include "weft/base/assert.hpp"
#include "weft/io/traffic_file.hpp"
#include "weft/simulate/fluid.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace weft;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto alone = io::read_goal("fuzz.goal", text);
  const auto read = io::read_traffic("fuzz.goal", text);
  for (const auto* each : {&alone, &read})
    if (!*each)
      WEFT_ASSERT(!each->error().code.empty() && !each->error().message.empty(), "errors say why");
  if (!read || !io::is_goal(text)) return 0;
  simulate::FlowPaths paths;
  std::vector<simulate::FluidFlow> flows;
  for (const io::TrafficRow& row : read->rows) {
    paths.add(std::vector<simulate::FlowUse>(row.is_flow ? 1 : 0, {0, 1.0}));
    flows.push_back({.bytes = row.bytes, .start = row.start, .delay = row.delay});
  }
  const auto run = simulate::play(paths, {1e9}, flows, {}, {read->waits});
  for (std::size_t f = 0; f < flows.size(); ++f)
    WEFT_ASSERT(!std::isnan(run.end[f]) && run.end[f] >= run.start[f],
                "steps end after they start");
  return 0;
}
