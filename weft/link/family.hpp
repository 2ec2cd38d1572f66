// All kinds of links by name: what `weft link NAME` and cluster files read.
//
// A family is a kind of link: how its names look, which options it has and how one is made. To
// add one, write its sources beside the others and add its row in family.cpp.
// Errors: LINK_UNKNOWN (no such name), LINK_OPTION (an option that the family does not have),
// LINK_INVALID (a value that cannot be). Threads: all functions may be called from any.
#pragma once

#include "weft/base/error.hpp"
#include "weft/link/ethernet.hpp"
#include "weft/link/model.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft::link {

// Named as on the command line. Sizes are bytes. What is not given stays as usual for the family.
struct LinkOptions {
  std::optional<int> mps{};     // --mps 256       largest TLP payload (PCIe)
  std::optional<int> mrrs{};    // --mrrs 512      largest read request (PCIe)
  std::optional<int> read{};    // --read 512      a DMA read with requests of this size (PCIe)
  std::optional<int> header{};  // --header 16     TLP header, 12 or 16 (PCIe)
  std::optional<int> rcb{};     // --rcb 64        completions are cut this small (PCIe)
  std::optional<int> tags{};    // --tags 256      reads under way at most (PCIe)
  std::optional<Seconds> round_trip{};         // --rtt 800ns     of a read, with --tags (PCIe)
  std::optional<Engine> engine{};              // --engine copy   who moves the bytes (NVLink)
  std::optional<int> mtu{};                    // --mtu 4096      (InfiniBand, Ethernet)
  bool grh = false;                            // --grh           global route header (InfiniBand)
  std::optional<EthernetProtocol> protocol{};  // --protocol rocev2  (Ethernet)
  bool vlan = false;                           // --vlan          (Ethernet)
  bool ipv6 = false;                           // --ipv6          (Ethernet)
  bool timestamps = false;                     // --timestamps    (Ethernet with TCP)
  bool reth = false;             // --reth          each packet is a first one (RoCEv2)
  bool both_directions = false;  // --both          (all)

  bool operator==(const LinkOptions&) const = default;
};

struct Family {
  std::string name;                  // "pcie"
  std::string title;                 // "PCI Express"
  std::string form;                  // "pcie<generation>x<lanes>"
  std::vector<std::string> options;  // "--mps" …, beside --both
  bool (*claims)(std::string_view name);
  Expected<LinkModelPtr> (*make)(std::string_view name, const LinkOptions& options);
  std::vector<std::string> (*names)();  // those that `weft link` lists
};

const std::vector<Family>& families();

// Upper and lower case alike.
Expected<LinkModelPtr> parse_link(std::string_view name, const LinkOptions& options = {});

struct NamedLink {
  std::string name;
  std::string family;
  LinkModelPtr model;
};
std::vector<NamedLink> all_links();

// What moves over the link under these options, for load() and waterfall().
Transfer transfer_of(const LinkOptions& options);

// The link's waterfall; with both directions busy, what the other direction's requests and
// acknowledgements leave, so that usable = capacity / (forward + reverse).
Waterfall describe(const LinkModel& model, const Transfer& transfer, bool both_directions);

Expected<Engine> parse_engine(std::string_view name);  // "kernel" "copy" "nic"

}  // namespace weft::link
