// Devices that read and write host memory, as their DMA engines limit them, and the host's side of
// it. Data: weft/facts/data/dma-devices.toml. Threads: immutable.
#pragma once

#include "weft/base/units.hpp"
#include "weft/facts/evidence.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace weft::facts {

struct DmaDevice {
  std::string name;  // "nfp6000"
  std::vector<std::string> aliases;
  std::string pretty;
  int reads_under_way = 0;
  double write_rate = 0;  // writes that it starts a second
  Seconds own{0};         // of a round trip
  bool stores = false;    // data is stored once more, as long as the wire takes
  std::vector<std::string> rows;
  Evidence evidence;
};

struct DmaHost {
  Figure cache_ns;
  Figure cold_ns;
  Figure iommu_miss_ns;
  Figure iommu_walks_Mps;
  Figure iommu_reach_bytes;
};

const std::vector<DmaDevice>& dma_devices();  // the first stands for any
const DmaDevice* find_dma_device(std::string_view name_or_alias);
const DmaHost& dma_host();

}  // namespace weft::facts
