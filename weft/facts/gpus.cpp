#include "weft/facts/gpus.hpp"

#include "weft/facts/reader.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <span>

namespace weft::facts {
namespace {

std::optional<std::uint16_t> parse_hex(std::string_view text) {
  std::uint16_t number = 0;
  const char* last = text.data() + text.size();
  const auto [end, status] = std::from_chars(text.data(), last, number, 16);
  if (text.size() != 4 || status != std::errc{} || end != last) return std::nullopt;
  return number;
}

Fabric read_fabric(const Record& r) {
  const std::string name = r.text_or("fabric", "none");
  if (name == "none") return Fabric::none;
  if (name == "nvlink") return Fabric::nvlink;
  if (name == "xgmi") return Fabric::xgmi;
  r.malformed("the fabric '" + name + "' is not one of none nvlink xgmi");
}

Gpu read_gpu(const Record& r) {
  return {.name = r.text("name"),
          .aliases = r.texts("aliases"),
          .pretty = r.text("pretty"),
          .vendor = r.text("vendor"),
          .sm = r.integer_or("sm", 0),
          .gcn = r.text_or("gcn", ""),
          .pci_ids = read_pci_ids(r),
          .pcie_gen = r.integer("pcie_gen"),
          .pcie_lanes = r.integer("pcie_lanes"),
          .memory = Bytes(r.number("memory_GB") * 1e9),
          .memory_rate = gigabytes_per_second(r.number("memory_GBps")),
          .fabric = read_fabric(r),
          .fabric_gen = r.integer_or("fabric_gen", 0),
          .fabric_links = r.integer_or("fabric_links", 0),
          .peer_access = r.flag_or("peer_access", true),
          .copy_engines = r.integer_or("copy_engines", 0),
          .bf16_tflops = r.number_or("bf16_tflops", 0),
          .tdp_watts = r.number("tdp_W"),
          .evidence = r.evidence()};
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
