// `dma_read`, `dma_write`, `dma_latency`: single transfers of a device to and from host memory.
//
// Main flow: the device's link (its own, or as asked) and what is asked of cache, IOMMU and socket
// → a setting → rates or round trips by size (link/dma_transfer.hpp). Rates are of many transfers
// of that size in a row.
#include "weft/app/host_of.hpp"
#include "weft/app/nic_way.hpp"
#include "weft/app/operations.hpp"
#include "weft/base/parse.hpp"
#include "weft/facts/lines.hpp"
#include "weft/link/dma_transfer.hpp"

#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace weft::app {
namespace {

using link::DmaSetting;
using link::Verb;
using topology::ComponentKind;
using topology::Topology;

// What a link of a topology was made with, as far as its waterfall says it.
std::optional<link::PcieOptions> options_of(const link::LinkModel& model) {
  if (model.kind() != "pcie") return std::nullopt;
  link::PcieOptions options;
  const link::Waterfall waterfall = model.waterfall({});
  for (const link::Factor& factor : waterfall.factors()) {
    if (factor.role == link::Role::lanes)
      options.lanes = static_cast<int>(std::lround(factor.value));
    if (factor.role != link::Role::signalling) continue;
    for (const facts::PcieGeneration& row : facts::pcie_generations())
      if (std::abs(row.gtps - factor.value * 8) < 0.01 * row.gtps) options.gen = row.gen;
  }
  return options;
}

struct Device {
  std::string name;
  link::PcieOptions pcie;
};

// As named, else the first NIC or other device, else the first GPU.
Expected<Device> device_of(const Topology& topology, const Parameters& parameters) {
  if (parameters.has("hw.pcie")) {
    auto pcie = named_pcie(parameters.get("hw.pcie"));
    if (!pcie) return tl::make_unexpected(std::move(pcie.error()));
    return Device{"a device", *pcie};
  }
  std::vector<ComponentId> tries;
  if (!parameters.from.empty()) {
    const auto named = topology.find(parameters.from);
    if (!named) return tl::make_unexpected(named.error());
    tries.push_back(*named);
  } else {
    for (const auto kind : {ComponentKind::nic, ComponentKind::pci_device, ComponentKind::gpu})
      if (topology.count(kind) > 0) tries.push_back(topology.nth(kind, 0));
  }
  for (const ComponentId id : tries)
    for (const LinkId link : topology.links_of(id))
      if (const auto pcie = options_of(topology.link(link).model))
        return Device{topology.name(id), *pcie};
  return fail("OPTION_UNFIT", fmt::format("no device of '{}' is on PCIe", topology.name()),
              "Name its link: --pcie pcie3x8.");
}

Expected<void> read_sizes(const Parameters& parameters, link::PcieOptions& pcie) {
  const auto mps = parameters.bytes("mps", Bytes(pcie.mps));
  if (!mps) return tl::make_unexpected(mps.error());
  const auto mrrs = parameters.bytes("mrrs", Bytes(pcie.mrrs));
  if (!mrrs) return tl::make_unexpected(mrrs.error());
  pcie.mps = static_cast<int>(mps->value());
  pcie.mrrs = static_cast<int>(mrrs->value());
  return {};
}

struct Question {
  std::string name;
  DmaSetting setting;
  Seconds far{0};  // what the other socket would cost
};

Expected<Question> question(const Topology& topology, const Parameters& parameters) {
  Question q;
  auto device = device_of(topology, parameters);
  if (!device) return tl::make_unexpected(std::move(device.error()));
  q.name = device->name;
  q.setting.pcie = device->pcie;
  if (auto read = read_sizes(parameters, q.setting.pcie); !read)
    return tl::make_unexpected(std::move(read.error()));
  const std::string_view named = parameters.get("device");
  q.setting.device = named.empty() ? &facts::dma_devices().front() : facts::find_dma_device(named);
  if (q.setting.device == nullptr) {
    std::vector<std::string> known;
    for (const auto& each : facts::dma_devices()) known.push_back(each.name);
    return fail("OPTION_UNFIT", fmt::format("the DMA engine of '{}' is not known", named),
                fmt::format("Known are {}.", fmt::join(known, ", ")));
  }
  const auto cache = parameters.word("cache", {"warm", "cold"});
  if (!cache) return tl::make_unexpected(cache.error());
  q.setting.cold = *cache == "cold";
  const auto iommu = parameters.flag("iommu");
  if (!iommu) return tl::make_unexpected(iommu.error());
  const auto window = parameters.bytes("window", Bytes(0));
  if (!window) return tl::make_unexpected(window.error());
  q.setting.misses = *iommu && *window > Bytes(facts::dma_host().iommu_reach_bytes.value);
  const auto numa = parameters.word("numa", {"local", "remote", "remote_minus_local"});
  if (!numa) return tl::make_unexpected(numa.error());
  if (*numa != "local") {
    const auto host = host_memory(topology, {});
    if (!host) return tl::make_unexpected(host.error());
    if (host->sockets < 2)
      return fail("OPTION_UNFIT",
                  fmt::format("'{}' has one socket, so no memory is remote", topology.name()),
                  "Leave --numa out.");
    q.far = 2.0 * host->socket_link_latency;
    q.setting.far = q.far;
  }
  return q;
}

void describe(const Question& q, OperationResult& out) {
  out.how = fmt::format("{} ({}) on PCIe {}.0 x{}, MPS {} B, MRRS {} B", q.name,
                        q.setting.device->pretty, q.setting.pcie.gen, q.setting.pcie.lanes,
                        q.setting.pcie.mps, q.setting.pcie.mrrs);
  out.way = "dma";
}

std::vector<report::Term> terms_of(const Question& q, const link::DmaRoundTrip& trip) {
  const std::string device = to_string(q.setting.device->evidence);
  const facts::DmaHost& host = facts::dma_host();
  std::vector<report::Term> terms = {
      {"device", trip.device, device},
      {"links, there and back", trip.links, "classes.toml: PCIe links"},
      {q.setting.cold ? "root complex and memory" : "root complex and last-level cache", trip.host,
       to_string(host.cache_ns.evidence)}};
  if (trip.iommu > Seconds(0))
    terms.push_back({"walk of the IOMMU", trip.iommu, to_string(host.iommu_miss_ns.evidence)});
  if (trip.far > Seconds(0))
    terms.push_back(
        {"the other socket, there and back", trip.far, "classes.toml: links between sockets"});
  terms.push_back({"data on the wire", trip.data, "the link's rate"});
  if (trip.stored > Seconds(0)) terms.push_back({"data stored in the device", trip.stored, device});
  return terms;
}

std::vector<report::FactorLine> waterfall(const Question& q, Verb verb, Bytes size,
                                          const link::DmaRate& rate) {
  const auto model = link::pcie_link(q.setting.pcie);
  if (!model) return {};
  auto lines =
      report::factor_lines((*model)->waterfall(link::dma_transfer(q.setting.pcie, verb, size)));
  const double factor = rate.rate / lines.back().after;
  if (std::abs(factor - 1) >= 1e-4)
    lines.push_back({rate.limit, "x " + print_number(factor), factor, rate.rate,
                     to_string(q.setting.device->evidence)});
  return lines;
}

Expected<OperationResult> run_rate(const Topology& topology, const Parameters& parameters,
                                   Verb verb) {
  const auto q = question(topology, parameters);
  if (!q) return tl::make_unexpected(q.error());
  const auto duplex = parameters.word("duplex", {"one_direction", "per_direction", "sum"});
  if (!duplex) return tl::make_unexpected(duplex.error());
  OperationResult out;
  describe(*q, out);
  for (const Bytes size : parameters.sizes) {
    auto rate = *duplex == "one_direction" ? link::dma_rate(q->setting, verb, size)
                                           : link::dma_rate_both(q->setting, size);
    if (!rate) return tl::make_unexpected(std::move(rate.error()));
    OperationRow row;
    row.size = size;
    row.rate = rate->rate;
    row.limit = {rate->limit.starts_with("wire") ? "pcie" : "device", rate->limit, false, {}};
    out.waterfall = waterfall(*q, verb, size, *rate);
    if (*duplex == "sum") row.rate = row.rate * 2.0;
    out.rows.push_back(std::move(row));
  }
  out.waterfall_of = out.rows.back().limit.text;
  return out;
}

}  // namespace

Expected<OperationResult> run_dma_read(const Topology& topology, const Parameters& parameters) {
  return run_rate(topology, parameters, Verb::read);
}

Expected<OperationResult> run_dma_write(const Topology& topology, const Parameters& parameters) {
  return run_rate(topology, parameters, Verb::write);
}

Expected<OperationResult> run_dma_latency(const Topology& topology, const Parameters& parameters) {
  const auto q = question(topology, parameters);
  if (!q) return tl::make_unexpected(q.error());
  const auto kind = parameters.word("latency_kind", {"round_trip", "half_round_trip"});
  if (!kind) return tl::make_unexpected(kind.error());
  const double part = *kind == "round_trip" ? 1 : 0.5;
  const bool difference = parameters.get("numa") == "remote_minus_local";
  OperationResult out;
  describe(*q, out);
  for (const Bytes size : parameters.sizes) {
    const auto trip = link::dma_round_trip(q->setting, size);
    if (!trip) return tl::make_unexpected(trip.error());
    OperationRow row;
    row.size = size;
    if (difference) {
      row.terms = {{"the other socket, there and back", q->far * part,
                    "classes.toml: links between sockets"}};
    } else {
      row.terms = terms_of(*q, *trip);
      for (report::Term& term : row.terms) term.time = term.time * part;
    }
    for (const report::Term& term : row.terms) row.time += term.time;
    row.limit = {explain::kLatencyClass, "round trip of a read", false, {}};
    out.rows.push_back(std::move(row));
  }
  out.latency = out.rows.back().time;
  out.waterfall_of = out.rows.back().limit.text;
  return out;
}

}  // namespace weft::app
