// Scale-up links beside NVLink and xGMI: UALink and the vendors' own.
//
// Where the line, the flits and the packets are published they are factors; else the stated rate
// stands for the line, and a part that was measured (or assumed, which the source says) for the
// rest. A name of a doubtful rate says so.
// Source: weft/facts/data/scaleup.toml, by link.
#pragma once

#include "weft/base/error.hpp"
#include "weft/facts/scaleup.hpp"
#include "weft/link/model.hpp"

#include <string>

namespace weft::link {

// Stated rate of `links` links in one direction, before flits and packets.
Bandwidth scale_up_rate(const facts::ScaleUpLink& link, int links);

// Wire bytes per payload byte; 1 and 0 where packets are not published.
Load scale_up_load(const facts::ScaleUpLink& link);

struct ScaleUpOptions {
  std::string name = "ualink200";  // of scaleup.toml
  int links = 1;
};

// Error LINK_INVALID: an unknown name, or not 1 … 128 links.
Expected<LinkModelPtr> scale_up_link(const ScaleUpOptions& options);

// Whether a resource class is a fabric between accelerators: nvlink, xgmi, one of these, or
// scale-up, one of which nothing is known.
bool is_scale_up_kind(std::string_view kind);

}  // namespace weft::link
