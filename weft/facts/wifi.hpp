// Wireless LAN, IEEE 802.11n to be: how fast one station sends, and what it spends on getting the
// channel. All stations and the access point share the channel, both directions included.
//
// Times are microseconds, as the standard states them. Data: weft/facts/data/wifi.toml.
// Lookups return null for what is not known. Threads: immutable.
#pragma once

#include "weft/facts/evidence.hpp"
#include "weft/facts/lines.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace weft::facts {

struct WifiWidth {
  int mhz = 0;
  int data_subcarriers = 0;
};

struct WifiGeneration {
  std::string name;                  // "wifi6"
  std::vector<std::string> aliases;  // "11ax"
  std::string pretty;                // "Wi-Fi 6 (802.11ax)"
  int max_streams = 0;
  int highest_mcs = 0;
  std::vector<WifiWidth> widths;
  double symbol_us = 0;           // without guard interval
  std::vector<double> guards_us;  // allowed, the usual one first
  double preamble_us = 0;         // before the training fields
  double training_us = 0;         // of each training field
  int most_frames = 0;            // that one acknowledgement can answer
  double most_bytes = 0;          // of one aggregate
  double acknowledgement_us = 0;  // block acknowledgement at 24 Mb/s
  bool whole_bits = false;        // a symbol must hold a whole number of bits
  int usual_streams = 0;
  int usual_mhz = 0;
  Evidence evidence;
};

struct WifiMcs {
  int index = 0;
  int bits = 0;  // of a subcarrier's symbol
  LineCode code;
};

struct WifiChannel {
  Figure sifs_us;
  Figure slot_us;
  Figure aifs_slots;         // of best-effort traffic
  Figure contention_window;  // slots; half of it is waited on average
  Figure longest_us;         // of one aggregate on the air
};

struct WifiFrame {
  Figure delimiter;   // before each frame of an aggregate
  Figure header;      // MAC header with QoS control
  Figure encryption;  // CCMP header and integrity code
  Figure llc;         // LLC and SNAP header
  Figure fcs;
  Figure alignment;  // frames are padded to a multiple of this
};

struct Wifi {
  std::vector<WifiGeneration> generations;
  std::vector<WifiMcs> mcs;  // by index
  WifiChannel channel;
  WifiFrame frame;
  Evidence mcs_evidence;
};

const Wifi& wifi();
const WifiGeneration* find_wifi(std::string_view name_or_alias);

}  // namespace weft::facts
