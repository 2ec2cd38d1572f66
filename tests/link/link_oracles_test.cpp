// tests/oracles/link.csv: exact figures, each computed again by the library's public functions.
// A new row needs no code where a row of the table below already covers its name.
#include "weft/facts/classes.hpp"
#include "weft/facts/protocols.hpp"
#include "weft/facts/scaleup.hpp"
#include "weft/link/bus.hpp"
#include "weft/link/congestion.hpp"
#include "weft/link/ethernet.hpp"
#include "weft/link/host_cost.hpp"
#include "weft/link/infiniband.hpp"
#include "weft/link/memory.hpp"
#include "weft/link/network_line.hpp"
#include "weft/link/nvlink.hpp"
#include "weft/link/pcie.hpp"
#include "weft/link/propagation.hpp"
#include "weft/link/scaleup.hpp"
#include "weft/link/socket_link.hpp"
#include "weft/link/two_way.hpp"

#include <array>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace weft::link {
namespace {

using nlohmann::json;

double GBps(Bandwidth rate) { return in_gigabytes_per_second(rate); }
double Gbps(Bandwidth rate) { return rate.value() * 8 / 1e9; }
Bandwidth given_GBps(const json& in, const char* key) {
  return gigabytes_per_second(in.at(key).get<double>());
}

// PCI Express -----------------------------------------------------------------------------------

const facts::PcieGeneration& generation(const json& in) { return *facts::find_pcie(in.at("gen")); }

double post_encoding(const json& in) {
  return GBps(pcie_post_encoding(generation(in), in.at("lanes")));
}

double pcie_write(const json& in) {
  const facts::PcieGeneration& gen = generation(in);
  const double flits = gen.flit ? pcie_flit_share() : 1;
  const int overhead = pcie_overhead(in.at("tlp_header_bytes"), gen.flit);
  return post_encoding(in) * (1 - in.value("dllp_loss", 0.0)) * flits *
         pcie_efficiency(in.at("mps"), overhead);
}

double above_data_link_layer(const json& in) {
  return post_encoding(in) * (1 - in.at("dllp_loss").get<double>()) * 8;
}

double read_window(const json& in) {
  return GBps(std::min(given_GBps(in, "link_GBps"),
                       pcie_read_window(in.at("tags"), Bytes(in.at("mrrs").get<double>()),
                                        nanoseconds(in.at("rtt_ns")))));
}

double tags_needed(const json& in) {
  return pcie_tags_needed(given_GBps(in, "link_GBps"), Bytes(in.at("mrrs").get<double>()),
                          nanoseconds(in.at("rtt_ns")));
}

double packets(const json& in) {
  return static_cast<double>(
      pcie_packets(in.at("bytes"), in.at("mps"), in.value("start_offset", 0)));
}

double flits(const json& in) {
  return static_cast<double>(pcie_flits(in.at("n_tlp"), in.at("tlp_bytes")));
}

double flit_rate(const json& in) { return post_encoding(in) * pcie_flit_share(); }

double intel_p2p(const json& in) {
  return in.at("bw").get<double>() * facts::classes().p2p.root_complex_nccl_factor.value;
}

// GPU and socket links --------------------------------------------------------------------------

// A row names the rate of its links; the generation with that rate must give the same total.
double nvlink_total(const json& in) {
  for (const facts::NvlinkGeneration& gen : facts::nvlink_generations())
    if (gen.link_GBps == in.at("GBps_per_link_dir").get<double>())
      return GBps(nvlink_rate(gen, in.at("links")));
  return 0;
}

double socket_raw(const json& in) {
  const int bits = in.contains("data_bits") ? in.at("data_bits") : in.at("lanes");
  return GBps(socket_link_raw(in.at("gts"), bits, in.value("links", 1)));
}

double interleaved(const json& in) {
  return GBps(mixed_access(given_GBps(in, "local_GBps"), given_GBps(in, "remote_GBps"),
                           Ratio(in.at("local_frac").get<double>())));
}

double memory(const json& in) { return GBps(memory_peak(in.at("mts"), 8, in.at("channels"))); }

// A row names clock and multiplier of a bus, or its transfers; the rate is in MB/s.
double bus(const json& in) {
  const double clock = in.contains("mtransfers_per_s") ? in.at("mtransfers_per_s").get<double>()
                                                       : in.at("clock_mhz").get<double>();
  return bus_peak(clock, in.at("width_bits"), in.value("mult", 1)).value() / 1e6;
}

double bus_share(const json& in) {
  return fair_share(Bandwidth(in.at("bus_MBps").get<double>() * 1e6), in.at("active_devices"))
             .value() /
         1e6;
}

double ualink_station(const json& in) {
  return GBps(scale_up_rate(*facts::find_scale_up("ualink200"), in.at("lanes")));
}

// Networks --------------------------------------------------------------------------------------

double ethernet_efficiency(const EthernetFraming& framing) {
  const Frame frame = ethernet_frame(framing);
  return frame.payload / frame.wire;
}

double tcp(const json& in) {
  return ethernet_efficiency({.protocol = EthernetProtocol::tcp,
                              .mtu = in.at("mtu"),
                              .timestamps = in.value("tcp_options", 0) == 12});
}

double udp(const json& in) {
  return ethernet_efficiency({.protocol = EthernetProtocol::udp, .mtu = in.at("mtu")});
}

double iwarp(const json& in) {
  return ethernet_efficiency({.protocol = EthernetProtocol::iwarp, .mtu = in.at("mtu")});
}

double rocev2(const json& in) {
  return ethernet_efficiency({.protocol = EthernetProtocol::rocev2,
                              .mtu = in.at("pmtu"),
                              .vlan = in.value("vlan", 0) > 0,
                              .reth = in.value("reth", 0) > 0});
}

double tcp_rate(const json& in) { return in.at("rate_gbps").get<double>() * tcp(in); }
double rocev2_rate(const json& in) { return in.at("rate_gbps").get<double>() / 8 * rocev2(in); }

double frames(const json& in) {
  return ethernet_frames_per_second(gigabits_per_second(in.at("rate_gbps")), in.at("frame"));
}

double infiniband(const json& in) {
  return packet_efficiency(in.at("mtu"), infiniband_overhead(in.value("grh", 0) > 0));
}

double infiniband_datagram(const json& in) {
  return packet_efficiency(in.at("mtu"),
                           infiniband_overhead(false) + facts::protocols().rdma.deth.value);
}

double infiniband_payload(const json& in) {
  return in.at("rate_gbps").get<double>() / 8 * infiniband(in);
}

// A row names the symbol rate; the rate of the table with it must give the same data rate.
double infiniband_rate(const json& in) {
  for (const facts::NetworkRate& rate : facts::infiniband_rates())
    if (rate.gbaud == in.at("gbaud").get<double>() && rate.symbol_bits == 1)
      return Gbps(network_rate(rate, in.at("lanes")));
  return 0;
}

double credits(const json& in) {
  return GBps(
      credit_window(Bytes(in.at("credit_bytes").get<double>()), nanoseconds(in.at("rtt_ns"))));
}

double under_way(const json& in) {
  return bandwidth_delay(gigabits_per_second(in.at("gbps")), microseconds(in.at("rtt_us"))).value();
}

double serialise(const json& in) {
  return (Bytes(in.at("bytes").get<double>()) / gigabits_per_second(in.at("gbps"))).value() * 1e9;
}

double mathis(const json& in) {
  return Gbps(mathis_rate(Bytes(in.at("mss").get<double>()),
                          Seconds(in.at("rtt_ms").get<double>() * 1e-3), in.at("loss")));
}

double marking(const json& in) {
  const auto bytes = [&](const char* key) { return Bytes(in.at(key).get<double>()); };
  return mark_probability({bytes("kmin"), bytes("kmax"), in.at("pmax")}, bytes("q"));
}

double rate_cut(const json& in) {
  const Bandwidth rate = gigabits_per_second(in.at("rate"));
  return Gbps(after_notification({rate, rate, in.at("alpha")}).current);
}

double alpha_up(const json& in) {
  return after_notification({Bandwidth(1), Bandwidth(1), in.at("alpha")}, in.at("g")).alpha;
}

double alpha_down(const json& in) { return alpha_without_notification(in.at("alpha"), in.at("g")); }

double recovery(const json& in) {
  return Gbps(after_recovery(
      {gigabits_per_second(in.at("rc")), gigabits_per_second(in.at("rt")), 1}, in.at("rounds")));
}

double fibre(const json& in) { return ns_per_metre(in.at("n")); }

double distance(const json& in) {
  return in_microseconds(propagation(in.at("km").get<double>() * 1000, in.at("ns_per_m")));
}

// -----------------------------------------------------------------------------------------------

struct Rule {
  std::string_view begins;
  std::string_view ends;
  double (*compute)(const json& inputs);
};

// The first rule that fits a name computes it.
constexpr std::array kRules = {
    Rule{"pcie.", ".post_encoding_GBps", post_encoding},
    Rule{"pcie.", ".write_GBps", pcie_write},
    Rule{"pcie.", ".dllp8pct_GBps", pcie_write},
    Rule{"pcie.", "tlp_layer_Gbps", above_data_link_layer},
    Rule{"pcie.tlp_overhead.", "",
         [](const json& in) { return double(pcie_overhead(in.at("hdr"), false)); }},
    Rule{"pcie.flit.payload_fraction", "", [](const json&) { return pcie_flit_share(); }},
    Rule{"pcie.", ".flit_GBps", flit_rate},
    Rule{"pcie.flits_for_tlp", "", flits},
    Rule{"pcie.read.tags_needed", "", tags_needed},
    Rule{"pcie.read.tags", "GBps", read_window},
    Rule{"pcie.tlps.", "", packets},
    Rule{"pcie.intel_p2p", "", intel_p2p},
    Rule{"nvlink", "GBps_per_dir", nvlink_total},
    Rule{"numa.interleave", "", interleaved},
    Rule{"numa.", "GBps_dir", socket_raw},
    Rule{"mem.", "GBps", memory},
    Rule{"bus.shared_vs_p2p", "", bus_share},
    Rule{"bus.", "MBps", bus},
    Rule{"ualink.lane", "", ualink_station},
    Rule{"net.tcp.mathis", "", mathis},
    Rule{"net.ecn.", "", marking},
    Rule{"net.dcqcn.rate_cut", "", rate_cut},
    Rule{"net.dcqcn.alpha_update", "", alpha_up},
    Rule{"net.dcqcn.alpha_decay", "", alpha_down},
    Rule{"net.dcqcn.fast_recovery", "", recovery},
    Rule{"net.cpu_copy.", "",
         [](const json& in) { return memory_traffic_factor(in.at("copies")); }},
    Rule{"net.tcp.", "goodput", tcp},
    Rule{"net.tcp.", "Gbps", tcp_rate},
    Rule{"net.udp.", "goodput", udp},
    Rule{"net.iwarp.", "efficiency", iwarp},
    Rule{"net.eth.", "", frames},
    Rule{"net.rocev2.", "efficiency", rocev2},
    Rule{"net.rocev2.", "GBps", rocev2_rate},
    Rule{"net.ib.credit", "", credits},
    Rule{"net.ib.", "efficiency", infiniband},
    Rule{"net.ib.", "data_Gbps", infiniband_rate},
    Rule{"net.ib.", "GBps", infiniband_payload},
    Rule{"net.ud.", "efficiency", infiniband_datagram},
    Rule{"net.bdp_bytes.", "", under_way},
    Rule{"net.serialise_ns.", "", serialise},
    Rule{"latency.fibre", "", fibre},
    Rule{"latency.optical", "", distance},
};

const Rule* rule_for(std::string_view name) {
  for (const Rule& rule : kRules)
    if (name.starts_with(rule.begins) && name.ends_with(rule.ends)) return &rule;
  return nullptr;
}

// Fields of a CSV line; "" inside quotes is one quote.
std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') {
      if (quoted && i + 1 < line.size() && line[i + 1] == '"') {
        fields.back() += '"';
        ++i;
      } else {
        quoted = !quoted;
      }
    } else if (line[i] == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += line[i];
    }
  }
  return fields;
}

TEST(LinkOracles, EveryFigureIsReproduced) {
  std::ifstream file(WEFT_SOURCE_DIR "/tests/oracles/link.csv");
  ASSERT_TRUE(file.good());
  std::string line;
  std::getline(file, line);  // the header
  int rows = 0;
  while (std::getline(file, line)) {
    const std::vector<std::string> fields = fields_of(line);
    ASSERT_EQ(fields.size(), 5u) << line;
    const std::string& name = fields[0];
    const Rule* rule = rule_for(name);
    ASSERT_NE(rule, nullptr) << name << " is computed by nothing: add a rule";
    const double tolerance = std::max(std::stod(fields[3]), 1e-9 * std::stod(fields[2]));
    EXPECT_NEAR(rule->compute(json::parse(fields[1])), std::stod(fields[2]), tolerance) << name;
    ++rows;
  }
  EXPECT_GE(rows, 111);
}

}  // namespace
}  // namespace weft::link
