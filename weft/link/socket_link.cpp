#include "weft/link/socket_link.hpp"

#include "weft/base/suggest.hpp"
#include "weft/facts/classes.hpp"
#include "weft/link/factor_link.hpp"

#include <memory>
#include <vector>

#include <fmt/format.h>

namespace weft::link {
namespace {

FactorLink::Line line_of(const facts::CpuLink& link, int links) {
  const std::string source = to_string(link.evidence);
  return {
      .name = links == 1 ? link.pretty : fmt::format("{} x{}", link.pretty, links),
      .kind = "socket-link",
      .factors = {{Role::signalling, fmt::format("{} GT/s a lane", link.gtps), link.gtps / 8,
                   source},
                  {Role::lanes, fmt::format("{} data bits a transfer", link.data_bits),
                   static_cast<double>(link.data_bits), source},
                  {Role::lanes, fmt::format("{} link{}", links, links == 1 ? "" : "s"),
                   static_cast<double>(links), "links between the two sockets"},
                  {Role::device_class, "protocol of this class of link", link.efficiency, source}},
      .latency = nanoseconds(facts::classes().latency.socket_link_ns.value)};
}

}  // namespace

Bandwidth socket_link_raw(double gtps, int data_bits, int links) {
  return gigabytes_per_second(gtps / 8 * data_bits * links);
}

Expected<LinkModelPtr> socket_link(const SocketLinkOptions& options) {
  const facts::CpuLink* link = facts::find_cpu_link(options.name);
  if (link == nullptr) {
    std::vector<std::string> known;
    for (const auto& row : facts::cpu_links()) known.push_back(row.name);
    return fail("LINK_INVALID",
                fmt::format("The link between sockets '{}' is not known", options.name),
                did_you_mean(options.name, known));
  }
  if (options.links < 1 || options.links > 16)
    return fail("LINK_INVALID",
                fmt::format("{} links between two sockets are not possible", options.links),
                "Use 1 to 16 links; 2 to 4 are usual.");
  return std::make_shared<const FactorLink>(line_of(*link, options.links));
}

}  // namespace weft::link
