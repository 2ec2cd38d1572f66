// Scale-up links beside NVLink and xGMI: UALink and the vendors' own, as far as they are public.
//
// Many vendors state only what one link or the whole device carries; then that stands for the line.
// Data: weft/facts/data/scaleup.toml. Lookups return null for what is not known. Threads:
// immutable.
#pragma once

#include "weft/facts/evidence.hpp"
#include "weft/facts/lines.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft::facts {

// How a published line reaches the stated rate.
struct ScaleUpLine {
  int lanes = 0;  // per link and direction
  double gbaud = 0;
  int symbol_bits = 1;
  LineCode code;
  LineCode fec;
  int flit_bytes = 0;  // 0: no flits
  int flit_payload = 0;
};

struct ScaleUpPackets {
  int payload = 0;   // bytes
  int header = 0;    // bytes before it
  int response = 0;  // bytes in the other direction
  Evidence evidence;
};

struct ScaleUpLink {
  std::string name;  // "hccs"
  std::vector<std::string> aliases;
  std::string pretty;     // "HCCS (Ascend 910B)"
  std::string kind;       // resource class
  std::string unit;       // what is counted: "link" "lane" "port"
  int links = 1;          // of a device
  int most_devices = 0;   // that one fabric joins; 0: not stated
  double link_GBps = 0;   // of one and direction
  bool doubtful = false;  // vendors and press disagree, or it was derived here
  std::optional<ScaleUpLine> line;
  std::optional<ScaleUpPackets> packets;
  std::optional<Figure> utilisation;  // part of the stated rate that traffic reaches
  Evidence evidence;
};

const std::vector<ScaleUpLink>& scale_up_links();
const ScaleUpLink* find_scale_up(std::string_view name_or_alias);

}  // namespace weft::facts
