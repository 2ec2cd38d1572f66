#include "weft/link/dma_transfer.hpp"

#include "weft/facts/classes.hpp"
#include "weft/link/two_way.hpp"

#include <algorithm>
#include <utility>

namespace weft::link {
namespace {

void limit(DmaRate& found, Bandwidth rate, const char* by) {
  if (rate < found.rate) found = {rate, by};
}

void limit_by_walks(const DmaSetting& setting, Bytes size, DmaRate& found) {
  if (!setting.misses) return;
  const double walks = facts::dma_host().iommu_walks_Mps.value * 1e6;
  limit(found, size / Seconds(1 / walks), "IOMMU walks");
}

void limit_reads(const DmaSetting& setting, const DmaRoundTrip& trip, Bytes size, DmaRate& found) {
  const Bytes request = std::min(size, Bytes(setting.pcie.mrrs));
  limit(found, pcie_read_window(setting.device->reads_under_way, request, trip.total()),
        "reads under way");
}

void limit_writes(const DmaSetting& setting, Bytes size, DmaRate& found) {
  limit(found, size / Seconds(1 / setting.device->write_rate), "writes started");
}

}  // namespace

Transfer dma_transfer(const PcieOptions& pcie, Verb verb, Bytes size) {
  Transfer transfer{.engine = Engine::nic, .verb = verb};
  if (size < Bytes(pcie.mps)) transfer.payload_limit = size;
  if (size < Bytes(pcie.mrrs)) transfer.request_limit = size;
  return transfer;
}

Expected<DmaRoundTrip> dma_round_trip(const DmaSetting& setting, Bytes size) {
  const auto link = pcie_link(setting.pcie);
  if (!link) return tl::make_unexpected(link.error());
  const auto& latency = facts::classes().latency;
  const facts::DmaHost& host = facts::dma_host();
  DmaRoundTrip trip;
  trip.device = setting.device->own;
  trip.links = 2.0 * (*link)->latency();
  trip.host = nanoseconds(latency.root_complex_ns.value + host.cache_ns.value +
                          (setting.cold ? host.cold_ns.value : 0));
  if (setting.misses) trip.iommu = nanoseconds(host.iommu_miss_ns.value);
  trip.far = setting.far;
  trip.data = size / (*link)->waterfall(dma_transfer(setting.pcie, Verb::read, size)).usable();
  if (setting.device->stores) trip.stored = trip.data;
  return trip;
}

Expected<DmaRate> dma_rate(const DmaSetting& setting, Verb verb, Bytes size) {
  const auto link = pcie_link(setting.pcie);
  if (!link) return tl::make_unexpected(link.error());
  DmaRate found{(*link)->waterfall(dma_transfer(setting.pcie, verb, size)).usable(), "wire"};
  if (verb == Verb::read) {
    const auto trip = dma_round_trip(setting, std::min(size, Bytes(setting.pcie.mrrs)));
    if (!trip) return tl::make_unexpected(trip.error());
    limit_reads(setting, *trip, size, found);
  } else {
    limit_writes(setting, size, found);
  }
  limit_by_walks(setting, size, found);
  return found;
}

Expected<DmaRate> dma_rate_both(const DmaSetting& setting, Bytes size) {
  const auto link = pcie_link(setting.pcie);
  if (!link) return tl::make_unexpected(link.error());
  const TwoWay wire = two_way(**link, dma_transfer(setting.pcie, Verb::read, size),
                              dma_transfer(setting.pcie, Verb::write, size));
  DmaRate found{std::min(wire.down, wire.up), "wire, both ways"};
  for (const Verb verb : {Verb::read, Verb::write}) {
    const auto alone = dma_rate(setting, verb, size);
    if (!alone) return alone;
    if (alone->rate < found.rate) found = *alone;
  }
  return found;
}

}  // namespace weft::link
