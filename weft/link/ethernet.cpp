#include "weft/link/ethernet.hpp"

#include "weft/base/suggest.hpp"
#include "weft/facts/classes.hpp"
#include "weft/facts/protocols.hpp"
#include "weft/link/factor_link.hpp"
#include "weft/link/infiniband.hpp"
#include "weft/link/network_line.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include <fmt/format.h>

namespace weft::link {
namespace {

constexpr std::array kProtocols = {EthernetProtocol::raw,    EthernetProtocol::udp,
                                   EthernetProtocol::tcp,    EthernetProtocol::rocev1,
                                   EthernetProtocol::rocev2, EthernetProtocol::iwarp};
constexpr int kSmallestMtu = 68;   // RFC 791
constexpr int kLargestMtu = 9600;  // jumbo frames as switches offer them (9216 to 9600)

const facts::Protocols& bytes() { return facts::protocols(); }

double ip_header(const EthernetFraming& f) {
  return f.ipv6 ? bytes().ip.ipv6.value : bytes().ip.ipv4.value;
}

double tcp_headers(const EthernetFraming& f) {
  return ip_header(f) + bytes().ip.tcp.value + (f.timestamps ? bytes().ip.tcp_timestamps.value : 0);
}

bool is_roce(EthernetProtocol protocol) {
  return protocol == EthernetProtocol::rocev1 || protocol == EthernetProtocol::rocev2;
}

bool is_over_tcp(EthernetProtocol protocol) {
  return protocol == EthernetProtocol::tcp || protocol == EthernetProtocol::iwarp;
}

double roce_headers(const EthernetFraming& f) {
  const double route = f.protocol == EthernetProtocol::rocev1 ? bytes().rdma.grh.value
                                                              : ip_header(f) + bytes().ip.udp.value;
  return route + bytes().rdma.bth.value + bytes().rdma.icrc.value;
}

// What MPA and DDP add to a segment of `space` bytes.
double iwarp_headers(const EthernetFraming& f, double space) {
  const auto& i = bytes().iwarp;
  const double markers = f.markers ? space * i.marker.value / i.marker_interval.value : 0;
  return i.mpa_length.value + i.mpa_crc.value + i.ddp_tagged.value + markers;
}

constexpr double kHeaderAndFcs = 18;  // of the fixed bytes, what counts to the frame

// MAC header, tag and FCS around `inside`, padded to the smallest frame, with preamble and gap.
double wire_of(const EthernetFraming& f, double inside) {
  return ethernet_wire_bytes(inside + kHeaderAndFcs + (f.vlan ? bytes().ethernet.vlan.value : 0));
}

int mtu_of(const EthernetFraming& f) {
  if (f.mtu != 0) return f.mtu;
  return is_roce(f.protocol) ? 4096 : 1500;
}

// Wire bytes of one acknowledgement, spread over the payload that it answers.
double acknowledgement_share(const EthernetFraming& f, double payload) {
  if (is_over_tcp(f.protocol))
    return wire_of(f, tcp_headers(f)) / (bytes().ip.tcp_segments_per_ack.value * payload);
  if (is_roce(f.protocol))
    return wire_of(f, roce_headers(f) + bytes().rdma.aeth.value) /
           (bytes().rdma.packets_per_ack.value * payload);
  return 0;
}

class EthernetLink final : public FactorLink {
 public:
  EthernetLink(Line line, const EthernetFraming& framing, std::string stack)
      : FactorLink(std::move(line)), framing_(framing), stack_(std::move(stack)) {}

  Load load(const Transfer&) const override { return ethernet_load(framing_); }
  HostPath host_path() const override { return {stack_, Bytes(ethernet_frame(framing_).payload)}; }

 protected:
  std::vector<Factor> framing(const Transfer&) const override {
    const Frame frame = ethernet_frame(framing_);
    return {{Role::framing,
             fmt::format("{} frames of {:.0f} B payload in {:.0f} B on the wire",
                         to_string(framing_.protocol), frame.payload, frame.wire),
             frame.payload / frame.wire, to_string(bytes().ethernet.fixed.evidence)}};
  }

 private:
  EthernetFraming framing_;
  std::string stack_;
};

constexpr const char* kRdma = "rdma";

bool is_rdma(EthernetProtocol protocol) {
  return is_roce(protocol) || protocol == EthernetProtocol::iwarp;
}

// Raw frames are nobody's in particular.
std::string usual_stack(EthernetProtocol protocol) {
  if (protocol == EthernetProtocol::raw) return "";
  return is_rdma(protocol) ? kRdma : "kernel";
}

// An adapter that does RDMA does its transport, and no other.
Expected<void> check_stack(EthernetProtocol protocol, std::string_view stack) {
  if (stack.empty() || is_rdma(protocol) == (stack == kRdma)) return {};
  return fail("LINK_INVALID",
              fmt::format("{} is not the business of the stack '{}'", to_string(protocol), stack),
              is_rdma(protocol) ? "Leave --stack out: the adapter does RoCE and iWARP itself."
                                : "RDMA goes with --protocol rocev1, rocev2 or iwarp; else take "
                                  "kernel, kernel-plain or bypass.");
}

Expected<void> check(const EthernetFraming& f) {
  const auto invalid = [](std::string message, std::string hint) {
    return fail("LINK_INVALID", std::move(message), std::move(hint));
  };
  const bool roce = is_roce(f.protocol);
  if (roce && !is_path_mtu(mtu_of(f)))
    return invalid(fmt::format("{} B is not a path MTU of RoCE", mtu_of(f)),
                   fmt::format("Use {} (payload; the frame is larger).", kPathMtus));
  if (!roce && (mtu_of(f) < kSmallestMtu || mtu_of(f) > kLargestMtu))
    return invalid(
        fmt::format("{} B is not an MTU of Ethernet", mtu_of(f)),
        fmt::format("Use {} to {}; 1500 and 9000 are usual.", kSmallestMtu, kLargestMtu));
  if (f.timestamps && !is_over_tcp(f.protocol))
    return invalid("Timestamps are an option of TCP", "Give --protocol tcp, or leave them out.");
  if (f.reth && !roce)
    return invalid("RETH is a header of RoCE", "Give --protocol rocev2, or leave it out.");
  if (f.markers && f.protocol != EthernetProtocol::iwarp)
    return invalid("Markers belong to iWARP", "Give --protocol iwarp, or leave them out.");
  if (f.ipv6 && (f.protocol == EthernetProtocol::raw || f.protocol == EthernetProtocol::rocev1))
    return invalid(fmt::format("{} frames have no IP header",
                               f.protocol == EthernetProtocol::raw ? "Raw" : "RoCEv1"),
                   "Give --protocol udp, tcp, rocev2 or iwarp.");
  if (ethernet_frame(f).payload < 1)
    return invalid(fmt::format("An MTU of {} B leaves no payload", mtu_of(f)), "Use a larger MTU.");
  return {};
}

}  // namespace

const char* to_string(EthernetProtocol protocol) {
  constexpr const char* kNames[] = {"raw", "udp", "tcp", "rocev1", "rocev2", "iwarp"};
  return kNames[static_cast<int>(protocol)];
}

Expected<EthernetProtocol> parse_protocol(std::string_view protocol) {
  std::vector<std::string> known;
  for (const EthernetProtocol candidate : kProtocols) {
    if (protocol == to_string(candidate)) return candidate;
    known.push_back(to_string(candidate));
  }
  return fail("LINK_INVALID", fmt::format("'{}' is not a protocol of Ethernet", protocol),
              known_names(protocol, known));
}

double ethernet_wire_bytes(double frame_bytes) {
  const double preamble_and_gap = bytes().ethernet.fixed.value - kHeaderAndFcs;
  return std::max(frame_bytes, bytes().ethernet.minimum_frame.value) + preamble_and_gap;
}

double ethernet_frames_per_second(Bandwidth rate, double frame_bytes) {
  return rate.value() / ethernet_wire_bytes(frame_bytes);
}

Frame ethernet_frame(const EthernetFraming& f) {
  const double mtu = mtu_of(f);
  switch (f.protocol) {
    case EthernetProtocol::raw:
      return {mtu, wire_of(f, mtu)};
    case EthernetProtocol::udp:
      return {mtu - ip_header(f) - bytes().ip.udp.value, wire_of(f, mtu)};
    case EthernetProtocol::tcp:
      return {mtu - tcp_headers(f), wire_of(f, mtu)};
    case EthernetProtocol::iwarp: {
      const double space = mtu - tcp_headers(f);
      return {space - iwarp_headers(f, space), wire_of(f, mtu)};
    }
    case EthernetProtocol::rocev1:
    case EthernetProtocol::rocev2:
      break;
  }
  return {mtu, wire_of(f, roce_headers(f) + mtu + (f.reth ? bytes().rdma.reth.value : 0))};
}

Load ethernet_load(const EthernetFraming& f) {
  const Frame frame = ethernet_frame(f);
  return {frame.wire / frame.payload, acknowledgement_share(f, frame.payload)};
}

Expected<LinkModelPtr> ethernet_link(const EthernetOptions& options) {
  const facts::NetworkRate* rate = facts::find_ethernet(options.rate);
  if (rate == nullptr) {
    std::vector<std::string> known;
    for (const auto& row : facts::ethernet_rates()) known.push_back(row.name);
    return fail("LINK_INVALID", fmt::format("Ethernet has no rate '{}'", options.rate),
                known_names(options.rate, known));
  }
  if (auto sound = check(options.framing); !sound) return tl::make_unexpected(sound.error());
  if (auto sound = check_stack(options.framing.protocol, options.stack); !sound)
    return tl::make_unexpected(sound.error());
  return std::make_shared<const EthernetLink>(
      FactorLink::Line{.name = rate->pretty,
                       .kind = "ethernet",
                       .factors = network_factors(*rate, rate->lanes),
                       .latency = nanoseconds(facts::classes().latency.ethernet_link_ns.value)},
      options.framing,
      options.stack.empty() ? usual_stack(options.framing.protocol) : options.stack);
}

}  // namespace weft::link
