// Infinity Fabric (xGMI) between AMD GPUs: links of 16 lanes, of whose raw rate a fixed part
// arrives after protocol and CRC (48 of 64 GB/s on MI300X; xgmi.toml holds it by architecture).
#pragma once

#include "weft/base/error.hpp"
#include "weft/facts/lines.hpp"
#include "weft/link/model.hpp"

#include <string>

namespace weft::link {

Bandwidth xgmi_raw(const facts::XgmiGeneration& generation, int links);

struct XgmiOptions {
  std::string arch = "gfx942";  // or a product: "mi300x"
  int links = 1;
};

// Error LINK_INVALID: an unknown architecture, or not 1 … 64 links.
Expected<LinkModelPtr> xgmi_link(const XgmiOptions& options);

}  // namespace weft::link
