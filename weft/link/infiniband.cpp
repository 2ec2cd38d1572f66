#include "weft/link/infiniband.hpp"

#include "weft/base/suggest.hpp"
#include "weft/facts/classes.hpp"
#include "weft/facts/protocols.hpp"
#include "weft/link/factor_link.hpp"
#include "weft/link/network_line.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include <fmt/format.h>

namespace weft::link {
namespace {

class InfinibandLink final : public FactorLink {
 public:
  InfinibandLink(Line line, const InfinibandOptions& options)
      : FactorLink(std::move(line)), mtu_(options.mtu), grh_(options.grh) {}

  Load load(const Transfer&) const override { return infiniband_load(mtu_, grh_); }
  HostPath host_path() const override { return {"rdma", Bytes(mtu_)}; }

 protected:
  std::vector<Factor> framing(const Transfer&) const override {
    return {{Role::framing,
             fmt::format("packets of {} B payload in {} B{}", mtu_,
                         mtu_ + infiniband_overhead(grh_), grh_ ? " with GRH" : ""),
             packet_efficiency(mtu_, infiniband_overhead(grh_)),
             to_string(facts::protocols().rdma.lrh.evidence)}};
  }

 private:
  int mtu_;
  bool grh_;
};

// "hdr100" is two lanes of HDR, as a port that is split in two has.
struct Split {
  const char* name;
  const char* rate;
};
constexpr std::array kSplits = {Split{"hdr100", "hdr"}, Split{"ndr200", "ndr"},
                                Split{"xdr400", "xdr"}};

Expected<LinkModelPtr> unknown_rate(const std::string& name) {
  std::vector<std::string> known;
  for (const auto& row : facts::infiniband_rates()) known.push_back(row.name);
  for (const Split& split : kSplits) known.push_back(split.name);
  const std::string guess = did_you_mean(name, known);
  return fail("LINK_INVALID", fmt::format("InfiniBand has no rate '{}'", name),
              guess.empty() ? fmt::format("Known are {}.", fmt::join(known, " ")) : guess);
}

}  // namespace

int infiniband_overhead(bool grh) {
  const auto& bytes = facts::protocols().rdma;
  return static_cast<int>(bytes.lrh.value + bytes.bth.value + bytes.icrc.value + bytes.vcrc.value +
                          (grh ? bytes.grh.value : 0));
}

Load infiniband_load(int mtu, bool grh) {
  const auto& bytes = facts::protocols().rdma;
  const double ack = infiniband_overhead(grh) + bytes.aeth.value;
  return {1 / packet_efficiency(mtu, infiniband_overhead(grh)),
          ack / (bytes.packets_per_ack.value * mtu)};
}

Bandwidth credit_window(Bytes credits, Seconds round_trip) { return credits / round_trip; }

bool is_path_mtu(int bytes) {
  constexpr std::array kSizes = {256, 512, 1024, 2048, 4096};
  return std::ranges::find(kSizes, bytes) != kSizes.end();
}

Expected<LinkModelPtr> infiniband_link(const InfinibandOptions& options) {
  std::string name = options.rate;
  int lanes = options.lanes;
  const auto split = std::ranges::find(kSplits, name, &Split::name);
  if (split != kSplits.end()) {
    name = split->rate;
    lanes = lanes == 0 ? 2 : lanes;
  }
  const facts::NetworkRate* rate = facts::find_infiniband(name);
  if (rate == nullptr) return unknown_rate(options.rate);
  if (lanes == 0) lanes = rate->lanes;
  constexpr std::array kWidths = {1, 2, 4, 8, 12};
  if (std::ranges::find(kWidths, lanes) == kWidths.end())
    return fail("LINK_INVALID", fmt::format("InfiniBand has no width of {} lanes", lanes),
                "Use 1, 2, 4, 8 or 12 lanes; 4 are usual.");
  if (!is_path_mtu(options.mtu))
    return fail("LINK_INVALID", fmt::format("{} B is not an InfiniBand MTU", options.mtu),
                fmt::format("Use {}.", kPathMtus));
  return std::make_shared<const InfinibandLink>(
      FactorLink::Line{.name = fmt::format("{} {}x", rate->pretty, lanes),
                       .kind = "infiniband",
                       .factors = network_factors(*rate, lanes),
                       .latency = nanoseconds(facts::classes().latency.infiniband_link_ns.value)},
      options);
}

}  // namespace weft::link
