// The options of links, as on the command line: one table for reading them and for help.
//
// A family names those that it has (family.hpp); all others are refused. To add one, give it a
// member and a row in options.cpp. Sizes are bytes. What is not given stays as usual for the
// family. Errors: LINK_INVALID, SIZE_INVALID, NUMBER_INVALID, TIME_INVALID where a value cannot be
// read.
#pragma once

#include "weft/base/error.hpp"
#include "weft/link/ethernet.hpp"
#include "weft/link/model.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft::link {

struct LinkOptions {
  std::optional<int> mps{};
  std::optional<int> mrrs{};
  std::optional<int> read{};
  std::optional<Verb> verb{};
  std::optional<int> header{};
  std::optional<int> rcb{};
  std::optional<int> tags{};
  std::optional<Seconds> round_trip{};
  bool weak_host = false;
  std::optional<int> burst{};
  std::optional<Engine> engine{};
  std::optional<int> mtu{};
  bool grh = false;
  std::optional<EthernetProtocol> protocol{};
  std::optional<std::string> stack{};
  bool vlan = false;
  bool ipv6 = false;
  bool timestamps = false;
  bool reth = false;
  bool markers = false;
  std::optional<int> mcs{};
  std::optional<Seconds> guard{};
  bool both_directions = false;  // --both, which every family has

  bool operator==(const LinkOptions&) const = default;
};

struct LinkOption {
  std::string name;   // "--mps"
  std::string value;  // "SIZE", empty for a switch
  std::string help;   // with the families that it belongs to
  bool (*given)(const LinkOptions& options);
  Expected<void> (*read)(std::string_view text, LinkOptions& options);  // a switch ignores `text`
};

// In the order of help.
const std::vector<LinkOption>& link_options();

// "512B", "4KiB", or as packet sizes are usually written, a bare number of bytes. SIZE_INVALID.
Expected<int> parse_packet_size(std::string_view text);
Expected<Engine> parse_engine(std::string_view name);  // "kernel" "copy" "nic"
Expected<Verb> parse_verb(std::string_view name);      // "read" "write"

}  // namespace weft::link
