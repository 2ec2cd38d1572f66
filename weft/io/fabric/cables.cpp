#include "weft/io/fabric/cables.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

namespace weft::io::fabric {
namespace {

std::uint64_t key_of(std::uint32_t node, std::uint32_t port) {
  return (std::uint64_t{node} << 32U) | port;
}

class Cables {
 public:
  Cables(const Fabric& fabric, Remarks& remarks) : fabric_(fabric), remarks_(remarks) {}

  std::vector<End> run() {
    index();
    for (std::size_t i = 0; i < fabric_.ends.size(); ++i)
      if (!superseded(i)) settle(i);
    return std::move(cables_);
  }

 private:
  std::string text(std::uint32_t node, std::uint32_t port) const {
    const std::string label = fabric_.nodes[node].label();
    return port == 0 ? label : fmt::format("{} port {}", label, port);
  }

  void index() {
    at_port_.reserve(fabric_.ends.size());
    for (std::size_t i = 0; i < fabric_.ends.size(); ++i) {
      const End& end = fabric_.ends[i];
      if (end.port == 0) continue;
      const auto [known, is_new] = at_port_.try_emplace(key_of(end.node, end.port), i);
      if (is_new) continue;
      const End& before = fabric_.ends[known->second];
      if (before.peer != end.peer || before.peer_port != end.peer_port)
        remarks_.for_device("FABRIC_PORT_REPEATED",
                            "a port is listed twice with different cables; the first counts",
                            text(end.node, end.port), end.line,
                            "Take the dump again; two dumps may be in one file.");
    }
  }

  // A later statement about a port that has one already.
  bool superseded(std::size_t i) const {
    const End& end = fabric_.ends[i];
    return end.port != 0 && at_port_.at(key_of(end.node, end.port)) != i;
  }

  void settle(std::size_t i) {
    const End& end = fabric_.ends[i];
    if (end.node == end.peer) {
      remarks_.for_device("FABRIC_LOOPBACK", "a cable leads back to its own device; it is left out",
                          text(end.node, end.port), end.line, "Unplug it, or check the dump.");
      return;
    }
    if (fabric_.one_sided || end.port == 0 || end.peer_port == 0) {
      cables_.push_back(end);
      return;
    }
    const auto other = at_port_.find(key_of(end.peer, end.peer_port));
    if (other == at_port_.end()) {
      if (fabric_.nodes[end.peer].listed)
        remarks_.for_device("FABRIC_ONE_SIDED",
                            "only one end states a cable; the other end is listed without it",
                            text(end.node, end.port), end.line,
                            "A link that came up or went down during the dump looks so; take it "
                            "again.");
      cables_.push_back(end);
      return;
    }
    const End& back = fabric_.ends[other->second];
    if (back.peer != end.node || back.peer_port != end.port) {
      remarks_.for_device(
          "FABRIC_ENDS_DISAGREE",
          fmt::format("a cable leads to {}, which says that it is plugged into {}; "
                      "both are left out",
                      text(end.peer, end.peer_port), text(back.peer, back.peer_port)),
          text(end.node, end.port), end.line, "Take the dump again while nothing changes.");
      return;
    }
    if (other->second < i) return;  // the other end came first
    End cable = end;
    if (back.rate != end.rate) cable.rate = slower(end, back);
    cables_.push_back(cable);
  }

  std::uint32_t slower(const End& end, const End& back) {
    const Rate& a = fabric_.rates[end.rate];
    const Rate& b = fabric_.rates[back.rate];
    remarks_.for_device("FABRIC_RATE_DIFFERS",
                        fmt::format("one end of a cable states {} and the other {}; the slower "
                                    "counts",
                                    a.model->name(), b.model->name()),
                        text(end.node, end.port), end.line, "Look at both ports with iblinkinfo.");
    return a.model->capacity() <= b.model->capacity() ? end.rate : back.rate;
  }

  const Fabric& fabric_;
  Remarks& remarks_;
  std::unordered_map<std::uint64_t, std::size_t> at_port_;
  std::vector<End> cables_;
};

}  // namespace

std::vector<End> cables_of(const Fabric& fabric, Remarks& remarks) {
  return Cables(fabric, remarks).run();
}

}  // namespace weft::io::fabric
