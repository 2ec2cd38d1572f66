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
  // Whoever reads asks for less at once than the link allows; 0: it does not. Only PCIe heeds it.
  Bytes request_limit{0};
};

struct Load {
  double forward = 1;
  double reverse = 0;
};

// Whose wires: each direction has its own, both take turns, or all devices of a bus or radio
// channel do, both directions included.
enum class Duplex { full, half, shared };

const char* to_string(Duplex duplex);  // "full" "half" "shared"

struct Sharing {
  Duplex duplex = Duplex::full;
  double both_ways = 2;  // wire bytes of both directions together, in units of the capacity
  std::string what{};    // what they share where that is below 2: "DRAM channels"
  std::string source{};
  bool up_first = false;  // there, what goes up has its way and what comes down gets the rest
};
Sharing half_duplex(std::string what, std::string source);
Sharing shared_by_devices(std::string what, std::string source);

// The software of a host that moves the bytes, and in packets of what size.
struct HostPath {
  std::string stack{};  // of stacks.toml; empty: hardware alone does it
  Bytes packet{0};      // payload of one packet on the wire
};

class LinkModel;
using LinkModelPtr = std::shared_ptr<const LinkModel>;

class LinkModel {
 public:
  virtual ~LinkModel() = default;

  virtual std::string name() const = 0;  // "PCIe 4.0 x16"
  // Resource class: pcie cxl nvlink c2c xgmi socket-link bus front-side-bus infiniband ethernet
  // wifi memory, one of scaleup.toml, or that of fixed_link.
  virtual const std::string& kind() const = 0;
  virtual bool is_scale_up() const = 0;  // joins accelerators: NVLink, xGMI and their like
  virtual Bandwidth capacity() const = 0;
  virtual Load load(const Transfer& transfer) const = 0;
  virtual Seconds latency() const = 0;  // one traversal: port to port, light load
  // One-way traffic alone on the link: usable() == capacity() / load(transfer).forward.
  virtual Waterfall waterfall(const Transfer& transfer) const = 0;

  virtual Sharing sharing() const { return {}; }
  // The model of the way up, towards the CPU, where that is another one (AGP); else null.
  virtual LinkModelPtr upward() const { return nullptr; }
  virtual HostPath host_path() const { return {}; }
};

}  // namespace weft::link
