// What InfiniBand and Ethernet share: the factors of a line of a named rate.
#pragma once

#include "weft/facts/lines.hpp"
#include "weft/link/waterfall.hpp"

#include <string>
#include <vector>

namespace weft::link {

// Data rate of `lanes` lanes: symbols × bits × code × forward error correction.
Bandwidth network_rate(const facts::NetworkRate& rate, int lanes);

std::vector<Factor> network_factors(const facts::NetworkRate& rate, int lanes);

// Payload bytes per wire byte of a packet: payload / (payload + overhead).
double packet_efficiency(double payload, double overhead);

}  // namespace weft::link
