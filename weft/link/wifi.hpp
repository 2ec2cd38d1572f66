// Wireless LAN: one station sends aggregates of frames on a channel that all share.
//
// Streams × subcarriers × bits a symbol × code is the rate on the air. For each aggregate a sender
// also waits, sends a preamble and gets a block acknowledgement; what that leaves of the time is
// charged as control traffic, and the headers of each frame as framing. Collisions, which grow with
// the number of stations, retries and a lower scheme at a distance are not counted: a best case.
// Source: IEEE 802.11-2020 (timing, aggregation), 802.11n, ac, ax and be (rates).
#pragma once

#include "weft/base/error.hpp"
#include "weft/facts/wifi.hpp"
#include "weft/link/model.hpp"

#include <string>

namespace weft::link {

struct WifiRate {
  int streams = 1;
  int data_subcarriers = 0;
  int bits = 0;       // of a subcarrier's symbol
  double code = 1;    // part of them that is data
  Seconds symbol{0};  // with guard interval
};
Bandwidth wifi_rate(const WifiRate& rate);

// Training fields of a preamble for this many streams.
int wifi_training_fields(int streams);

// An aggregate and the time that it takes on the channel.
struct WifiExchange {
  int frames = 0;
  Bytes on_air{0};     // of all frames with their headers
  Seconds data{0};     // of these at the rate
  Seconds channel{0};  // with waiting, preamble and acknowledgement

  double share() const { return data / channel; }
};
WifiExchange wifi_exchange(const facts::WifiGeneration& generation, int streams, Bandwidth rate,
                           Seconds symbol, double frame_bytes);

// With MAC, LLC and encryption headers, aggregated.
double wifi_frame_bytes(int mtu);

struct WifiOptions {
  std::string generation = "wifi6";  // of wifi.toml
  int streams = 2;
  int mhz = 80;
  int mcs = -1;      // -1: the highest that the generation has at this width
  Seconds guard{0};  // 0: the usual one
  int mtu = 1500;    // bytes of an IP packet
};

// Error LINK_INVALID: what the generation does not have.
Expected<LinkModelPtr> wifi_link(const WifiOptions& options);

}  // namespace weft::link
