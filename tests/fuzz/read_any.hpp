// What every reader of topologies promises for any bytes: an error with a code and a sentence, or a
// graph whose links join components of it and have a rate.
#pragma once

#include "weft/base/assert.hpp"
#include "weft/io/topology_file.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace weft::fuzz {

inline int read_any(const std::uint8_t* data, std::size_t size) {
  const auto read = io::read_topology({"fuzz", std::string(data, data + size)});
  if (!read) {
    WEFT_ASSERT(!read.error().code.empty() && !read.error().message.empty(), "errors say why");
    return 0;
  }
  const topology::Topology& topology = read->topology;
  for (std::size_t i = 0; i < topology.link_count(); ++i) {
    const topology::Link link = topology.link(LinkId(i));
    WEFT_ASSERT(link.from.index() < topology.component_count(), "links begin at a component");
    WEFT_ASSERT(link.to.index() < topology.component_count(), "and end at one");
    WEFT_ASSERT(link.model.capacity().value() > 0, "a link has a rate");
  }
  for (const Warning& warning : read->warnings)
    WEFT_ASSERT(!warning.code.empty(), "warnings have one");
  return 0;
}

}  // namespace weft::fuzz
