#include "weft/io/nccl_xml_links.hpp"

#include "weft/base/parse.hpp"
#include "weft/facts/classes.hpp"
#include "weft/facts/lines.hpp"
#include "weft/io/nccl_xml_attributes.hpp"
#include "weft/io/nccl_xml_device.hpp"
#include "weft/link/fixed.hpp"
#include "weft/link/nvlink.hpp"
#include "weft/link/xgmi.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace weft::io::nccl {
namespace {

using topology::Builder;
using topology::ComponentKind;
using topology::LinkState;
using topology::Provenance;
using topology::Topology;

// Generations 2 to 4 all move 25 GB/s a link, so this is the least wrong for an unknown GPU.
constexpr int kUnknownNvlink = 3;
constexpr const char* kUnknownXgmi = "gfx90a";
constexpr int kMostBundled = 64;

// The links of one GPU to one target.
struct Said {
  const GpuLinkRecord* record = nullptr;  // the first that names the target
  int count = 0;
};
using SaidByTarget = std::map<std::uint64_t, Said>;

// The fabric that a GPU has: an NVLink generation, or the architecture of xGMI.
struct GpuFabric {
  int nvlink = 0;
  const facts::XgmiGeneration* xgmi = nullptr;
  Provenance provenance = Provenance::trained;
};

topology::Place place(const PlacedDevice& device) {
  return {.server = static_cast<std::int32_t>(device.host)};
}

class Connector {
 public:
  Connector(Builder& builder, const std::vector<PlacedDevice>& gpus, const DeviceIndex& devices,
            Remarks& remarks)
      : builder_(builder), gpus_(gpus), devices_(devices), remarks_(remarks) {}

  Expected<void> run();

 private:
  using Done = Expected<void>;

  Done listen(const PlacedDevice& gpu);
  void count(const PlacedDevice& gpu);
  Done connect(const PlacedDevice& gpu, const GpuLinkRecord& record);
  void to_cpu_by_c2c(const PlacedDevice& gpu, const GpuLinkRecord& record);
  Done to_gpu(const PlacedDevice& gpu, const PlacedDevice& other, const Said& said);
  Done to_switch(const PlacedDevice& gpu, const Said& said);
  Done to_cpu(const PlacedDevice& gpu, const Said& said);
  Done to_outside(const PlacedDevice& gpu, const Said& said);
  void set_aside(const PlacedDevice& gpu, const GpuLinkRecord& record);

  const GpuFabric& fabric_of(const PlacedDevice& gpu, LinkTag tag);
  GpuFabric find_fabric(const PlacedDevice& gpu, LinkTag tag);
  Expected<LinkReading> bundle(LinkTag tag, const GpuFabric& fabric, int count) const;
  void describe(LinkId leaving, const Said& said);
  const PlacedDevice* device(std::size_t host, BusId id) const;
  SaidByTarget& said_by(const PlacedDevice& gpu) { return said_[gpu.record]; }

  Builder& builder_;
  const std::vector<PlacedDevice>& gpus_;
  const DeviceIndex& devices_;
  Remarks& remarks_;
  std::map<const PciRecord*, SaidByTarget> said_;
  std::map<const PciRecord*, GpuFabric> fabrics_;
  std::map<std::uint64_t, ComponentId> switches_;  // that only links name, one plane for all hosts
  std::map<std::pair<std::size_t, std::uint64_t>, ComponentId> outside_;
  std::map<std::pair<const PciRecord*, const PciRecord*>, bool> joined_;
};

Expected<void> Connector::run() {
  for (const PlacedDevice& gpu : gpus_)
    if (const auto done = listen(gpu); !done) return done;
  for (const PlacedDevice& gpu : gpus_) {
    if (!gpu.record->gpu) continue;
    for (const GpuLinkRecord& record : gpu.record->gpu->links)
      if (const auto done = connect(gpu, record); !done) return done;
  }
  return {};
}

// All GPUs first, since a link is as wide as both of its ends say.
Expected<void> Connector::listen(const PlacedDevice& gpu) {
  if (!gpu.record->gpu) return {};
  for (const GpuLinkRecord& record : gpu.record->gpu->links) {
    if (record.tag == LinkTag::c2c) continue;
    Said& said = said_by(gpu)[record.target.value];
    if (said.record == nullptr) {
      said.record = &record;
    } else {
      remarks_.for_device("NVLINK_REPEATED",
                          "a GPU names the same target twice; the counts are added",
                          gpu.record->get("busid"), record.line, "Write one element per target.");
    }
    said.count += record.count;
    if (said.count > kMostBundled)
      return remarks_.error(
          "LINK_COUNT_INVALID", fmt::format("{} links of one GPU to one target", said.count),
          fmt::format("A GPU has fewer; write 1 to {}.", kMostBundled), record.line);
  }
  count(gpu);
  return {};
}

// More NVLinks than the GPU has are used as stated, since nothing tells which are wrong.
void Connector::count(const PlacedDevice& gpu) {
  int stated = 0;
  for (const GpuLinkRecord& record : gpu.record->gpu->links)
    if (record.tag == LinkTag::nvlink) stated += record.count;
  const int generation = stated > 0 ? fabric_of(gpu, LinkTag::nvlink).nvlink : 0;
  const facts::NvlinkGeneration* known = facts::find_nvlink(generation);
  const GpuIdentity identity = identify_gpu(*gpu.record);
  if (identity.gpu == nullptr || known == nullptr) return;
  const bool is_product =
      identity.provenance == Provenance::specified && identity.gpu->fabric == facts::Fabric::nvlink;
  const int most = is_product ? identity.gpu->fabric_links : known->links_per_gpu;
  if (stated <= most) return;
  remarks_.for_device(
      "NVLINK_COUNT_IMPOSSIBLE",
      fmt::format("a GPU states {} NVLinks, and {} has {}; they are taken as stated", stated,
                  is_product ? identity.gpu->pretty : fmt::format("a GPU of NVLink {}", generation),
                  most),
      gpu.record->get("busid"), gpu.record->gpu->links.front().line,
      "Correct the counts or the device, or dump the file again.");
}

Expected<void> Connector::connect(const PlacedDevice& gpu, const GpuLinkRecord& record) {
  if (record.tag == LinkTag::c2c) {
    to_cpu_by_c2c(gpu, record);
    return {};
  }
  const Said& said = said_by(gpu).at(record.target.value);
  if (said.record != &record) return {};  // counted with the first
  const std::string_view target_class = record.get("tclass");
  const PlacedDevice* other = device(gpu.host, record.target);
  if (other != nullptr && other->record == gpu.record) {
    remarks_.for_device(
        "NVLINK_TO_SELF",
        "a GPU names itself as the other end of its links; they are "
        "kept but not used",
        gpu.record->get("busid"), record.line,
        "Usual in files that hide the real partner; name it to have the links used.");
    set_aside(gpu, record);
    return {};
  }
  if (other != nullptr && other->record->kind == ComponentKind::gpu)
    return to_gpu(gpu, *other, said);
  if (has_class(target_class, "068001")) return to_cpu(gpu, said);
  if ((other != nullptr && other->record->kind == ComponentKind::nvswitch) ||
      (other == nullptr && has_class(target_class, "0680")))
    return to_switch(gpu, said);
  if (other == nullptr) return to_outside(gpu, said);
  remarks_.for_device(
      "NVLINK_TARGET_WRONG",
      fmt::format("links lead to a {}, which is no end of such a link; they are kept "
                  "but not used",
                  word(other->record->kind)),
      gpu.record->get("busid"), record.line, "Name a GPU or an NVSwitch as the target.");
  set_aside(gpu, record);
  return {};
}

void Connector::to_cpu_by_c2c(const PlacedDevice& gpu, const GpuLinkRecord& record) {
  const double rate = 1e6 * record.bw * record.count;
  const auto model =
      link::fixed_link({.name = fmt::format("NVLink-C2C x{}", record.count),
                        .kind = "c2c",
                        .rate = Bandwidth(rate),
                        .latency = nanoseconds(facts::classes().latency.nvlink_ns.value),
                        .source = "bw × count of the topology file"});
  const LinkId down = builder_.connect(gpu.numa, gpu.id, model, Provenance::trained);
  describe(Topology::opposite(down), {&record, record.count});
}

Expected<void> Connector::to_gpu(const PlacedDevice& gpu, const PlacedDevice& other,
                                 const Said& said) {
  const auto ends = std::minmax(gpu.record, other.record);
  if (!joined_.try_emplace({ends.first, ends.second}, true).second) return {};
  const SaidByTarget& others = said_by(other);
  const auto back = others.find(gpu.record->busid.value);
  Said answer;
  if (back != others.end()) answer = back->second;

  Provenance provenance = Provenance::trained;
  int count = said.count;
  if (answer.count != said.count) {
    remarks_.for_device(
        "NVLINK_ASYMMETRIC",
        "the two ends of a link state different counts, or only one states any; the "
        "smaller that is not 0 is taken",
        fmt::format("{} says {}, {} says {}", gpu.record->get("busid"), said.count,
                    other.record->get("busid"), answer.count),
        said.record->line, "Check for links that are down, or dump the file again.");
    if (answer.count > 0) count = std::min(count, answer.count);
    provenance = Provenance::assumed;
  }
  const LinkTag tag = said.record->tag;
  GpuFabric slower = fabric_of(gpu, tag);
  const GpuFabric& theirs = fabric_of(other, tag);
  if (tag == LinkTag::xgmi ? theirs.xgmi->gtps < slower.xgmi->gtps : theirs.nvlink < slower.nvlink)
    slower = theirs;
  const auto reading = bundle(tag, slower, count);
  if (!reading) return tl::make_unexpected(reading.error());
  const LinkId leaving =
      builder_.connect(gpu.id, other.id, reading->model, std::max(provenance, reading->provenance));
  describe(leaving, said);
  if (answer.record != nullptr) describe(Topology::opposite(leaving), answer);
  return {};
}

Expected<void> Connector::to_switch(const PlacedDevice& gpu, const Said& said) {
  const GpuLinkRecord& record = *said.record;
  const auto reading = bundle(record.tag, fabric_of(gpu, record.tag), said.count);
  if (!reading) return tl::make_unexpected(reading.error());
  ComponentId end;
  if (const PlacedDevice* other = device(gpu.host, record.target); other != nullptr) {
    end = other->id;
  } else {
    const auto [entry, is_new] = switches_.try_emplace(record.target.value);
    if (is_new) {
      topology::Attributes attributes;
      attributes.set("busid", record.get("target"));
      attributes.set("class", record.get("tclass"));
      entry->second = builder_.add(ComponentKind::nvswitch, place(gpu), std::move(attributes));
      // No bus has device 31+; hypervisors show a device of the host so (nccl src/graph/xml.cc).
      if ((record.target.value >> 4 & 0xff) > 0x1f)
        remarks_.for_device(
            "NVSWITCH_HIDDEN",
            "NVLinks lead to a device that the virtual machine does not show; it is "
            "taken as one NVSwitch, as in NCCL",
            record.get("target"), record.line,
            "How the links spread over switches is only seen on the host.");
    }
    end = entry->second;
  }
  const LinkId down = builder_.connect(end, gpu.id, reading->model, reading->provenance);
  describe(Topology::opposite(down), said);
  return {};
}

// POWER systems: the target is the CPU's end of the link, which no pci element describes.
Expected<void> Connector::to_cpu(const PlacedDevice& gpu, const Said& said) {
  const LinkTag tag = said.record->tag;
  const auto reading = bundle(tag, fabric_of(gpu, tag), said.count);
  if (!reading) return tl::make_unexpected(reading.error());
  const LinkId down = builder_.connect(gpu.numa, gpu.id, reading->model, reading->provenance);
  describe(Topology::opposite(down), said);
  return {};
}

Expected<void> Connector::to_outside(const PlacedDevice& gpu, const Said& said) {
  const GpuLinkRecord& record = *said.record;
  const auto reading = bundle(record.tag, fabric_of(gpu, record.tag), said.count);
  if (!reading) return tl::make_unexpected(reading.error());
  remarks_.for_device(
      "NVLINK_TARGET_MISSING",
      "links lead to a device that the file does not describe; they are not used",
      record.get("target"), record.line,
      "Usual in a dump of some of the GPUs; dump all of them to have these links used.");
  const auto [entry, is_new] = outside_.try_emplace({gpu.host, record.target.value});
  if (is_new) {
    topology::Attributes attributes;
    attributes.set("busid", record.get("target"));
    entry->second = builder_.add(ComponentKind::outside, place(gpu), std::move(attributes));
  }
  const LinkId leaving = builder_.connect(gpu.id, entry->second, reading->model,
                                          reading->provenance, LinkState::absent);
  describe(leaving, said);
  return {};
}

void Connector::set_aside(const PlacedDevice& gpu, const GpuLinkRecord& record) {
  builder_.attributes(gpu.id).set(key_of("gpu", std::to_string(record.position)), record.xml);
}

const GpuFabric& Connector::fabric_of(const PlacedDevice& gpu, LinkTag tag) {
  const auto known = fabrics_.find(gpu.record);
  if (known != fabrics_.end()) return known->second;
  return fabrics_.try_emplace(gpu.record, find_fabric(gpu, tag)).first->second;
}

GpuFabric Connector::find_fabric(const PlacedDevice& gpu, LinkTag tag) {
  const GpuIdentity identity = identify_gpu(*gpu.record);
  GpuFabric fabric;
  if (identity.provenance == Provenance::assumed) fabric.provenance = Provenance::assumed;
  const facts::Gpu* product = identity.gpu;
  if (tag == LinkTag::xgmi) {
    if (product != nullptr) fabric.xgmi = facts::find_xgmi(product->gcn);
    if (fabric.xgmi != nullptr) return fabric;
    fabric.xgmi = facts::find_xgmi(kUnknownXgmi);
  } else {
    // A file for a PCIe product may still list links of its architecture.
    if (product != nullptr && product->fabric != facts::Fabric::nvlink)
      product = facts::find_gpu_by_sm(product->sm);
    if (product != nullptr) fabric.nvlink = product->fabric_gen;
    if (fabric.nvlink > 0) return fabric;
    fabric.nvlink = kUnknownNvlink;
  }
  fabric.provenance = Provenance::assumed;
  remarks_.for_device(
      "NVLINK_GENERATION_UNKNOWN",
      fmt::format("the GPU is not known, so the rate of its links is not either; {} is "
                  "assumed",
                  tag == LinkTag::xgmi ? fmt::format("xGMI of {}", kUnknownXgmi)
                                       : fmt::format("NVLink {}", kUnknownNvlink)),
      gpu.record->get("busid"), gpu.record->line,
      "Give the pci element its vendor and device, or the gpu element its sm or gcn.");
  return fabric;
}

Expected<LinkReading> Connector::bundle(LinkTag tag, const GpuFabric& fabric, int count) const {
  auto model = tag == LinkTag::xgmi ? link::xgmi_link({.arch = fabric.xgmi->arch, .links = count})
                                    : link::nvlink_link({.gen = fabric.nvlink, .links = count});
  return std::move(model).map([&](link::LinkModelPtr made) {
    return LinkReading{std::move(made), fabric.provenance};
  });
}

void Connector::describe(LinkId leaving, const Said& said) {
  topology::Attributes& attributes = builder_.attributes(leaving);
  attributes.set("element", word(said.record->tag));
  attributes.set("position", std::to_string(said.record->position));
  keep("nvlink", *said.record, attributes);
  if (said.count != said.record->count) attributes.set("count", std::to_string(said.count));
}

const PlacedDevice* Connector::device(std::size_t host, BusId id) const {
  const auto found = devices_.find({host, id.value});
  return found == devices_.end() ? nullptr : &found->second;
}

}  // namespace

Expected<void> connect_gpus(Builder& builder, const std::vector<PlacedDevice>& gpus,
                            const DeviceIndex& devices, Remarks& remarks) {
  return Connector(builder, gpus, devices, remarks).run();
}

}  // namespace weft::io::nccl
