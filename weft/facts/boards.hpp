// How the GPUs of one server are wired to each other: NVSwitches or direct links, by GPU model
// and count. Data: weft/facts/data/boards.toml.
//
// GPUs are numbered 0 … gpu_count-1 in the order of the board. Each link counts once and carries
// its rate in both directions. A board has switches or mesh edges, not both. Threads: immutable.
#pragma once

#include "weft/facts/evidence.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace weft::facts {

// One switch: `links_per_gpu` links to each of GPUs first_gpu … first_gpu + gpu_count - 1.
struct SwitchWiring {
  int first_gpu = 0;
  int gpu_count = 0;
  int links_per_gpu = 0;
  int twin = -1;  // the switch that `trunks` links lead to (counted at both), -1: none
  int trunks = 0;
};

struct MeshEdge {
  int a = 0;
  int b = 0;
  int links = 0;
};

struct Board {
  std::string name;               // "hgx-h100-8"
  std::vector<std::string> gpus;  // names of gpus() in gpus.hpp that it is built with
  int gpu_count = 0;
  bool optional = false;    // bridges that a buyer may or may not have fitted
  std::string switch_chip;  // a name of nvswitches() in nics.hpp, empty without switches
  std::vector<SwitchWiring> switches;
  std::vector<MeshEdge> mesh;
  Evidence evidence;
};

const std::vector<Board>& boards();
class Record;
Board read_board(const Record& record);  // one entry

// The wiring that any server with `gpu_count` GPUs named `gpu` has; null where there is none or
// where it is optional.
const Board* find_board(std::string_view gpu, int gpu_count);
const Board* find_board(std::string_view name);

}  // namespace weft::facts
