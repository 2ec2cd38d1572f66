// CXL.mem: 64-byte lines in 16-byte slots of flits, over the lanes of PCI Express.
//
// A line takes four slots behind the header that it shares or has; a read sends a request against
// the data and a write is answered. CXL.io is PCI Express itself (pcie.hpp).
// Down is from the CPU to the memory, so that reads by the CPU load the way down with requests.
// Source: Compute Express Link Specification 1.1 to 3.x.
#pragma once

#include "weft/base/error.hpp"
#include "weft/facts/cxl.hpp"
#include "weft/link/model.hpp"

#include <string>

namespace weft::link {

double cxl_flit_share(const facts::CxlGeneration& generation);  // of a flit that slots fill
Load cxl_load(const facts::CxlSlots& slots, Verb verb);

struct CxlOptions {
  std::string generation = "cxl2";  // of cxl.toml
  int lanes = 16;
};

// Error LINK_INVALID: a generation or width that CXL does not have.
Expected<LinkModelPtr> cxl_link(const CxlOptions& options);

}  // namespace weft::link
