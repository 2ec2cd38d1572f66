// A NIC as messages see it: its line, what PCIe and memory behind it carry, its adapter's figures.
//
// Errors: COMPONENT_UNKNOWN (no NIC), OPTION_UNFIT (none of that kind, no GPU so far from it, no
// such PCIe link), NO_PATH.
#pragma once

#include "weft/app/parameters.hpp"
#include "weft/facts/nics.hpp"
#include "weft/link/pcie.hpp"
#include "weft/route/router.hpp"

#include <string>
#include <string_view>

namespace weft::app {

// "pcie3x8" "gen3x8" "[3, 8]": generation and lanes.
Expected<link::PcieOptions> named_pcie(std::string_view text);

struct NicWay {
  ComponentId nic;
  std::string name;                       // "nic[0] (ConnectX-6)"
  const facts::Nic* adapter = nullptr;    // null where its model is not known
  const link::LinkModel* line = nullptr;  // of its port
  bool infiniband = false;
  bool pam4 = false;            // lanes that need error correction on the way
  Bandwidth host{kUnlimited};   // between memory and NIC, of the slower host
  std::string host_name;        // what of the host is slowest: "numa[0] -> nic[0] (PCIe 4.0 x16)"
  Bandwidth share{kUnlimited};  // of the line, GPU memory whose way is not known
};

// What copies between the memory of a GPU near the NIC and that of the host reach; the NIC's own
// way to memory where there is no GPU.
Expected<Bandwidth> staging_rate(const route::Router& router, const NicWay& way);

enum class Lines { rdma, ethernet };

// As parameters.from names it, else the first of its kind; with `numa`, `gdr`, `gpu_nic`,
// `nic_pcie` and `loopback` of the parameters.
Expected<NicWay> nic_way(const route::Router& router, const Parameters& parameters, Lines lines);

}  // namespace weft::app
