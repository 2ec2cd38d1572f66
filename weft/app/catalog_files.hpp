// The catalogue as a person has it: what Weft ships, with their own files over it.
//
// Files of the configuration come first ($XDG_CONFIG_HOME/weft/*.toml, else ~/.config/weft/*.toml,
// by name), then those that the command line names, each over those before it. XDG_CONFIG_HOME
// counts only as an absolute path, as its specification says.
// Errors: FILE_MISSING, FILE_UNREADABLE, FILE_TOO_LARGE, and CATALOG_* with file and line.
#pragma once

#include "weft/catalog/catalog.hpp"

#include <string>
#include <vector>

namespace weft::app {

// The files of the configuration that are there.
std::vector<std::string> configured_catalogs();

Expected<catalog::Catalog> open_catalog(const std::vector<std::string>& files);

}  // namespace weft::app
