#include "weft/link/nvlink.hpp"

#include "weft/facts/classes.hpp"
#include "weft/link/factor_link.hpp"

#include <memory>

#include <fmt/format.h>

namespace weft::link {
namespace {

class NvlinkLink final : public FactorLink {
 public:
  NvlinkLink(Line line, const facts::NvlinkGeneration& generation)
      : FactorLink(std::move(line)), packets_(generation.packets) {}

  Load load(const Transfer& transfer) const override {
    return nvlink_load(packets_, payload(transfer));
  }

 protected:
  std::vector<Factor> framing(const Transfer& transfer) const override {
    const int bytes = payload(transfer);
    return {{Role::framing,
             fmt::format("packets of {} B payload in {} B ({})", bytes,
                         bytes + packets_.header_flits * packets_.flit_bytes,
                         transfer.engine == Engine::copy_engine ? "copy engine" : "kernel"),
             1 / load(transfer).forward, to_string(packets_.evidence)}};
  }

 private:
  int payload(const Transfer& transfer) const {
    return transfer.engine == Engine::copy_engine ? packets_.copy_payload : packets_.kernel_payload;
  }

  facts::NvlinkPackets packets_;
};

bool is_c2c(const facts::NvlinkGeneration& generation) { return generation.gen == 0; }

FactorLink::Line line_of(const facts::NvlinkGeneration& generation, int links) {
  const auto& latency = facts::classes().latency;
  const std::string source = to_string(generation.evidence);
  std::vector<Factor> factors = {
      {Role::signalling, fmt::format("{} Gb/s a lane", generation.signal_gbps),
       generation.signal_gbps / 8, source},
      {Role::lanes, fmt::format("{} lanes a link", generation.lanes),
       static_cast<double>(generation.lanes), source},
      {Role::lanes, fmt::format("{} link{}", links, links == 1 ? "" : "s"),
       static_cast<double>(links), "width of the bundle"}};
  if (generation.code.den != generation.code.num)
    factors.push_back(
        {Role::line_code, "line code " + generation.code.name, generation.code.factor(), source});
  if (is_c2c(generation))
    return {.name = fmt::format("NVLink-C2C x{}", links),
            .kind = "c2c",
            .factors = std::move(factors),
            .latency = nanoseconds(latency.c2c_ns.value)};
  return {.name = fmt::format("NVLink {} x{}", generation.gen, links),
          .kind = "nvlink",
          .factors = std::move(factors),
          .latency = nanoseconds(latency.nvlink_ns.value)};
}

Expected<LinkModelPtr> make(const facts::NvlinkGeneration& generation, int links) {
  if (links < 1 || links > 64)
    return fail(
        "LINK_INVALID", fmt::format("{} NVLinks cannot be bundled", links),
        fmt::format("Use 1 to 64 links; a GPU with {} has {}.",
                    is_c2c(generation) ? "NVLink-C2C" : fmt::format("NVLink {}", generation.gen),
                    generation.links_per_gpu));
  return std::make_shared<const NvlinkLink>(line_of(generation, links), generation);
}

}  // namespace

Bandwidth nvlink_rate(const facts::NvlinkGeneration& generation, int links) {
  return gigabytes_per_second(generation.signal_gbps / 8 * generation.lanes *
                              generation.code.factor() * links);
}

Load nvlink_load(const facts::NvlinkPackets& packets, int payload) {
  const double flit = packets.flit_bytes;
  return {(payload + packets.header_flits * flit) / payload,
          packets.response_flits * flit / payload};
}

Expected<LinkModelPtr> nvlink_link(const NvlinkOptions& options) {
  const facts::NvlinkGeneration* generation = facts::find_nvlink(options.gen);
  if (generation == nullptr)
    return fail("LINK_INVALID", fmt::format("NVLink generation {} is not known", options.gen),
                fmt::format("Known are {} to {}.", facts::nvlink_generations().front().gen,
                            facts::nvlink_generations().back().gen));
  return make(*generation, options.links);
}

Expected<LinkModelPtr> nvlink_c2c_link(int links) { return make(facts::nvlink_c2c(), links); }

}  // namespace weft::link
