// NVLinks that are down, from `nvidia-smi nvlink -s`.
#include "weft/base/parse.hpp"
#include "weft/facts/gpus.hpp"
#include "weft/facts/lines.hpp"
#include "weft/io/matrix/merge.hpp"
#include "weft/io/matrix/nvlink_status.hpp"
#include "weft/link/nvlink.hpp"
#include "weft/topology/builder.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace weft::io::matrix {
namespace {

using topology::Builder;
using topology::ComponentKind;
using topology::LinkState;
using topology::Provenance;
using topology::Topology;

int count_of(const Topology& topology, LinkId link) {
  const auto stated = parse_integer(topology.attributes(link).get("count"));
  return stated && *stated > 0 && *stated <= 64 ? static_cast<int>(*stated) : 1;
}

// A bundle of NVLinks that leaves a GPU, as the graph has it and as it shall be.
struct Bundle {
  LinkId link;
  ComponentId to;
  int before = 0;
  int now = 0;
};

struct Gpu {
  ComponentId id;
  int number = 0;
  const GpuReport* report = nullptr;
  std::vector<Bundle> bundles;
  int surplus = 0;  // links of the graph that are not up

  int links() const {
    int sum = 0;
    for (const Bundle& bundle : bundles) sum += bundle.now;
    return sum;
  }
};

int up(const GpuReport& report) {
  return static_cast<int>(std::count_if(report.links.begin(), report.links.end(),
                                        [](const auto& link) { return link.second.is_up; }));
}

std::string inactive(const GpuReport& report) {
  std::string list;
  for (const auto& [number, link] : report.links)
    if (!link.is_up) list += fmt::format("{}{}", list.empty() ? "" : ", ", number);
  return list;
}

class Merger {
 public:
  Merger(Topology topology, const Paste& paste, Remarks& remarks)
      : topology_(std::move(topology)), paste_(paste), remarks_(remarks) {}

  Expected<Topology> run();

 private:
  void find_gpus();
  void compare(Gpu& gpu);
  void compare_with_product(const Gpu& gpu, int links);
  void compare_rate(const Gpu& gpu);
  void take_from_switches(Gpu& gpu);
  void take_from_peers();
  Gpu* gpu_of(ComponentId id);
  Expected<Topology> rebuilt();
  int generation_of(const topology::Link& link, int count) const;

  Topology topology_;
  const Paste& paste_;
  Remarks& remarks_;
  std::vector<Gpu> gpus_;
};

Expected<Topology> Merger::run() {
  find_gpus();
  if (gpus_.empty()) return std::move(topology_);
  for (Gpu& gpu : gpus_) compare(gpu);
  for (Gpu& gpu : gpus_) take_from_switches(gpu);
  take_from_peers();
  return rebuilt();
}

void Merger::find_gpus() {
  const GpuIndex known = gpus_by_number(topology_);
  for (const GpuReport& report : paste_.gpus) {
    const auto found = known.find(report.gpu);
    if (!report.has_links || found == known.end()) continue;
    Gpu gpu{found->second, report.gpu, &report, {}, 0};
    for (const LinkId leaving : topology_.links_of(gpu.id)) {
      const topology::Link link = topology_.link(leaving);
      if (link.model.kind() != "nvlink" || link.state != LinkState::up) continue;
      const int count = count_of(topology_, leaving);
      gpu.bundles.push_back({leaving, link.to, count, count});
    }
    gpus_.push_back(std::move(gpu));
  }
}

void Merger::compare(Gpu& gpu) {
  const int links = gpu.links();
  const int are_up = up(*gpu.report);
  const std::string name = fmt::format("GPU{}", gpu.number);
  if (are_up < links) {
    gpu.surplus = links - are_up;
    const std::string which = inactive(*gpu.report);
    remarks_.add("NVLINK_DOWN",
                 fmt::format("{} of the {} NVLinks that {} gives {} are up{}; those are used",
                             are_up, links, topology_.name(), name,
                             which.empty() ? "" : fmt::format(" (inactive: {})", which)),
                 "Look for Xid 74 in the kernel log, and reseat or replace what stands out.",
                 gpu.report->line);
  } else if (are_up > links) {
    remarks_.for_device("FILES_DISAGREE",
                        fmt::format("{} NVLinks are up where {} has {}; the smaller number is used",
                                    are_up, topology_.name(), links),
                        name, gpu.report->line,
                        "Check that both files are of one machine, taken at the same time.");
  } else {
    compare_with_product(gpu, are_up);
  }
  compare_rate(gpu);
}

void Merger::compare_with_product(const Gpu& gpu, int links) {
  const int listed = static_cast<int>(gpu.report->links.size());
  if (links == 0 || links >= listed) return;
  const facts::Gpu* product = facts::find_gpu(topology_.attributes(gpu.id).get("model"));
  const bool by_design = product == nullptr || product->fabric_links <= links;
  remarks_.for_device(by_design ? "NVLINKS_FEWER_BY_DESIGN" : "NVLINK_DOWN",
                      by_design ? fmt::format("{} of {} NVLinks are inactive, as on bridged cards "
                                              "and some variants",
                                              listed - links, listed)
                                : fmt::format("{} of the {} NVLinks of {} are up", links,
                                              product->fabric_links, product->pretty),
                      fmt::format("GPU{}", gpu.number), gpu.report->line,
                      "Compare with the other GPUs and with what the product has.");
}

// A link that signals otherwise than its generation: another product, or a part of the speed.
void Merger::compare_rate(const Gpu& gpu) {
  if (gpu.bundles.empty()) return;
  const Bundle& first = gpu.bundles.front();
  const int generation = generation_of(topology_.link(first.link), first.before);
  const facts::NvlinkGeneration* known = facts::find_nvlink(generation);
  if (known == nullptr) return;
  const double expected = known->signal_gbps * known->lanes / 8;
  for (const auto& [number, link] : gpu.report->links) {
    if (!link.is_up || link.gigabytes_per_second <= 0) continue;
    const int said = generation_of_rate(link.gigabytes_per_second);
    const facts::NvlinkGeneration* other = facts::find_nvlink(said);
    if (said == generation || (other != nullptr && other->link_GBps == known->link_GBps)) continue;
    remarks_.for_device("NVLINK_RATE_DIFFERS",
                        fmt::format("links report {} GB/s where NVLink {} signals {}; the latter "
                                    "is used",
                                    link.gigabytes_per_second, generation, expected),
                        fmt::format("GPU{}", gpu.number), gpu.report->line,
                        "Name the GPU with --gpu where the generation is wrong; figures of these "
                        "links are too high where the reported rate is lower.");
    return;
  }
}

// Which switch a link leads to is not said; switches are alike, so the widest bundle loses one.
void Merger::take_from_switches(Gpu& gpu) {
  while (gpu.surplus > 0) {
    Bundle* widest = nullptr;
    for (Bundle& bundle : gpu.bundles)
      if (topology_.kind(bundle.to) == ComponentKind::nvswitch && bundle.now > 0 &&
          (widest == nullptr || bundle.now > widest->now))
        widest = &bundle;
    if (widest == nullptr) return;
    --widest->now;
    --gpu.surplus;
  }
}

Gpu* Merger::gpu_of(ComponentId id) {
  const auto found =
      std::find_if(gpus_.begin(), gpus_.end(), [&](const Gpu& gpu) { return gpu.id == id; });
  return found == gpus_.end() ? nullptr : &*found;
}

// A direct link that is down is missing at both of its ends, which usually tells which it is.
void Merger::take_from_peers() {
  for (Gpu& gpu : gpus_) {
    bool is_guess = false;
    while (gpu.surplus > 0) {
      std::vector<Bundle*> candidates;
      for (Bundle& bundle : gpu.bundles) {
        const Gpu* peer = gpu_of(bundle.to);
        if (bundle.now > 0 && peer != nullptr && peer->surplus > 0) candidates.push_back(&bundle);
      }
      if (candidates.empty())
        for (Bundle& bundle : gpu.bundles)
          if (bundle.now > 0) candidates.push_back(&bundle);
      if (candidates.empty()) break;
      is_guess = is_guess || candidates.size() > 1;
      Bundle* taken =
          *std::max_element(candidates.begin(), candidates.end(),
                            [](const Bundle* a, const Bundle* b) { return a->now < b->now; });
      --taken->now;
      --gpu.surplus;
      if (Gpu* peer = gpu_of(taken->to)) {
        peer->surplus = std::max(0, peer->surplus - 1);
        for (Bundle& back : peer->bundles)
          if (back.to == gpu.id && back.now > 0) {
            --back.now;
            break;
          }
      }
    }
    if (is_guess)
      remarks_.for_device("NVLINK_DOWN_WHERE",
                          "which peer a link that is down leads to is not said; the widest bundle "
                          "is assumed",
                          fmt::format("GPU{}", gpu.number), gpu.report->line,
                          "nvidia-smi topo -m shows what is left between each two GPUs.");
  }
}

Expected<Topology> Merger::rebuilt() {
  struct Change {
    LinkId link;
    link::LinkModelPtr model;
    int links;
  };
  std::vector<Change> changes;
  for (const Gpu& gpu : gpus_)
    for (const Bundle& bundle : gpu.bundles) {
      if (bundle.now == bundle.before) continue;
      const topology::Link link = topology_.link(bundle.link);
      const int generation = generation_of(link, bundle.before);
      const int links = std::max(1, bundle.now);
      auto model = link::nvlink_link({.gen = generation, .links = links});
      if (!model) return tl::make_unexpected(std::move(model.error()));
      changes.push_back({bundle.link, std::move(*model), bundle.now});
    }
  if (changes.empty()) return std::move(topology_);
  Builder builder(std::move(topology_));
  for (const Change& change : changes) {
    builder.change(change.link, change.model, Provenance::trained,
                   change.links > 0 ? LinkState::up : LinkState::down);
    for (const LinkId direction : {change.link, Topology::opposite(change.link)})
      builder.attributes(direction).set("count", std::to_string(std::max(1, change.links)),
                                        Provenance::trained);
  }
  return std::move(builder).build();
}

// The graph keeps no generation; the model of the right one has the same name.
int Merger::generation_of(const topology::Link& link, int count) const {
  for (const facts::NvlinkGeneration& known : facts::nvlink_generations()) {
    const auto made = link::nvlink_link({.gen = known.gen, .links = count});
    if (made && (*made)->name() == link.model.name()) return known.gen;
  }
  return 0;
}

}  // namespace

Expected<Topology> merge_links(Topology topology, const Paste& paste, Remarks& remarks) {
  return Merger(std::move(topology), paste, remarks).run();
}

}  // namespace weft::io::matrix
