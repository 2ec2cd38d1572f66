// A link as the rest of Weft sees it: a capacity in wire bytes and what a payload byte costs.
//
// A flow of x payload bytes/s takes x·load.forward of the capacity in its own direction and
// x·load.reverse in the opposite one (read requests, acknowledgements, response headers). All
// contention, two-way traffic included, follows from these two numbers and max-min sharing.
// Units: Bandwidth of one direction; loads are wire bytes per payload byte (forward ≥ 1).
// Threads: models are immutable and may be shared. Start reading at family.hpp for the list.
#pragma once

#include "weft/base/units.hpp"
#include "weft/link/waterfall.hpp"

#include <memory>
#include <string>

namespace weft::link {

// Who moves the bytes. A kernel stores 128 B at a time, a copy engine 256 B, a NIC whole packets.
enum class Engine { kernel, copy_engine, nic };

// A write pushes data; a read sends requests against the data and is answered with completions.
enum class Verb { write, read };

struct Transfer {
  Engine engine = Engine::kernel;
  Verb verb = Verb::write;
  // Something on the path cuts packets smaller, e.g. a root complex that forwards peer traffic
  // in 64 B pieces; 0 means that nothing does. Only PCIe heeds it: other links make packets anew.
  Bytes payload_limit{0};
};

struct Load {
  double forward = 1;
  double reverse = 0;
};

class LinkModel {
 public:
  virtual ~LinkModel() = default;

  virtual std::string name() const = 0;  // "PCIe 4.0 x16"
  // Resource class: pcie nvlink xgmi socket-link infiniband ethernet memory, or that of fixed_link.
  virtual std::string kind() const = 0;
  virtual Bandwidth capacity() const = 0;
  virtual Load load(const Transfer& transfer) const = 0;
  virtual Seconds latency() const = 0;  // one traversal: port to port, light load
  // One-way traffic alone on the link: usable() == capacity() / load(transfer).forward.
  virtual Waterfall waterfall(const Transfer& transfer) const = 0;
};

using LinkModelPtr = std::shared_ptr<const LinkModel>;

}  // namespace weft::link
