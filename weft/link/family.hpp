// All kinds of links by name: what `weft link NAME` and cluster files read.
//
// A family is a kind of link: how its names look, which options it has (options.hpp) and how one is
// made. To add one, write its sources beside the others and add its row in family.cpp.
// Errors: LINK_UNKNOWN (no such name), LINK_OPTION (an option that the family does not have),
// LINK_INVALID (a value that cannot be). Threads: all functions may be called from any.
#pragma once

#include "weft/base/error.hpp"
#include "weft/link/model.hpp"
#include "weft/link/options.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace weft::link {

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

// The link's waterfall; with the same traffic both ways, what the other direction's requests and
// acknowledgements leave, and half or less where both share the wires (two_way.hpp).
Waterfall describe(const LinkModel& model, const Transfer& transfer, bool both_directions);

}  // namespace weft::link
