#include "weft/facts/gpus.hpp"

#include "weft/facts/lines.hpp"
#include "weft/facts/reader.hpp"
#include "weft/facts/scaleup.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <span>

#include <fmt/format.h>

namespace weft::facts {
namespace {

std::optional<std::uint16_t> parse_hex(std::string_view text) {
  std::uint16_t number = 0;
  const char* last = text.data() + text.size();
  const auto [end, status] = std::from_chars(text.data(), last, number, 16);
  if (text.size() != 4 || status != std::errc{} || end != last) return std::nullopt;
  return number;
}

// The fabric and the rate of one link, and whether they are what the entry states in all.
void read_fabric(const Record& r, Gpu& gpu) {
  const std::string name = r.text_or("fabric", "none");
  double link_GBps = 0;
  if (name == "nvlink") {
    gpu.fabric = Fabric::nvlink;
    gpu.fabric_gen = r.integer("fabric_gen");
    const NvlinkGeneration* generation = find_nvlink(gpu.fabric_gen);
    if (generation == nullptr)
      r.malformed(fmt::format("there is no NVLink {}", gpu.fabric_gen), DataFault::unknown_name);
    link_GBps = generation->link_GBps;
  } else if (name == "xgmi") {
    gpu.fabric = Fabric::xgmi;
    const XgmiGeneration* generation = find_xgmi(r.text("gcn"));
    if (generation == nullptr)
      r.malformed("no xGMI is known for '" + gpu.gcn + "'", DataFault::unknown_name);
    link_GBps = generation->gtps * generation->lanes / 8;
  } else if (name != "none") {
    gpu.fabric = Fabric::scale_up;
    gpu.fabric_link = name;
    const ScaleUpLink* link = find_scale_up(name);
    if (link == nullptr)
      r.malformed("the fabric '" + name + "' is not none, nvlink, xgmi or a link of scaleup.toml",
                  DataFault::unknown_name);
    link_GBps = link->link_GBps;
  } else {
    return;
  }
  gpu.fabric_links = r.integer("fabric_links");
  const double total = link_GBps * gpu.fabric_links;
  const double stated = r.number_or("fabric_GBps", total);
  constexpr double kRounding = 0.005;  // data sheets round totals
  if (std::abs(stated - total) > kRounding * total)
    r.malformed(fmt::format("{} links of {} GB/s a direction are {} GB/s, but fabric_GBps is {}",
                            gpu.fabric_links, link_GBps, total, stated),
                DataFault::contradiction);
  gpu.fabric_rate = gigabytes_per_second(total);
}

bool same_letters(std::string_view a, std::string_view b) {
  return std::ranges::equal(
      a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

const Gpu* first_where(auto holds) {
  const auto found = std::ranges::find_if(gpus(), holds);
  return found == gpus().end() ? nullptr : &*found;
}

}  // namespace

Gpu read_gpu(const Record& r) {
  Gpu gpu{.name = r.text("name"),
          .aliases = r.texts("aliases"),
          .pretty = r.text("pretty"),
          .vendor = r.text("vendor"),
          .sm = r.integer_or("sm", 0),
          .gcn = r.text_or("gcn", ""),
          .pci_ids = read_pci_ids(r),
          .pcie_gen = read_pcie_generation(r, "pcie_gen"),
          .pcie_lanes = r.integer("pcie_lanes"),
          .memory = Bytes(r.number("memory_GB") * 1e9),
          .memory_rate = gigabytes_per_second(r.number_or("memory_GBps", 0)),
          .fabric_link = {},
          .c2c_links = r.integer_or("c2c_links", 0),
          .peer_access = r.flag_or("peer_access", true),
          .copy_engines = r.integer_or("copy_engines", 0),
          .bf16_tflops = r.number_or("bf16_tflops", 0),
          .tdp_watts = r.number_or("tdp_W", 0),
          .doubt = r.text_or("doubt", ""),
          .evidence = r.evidence()};
  read_fabric(r, gpu);
  return gpu;
}

std::vector<PciId> read_pci_ids(const Record& r) {
  std::vector<PciId> ids;
  for (const std::string& text : r.texts("pci")) {
    const auto id = parse_pci_id(text);
    if (!id) r.malformed("'" + text + "' is not a PCI id");
    ids.push_back(*id);
  }
  return ids;
}

std::optional<PciId> parse_pci_id(std::string_view text) {
  if (text.size() != 9 || text[4] != ':') return std::nullopt;
  const auto vendor = parse_hex(text.substr(0, 4));
  const auto device = parse_hex(text.substr(5));
  if (!vendor || !device) return std::nullopt;
  return PciId{*vendor, *device};
}

const std::vector<Gpu>& gpus() {
  static const auto rows = Document("gpus.toml").table<Gpu>("gpu", read_gpu);
  return rows;
}

const Gpu* find_gpu(std::string_view name) {
  return first_where([&](const Gpu& gpu) {
    return same_letters(gpu.name, name) || std::ranges::any_of(gpu.aliases, [&](const auto& alias) {
             return same_letters(alias, name);
           });
  });
}

const Gpu* find_gpu(PciId id) {
  return first_where(
      [&](const Gpu& gpu) { return std::ranges::find(gpu.pci_ids, id) != gpu.pci_ids.end(); });
}

// The data lists the full-size product of an architecture first.
const Gpu* find_gpu_by_sm(int sm) {
  return sm == 0 ? nullptr : first_where([&](const Gpu& gpu) { return gpu.sm == sm; });
}

const Gpu* find_gpu_by_gcn(std::string_view gcn) {
  std::string wanted(gcn);
  // Older RCCL files write the bare number, and MI200 and MI300 by names of before their release.
  if (!wanted.starts_with("gfx")) wanted = "gfx" + wanted;
  if (wanted == "gfx910") wanted = "gfx90a";
  if (wanted == "gfx940" || wanted == "gfx941") wanted = "gfx942";
  return first_where([&](const Gpu& gpu) { return gpu.gcn == wanted; });
}

}  // namespace weft::facts
