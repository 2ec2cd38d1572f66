#include "weft/link/scaleup.hpp"

#include "weft/base/suggest.hpp"
#include "weft/facts/classes.hpp"
#include "weft/link/factor_link.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include <fmt/format.h>

namespace weft::link {
namespace {

class ScaleUp final : public FactorLink {
 public:
  ScaleUp(Line line, const facts::ScaleUpLink& link) : FactorLink(std::move(line)), link_(link) {}

  Load load(const Transfer&) const override { return scale_up_load(link_); }

 protected:
  std::vector<Factor> framing(const Transfer&) const override {
    if (!link_.packets) return {};
    const facts::ScaleUpPackets& packets = *link_.packets;
    return {{Role::framing,
             fmt::format("packets of {} B payload in {} B", packets.payload,
                         packets.payload + packets.header),
             1 / scale_up_load(link_).forward, to_string(packets.evidence)}};
  }

 private:
  facts::ScaleUpLink link_;
};

std::vector<Factor> stated_rate(const facts::ScaleUpLink& link, const std::string& source) {
  return {
      {Role::signalling, fmt::format("stated rate of a {}", link.unit), link.link_GBps, source}};
}

std::vector<Factor> published_line(const facts::ScaleUpLine& line, const std::string& source) {
  std::vector<Factor> factors = {
      {Role::signalling,
       fmt::format("{} GBd {}", line.gbaud, line.symbol_bits == 1 ? "NRZ" : "PAM4"),
       line.gbaud * line.symbol_bits / 8, source}};
  if (line.lanes != 1)
    factors.push_back({Role::lanes, fmt::format("{} lanes a link", line.lanes),
                       static_cast<double>(line.lanes), source});
  for (const auto& [what, code] :
       {std::pair{"line code", line.code}, {"error correction", line.fec}})
    if (code.num != code.den)
      factors.push_back(
          {Role::line_code, fmt::format("{} {}", what, code.name), code.factor(), source});
  return factors;
}

FactorLink::Line line_of(const facts::ScaleUpLink& link, int links) {
  const std::string source = to_string(link.evidence);
  std::vector<Factor> factors =
      link.line ? published_line(*link.line, source) : stated_rate(link, source);
  factors.insert(factors.begin() + 1,
                 {Role::lanes, fmt::format("{} {}{}", links, link.unit, links == 1 ? "" : "s"),
                  static_cast<double>(links), "width of the bundle"});
  if (link.line && link.line->flit_bytes > 0)
    factors.push_back({Role::control,
                       fmt::format("{} B of data in flits of {} B", link.line->flit_payload,
                                   link.line->flit_bytes),
                       static_cast<double>(link.line->flit_payload) / link.line->flit_bytes,
                       source});
  if (link.utilisation)
    factors.push_back({Role::device_class, "part of the rate that traffic reaches",
                       link.utilisation->value, to_string(link.utilisation->evidence)});
  return {
      .name = fmt::format("{} x{}{}", link.pretty, links, link.doubtful ? ", rate doubtful" : ""),
      .kind = link.kind,
      .factors = std::move(factors),
      .latency = nanoseconds(facts::classes().latency.scale_up_ns.value)};
}

}  // namespace

Bandwidth scale_up_rate(const facts::ScaleUpLink& link, int links) {
  return gigabytes_per_second(link.link_GBps * links);
}

Load scale_up_load(const facts::ScaleUpLink& link) {
  if (!link.packets) return {};
  const double payload = link.packets->payload;
  return {(payload + link.packets->header) / payload, link.packets->response / payload};
}

Expected<LinkModelPtr> scale_up_link(const ScaleUpOptions& options) {
  const facts::ScaleUpLink* link = facts::find_scale_up(options.name);
  if (link == nullptr) {
    std::vector<std::string> known;
    for (const facts::ScaleUpLink& row : facts::scale_up_links()) known.push_back(row.name);
    return fail("LINK_INVALID", fmt::format("The scale-up link '{}' is not known", options.name),
                did_you_mean(options.name, known));
  }
  if (options.links < 1 || options.links > 128)
    return fail("LINK_INVALID", fmt::format("{} {}s cannot be bundled", options.links, link->unit),
                fmt::format("Use 1 to 128; a device has {}.", link->links));
  return std::make_shared<const ScaleUp>(line_of(*link, options.links), *link);
}

bool is_scale_up_kind(std::string_view kind) {
  return kind == "nvlink" || kind == "xgmi" || kind == "scale-up" ||
         std::ranges::any_of(facts::scale_up_links(),
                             [&](const facts::ScaleUpLink& link) { return link.kind == kind; });
}

}  // namespace weft::link
