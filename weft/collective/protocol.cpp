#include "weft/collective/protocol.hpp"

#include "weft/base/suggest.hpp"
#include "weft/facts/nccl.hpp"

#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace weft::collective {
namespace {

using facts::NcclAlgorithm;
using facts::NcclHop;
using facts::NcclProtocol;

Protocol ring_protocol(const char* name, NcclProtocol which) {
  const facts::Nccl& nccl = facts::nccl();
  const auto p = static_cast<std::size_t>(which);
  const auto ring = static_cast<std::size_t>(NcclAlgorithm::ring);
  const auto hop = [&](NcclHop over) {
    return microseconds(nccl.hop_latency_us[static_cast<std::size_t>(over)][ring][p]);
  };
  return {
      .name = name,
      .launch = microseconds(nccl.base_latency_us[ring][p]),
      .over_fabric = hop(NcclHop::nvlink),
      .over_pcie = hop(NcclHop::pci),
      .over_network = hop(NcclHop::net),
      .payload_share = nccl.payload_share[p],
      .piece = Bytes(nccl.buffer_bytes[p] / nccl.steps * nccl.payload_share[p]),
  };
}

}  // namespace

std::span<const Protocol> ring_protocols() {
  static const std::array kProtocols = {ring_protocol("LL", NcclProtocol::ll),
                                        ring_protocol("LL128", NcclProtocol::ll128),
                                        ring_protocol("Simple", NcclProtocol::simple)};
  return kProtocols;
}

Expected<const Protocol*> find_ring_protocol(std::string_view name) {
  std::vector<std::string> known;
  for (const Protocol& protocol : ring_protocols()) {
    if (protocol.name == name) return &protocol;
    known.emplace_back(protocol.name);
  }
  return fail("PROTOCOL_UNKNOWN", fmt::format("'{}' is not a protocol", name),
              known_names(name, known));
}

}  // namespace weft::collective
