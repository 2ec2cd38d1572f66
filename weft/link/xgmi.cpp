#include "weft/link/xgmi.hpp"

#include "weft/base/suggest.hpp"
#include "weft/facts/classes.hpp"
#include "weft/link/factor_link.hpp"

#include <memory>
#include <vector>

#include <fmt/format.h>

namespace weft::link {
namespace {

FactorLink::Line line_of(const facts::XgmiGeneration& generation, int links) {
  const std::string source = to_string(generation.evidence);
  return {.name = fmt::format("xGMI {} x{}", generation.arch, links),
          .kind = "xgmi",
          .factors = {{Role::signalling, fmt::format("{} GT/s a lane", generation.gtps),
                       generation.gtps / 8, source},
                      {Role::lanes, fmt::format("{} lanes a link", generation.lanes),
                       static_cast<double>(generation.lanes), source},
                      {Role::lanes, fmt::format("{} link{}", links, links == 1 ? "" : "s"),
                       static_cast<double>(links), "width of the bundle"},
                      {Role::device_class, "protocol and CRC of this class of device",
                       generation.efficiency, source}},
          .latency = nanoseconds(facts::classes().latency.xgmi_ns.value)};
}

}  // namespace

Bandwidth xgmi_raw(const facts::XgmiGeneration& generation, int links) {
  return gigabytes_per_second(generation.gtps / 8 * generation.lanes * links);
}

Expected<LinkModelPtr> xgmi_link(const XgmiOptions& options) {
  const facts::XgmiGeneration* generation = facts::find_xgmi(options.arch);
  if (generation == nullptr) {
    std::vector<std::string> known;
    for (const auto& row : facts::xgmi_generations()) {
      known.push_back(row.arch);
      known.insert(known.end(), row.aliases.begin(), row.aliases.end());
    }
    return fail("LINK_INVALID", fmt::format("The xGMI links of '{}' are not known", options.arch),
                did_you_mean(options.arch, known));
  }
  if (options.links < 1 || options.links > 64)
    return fail("LINK_INVALID", fmt::format("{} xGMI links cannot be bundled", options.links),
                "Use 1 to 64 links; a GPU has at most 8.");
  return std::make_shared<const FactorLink>(line_of(*generation, options.links));
}

}  // namespace weft::link
