// Links between CPU sockets: QPI, UPI, xGMI of EPYC and the like, one or several side by side.
// Of the raw rate a part arrives as data after CRC, headers and coherence (cpu-links.toml).
#pragma once

#include "weft/base/error.hpp"
#include "weft/facts/lines.hpp"
#include "weft/link/model.hpp"

#include <string>

namespace weft::link {

Bandwidth socket_link_raw(double gtps, int data_bits, int links);

struct SocketLinkOptions {
  std::string name = "upi16";  // of cpu-links.toml
  int links = 1;
};

// Error LINK_INVALID: an unknown name, or not 1 … 16 links.
Expected<LinkModelPtr> socket_link(const SocketLinkOptions& options);

}  // namespace weft::link
