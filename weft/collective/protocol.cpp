#include "weft/collective/protocol.hpp"

#include "weft/base/suggest.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace weft::collective {
namespace {

using facts::NcclAlgorithm;
using facts::NcclHop;
using facts::NcclProtocol;

constexpr std::array kNames = {std::pair{"LL", NcclProtocol::ll},
                               std::pair{"LL128", NcclProtocol::ll128},
                               std::pair{"Simple", NcclProtocol::simple}};

Protocol protocol(const char* name, NcclProtocol which, std::size_t algorithm) {
  const facts::Nccl& nccl = facts::nccl();
  const auto p = static_cast<std::size_t>(which);
  const auto hop = [&](NcclHop over) {
    return microseconds(nccl.hop_latency_us[static_cast<std::size_t>(over)][algorithm][p]);
  };
  return {
      .name = name,
      .launch = microseconds(nccl.base_latency_us[algorithm][p]),
      .over_fabric = hop(NcclHop::nvlink),
      .over_pcie = hop(NcclHop::pci),
      .over_network = hop(NcclHop::net),
      .payload_share = nccl.payload_share[p],
      .piece = Bytes(nccl.buffer_bytes[p] / nccl.steps * nccl.payload_share[p]),
  };
}

using PerAlgorithm = std::array<std::vector<Protocol>, facts::kNcclAlgorithms>;

PerAlgorithm all_protocols() {
  PerAlgorithm all;
  for (std::size_t algorithm = 0; algorithm < all.size(); ++algorithm)
    for (const auto& [name, which] : kNames) {
      const Protocol found = protocol(name, which, algorithm);
      // NCCL's tables hold no message cost where the two do not go together.
      if (found.over_network > Seconds(0)) all[algorithm].push_back(found);
    }
  return all;
}

}  // namespace

std::span<const Protocol> protocols(NcclAlgorithm algorithm) {
  static const PerAlgorithm kAll = all_protocols();
  return kAll[static_cast<std::size_t>(algorithm)];
}

Expected<const Protocol*> find_protocol(std::string_view name, NcclAlgorithm algorithm) {
  std::vector<std::string> fitting;
  for (const Protocol& protocol : protocols(algorithm)) {
    if (protocol.name == name) return &protocol;
    fitting.emplace_back(protocol.name);
  }
  std::vector<std::string> known;
  for (const auto& [known_name, which] : kNames) known.emplace_back(known_name);
  if (std::find(known.begin(), known.end(), name) != known.end())
    return fail("PROTOCOL_UNFIT", fmt::format("NCCL does not run this algorithm with {}", name),
                fmt::format("It runs it with {}.", fmt::join(fitting, ", ")));
  return fail("PROTOCOL_UNKNOWN", fmt::format("'{}' is not a protocol", name),
              known_names(name, known));
}

}  // namespace weft::collective
