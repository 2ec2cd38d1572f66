// Accelerators: what one of them brings, by name, marketing name or PCI id.
//
// Names are kebab-case ("a100-sxm4-80gb"); aliases hold short names ("a100") and what drivers
// report ("NVIDIA A100-SXM4-80GB"). Rates are per direction. Data: weft/facts/data/gpus.toml.
// Threads: immutable. Wiring between GPUs of a server: boards.hpp.
#pragma once

#include "weft/base/units.hpp"
#include "weft/facts/evidence.hpp"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft::facts {

struct PciId {
  std::uint16_t vendor = 0;
  std::uint16_t device = 0;

  auto operator<=>(const PciId&) const = default;
};

// "10de:20b0" as lspci -n prints it; nullopt where `text` is not of that form.
std::optional<PciId> parse_pci_id(std::string_view text);

class Record;
std::vector<PciId> read_pci_ids(const Record& record);  // the key `pci` of a table entry

// How it is linked to others of its kind: a generation of NVLink, xGMI of its architecture, or one
// of scale_up_links() in scaleup.hpp.
enum class Fabric { none, nvlink, xgmi, scale_up };

struct Gpu {
  std::string name;
  std::vector<std::string> aliases;
  std::string pretty;          // "NVIDIA A100 SXM4 80GB"
  std::string vendor;          // "nvidia" "amd" "huawei" …
  int sm = 0;                  // compute capability × 10 (NVIDIA), 0 for others
  std::string gcn;             // "gfx942" (AMD), empty for others
  std::vector<PciId> pci_ids;  // may be shared by products that differ only in memory
  int pcie_gen = 0;            // 0: not on PCIe (NVLink-C2C)
  int pcie_lanes = 0;
  Bytes memory{0};           // capacity in decimal GB, as sold
  Bandwidth memory_rate{0};  // 0: not published
  Fabric fabric = Fabric::none;
  int fabric_gen = 0;       // NVLink generation, 0 for others
  std::string fabric_link;  // of scale_up_links(), empty for others
  int fabric_links = 0;
  Bandwidth fabric_rate{0};  // of all its links, raw data rate; 0 without
  int c2c_links = 0;         // NVLink-C2C to the CPU of the same module
  bool peer_access = true;   // the driver lets a peer read and write its memory over PCIe
  int copy_engines = 0;      // that can work at the same time; 0: not published
  double bf16_tflops = 0;    // dense; 0: not published
  double tdp_watts = 0;      // 0: not published
  std::string doubt;         // where sources disagree or a figure is a guess
  Evidence evidence;
};

const std::vector<Gpu>& gpus();
Gpu read_gpu(const Record& record);  // one entry

// By name or alias, upper and lower case alike; null where unknown.
const Gpu* find_gpu(std::string_view name);
// The first product with this id; null where unknown.
const Gpu* find_gpu(PciId id);
// What NCCL topology files say: sm 80, or gcn "908" / "gfx942". The full-size SXM or OAM product
// where an architecture has several; null where unknown.
const Gpu* find_gpu_by_sm(int sm);
const Gpu* find_gpu_by_gcn(std::string_view gcn);

}  // namespace weft::facts
