// How a library puts a message on the wire: NCCL's LL, LL128 and Simple.
//
// LL writes 4 bytes of data and 4 of flag at once (half of the bytes are payload) and costs little
// latency; LL128 flags 8 of 128 bytes; Simple sends payload only, but synchronises by fences. The
// smallest messages are fastest with LL, the largest with Simple.
// Source: NVIDIA/nccl src/graph/tuning.cc and src/include/device.h, by way of facts::nccl().
#pragma once

#include "weft/base/error.hpp"
#include "weft/base/units.hpp"
#include "weft/facts/nccl.hpp"

#include <span>
#include <string_view>

namespace weft::collective {

struct Protocol {
  const char* name = "";
  Seconds launch{0};         // once per call
  Seconds over_fabric{0};    // per message and hop: NVLink, xGMI
  Seconds over_pcie{0};      // PCIe and host memory
  Seconds over_network{0};   // between servers
  double payload_share = 1;  // of the bytes on the wire
  Bytes piece{0};            // payload of one FIFO slot: what a pipelined algorithm sends at once
};

// With the message costs of an algorithm of NCCL; only those that it runs with (PAT: Simple).
std::span<const Protocol> protocols(facts::NcclAlgorithm algorithm);
// Errors: PROTOCOL_UNKNOWN; PROTOCOL_UNFIT where the algorithm does not run with it.
Expected<const Protocol*> find_protocol(std::string_view name, facts::NcclAlgorithm algorithm);

inline std::span<const Protocol> ring_protocols() { return protocols(facts::NcclAlgorithm::ring); }
inline Expected<const Protocol*> find_ring_protocol(std::string_view name) {
  return find_protocol(name, facts::NcclAlgorithm::ring);
}

}  // namespace weft::collective
