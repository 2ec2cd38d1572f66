// `weft link`: links by name, from the signalling rate to what payload gets.
//
// Errors: LINK_UNKNOWN, LINK_OPTION, LINK_INVALID.
#pragma once

#include "weft/app/report.hpp"
#include "weft/link/family.hpp"

#include <optional>
#include <string>
#include <vector>

namespace weft::app {

struct LinkRequest {
  std::vector<std::string> names = {};  // none: all links, without options
  link::LinkOptions options = {};
  bool compare = false;             // one table instead of one waterfall after the other
  std::optional<int> devices = {};  // busy at once, where devices share a link: 4; at least 1
};

Expected<Report> show_links(const LinkRequest& request);

}  // namespace weft::app
