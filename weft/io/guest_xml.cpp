#include "weft/io/guest_xml.hpp"

#include "weft/io/nccl_xml_facts.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

namespace weft::io {
namespace {

using topology::ComponentKind;
using topology::PciFunction;
using topology::Topology;

bool is_pci(ComponentKind kind) {
  return kind == ComponentKind::pcie_switch || kind == ComponentKind::gpu ||
         kind == ComponentKind::nic || kind == ComponentKind::nvswitch;
}

class Guest {
 public:
  Guest(const Topology& host, const std::vector<PciFunction>& functions)
      : host_(host), functions_(functions) {}

  Expected<GuestXml> run();

 private:
  Expected<void> match(ComponentKind kind);
  std::string below(ComponentId upper, int depth);
  std::string device(ComponentId id, LinkId link, int depth);

  const Topology& host_;
  const std::vector<PciFunction>& functions_;
  std::map<std::uint32_t, std::string> busid_;  // of a host's component in the guest
  std::vector<Warning> warnings_;
  std::size_t bridges_ = 0;
};

std::string product(const topology::Attributes& attributes) {
  return fmt::format("{}:{}", attributes.get("vendor"), attributes.get("device"));
}

Expected<void> Guest::match(ComponentKind kind) {
  std::map<std::string, std::vector<std::string>> wanted;  // product → bus ids in the guest
  for (const PciFunction& function : functions_)
    if (topology::kind_of(function, false) == kind && function.id)
      wanted[fmt::format("0x{:04x}:0x{:04x}", function.id->vendor, function.id->device)].push_back(
          function.busid);
  for (auto& [id, guests] : wanted) {
    std::ranges::sort(guests);
    std::vector<std::pair<std::string, ComponentId>> hosts;
    for (const ComponentId one : host_.all(kind))
      if (product(host_.attributes(one)) == id)
        hosts.emplace_back(host_.attributes(one).get("busid"), one);
    std::ranges::sort(hosts);
    if (guests.size() > hosts.size()) {
      // Emulated adapters of the guest's own are on no host.
      if (hosts.empty() && kind == ComponentKind::nic) continue;
      return fail("GUEST_NOT_ON_HOST",
                  fmt::format("the guest has {} devices {} and the host {}", guests.size(), id,
                              hosts.size()),
                  "Give the dump of the host that this guest runs on.");
    }
    if (guests.size() < hosts.size())
      warnings_.push_back(warning(
          "GUEST_ORDER_ASSUMED",
          fmt::format("the guest has {} of the host's {} devices {}; the first by bus id are taken",
                      guests.size(), hosts.size(), id),
          "Check with the hypervisor which ones were handed through."));
    for (std::size_t i = 0; i < guests.size(); ++i) busid_[hosts[i].second.value] = guests[i];
  }
  return {};
}

std::string Guest::device(ComponentId id, LinkId link, int depth) {
  const bool is_switch = host_.kind(id) == ComponentKind::pcie_switch;
  const std::string inside = is_switch ? below(id, depth + 1) : std::string();
  const auto guest = busid_.find(id.value);
  if (is_switch ? inside.empty() : guest == busid_.end()) return {};
  const std::string indent(static_cast<std::size_t>(2 * depth), ' ');
  // Addresses that no device of the guest has.
  const std::string busid =
      is_switch ? fmt::format("ffff:ff:{:02x}.{:x}", bridges_ / 8 % 32, bridges_ % 8)
                : guest->second;
  if (is_switch) ++bridges_;
  const auto pcie = nccl::pcie_of(host_.link(link).model);
  const auto& attributes = host_.attributes(id);
  std::string text =
      fmt::format("{}<pci busid=\"{}\" class=\"{}\"", indent, busid,
                  attributes.has("class") ? attributes.get("class") : nccl::class_of(host_, id));
  if (pcie) text += fmt::format(" link_speed=\"{}\" link_width=\"{}\"", pcie->speed, pcie->lanes);
  return text + (inside.empty() ? "/>\n" : fmt::format(">\n{}{}</pci>\n", inside, indent));
}

std::string Guest::below(ComponentId upper, int depth) {
  constexpr int kDeepest = 64;
  std::string text;
  if (depth > kDeepest) return text;
  for (const LinkId link : host_.links_of(upper)) {
    const ComponentId lower = host_.link(link).to;
    if (Topology::leads_down(link) && host_.link(link).model.kind() == "pcie" &&
        is_pci(host_.kind(lower)))
      text += device(lower, link, depth);
  }
  return text;
}

Expected<GuestXml> Guest::run() {
  for (const ComponentKind kind : {ComponentKind::gpu, ComponentKind::nic, ComponentKind::nvswitch})
    if (auto done = match(kind); !done) return tl::make_unexpected(std::move(done.error()));
  if (busid_.empty())
    return fail(
        "GUEST_NO_DEVICES", "the guest lists no device that the host has",
        "Give the output of lspci -nn (or -vv, -tv) of the guest, and its own host's dump.");
  std::string text = "<system version=\"1\">\n";
  for (const ComponentId numa : host_.all(ComponentKind::numa_node)) {
    const std::string inside = below(numa, 2);
    if (inside.empty()) continue;
    const auto& attributes = host_.attributes(numa);
    text += fmt::format("  <cpu numaid=\"{}\"", attributes.get("numaid"));
    // The host's affinity says nothing of the guest's processors.
    for (const char* key : {"arch", "vendor", "familyid", "modelid"})
      if (attributes.has(key)) text += fmt::format(" {}=\"{}\"", key, attributes.get(key));
    text += fmt::format(">\n{}  </cpu>\n", inside);
  }
  return GuestXml{text + "</system>\n", std::move(warnings_)};
}

}  // namespace

Expected<GuestXml> write_guest_xml(const Topology& host, const std::vector<PciFunction>& guest) {
  return Guest(host, guest).run();
}

}  // namespace weft::io
