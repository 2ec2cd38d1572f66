// Links by name: one as a waterfall, several side by side, all as a list.
//
// Rates are of one direction. `usable` is what payload gets; `raw` is signalling times lanes. What
// both directions, several devices and the host's software make of it: link_report_use.hpp.
#pragma once

#include "weft/link/family.hpp"

#include <string>
#include <vector>

namespace weft::report {

struct LinkEntry {
  std::string name;  // as asked for: "pcie4x16"
  link::LinkModelPtr model;
  link::Transfer transfer;
  bool both_directions = false;
  int devices = 4;  // busy at once, where devices share the link

  link::Waterfall waterfall() const { return describe(*model, transfer, both_directions); }
};

struct LinkFamily {
  std::string title;  // "PCI Express"
  std::string form;   // "pcie<generation>x<lanes>"
  std::vector<std::string> options;
  std::vector<LinkEntry> links;
};

std::string to_text(const LinkEntry& link);
std::string comparison_text(const std::vector<LinkEntry>& links);  // a column per link
std::string list_text(const std::vector<LinkFamily>& families);

std::string to_json(const LinkEntry& link);  // {name, raw_GBps, usable_GBps, factors, …}
std::string to_json(const std::vector<LinkEntry>& links);  // {links: […]}

}  // namespace weft::report
