// The network link of a port: from Mb/s as the file states them to a link of a known rate.
#include "weft/base/parse.hpp"
#include "weft/facts/classes.hpp"
#include "weft/facts/lines.hpp"
#include "weft/io/nccl_xml_device.hpp"
#include "weft/link/ethernet.hpp"
#include "weft/link/fixed.hpp"
#include "weft/link/infiniband.hpp"

#include <array>
#include <cmath>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace weft::io::nccl {
namespace {

using topology::Provenance;

// No port that exists is faster; a larger number was written in another unit.
constexpr double kFastestMbps = 3'200'000;
// What NCCL takes for a port that states no speed (src/graph/topo.cc).
constexpr double kNcclDefaultMbps = 10'000;

// Stated in kb/s or b/s, as some drivers do? Then the same digits are a rate that exists.
double in_another_unit(double stated) {
  for (const double unit : {1e3, 1e6})
    if (stated / unit <= kFastestMbps && stated / unit >= 1000) return stated / unit;
  return 0;
}

double read_mbps(const NetRecord& net, Provenance& provenance, Remarks& remarks) {
  const auto stated = parse_number(net.get("speed"));
  if (stated && *stated > 0 && *stated <= kFastestMbps) return *stated;
  provenance = Provenance::assumed;
  const std::string_view name = net.get("name");
  const double guess = stated && *stated > 0 ? in_another_unit(*stated) : 0;
  if (guess > 0) {
    remarks.for_device("NET_SPEED_ABSURD",
                       fmt::format("a port states {} Mb/s, which no port has; {} Mb/s is assumed, "
                                   "while NCCL takes it as stated",
                                   net.get("speed"), guess),
                       name, net.line, "Write the speed in Mb/s: 400000 for 400 Gb/s.");
    return guess;
  }
  // 0 and the kernel's -1 say that it is not known.
  const bool is_unknown = stated && (*stated == 0 || *stated == -1);
  if (const std::string_view text = net.get("speed"); !text.empty() && !is_unknown) {
    remarks.for_device("NET_SPEED_ABSURD",
                       fmt::format("a port states the speed '{}', which no port has; {} Mb/s is "
                                   "assumed, as NCCL takes where none is stated",
                                   text, kNcclDefaultMbps),
                       name, net.line, "Write the speed in Mb/s: 400000 for 400 Gb/s.");
    return kNcclDefaultMbps;
  }
  remarks.for_device(
      "NET_SPEED_UNKNOWN",
      fmt::format("a port states no speed; {} Mb/s is assumed, as in NCCL", kNcclDefaultMbps), name,
      net.line, "Write the speed in Mb/s: 400000 for 400 Gb/s.");
  return kNcclDefaultMbps;
}

// NCCL computes the speed of InfiniBand from lanes × a rounded rate (ncclIbSpeed), which up to FDR
// is the signalling rate and not that of the data.
struct NamedRate {
  double mbps;
  const char* name;
};
constexpr std::array kInfiniband = {NamedRate{10'000, "sdr"},  NamedRate{20'000, "ddr"},
                                    NamedRate{40'000, "qdr"},  NamedRate{56'000, "fdr"},
                                    NamedRate{100'000, "edr"}, NamedRate{200'000, "hdr"},
                                    NamedRate{400'000, "ndr"}, NamedRate{800'000, "xdr"}};

std::string infiniband_name(double mbps) {
  for (const NamedRate& rate : kInfiniband)
    if (rate.mbps == mbps) return rate.name;
  return {};
}

std::string ethernet_name(double mbps) {
  for (const facts::NetworkRate& rate : facts::ethernet_rates())
    if (std::abs(rate.gbps * 1000 - mbps) < 1) return rate.name;
  return {};
}

// NCCL numbers the ports of RDMA devices from 1; 0 is an interface that it drives by sockets.
link::EthernetProtocol protocol_of(const NetRecord& net) {
  return net.get("port") == "0" ? link::EthernetProtocol::tcp : link::EthernetProtocol::rocev2;
}

// A speed that no standard has, e.g. what a cloud grants a virtual machine.
link::LinkModelPtr stated_rate(double mbps, bool is_infiniband) {
  const auto& latency = facts::classes().latency;
  return link::fixed_link({.name = fmt::format("{} Gb/s {}", print_number(mbps / 1000),
                                               is_infiniband ? "InfiniBand" : "Ethernet"),
                           .kind = is_infiniband ? "infiniband" : "ethernet",
                           .rate = gigabits_per_second(mbps / 1000),
                           .latency = nanoseconds(is_infiniband ? latency.infiniband_link_ns.value
                                                                : latency.ethernet_link_ns.value),
                           .source = "speed of the topology file"});
}

}  // namespace

Expected<LinkReading> network_reading(const NetRecord& net, const PciRecord* device,
                                      Remarks& remarks) {
  LinkReading reading;
  const double mbps = read_mbps(net, reading.provenance, remarks);
  const bool is_infiniband = device != nullptr && has_class(device->get("class"), "0207");
  const std::string name = is_infiniband ? infiniband_name(mbps) : ethernet_name(mbps);
  if (name.empty()) {
    reading.model = stated_rate(mbps, is_infiniband);
    return reading;
  }
  auto model = is_infiniband
                   ? link::infiniband_link({.rate = name})
                   : link::ethernet_link({.rate = name, .framing = {.protocol = protocol_of(net)}});
  if (!model) return tl::make_unexpected(model.error());
  reading.model = std::move(*model);
  return reading;
}

}  // namespace weft::io::nccl
