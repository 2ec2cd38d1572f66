#include "weft/link/cxl.hpp"

#include "weft/base/suggest.hpp"
#include "weft/facts/classes.hpp"
#include "weft/facts/lines.hpp"
#include "weft/link/factor_link.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include <fmt/format.h>

namespace weft::link {
namespace {

constexpr std::array kLanes = {1, 2, 4, 8, 16};  // fewer than 4 only where a link is degraded
constexpr double kSlotBytes = 16;
constexpr double kLineBytes = 64;
constexpr double kDataSlots = kLineBytes / kSlotBytes;

class CxlLink final : public FactorLink {
 public:
  CxlLink(Line line, const facts::CxlSlots& slots) : FactorLink(std::move(line)), slots_(slots) {}

  Load load(const Transfer& transfer) const override { return cxl_load(slots_, transfer.verb); }

 protected:
  std::vector<Factor> framing(const Transfer& transfer) const override {
    const double header = transfer.verb == Verb::read ? slots_.read_header : slots_.write_header;
    return {{Role::framing,
             fmt::format("lines of 64 B in {:.3g} slots of 16 B", kDataSlots + header),
             kDataSlots / (kDataSlots + header), to_string(slots_.evidence)}};
  }

 private:
  facts::CxlSlots slots_;
};

FactorLink::Line line_of(const facts::CxlGeneration& generation, int lanes) {
  const facts::PcieGeneration& pcie = *facts::find_pcie(generation.pcie_gen);
  return {.name = fmt::format("{} x{}", generation.pretty, lanes),
          .kind = "cxl",
          .factors = {{Role::signalling, fmt::format("{} GT/s a lane", pcie.gtps), pcie.gtps / 8,
                       to_string(pcie.evidence)},
                      {Role::lanes, fmt::format("{} lane{}", lanes, lanes == 1 ? "" : "s"),
                       static_cast<double>(lanes), "width of the link"},
                      {Role::line_code, "line code " + pcie.code.name, pcie.code.factor(),
                       to_string(pcie.evidence)},
                      {Role::control,
                       fmt::format("{} B of slots in flits of {} B",
                                   static_cast<int>(generation.flit_slots * kSlotBytes),
                                   generation.flit_bytes),
                       cxl_flit_share(generation), to_string(generation.evidence)}},
          .latency = nanoseconds(facts::classes().latency.cxl_ns.value)};
}

}  // namespace

double cxl_flit_share(const facts::CxlGeneration& generation) {
  return generation.flit_slots * kSlotBytes / generation.flit_bytes;
}

Load cxl_load(const facts::CxlSlots& slots, Verb verb) {
  if (verb == Verb::read)
    return {(kDataSlots + slots.read_header) / kDataSlots, slots.read_request / kDataSlots};
  return {(kDataSlots + slots.write_header) / kDataSlots, slots.write_answer / kDataSlots};
}

Expected<LinkModelPtr> cxl_link(const CxlOptions& options) {
  const facts::CxlGeneration* generation = facts::find_cxl(options.generation);
  if (generation == nullptr) {
    std::vector<std::string> known;
    for (const facts::CxlGeneration& row : facts::cxl_generations()) known.push_back(row.name);
    return fail("LINK_INVALID", fmt::format("CXL has no generation '{}'", options.generation),
                known_names(options.generation, known));
  }
  if (std::ranges::find(kLanes, options.lanes) == kLanes.end())
    return fail("LINK_INVALID", fmt::format("CXL has no width x{}", options.lanes),
                "Use 4, 8 or 16 lanes.");
  return std::make_shared<const CxlLink>(line_of(*generation, options.lanes), generation->slots);
}

}  // namespace weft::link
