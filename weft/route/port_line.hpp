// The network line of a port that a path begins or ends at. Internal to the layer.
//
// Inside of a server bytes go to and from the NIC that has the port; what the port's own line
// carries comes on top, as the first or the last hop. Errors: NO_PATH where the line is down.
#pragma once

#include "weft/route/path.hpp"

namespace weft::route {

// A port is reached through its NIC, which moves the bytes.
ComponentId device_of(const Topology& topology, ComponentId id);

// From one NIC to a port of its own, or from port to port of one NIC, there are lines only.
bool is_line_only(const Topology& topology, ComponentId from, ComponentId to);

// Adds to a path between the devices of its ends what its ends have of lines.
Expected<Path> with_port_lines(const Topology& topology, Path path);

}  // namespace weft::route
