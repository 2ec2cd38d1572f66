// YAML as a tree of JSON values, which the readers of both share; scalars without quotes that are
// numbers or booleans become such. Errors: YAML_MALFORMED, YAML_TOO_LARGE.
#pragma once

#include "weft/io/remarks.hpp"
#include "weft/io/topology_file.hpp"

#include <nlohmann/json.hpp>

namespace weft::io {

Expected<nlohmann::json> parse_yaml(const TopologyText& input, const Remarks& remarks);

}  // namespace weft::io
