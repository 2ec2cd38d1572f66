// Config space of a PCI function: the PCI Express capability and ACS.
// Source: PCI Express Base Specification 4.0, sections 7.5.3 and 7.7.8.
#include "weft/probe/records.hpp"

#include <cstdint>

#include <fmt/format.h>

namespace weft::probe {
namespace {

using topology::PciPort;
using topology::Provenance;

constexpr std::size_t kStatus = 0x06, kFirstCapability = 0x34, kExtended = 0x100;
constexpr unsigned kExpress = 0x10, kAcs = 0x0d;

unsigned word(const std::string& config, std::size_t at) {
  if (at + 1 >= config.size()) return 0;
  return static_cast<unsigned char>(config[at]) |
         static_cast<unsigned>(static_cast<unsigned char>(config[at + 1])) << 8U;
}

// Capabilities are a list; a damaged one may lead in a circle.
std::size_t find_express(const std::string& config) {
  if ((word(config, kStatus) & 0x10U) == 0) return 0;
  std::size_t at = word(config, kFirstCapability) & 0xfcU;
  for (int step = 0; step < 48 && at >= 0x40 && at + 2 < config.size(); ++step) {
    if ((word(config, at) & 0xffU) == kExpress) return at;
    at = (word(config, at) >> 8U) & 0xfcU;
  }
  return 0;
}

std::size_t find_extended(const std::string& config, unsigned wanted) {
  std::size_t at = kExtended;
  for (int step = 0; step < 96 && at >= kExtended && at + 4 <= config.size(); ++step) {
    if (word(config, at) == wanted) return at;
    at = (word(config, at + 2) >> 4U) & 0xffcU;
  }
  return 0;
}

PciPort port_of(unsigned type, PciPort otherwise) {
  switch (type) {
    case 4:
      return PciPort::root;
    case 5:
      return PciPort::upstream;
    case 6:
      return PciPort::downstream;
    default:
      return otherwise;
  }
}

}  // namespace

void read_config(const std::string& config, PciFunction& into) {
  const std::size_t express = find_express(config);
  if (express == 0 || express + 0x0a > config.size()) return;
  into.port = port_of((word(config, express + 2) >> 4U) & 0xfU, into.port);
  const unsigned control = word(config, express + 8);
  const auto set = [&](const char* key, std::string value) {
    into.attributes.set(key, value, Provenance::trained);
  };
  const unsigned payload = (control >> 5U) & 7U;
  const unsigned request = (control >> 12U) & 7U;
  if (payload < 6) set("mps", std::to_string(128U << payload));
  if (request < 6) set("mrrs", std::to_string(128U << request));
  set("relaxed_ordering", (control & 0x10U) != 0 ? "on" : "off");
  const std::size_t acs = find_extended(config, kAcs);
  if (acs == 0) return;
  const unsigned enabled = word(config, acs + 6);
  std::string on;
  for (const auto& [bit, name] :
       {std::pair{0x4U, "ReqRedir"}, {0x8U, "CmpltRedir"}, {0x10U, "UpstreamFwd"}})
    if ((enabled & bit) != 0) on += fmt::format("{}{}", on.empty() ? "" : " ", name);
  set("acs", on.empty() ? "off" : on);
}

}  // namespace weft::probe
