// `weft link`: links by name, from the signalling rate to what payload gets.
//
// Errors: LINK_UNKNOWN, LINK_OPTION, LINK_INVALID; SIZE_INVALID of parse_packet_size.
#pragma once

#include "weft/app/report.hpp"
#include "weft/link/family.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace weft::app {

struct LinkRequest {
  std::vector<std::string> names = {};  // none: all links, without options
  link::LinkOptions options = {};
  bool compare = false;  // one table instead of one waterfall after the other
};

Expected<Report> show_links(const LinkRequest& request);

// "512B", "4KiB", or as packet sizes are usually written, a bare number of bytes.
Expected<int> parse_packet_size(std::string_view text);

}  // namespace weft::app
