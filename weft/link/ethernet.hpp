// Ethernet: frames of one MTU, and what the protocol inside them leaves for payload.
//
// The MAC rate already excludes line code and error correction, so that only frames cost. For
// raw, UDP, TCP and iWARP the MTU is that of IP (payload of the frame); for RoCE it is the path MTU
// of its InfiniBand payload. Acknowledgements load the other direction.
// Sources: IEEE 802.3, RFCs by header, InfiniBand Architecture Specification annexes A16 and A17.
#pragma once

#include "weft/base/error.hpp"
#include "weft/link/model.hpp"

#include <string>
#include <string_view>

namespace weft::link {

enum class EthernetProtocol { raw, udp, tcp, rocev1, rocev2, iwarp };

const char* to_string(EthernetProtocol protocol);                      // "tcp"
Expected<EthernetProtocol> parse_protocol(std::string_view protocol);  // error LINK_INVALID

struct EthernetFraming {
  EthernetProtocol protocol = EthernetProtocol::raw;
  int mtu = 0;              // bytes; 0: 1500, RoCE 4096
  bool vlan = false;        // one 802.1Q tag
  bool ipv6 = false;        // instead of IPv4
  bool timestamps = false;  // TCP option
  bool reth = false;        // RoCE: every packet is the first of a WRITE
  bool markers = false;     // iWARP: MPA markers in the stream
};

struct Frame {
  double payload = 0;  // bytes of the application
  double wire = 0;     // with all headers, preamble and gap
};

Frame ethernet_frame(const EthernetFraming& framing);  // of full size
Load ethernet_load(const EthernetFraming& framing);    // 1 / efficiency, acknowledgements
double ethernet_wire_bytes(double frame_bytes);        // of one frame, MAC header to FCS
double ethernet_frames_per_second(Bandwidth rate, double frame_bytes);

struct EthernetOptions {
  std::string rate = "eth100";  // of ethernet.toml
  EthernetFraming framing{};
  std::string stack{};  // of stacks.toml; empty: kernel for UDP and TCP, rdma for RoCE and iWARP
};

// Error LINK_INVALID: an unknown rate, an MTU out of range, or an option of another protocol.
Expected<LinkModelPtr> ethernet_link(const EthernetOptions& options);

}  // namespace weft::link
