// `weft catalog`: what Weft knows by name, with a person's own entries: links, devices, servers.
//
// Main flow: catalogue with the person's files → sections → filter → list, or an entry in full
// where the filter is its name or leaves nothing else.
// Errors: CATALOG_NOTHING, and those of catalog_files.hpp.
#pragma once

#include "weft/app/report.hpp"

#include <string>
#include <vector>

namespace weft::app {

struct CatalogRequest {
  std::vector<std::string> words = {};     // all must be found in an entry, or name its section
  std::vector<std::string> catalogs = {};  // --catalog: files of the person's own
};

Expected<Report> show_catalog(const CatalogRequest& request);

}  // namespace weft::app
