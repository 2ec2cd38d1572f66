#include "weft/facts/dma_devices.hpp"

#include "weft/facts/find.hpp"
#include "weft/facts/reader.hpp"

namespace weft::facts {
namespace {

DmaDevice read_device(const Record& r) {
  return {.name = r.text("name"),
          .aliases = r.texts("aliases"),
          .pretty = r.text("pretty"),
          .reads_under_way = r.integer("reads_under_way"),
          .write_rate = r.number("write_Mps") * 1e6,
          .own = nanoseconds(r.number("own_ns")),
          .stores = r.flag_or("stores", false),
          .rows = r.texts("rows"),
          .evidence = r.evidence()};
}

DmaHost read_host(const Record& r) {
  return {.cache_ns = r.figure("cache_ns"),
          .cold_ns = r.figure("cold_ns"),
          .iommu_miss_ns = r.figure("iommu_miss_ns"),
          .iommu_walks_Mps = r.figure("iommu_walks_Mps"),
          .iommu_reach_bytes = r.figure("iommu_reach_bytes")};
}

struct Tables {
  std::vector<DmaDevice> devices;
  DmaHost host;
};

const Tables& tables() {
  static const Tables all = [] {
    const Document file("dma-devices.toml");
    return Tables{.devices = file.table<DmaDevice>("device", read_device),
                  .host = read_section(file.root(), "host", read_host)};
  }();
  return all;
}

}  // namespace

const std::vector<DmaDevice>& dma_devices() { return tables().devices; }

const DmaDevice* find_dma_device(std::string_view name_or_alias) {
  return find_named(dma_devices(), name_or_alias);
}

const DmaHost& dma_host() { return tables().host; }

}  // namespace weft::facts
