// CXL.mem and CXL.cache: flits of 16-byte slots over the lanes of a PCI Express generation.
//
// A 64-byte line takes four slots beside its header. CXL.io is plain PCI Express (lines.hpp).
// Data: weft/facts/data/cxl.toml. Lookups return null for what is not known. Threads: immutable.
#pragma once

#include "weft/facts/evidence.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace weft::facts {

// Slots that carry no data, for each line; a part where several share a slot.
struct CxlSlots {
  double read_request = 0;  // towards the memory
  double read_header = 0;   // before the data that comes back
  double write_header = 0;  // before the data that is written
  double write_answer = 0;  // that it is done
  Evidence evidence;
};

struct CxlGeneration {
  std::string name;  // "cxl2"
  std::vector<std::string> aliases;
  std::string pretty;  // "CXL 2.0"
  int pcie_gen = 0;    // whose lanes it runs on
  int flit_bytes = 0;  // on the wire
  int flit_slots = 0;  // of 16 B each
  CxlSlots slots;
  Evidence evidence;
};

const std::vector<CxlGeneration>& cxl_generations();
const CxlGeneration* find_cxl(std::string_view name_or_alias);

}  // namespace weft::facts
