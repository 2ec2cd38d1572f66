// Interfaces (/sys/class/net) and RDMA devices (/sys/class/infiniband), told apart as InfiniBand,
// RoCE and iWARP: by the link layer of the port and the kind of node.
#include "weft/base/parse.hpp"
#include "weft/facts/classes.hpp"
#include "weft/facts/lines.hpp"
#include "weft/link/ethernet.hpp"
#include "weft/link/fixed.hpp"
#include "weft/link/infiniband.hpp"
#include "weft/probe/records.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace weft::probe {
namespace {

using topology::NetworkPort;
using topology::Provenance;

// The last bus id of "../../devices/pci0000:00/0000:00:03.0/virtio1": the function that it belongs
// to.
std::string function_in(const std::string& path, const PciTree& tree) {
  std::string found;
  for (std::size_t first = 0; first <= path.size();) {
    const auto slash = std::min(path.find('/', first), path.size());
    const std::string part = path.substr(first, slash - first);
    if (tree.functions.contains(part)) found = part;
    first = slash + 1;
  }
  return found;
}

link::LinkModelPtr stated(double gbps, const char* kind) {
  const bool known = gbps > 0;
  return link::fixed_link(
      {.name = known ? fmt::format("{:g} Gb/s", gbps) : "link of unstated rate",
       .kind = kind,
       .rate = known ? gigabits_per_second(gbps) : kUnlimited,
       .latency = nanoseconds(facts::classes().latency.ethernet_link_ns.value),
       .source = known ? "speed that the driver states" : "not limiting: no rate is stated"});
}

link::LinkModelPtr ethernet(double gbps, link::EthernetProtocol protocol) {
  for (const facts::NetworkRate& rate : facts::ethernet_rates())
    if (std::abs(rate.gbps - gbps) < 0.001)
      if (auto made = link::ethernet_link({.rate = rate.name, .framing = {.protocol = protocol}}))
        return std::move(*made);
  return stated(gbps, "ethernet");
}

// "400 Gb/sec (4X NDR)" → width, name; "100 Gb/sec (4X EDR)".
link::LinkModelPtr infiniband(const std::string& rate) {
  const auto open = rate.find('(');
  const auto space = rate.find("X ", open);
  double gbps = 0;
  std::from_chars(rate.data(), rate.data() + rate.size(), gbps);
  if (open != std::string::npos && space != std::string::npos) {
    int lanes = 0;
    std::from_chars(rate.data() + open + 1, rate.data() + space, lanes);
    std::string name;
    for (std::size_t i = space + 2;
         i < rate.size() && std::isalnum(static_cast<unsigned char>(rate[i])) != 0; ++i)
      name += static_cast<char>(std::tolower(static_cast<unsigned char>(rate[i])));
    if (facts::find_infiniband(name) != nullptr)
      if (auto made = link::infiniband_link({.rate = name, .lanes = lanes}))
        return std::move(*made);
  }
  return stated(gbps, "infiniband");
}

class Network {
 public:
  Network(Source& source, PciTree& tree, Remarks& remarks)
      : source_(source), tree_(tree), remarks_(remarks) {}

  std::vector<PciFunction> run() {
    for (const std::string& name : source_.list("/sys/class/infiniband")) rdma(name);
    for (const std::string& name : source_.list("/sys/class/net")) interface(name);
    return std::move(alone_);
  }

 private:
  PciFunction& owner_of(const std::string& at) {
    const auto device = source_.link(at + "/device");
    // "../../../0000:17:00.0" leads along part of the path only; the class's own link has the rest.
    const auto whole = source_.link(at);
    for (const auto& path : {device, whole})
      if (path)
        if (const std::string busid = function_in(*path, tree_); !busid.empty())
          return tree_.functions.at(busid);
    PciFunction alone;
    alone.class_code = "0200";
    alone_.push_back(std::move(alone));
    return alone_.back();
  }

  void rdma(const std::string& name) {
    const std::string at = "/sys/class/infiniband/" + name;
    PciFunction& owner = owner_of(at);
    owner.attributes.set("rdma", name);
    if (const auto firmware = source_.text(at + "/fw_ver"); !firmware.empty())
      owner.attributes.set("firmware", firmware);
    const bool is_iwarp = source_.text(at + "/node_type").find("RNIC") != std::string::npos;
    for (const std::string& port : source_.list(at + "/ports")) {
      const std::string in = at + "/ports/" + port;
      const bool is_ethernet = source_.text(in + "/link_layer") == "Ethernet";
      const std::string kind = is_iwarp ? "iwarp" : (is_ethernet ? "roce" : "infiniband");
      const std::string rate = source_.text(in + "/rate");
      NetworkPort made;
      made.attributes.set("name", name);
      made.attributes.set("port", port);
      made.attributes.set("transport", kind);
      if (const auto state = source_.text(in + "/state"); !state.empty())
        made.attributes.set("state", state.substr(state.find(' ') + 1));
      double gbps = 0;
      std::from_chars(rate.data(), rate.data() + rate.size(), gbps);
      made.model = kind == "infiniband" ? infiniband(rate)
                                        : ethernet(gbps, is_iwarp ? link::EthernetProtocol::iwarp
                                                                  : link::EthernetProtocol::rocev2);
      if (made.attributes.get("state") == "DOWN")
        remarks_.for_device("PROBE_PORT_DOWN", "a port of an RDMA device is down", name,
                            "Check cable and switch, and ibstat.");
      // RDMA ports come first, so that the interface on the same port adds only its name.
      owner.ports.push_back(std::move(made));
    }
  }

  void interface(const std::string& name) {
    const std::string at = "/sys/class/net/" + name;
    if (!source_.link(at + "/device")) return;  // loopback, bridges, tunnels
    PciFunction& owner = owner_of(at);
    const auto speed = source_.number(at + "/speed");
    const bool is_wireless =
        !source_.list(at + "/wireless").empty() || source_.link(at + "/phy80211").has_value();
    std::size_t receive = 0;
    std::size_t transmit = 0;
    for (const std::string& queue : source_.list(at + "/queues"))
      ++(queue.starts_with("rx") ? receive : transmit);
    topology::Attributes about;
    about.set("interface", name);
    if (const auto mtu = source_.text(at + "/mtu"); !mtu.empty())
      about.set("mtu", mtu, Provenance::measured);
    about.set("queues", fmt::format("{} in, {} out", receive, transmit), Provenance::measured);
    if (is_wireless) about.set("wireless", "true");
    for (const topology::Attribute& known : about)
      owner.attributes.set(known.key, known.value, known.provenance);
    if (!owner.ports.empty() && owner.ports.front().attributes.has("transport")) return;
    NetworkPort port;
    port.attributes = std::move(about);
    port.attributes.set("name", name);
    const double gbps = speed && *speed > 0 ? static_cast<double>(*speed) / 1000 : 0;
    port.model = gbps > 0 && !is_wireless ? ethernet(gbps, link::EthernetProtocol::tcp)
                                          : stated(gbps, is_wireless ? "wifi" : "ethernet");
    if (gbps > 0) {
      port.provenance = Provenance::trained;
    } else {
      port.provenance = Provenance::assumed;
      const std::string state = source_.text(at + "/operstate");
      remarks_.for_device(
          "PROBE_SPEED_UNKNOWN",
          fmt::format(
              "an interface states no speed ({}), so that it limits nothing",
              is_wireless ? "wireless" : (state == "down" ? "it is down" : "its driver has none")),
          name, "Virtual interfaces have none; bring up those that are down.");
    }
    owner.ports.push_back(std::move(port));
  }

  Source& source_;
  PciTree& tree_;
  Remarks& remarks_;
  std::vector<PciFunction> alone_;
};

}  // namespace

std::vector<PciFunction> read_network(Source& source, PciTree& tree, Remarks& remarks) {
  return Network(source, tree, remarks).run();
}

}  // namespace weft::probe
