// The libraries' lines (gpu_library.hpp) → NVLink, xGMI, peer access.
#include "weft/facts/gpus.hpp"

#include "weft/base/parse.hpp"
#include "weft/facts/lines.hpp"
#include "weft/link/fixed.hpp"
#include "weft/link/nvlink.hpp"
#include "weft/link/xgmi.hpp"
#include "weft/probe/records.hpp"

#include <algorithm>
#include <set>
#include <sstream>

#include <fmt/format.h>

namespace weft::probe {
namespace {

using topology::ComponentKind;
using topology::Provenance;
using topology::Topology;

struct Lines {
  std::vector<std::vector<std::string>> rows;
};

Lines lines_of(const std::string& text) {
  Lines lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    std::istringstream words(line);
    std::vector<std::string> row;
    for (std::string word; words >> word;) row.push_back(std::move(word));
    if (!row.empty()) lines.rows.push_back(std::move(row));
  }
  return lines;
}

int number(const std::string& text) {
  const auto value = parse_integer(text);
  return value && *value >= 0 && *value < 1'000'000'000 ? static_cast<int>(*value) : 0;
}

class Gpus {
 public:
  Gpus(topology::Builder& builder, const topology::PlacedMachine& placed, Remarks& remarks)
      : builder_(builder), placed_(placed), remarks_(remarks) {}

  void name(const Lines& lines) {
    for (const auto& row : lines.rows) {
      if (row[0] != "gpu" || row.size() < 3) continue;
      const auto device = placed_.devices.find(row[2]);
      if (device == placed_.devices.end()) continue;
      by_number_[row[1]] = device->second;
      std::string product;
      for (std::size_t i = 3; i < row.size(); ++i) product += (i > 3 ? " " : "") + row[i];
      auto& attributes = builder_.attributes(device->second);
      attributes.set("dev", row[1]);
      if (product.empty()) continue;
      attributes.set("product", product);
      if (const facts::Gpu* gpu = facts::find_gpu(product)) attributes.set("model", gpu->name);
    }
  }

  Expected<void> nvlinks(const Lines& lines);
  Expected<void> xgmi(const Lines& lines);
  void peers(const Lines& lines);

 private:
  const facts::Gpu* product(ComponentId gpu) {
    return facts::find_gpu(builder_.attributes(gpu).get("model"));
  }
  ComponentId far_end(const std::string& busid, const std::string& kind);
  void join(ComponentId upper, ComponentId lower, const link::LinkModelPtr& model, int count) {
    const LinkId link = builder_.connect(upper, lower, model, Provenance::trained);
    for (const LinkId way : {link, Topology::opposite(link)})
      builder_.attributes(way).set("count", std::to_string(count));
  }

  topology::Builder& builder_;
  const topology::PlacedMachine& placed_;
  Remarks& remarks_;
  std::map<std::string, ComponentId> by_number_;
  std::map<std::string, ComponentId> hidden_;
};

// An NVSwitch may be hidden from this machine (a virtual one); it is there all the same.
ComponentId Gpus::far_end(const std::string& busid, const std::string& kind) {
  const auto seen = placed_.devices.find(busid);
  if (seen != placed_.devices.end()) return seen->second;
  if (kind == "cpu") return placed_.numa.front();
  const auto [entry, is_new] = hidden_.try_emplace(busid);
  if (!is_new) return entry->second;
  topology::Attributes attributes;
  attributes.set("busid", busid);
  return entry->second =
             builder_.add(kind == "switch" ? ComponentKind::nvswitch : ComponentKind::outside,
                          {.server = 0}, std::move(attributes));
}

Expected<void> Gpus::nvlinks(const Lines& lines) {
  struct Bundle {
    std::string kind;
    int up = 0;
    int version = 0;
  };
  std::map<std::pair<std::string, std::string>, Bundle> bundles;  // GPU, far end
  for (const auto& row : lines.rows) {
    if (row[0] != "nvlink" || row.size() < 7 || !by_number_.contains(row[1])) continue;
    if (row[3] != "up") {
      remarks_.for_device("NVLINK_DOWN", "an NVLink is down",
                          fmt::format("GPU {} link {}", row[1], row[2]),
                          "nvidia-smi nvlink -s shows it; check the fabric manager.");
      continue;
    }
    Bundle& bundle = bundles[{row[1], row[4]}];
    bundle.kind = row[5];
    bundle.version = number(row[6]);
    ++bundle.up;
  }
  std::set<std::pair<ComponentId, ComponentId>> joined;
  for (const auto& [ends, bundle] : bundles) {
    const ComponentId gpu = by_number_.at(ends.first);
    const ComponentId far = far_end(ends.second, bundle.kind);
    if (gpu == far || !joined.insert(std::minmax(gpu, far)).second) continue;
    const facts::Gpu* known = product(gpu);
    // NVML counts versions as generations from 4 on; before, 1, 2 and 2.2 are 1, 2 and 3.
    const int gen = known != nullptr && known->fabric_gen > 0 ? known->fabric_gen : bundle.version;
    auto model = link::nvlink_link({.gen = gen, .links = bundle.up});
    if (!model) {
      remarks_.for_device("PROBE_NVLINK_UNKNOWN",
                          "the generation of an NVLink is not known, so that it is left out",
                          "GPU " + ends.first, "Name the product in a catalogue file.");
      continue;
    }
    const bool gpu_below = builder_.kind(far) != ComponentKind::gpu;
    join(gpu_below ? far : gpu, gpu_below ? gpu : far, *model, bundle.up);
  }
  return {};
}

Expected<void> Gpus::xgmi(const Lines& lines) {
  for (const auto& row : lines.rows) {
    // Several hops go over other GPUs: only direct links are links.
    if (row[0] != "link" || row.size() < 6 || row[3] != "xgmi" || number(row[4]) != 1) continue;
    const auto a = by_number_.find(row[1]);
    const auto b = by_number_.find(row[2]);
    if (a == by_number_.end() || b == by_number_.end() || number(row[1]) >= number(row[2]))
      continue;
    const facts::Gpu* gpu = product(a->second);
    link::LinkModelPtr model;
    if (gpu != nullptr && facts::find_xgmi(gpu->gcn) != nullptr)
      if (auto made = link::xgmi_link({.arch = gpu->gcn, .links = 1})) model = *made;
    if (model == nullptr) {
      const double megabytes = number(row[5]);
      model = link::fixed_link(
          {.name = "xGMI",
           .kind = "xgmi",
           .rate = megabytes > 0 ? gigabytes_per_second(megabytes / 1000) : kUnlimited,
           .latency = Seconds(0),
           .source = "bandwidth that ROCm SMI states"});
    }
    join(a->second, b->second, model, 1);
  }
  return {};
}

void Gpus::peers(const Lines& lines) {
  std::map<std::string, std::vector<std::string>> denied;
  std::set<std::string> asked;
  std::set<std::string> reached;
  for (const auto& row : lines.rows) {
    if (row[0] != "p2p" || row.size() < 4 || !by_number_.contains(row[1]) ||
        !by_number_.contains(row[2]))
      continue;
    asked.insert(row[1]);
    if (row[3] == "ok")
      reached.insert(row[1]);
    else
      denied[row[1]].push_back(row[2]);
  }
  for (const std::string& gpu : asked) {
    auto& attributes = builder_.attributes(by_number_.at(gpu));
    const bool none = !reached.contains(gpu);
    const bool all = denied[gpu].empty();
    attributes.set("peer_access", all ? "yes" : (none ? "no" : "partial"), Provenance::measured);
    if (!all && !none) {
      // By Weft's own numbers, which go by bus id as NVML's do.
      std::vector<std::string> names;
      for (const std::string& other : denied[gpu]) names.push_back(fmt::format("gpu[{}]", other));
      attributes.set("no_peer_access", fmt::format("{}", fmt::join(names, " ")),
                     Provenance::measured);
    }
  }
}

bool has_vendor(const topology::PlacedMachine& placed, topology::Builder& builder,
                const char* vendor) {
  return std::ranges::any_of(placed.devices, [&](const auto& device) {
    return builder.kind(device.second) == ComponentKind::gpu &&
           builder.attributes(device.second).get("vendor") == vendor;
  });
}

}  // namespace

Expected<void> connect_gpus(Source& source, topology::Builder& builder,
                            const topology::PlacedMachine& placed, Remarks& remarks) {
  struct Library {
    const char* vendor;
    const char* file;
    const char* what;
    const char* hint;
  };
  for (const Library& library :
       {Library{"0x10de", "/weft/nvml", "NVLink and peer access of NVIDIA's GPUs",
                "Install the driver's libnvidia-ml.so.1; in a container, start it with the NVIDIA "
                "runtime."},
        Library{"0x1002", "/weft/rocm-smi", "xGMI of AMD's GPUs",
                "Install ROCm's librocm_smi64.so."}}) {
    if (!has_vendor(placed, builder, library.vendor)) continue;
    const auto text = source.read(library.file);
    if (!text) {
      remarks.add("PROBE_LIBRARY_MISSING",
                  fmt::format("{} cannot be seen: {}", library.what, source.why(library.file)),
                  library.hint);
      continue;
    }
    const Lines lines = lines_of(*text);
    Gpus gpus(builder, placed, remarks);
    gpus.name(lines);
    if (auto done = gpus.nvlinks(lines); !done) return done;
    if (auto done = gpus.xgmi(lines); !done) return done;
    gpus.peers(lines);
  }
  return {};
}

}  // namespace weft::probe
