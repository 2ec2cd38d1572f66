#include "weft/io/matrix/fabric_link.hpp"

#include "weft/base/assert.hpp"
#include "weft/facts/scaleup.hpp"
#include "weft/link/fixed.hpp"
#include "weft/link/nvlink.hpp"
#include "weft/link/pcie.hpp"
#include "weft/link/scaleup.hpp"
#include "weft/link/xgmi.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace weft::io::matrix {
namespace {

using topology::Provenance;

constexpr const char* kUnknownXgmi = "gfx90a";

// The fabrics of dialect.cpp as scaleup.toml calls them. Where a name fits several products, the
// one whose words the command prints.
struct Known {
  std::string_view fabric;
  const char* link;
  int links;  // of a device to its switches, where the word does not count them
};
constexpr std::array kKnown = {Known{"hccs", "hccs", 7},
                               Known{"hccs-die", "ub", 7},
                               Known{"ub", "ub", 7},
                               Known{"mlu-link", "mlu-link", 1},
                               Known{"metaxlink", "metaxlink", 7},
                               Known{"mtlink", "mtlink2", 14},
                               Known{"xpu-link", "xpu-link", 1},
                               Known{"hlink", "hlink", 7}};

Expected<FabricLink> nvlink(int links, const Products& products) {
  auto model = link::nvlink_link({.gen = products.nvlink, .links = links});
  if (!model) return tl::make_unexpected(std::move(model.error()));
  return FabricLink{std::move(*model), products.nvlink_provenance, links};
}

Expected<FabricLink> xgmi(int links, const facts::Gpu* product) {
  const bool is_known = product != nullptr && facts::find_xgmi(product->gcn) != nullptr;
  auto model = link::xgmi_link(
      {.arch = is_known ? product->gcn : std::string(kUnknownXgmi), .links = links});
  if (!model) return tl::make_unexpected(std::move(model.error()));
  if (is_known) return FabricLink{std::move(*model), Provenance::trained, links};
  return FabricLink{std::move(*model), Provenance::assumed, links, "NVLINK_GENERATION_UNKNOWN",
                    fmt::format("the text does not say which GPUs these are; xGMI of {} with one "
                                "link a pair is assumed (--gpu mi300x names them)",
                                kUnknownXgmi)};
}

Expected<FabricLink> of_other_vendor(const facts::ScaleUpLink& known, int links) {
  auto model = link::scale_up_link({.name = known.name, .links = links});
  if (!model) return tl::make_unexpected(std::move(model.error()));
  FabricLink made{std::move(*model), Provenance::assumed, links};
  if (!known.doubtful) return made;
  made.code = "FABRIC_RATE_DOUBTFUL";
  made.remark = fmt::format("{} GB/s a link and direction is taken for {} ({})", known.link_GBps,
                            known.pretty, to_string(known.evidence));
  return made;
}

// Nothing is published, and PCIe is what a person would compare it with.
Expected<FabricLink> unknown(std::string_view fabric, int links, const Products& products) {
  const auto pcie = link::pcie_link({.gen = products.pcie_gen, .lanes = products.pcie_lanes});
  if (!pcie) return tl::make_unexpected(pcie.error());
  const Bandwidth rate = (*pcie)->capacity();
  FabricLink made;
  made.model = link::fixed_link({.name = fmt::format("{}, rate not known", fabric),
                                 .kind = "scale-up",
                                 .rate = rate,
                                 .latency = (*pcie)->latency(),
                                 .source = "taken as fast as the PCIe link of the device"});
  made.links = links;
  made.code = "FABRIC_RATE_UNKNOWN";
  made.remark = fmt::format("no rate is published for {} links; they are taken as fast as {}",
                            fabric, (*pcie)->name());
  return made;
}

}  // namespace

Expected<FabricLink> fabric_link(std::string_view fabric, int links, const Products& products,
                                 const facts::Gpu* product) {
  if (fabric == "nvlink") return nvlink(links, products);
  if (fabric == "xgmi") return xgmi(std::max(1, links), product);
  const auto named = std::find_if(kKnown.begin(), kKnown.end(),
                                  [&](const Known& known) { return known.fabric == fabric; });
  if (named == kKnown.end()) return unknown(fabric, std::max(1, links), products);
  const facts::ScaleUpLink* known = facts::find_scale_up(named->link);
  if (product != nullptr && product->fabric == facts::Fabric::scale_up)
    known = facts::find_scale_up(product->fabric_link);
  WEFT_ASSERT(known != nullptr, "the table above and gpus.toml name links of scaleup.toml");
  return of_other_vendor(*known, links > 0 ? links : named->links);
}

}  // namespace weft::io::matrix
