#include "weft/facts/clusters.hpp"

#include "weft/base/suggest.hpp"
#include "weft/facts/find.hpp"
#include "weft/facts/reader.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace weft::facts {
namespace {

// A misspelt key is told before a missing one, so that the first message is the one that helps.
void know_keys(const Record& r, const char* table, std::vector<std::string> known) {
  for (const std::string& key : r.keys())
    if (std::ranges::find(known, key) == known.end())
      r.malformed_key(key, fmt::format("the key '{}' is not one of {}. {}", key, table,
                                       known_names(key, known)));
}

int positive(const Record& r, const char* key) {
  const int value = r.integer_or(key, 0);
  if (r.has(key) && value < 1)
    r.malformed_key(key, fmt::format("'{}' is {}; expected a whole number from 1 on", key, value),
                    DataFault::invalid);
  return value;
}

std::vector<int> positives(const Record& r, const char* key) {
  std::vector<int> values = r.integers(key);
  if (r.has(key) && (values.empty() || std::ranges::any_of(values, [](int v) { return v < 1; })))
    r.malformed_key(key, fmt::format("'{}' must hold whole numbers from 1 on, as [4, 4, 4]", key),
                    DataFault::invalid);
  return values;
}

// One number, or a list by tier.
std::vector<double> read_oversubscription(const Record& r) {
  constexpr const char* kKey = "oversubscription";
  std::vector<double> values =
      r.is_list(kKey) ? r.numbers(kKey) : std::vector<double>{r.number_or(kKey, 1)};
  if (values.empty() || values.size() > 3)
    r.malformed_key(kKey,
                    fmt::format("'oversubscription' has {} values; expected one for each tier that "
                                "has cables up, at most 3",
                                values.size()),
                    DataFault::invalid);
  for (const double value : values)
    if (!(value >= 0.1 && value <= 1000))
      r.malformed_key(kKey,
                      fmt::format("'oversubscription' is {}; expected down : up, from 0.1 to "
                                  "1000, as 2.0",
                                  value),
                      DataFault::invalid);
  return values;
}

NetworkSpec read_network(const Record& r, std::string name, bool is_first) {
  std::vector<std::string> known = {
      "kind",           "switch",     "k",         "tiers",       "oversubscription",
      "routing",        "in_network", "host_link", "switch_link", "dims",
      "block",          "p",          "a",         "h",           "groups",
      "links_per_pair", "q",          "board",     "grid",        "hosts",
      "parallel",       "planes",     "down",      "up",          "leaves",
      "spines",         "cores"};
  if (is_first) known.insert(known.end(), {"storage", "management"});
  know_keys(r, is_first ? "[network]" : "a network", known);
  NetworkSpec spec;
  spec.name = std::move(name);
  spec.line = r.line();
  spec.kind = r.text("kind");
  spec.switch_name = r.text_or("switch", "");
  spec.k = positive(r, "k");
  constexpr int kMostPorts = 65536;
  if (spec.k > kMostPorts)
    r.malformed_key("k",
                    fmt::format("'k' is {}; no switch has more than {} ports", spec.k, kMostPorts),
                    DataFault::invalid);
  spec.tiers = positive(r, "tiers");
  spec.oversubscription = read_oversubscription(r);
  spec.routing = r.text_or("routing", "");
  spec.in_network = r.text_or("in_network", "");
  spec.host_link = r.text_or("host_link", "");
  spec.switch_link = r.text_or("switch_link", "");
  spec.dims = positives(r, "dims");
  spec.block = positives(r, "block");
  spec.p = positive(r, "p");
  spec.a = positive(r, "a");
  spec.h = positive(r, "h");
  spec.groups = positive(r, "groups");
  spec.links_per_pair = positive(r, "links_per_pair");
  spec.q = positive(r, "q");
  spec.board = positives(r, "board");
  spec.grid = positives(r, "grid");
  spec.hosts = positive(r, "hosts");
  spec.parallel = positive(r, "parallel");
  spec.planes = positive(r, "planes");
  spec.down = positive(r, "down");
  spec.up = positive(r, "up");
  spec.leaves = positive(r, "leaves");
  spec.spines = positive(r, "spines");
  spec.cores = positive(r, "cores");
  return spec;
}

SiteSpec read_site(const Record& r) {
  know_keys(r, "[[site]]", {"name", "servers", "km", "links", "link"});
  SiteSpec site{.name = r.text_or("name", ""),
                .line = r.line(),
                .servers = positive(r, "servers"),
                .km = r.number("km"),
                .links = positive(r, "links"),
                .link = r.text_or("link", "")};
  if (!(site.km >= 0 && site.km <= 40000))
    r.malformed_key("km",
                    fmt::format("'km' is {}; expected the distance to the first site, 0 to "
                                "40000",
                                site.km),
                    DataFault::invalid);
  return site;
}

FaultSpec read_fault(const Record& r) {
  know_keys(r, "[[fault]]", {"link", "state"});
  return {.line = r.line(), .link = r.text("link"), .state = r.text("state")};
}

// `cluster` has the keys of [cluster]; `outer` the tables beside it.
ClusterSpec read_cluster(const Record& cluster, const Record& outer) {
  ClusterSpec spec;
  spec.line = cluster.line();
  spec.server = cluster.text("server");
  spec.servers = positive(cluster, "servers");
  if (spec.servers == 0)
    cluster.malformed("the key 'servers' is missing: how many servers there are",
                      DataFault::missing);
  spec.servers_per_rack = positive(cluster, "servers_per_rack");
  spec.racks_per_row = positive(cluster, "racks_per_row");
  spec.rows_per_hall = positive(cluster, "rows_per_hall");
  if (outer.has("network")) {
    const Record network = outer.record("network");
    // A file may describe storage and management alone.
    const std::vector<std::string> keys = network.keys();
    const bool has_compute = std::ranges::any_of(
        keys, [](const std::string& key) { return key != "storage" && key != "management"; });
    if (has_compute) spec.networks.push_back(read_network(network, "compute", true));
    for (const char* name : {"storage", "management"})
      if (network.has(name))
        spec.networks.push_back(read_network(network.record(name), name, false));
  }
  for (const Record& site : outer.tables("site")) spec.sites.push_back(read_site(site));
  for (const Record& fault : outer.tables("fault")) spec.faults.push_back(read_fault(fault));
  return spec;
}

const std::vector<std::string> kClusterKeys = {"server", "servers", "servers_per_rack",
                                               "racks_per_row", "rows_per_hall"};

ClusterSpec read_shipped(const Record& r) {
  std::vector<std::string> known = kClusterKeys;
  known.insert(known.end(), {"name", "aliases", "pretty", "doubt", "source", "tag", "date",
                             "network", "site", "fault"});
  know_keys(r, "[[cluster]]", known);
  ClusterSpec spec = read_cluster(r, r);
  spec.name = r.text("name");
  spec.aliases = r.texts("aliases");
  spec.pretty = r.text("pretty");
  spec.doubt = r.text_or("doubt", "");
  spec.evidence = r.evidence();
  return spec;
}

}  // namespace

ClusterSpec read_cluster_file(std::string_view file, std::string_view text) {
  const Document document(file, text);
  const Record root = document.root();
  know_keys(root, "a cluster file", {"cluster", "network", "site", "fault"});
  const Record cluster = root.record("cluster");
  know_keys(cluster, "[cluster]", [] {
    std::vector<std::string> known = kClusterKeys;
    known.emplace_back("name");
    return known;
  }());
  ClusterSpec spec = read_cluster(cluster, root);
  spec.name = cluster.text_or("name", "");
  return spec;
}

const std::vector<ClusterSpec>& clusters() {
  static const auto rows = Document("clusters.toml").table<ClusterSpec>("cluster", read_shipped);
  return rows;
}

const ClusterSpec* find_cluster(std::string_view name) { return find_named(clusters(), name); }

}  // namespace weft::facts
