// weft_opensm_round_trip CLUSTER.toml NET.net DISCOVERED.txt LFTS.dump
//
// Compares a generated network with what ibnetdiscover saw of it, and Weft's static routes with
// OpenSM's forwarding tables: for every shift permutation of the endpoints the flows on the busiest
// cable. Called by opensm_test.py, which runs the tools.
// Prints one line of JSON: the greatest load over all shifts of the generated network's routes, of
// the imported one's and of OpenSM's, and for how many shifts Weft's is higher. Ends with 1 where
// something differs, and says what.
#include "weft/app/open.hpp"
#include "weft/base/parse.hpp"
#include "weft/route/router.hpp"
#include "weft/topology/network/plan.hpp"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace weft::test {
namespace {

using topology::ComponentKind;
using topology::Topology;

[[noreturn]] void stop(const std::string& why) { throw std::runtime_error(why); }

Topology opened(const char* file) {
  auto read = app::open({.name = file});
  if (!read) stop(to_string(read.error()));
  return std::move(read->topology);
}

ComponentId nic_of(const Topology& t, ComponentId port) {
  if (t.kind(port) != ComponentKind::port) return port;
  for (const LinkId link : t.links_of(port))
    if (t.kind(t.link(link).to) == ComponentKind::nic) return t.link(link).to;
  stop(t.name(port) + " belongs to no NIC");
}

// What a device is called on both sides: "leaf3", "server2 HCA-5".
std::string label(const Topology& t, ComponentId id) {
  if (const auto server = t.instance_of(id))
    return fmt::format("server{} HCA-{}", server->server(), t.ordinal(nic_of(t, id)));
  const std::string name(t.attributes(id).get("name"));
  if (t.kind(id) == ComponentKind::nic)
    for (const LinkId link : t.links_of(id)) {
      const ComponentId host = t.link(link).to;
      if (t.kind(host) == ComponentKind::host)
        return std::string(t.attributes(host).get("name")) + " " + name;
    }
  return name.empty() ? fmt::format("{}{}", word(t.kind(id)), t.ordinal(id)) : name;
}

// A cable as one end sees it.
struct CableEnd {
  std::string from;
  std::string from_port;
  std::string to;
  std::string to_port;

  auto operator<=>(const CableEnd&) const = default;
  std::string text() const { return fmt::format("{}[{}] - {}[{}]", from, from_port, to, to_port); }
};

// Both ends of every cable, sorted; without ports where they are not known.
std::vector<CableEnd> cables(const Topology& t, bool with_ports) {
  std::vector<CableEnd> all;
  for (std::size_t i = 0; i < t.link_count(); ++i) {
    const LinkId id(i);
    const topology::Link link = t.link(id);
    if (!is_network_switch(t.kind(link.from)) && !is_network_switch(t.kind(link.to))) continue;
    CableEnd end{label(t, link.from), "", label(t, link.to), ""};
    if (with_ports) {
      end.from_port = t.attributes(id).get("port");
      end.to_port = t.attributes(Topology::opposite(id)).get("port");
    }
    all.push_back(std::move(end));
  }
  std::ranges::sort(all);
  return all;
}

void same_cables(const std::vector<CableEnd>& a, const std::vector<CableEnd>& b,
                 const std::string& what) {
  if (a == b) return;
  const auto [left, right] = std::ranges::mismatch(a, b);
  stop(fmt::format("{}: {} and {} ends of cables; first difference: {} against {}", what, a.size(),
                   b.size(), left == a.end() ? "nothing" : left->text(),
                   right == b.end() ? "nothing" : right->text()));
}

// A way as numbers of links; `add` is called with each.
using Ways =
    std::function<void(std::size_t from, std::size_t to, std::vector<std::uint32_t>& links)>;

void links_of(const route::Router& router, ComponentId from, ComponentId to,
              std::vector<std::uint32_t>& links) {
  const auto path = router.path(from, to, link::Engine::nic, route::Mode::network);
  if (!path) stop(to_string(path.error()));
  for (const route::Hop& hop : path->hops) {
    if (hop.stripes.size() != 1) stop("static routing gave more than one way");
    links.push_back(hop.stripes.front().link.value);
  }
}

// The forwarding tables that OpenSM dumps: which port of a switch leads to whom.
class Tables {
 public:
  Tables(const Topology& fabric, const char* file) : fabric_(fabric) {
    for (std::size_t i = 0; i < fabric.link_count(); ++i) {
      const LinkId id(i);
      const auto port = parse_integer(fabric.attributes(id).get("port"));
      if (port) cable_[key(fabric.link(id).from, *port)] = id;
    }
    read(file);
  }

  void way(ComponentId from, ComponentId to, std::vector<std::uint32_t>& links) const {
    const std::string target = label(fabric_, to);
    LinkId link = cable_.at(key(from, 1));
    for (links.push_back(link.value); fabric_.link(link).to != to; links.push_back(link.value)) {
      const ComponentId at = fabric_.link(link).to;
      link = cable_.at(key(at, ports_.at(label(fabric_, at)).at(target)));
      if (links.size() > 64) stop("OpenSM's tables lead in a circle to " + target);
    }
  }

 private:
  static std::uint64_t key(ComponentId id, std::int64_t port) {
    return (std::uint64_t{id.value} << 32U) | static_cast<std::uint64_t>(port);
  }
  static std::string quoted(const std::string& line) {
    const auto open = line.find('\'');
    const auto close = line.rfind('\'');
    return open == std::string::npos ? "" : line.substr(open + 1, close - open - 1);
  }

  // "Unicast lids [0-44] of switch Lid 1 guid 0x… ('leaf0'):", then "0x0002 001 # …: 'name'".
  void read(const char* file) {
    std::ifstream in(file);
    std::map<std::string, std::int64_t>* table = nullptr;
    for (std::string line; std::getline(in, line);) {
      if (line.starts_with("Unicast lids")) {
        table = &ports_[quoted(line)];
      } else if (table != nullptr && line.starts_with("0x")) {
        const auto space = line.find(' ');
        (*table)[quoted(line)] = std::stoi(line.substr(space + 1, 3));
      }
    }
    if (ports_.empty()) stop(fmt::format("{} holds no tables", file));
  }

  const Topology& fabric_;
  std::unordered_map<std::uint64_t, LinkId> cable_;
  std::map<std::string, std::map<std::string, std::int64_t>> ports_;  // [switch][target]
};

// The most flows on one link, by shift.
std::vector<int> loads(std::size_t endpoints, std::size_t links, const Ways& ways) {
  std::vector<int> worst;
  std::vector<int> flows(links);
  std::vector<std::uint32_t> way;
  for (std::size_t shift = 1; shift < endpoints; ++shift) {
    std::ranges::fill(flows, 0);
    for (std::size_t from = 0; from < endpoints; ++from) {
      way.clear();
      ways(from, (from + shift) % endpoints, way);
      for (const std::uint32_t link : way) ++flows[link];
    }
    worst.push_back(std::ranges::max(flows));
  }
  return worst;
}

double mean(const std::vector<int>& loads) {
  return static_cast<double>(std::accumulate(loads.begin(), loads.end(), 0)) /
         static_cast<double>(loads.size());
}

std::size_t count_higher(const std::vector<int>& ours, const std::vector<int>& theirs) {
  std::size_t higher = 0;
  for (std::size_t i = 0; i < ours.size(); ++i) higher += ours[i] > theirs[i] ? 1U : 0U;
  return higher;
}

int run(char** files) {
  const Topology generated = opened(files[0]);
  const Topology written = opened(files[1]);
  const Topology seen = opened(files[2]);
  same_cables(cables(generated, false), cables(seen, false), "generated and discovered");
  same_cables(cables(written, true), cables(seen, true), "written and discovered");

  const topology::Network& network = generated.networks().front();
  std::map<std::string, ComponentId> adapter;
  for (const ComponentId id : seen.all(ComponentKind::nic)) adapter.emplace(label(seen, id), id);
  std::vector<ComponentId> ends;   // of the generated network
  std::vector<ComponentId> there;  // the same in the discovered one
  for (std::uint32_t e = 0; e < network.plan->endpoints(); ++e) {
    ends.push_back(network.node(generated, e));
    there.push_back(adapter.at(label(generated, ends.back())));
  }

  const route::Router own(generated);
  const route::Router imported(seen);
  const Tables tables(seen, files[3]);
  const auto generated_loads = loads(
      ends.size(), generated.link_count(),
      [&](std::size_t a, std::size_t b, auto& links) { links_of(own, ends[a], ends[b], links); });
  const auto imported_loads =
      loads(ends.size(), seen.link_count(), [&](std::size_t a, std::size_t b, auto& links) {
        links_of(imported, there[a], there[b], links);
      });
  const auto their_loads = loads(
      ends.size(), seen.link_count(),
      [&](std::size_t a, std::size_t b, auto& links) { tables.way(there[a], there[b], links); });
  const std::size_t higher = count_higher(generated_loads, their_loads);
  const std::size_t imported_higher = count_higher(imported_loads, their_loads);
  fmt::print(
      "{{\"endpoints\": {}, \"generated\": {}, \"imported\": {}, \"opensm\": {}, \"higher\": {}, "
      "\"imported_higher\": {}, \"means\": [{:.3f}, {:.3f}, {:.3f}]}}\n",
      ends.size(), std::ranges::max(generated_loads), std::ranges::max(imported_loads),
      std::ranges::max(their_loads), higher, imported_higher, mean(generated_loads),
      mean(imported_loads), mean(their_loads));
  return higher + imported_higher == 0 ? 0 : 1;
}

}  // namespace
}  // namespace weft::test

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  try {
    return weft::test::run(argv + 1);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
