// What moves bytes in an accelerator, and how well: by vendor, engine, and kind and generation of
// link. Data: weft/facts/data/copy-engines.toml. Threads: immutable.
#pragma once

#include "weft/base/units.hpp"
#include "weft/facts/evidence.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace weft::facts {

// Part of what a link's model gives that the engine reaches.
struct EngineReach {
  std::string vendor;            // "nvidia"
  std::string engine;            // "ce" "sm" "sdma"
  std::string over;              // kind of link: "pcie" "nvlink" "xgmi"
  std::vector<int> generations;  // none: any
  double read = 1;
  double write = 1;
  std::vector<std::string> rows;  // published measurements that it is estimated from
  bool alone = false;             // of one system at most
  Evidence evidence;
};

struct EngineCap {
  std::string vendor;
  std::string engine;
  std::string over;
  Bandwidth rate{0};
  std::vector<std::string> rows;
  bool alone = false;
  Evidence evidence;
};

struct EngineStart {
  std::string vendor;  // empty: of whom nothing is known
  std::string engine;
  Seconds read{0};   // host to device
  Seconds write{0};  // device to host
  Seconds peer{0};   // device to device
  std::vector<std::string> rows;
  bool alone = false;
  Evidence evidence;
};

const std::vector<EngineReach>& engine_reaches();
// Null where nothing is known: then the engine reaches what the link gives.
const EngineReach* find_engine_reach(std::string_view vendor, std::string_view engine,
                                     std::string_view over, int generation);
const EngineCap* find_engine_cap(std::string_view vendor, std::string_view engine,
                                 std::string_view over);
const EngineStart& engine_start(std::string_view vendor, std::string_view engine);

}  // namespace weft::facts
