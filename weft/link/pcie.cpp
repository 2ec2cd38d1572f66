#include "weft/link/pcie.hpp"

#include "weft/base/parse.hpp"
#include "weft/facts/classes.hpp"
#include "weft/link/factor_link.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <memory>

#include <fmt/format.h>

namespace weft::link {
namespace {

constexpr std::array kLanes = {1, 2, 4, 8, 12, 16, 32};

class PcieLink final : public FactorLink {
 public:
  PcieLink(Line line, const PcieOptions& options, bool flit)
      : FactorLink(std::move(line)), options_(options), flit_(flit) {}

  Load load(const Transfer& transfer) const override {
    const double answer = pcie_acknowledgement(options_.mps, flit_);
    if (transfer.verb == Verb::write) {
      const int payload = cut(options_.mps, transfer);
      return {1 / pcie_efficiency(payload, pcie_overhead(options_.header, flit_)), answer};
    }
    const double request = pcie_overhead(options_.header, flit_);
    return {completion_bytes(transfer) / window_share(transfer),
            request / request_size(transfer) + answer};
  }

 protected:
  std::vector<Factor> framing(const Transfer& transfer) const override;

 private:
  static int cut(int payload, const Transfer& transfer) {
    const int limit = static_cast<int>(transfer.payload_limit.value());
    return limit > 0 ? std::min(payload, limit) : payload;
  }

  int request_size(const Transfer& transfer) const {
    const int limit = static_cast<int>(transfer.request_limit.value());
    return limit > 0 ? std::min(options_.mrrs, limit) : options_.mrrs;
  }

  int completion(const Transfer& transfer) const {
    return cut(pcie_completion(options_.mps, request_size(transfer), options_.rcb), transfer);
  }

  // Wire bytes of a payload byte that is read.
  double completion_bytes(const Transfer& transfer) const {
    const auto header = static_cast<int>(facts::classes().pcie.completion_header_bytes.value);
    return 1 / pcie_efficiency(completion(transfer), pcie_overhead(header, flit_));
  }

  // The part of the rate that the requests under way allow, at most 1.
  double window_share(const Transfer& transfer) const {
    if (options_.tags == 0) return 1;
    const Bandwidth window = pcie_read_window(
        options_.tags, Bytes(static_cast<double>(request_size(transfer))), options_.round_trip);
    return std::min(1.0, window / (capacity() / completion_bytes(transfer)));
  }

  PcieOptions options_;
  bool flit_;
};

std::vector<Factor> PcieLink::framing(const Transfer& transfer) const {
  const char* source = flit_ ? "PCI Express 6.0, TLPs packed in flits (spec)"
                             : "PCI Express 3.0, TLP with framing, sequence and LCRC (spec)";
  if (transfer.verb == Verb::write) {
    const int payload = cut(options_.mps, transfer);
    const int overhead = pcie_overhead(options_.header, flit_);
    return {{Role::framing,
             fmt::format("packets of {} B payload in {} B", payload, payload + overhead),
             pcie_efficiency(payload, overhead), source}};
  }
  const int payload = completion(transfer);
  std::vector<Factor> factors = {{Role::framing,
                                  fmt::format("completions of {} B payload in {:.0f} B", payload,
                                              payload * completion_bytes(transfer)),
                                  1 / completion_bytes(transfer), source}};
  if (const double share = window_share(transfer); share < 1)
    factors.push_back({Role::framing,
                       fmt::format("{} reads of {} B under way in {}", options_.tags,
                                   request_size(transfer), print_time(options_.round_trip)),
                       share, "as given"});
  return factors;
}

Sharing weak_host() {
  const facts::Figure& figure = facts::classes().pcie.weak_host_both_ways;
  return {.duplex = Duplex::full,
          .both_ways = figure.value,
          .what = "read path of the host",
          .source = to_string(figure.evidence),
          .up_first = true};
}

FactorLink::Line line_of(const facts::PcieGeneration& generation, const PcieOptions& options) {
  const int lanes = options.lanes;
  const auto& constants = facts::classes();
  std::vector<Factor> factors = {
      {Role::signalling, fmt::format("{} GT/s a lane", generation.gtps), generation.gtps / 8,
       to_string(generation.evidence)},
      {Role::lanes, fmt::format("{} lane{}", lanes, lanes == 1 ? "" : "s"),
       static_cast<double>(lanes), "width of the link"},
      {Role::line_code, "line code " + generation.code.name, generation.code.factor(),
       to_string(generation.evidence)}};
  if (generation.flit) {
    factors.push_back(
        {Role::control,
         fmt::format("flits: {} of {} B hold packets", constants.pcie.flit_payload_bytes.value,
                     constants.pcie.flit_bytes.value),
         pcie_flit_share(), to_string(constants.pcie.flit_bytes.evidence)});
  } else {
    const facts::Figure& control = constants.pcie.control_traffic;
    factors.push_back({Role::control, "control packets and gaps (DLLPs, SKP)", 1 - control.value,
                       to_string(control.evidence)});
  }
  return {.name = fmt::format("PCIe {}.0 x{}", generation.gen, lanes),
          .kind = "pcie",
          .factors = std::move(factors),
          .latency = nanoseconds(constants.latency.pcie_link_ns.value),
          .sharing = options.weak_host ? weak_host() : Sharing{}};
}

bool size_of_pcie(int bytes) {
  return bytes >= 128 && bytes <= 4096 && std::has_single_bit(static_cast<unsigned>(bytes));
}

Expected<void> check(const PcieOptions& options) {
  const auto invalid = [](std::string message, std::string hint) {
    return fail("LINK_INVALID", std::move(message), std::move(hint));
  };
  if (std::ranges::find(kLanes, options.lanes) == kLanes.end())
    return invalid(fmt::format("PCIe has no width x{}", options.lanes),
                   "Use 1, 2, 4, 8, 12, 16 or 32 lanes.");
  if (!size_of_pcie(options.mps))
    return invalid(fmt::format("{} B is not a maximum payload size (MPS)", options.mps),
                   "Use 128, 256, 512, 1024, 2048 or 4096.");
  if (!size_of_pcie(options.mrrs))
    return invalid(fmt::format("{} B is not a maximum read request size (MRRS)", options.mrrs),
                   "Use 128, 256, 512, 1024, 2048 or 4096.");
  if (options.header != 12 && options.header != 16)
    return invalid(fmt::format("{} B is not the size of a TLP header", options.header),
                   "Use 16, or 12 for addresses below 4 GiB.");
  if (options.rcb != 0 && options.rcb != 64 && options.rcb != 128 && options.rcb != 256)
    return invalid(fmt::format("{} B is not a read completion boundary", options.rcb),
                   "Use 64, 128 or 256, or leave it out.");
  if (options.tags < 0 || options.tags > 16384)
    return invalid(fmt::format("{} tags are not possible", options.tags),
                   "Use 1 to 16384: 32 and 256 are usual, 768 with 10-bit tags.");
  if ((options.tags > 0) != (options.round_trip.value() > 0))
    return invalid("A limit of reads under way needs both their number and their round trip",
                   "Give --tags and --rtt together, e.g. --tags 256 --rtt 800ns.");
  return {};
}

}  // namespace

Bandwidth pcie_post_encoding(const facts::PcieGeneration& generation, int lanes) {
  return gigabytes_per_second(generation.gtps / 8 * generation.code.factor() * lanes);
}

double pcie_flit_share() {
  const auto& constants = facts::classes().pcie;
  return constants.flit_payload_bytes.value / constants.flit_bytes.value;
}

int pcie_overhead(int header_bytes, bool flit) {
  return header_bytes +
         (flit ? 0 : static_cast<int>(facts::classes().pcie.packet_framing_bytes.value));
}

double pcie_acknowledgement(int mps, bool flit) {
  return flit ? 0 : facts::classes().pcie.acknowledgement_bytes.value / mps;
}

double pcie_efficiency(int payload, int overhead) {
  return static_cast<double>(payload) / (payload + overhead);
}

int pcie_completion(int mps, int mrrs, int rcb) {
  const int largest = std::min(mps, mrrs);
  return rcb > 0 ? std::min(largest, rcb) : largest;
}

Bandwidth pcie_read_window(int tags, Bytes request, Seconds round_trip) {
  return request * static_cast<double>(tags) / round_trip;
}

int pcie_tags_needed(Bandwidth rate, Bytes request, Seconds round_trip) {
  return static_cast<int>(std::ceil(rate * round_trip / request));
}

std::int64_t pcie_packets(std::int64_t size, int mps, std::int64_t offset) {
  if (size == 0) return 0;
  const std::int64_t first = offset / mps;
  const std::int64_t last = (offset + size - 1) / mps;
  return last - first + 1;
}

std::int64_t pcie_flits(std::int64_t packets, int packet_bytes) {
  const auto payload = static_cast<std::int64_t>(facts::classes().pcie.flit_payload_bytes.value);
  return (packets * packet_bytes + payload - 1) / payload;
}

Expected<LinkModelPtr> pcie_link(const PcieOptions& options) {
  const facts::PcieGeneration* generation = facts::find_pcie(options.gen);
  if (generation == nullptr)
    return fail("LINK_INVALID", fmt::format("PCIe generation {} is not known", options.gen),
                fmt::format("Known are {} to {}.", facts::pcie_generations().front().gen,
                            facts::pcie_generations().back().gen));
  if (auto sound = check(options); !sound) return tl::make_unexpected(sound.error());
  return std::make_shared<const PcieLink>(line_of(*generation, options), options, generation->flit);
}

}  // namespace weft::link
