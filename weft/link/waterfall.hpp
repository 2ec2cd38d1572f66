// From the signalling rate to what arrives: a product of named factors, never a bare number.
//
// Each factor multiplies what stands before it, so `running(i)` is the rate after factor i. The
// first factor is the signalling rate of one lane in GB/s (GT/s or GBd × bits per symbol / 8).
// Framing depends on how bytes are put on the link, all else on the link alone; so a link's
// *capacity*, which flows share, is the product without framing, and a flow loads the link with
// wire bytes (model.hpp).
#pragma once

#include "weft/base/units.hpp"

#include <string>
#include <utility>
#include <vector>

namespace weft::link {

enum class Role { signalling, lanes, line_code, control, framing, device_class };

struct Factor {
  Role role = Role::framing;
  std::string name;    // "line code 128b/130b"
  double value = 1;    // GB/s for the signalling rate, a count for lanes, else a ratio
  std::string source;  // specification, measurement or paper, with its evidence tag
};

class Waterfall {
 public:
  Waterfall(std::string name, std::vector<Factor> factors);

  const std::string& name() const { return name_; }
  const std::vector<Factor>& factors() const& { return factors_; }
  std::vector<Factor> factors() && { return std::move(factors_); }  // of a temporary: no dangling

  Bandwidth running(std::size_t factor) const;  // the rate after factors 0 … factor
  Bandwidth raw() const;                        // signalling × lanes
  Bandwidth capacity() const;                   // all but framing: wire bytes per second
  Bandwidth usable() const;                     // all: payload bytes per second

 private:
  std::string name_;
  std::vector<Factor> factors_;
};

}  // namespace weft::link
