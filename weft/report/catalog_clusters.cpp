#include "weft/facts/clusters.hpp"
#include "weft/report/catalog_sections.hpp"

#include <fmt/format.h>

namespace weft::report {
namespace {

std::vector<std::string> names_of(const facts::ClusterSpec& cluster) {
  std::vector<std::string> names = {cluster.name};
  names.insert(names.end(), cluster.aliases.begin(), cluster.aliases.end());
  return names;
}

CatalogItem item_of(const facts::ClusterSpec& cluster) {
  Json json = {{"name", cluster.name}};
  put(json, "aliases", cluster.aliases);
  put(json, "pretty", cluster.pretty);
  json["server"] = cluster.server;
  json["servers"] = cluster.servers;
  json["sites"] = cluster.sites.size() + 1;
  std::string networks;
  for (const facts::NetworkSpec& network : cluster.networks) {
    json["networks"].push_back(
        {{"name", network.name}, {"kind", network.kind}, {"switch", network.switch_name}});
    networks += (networks.empty() ? "" : ", ") + network.kind;
  }
  put_evidence(json, cluster.evidence, cluster.doubt, {});
  return {names_of(cluster),
          {cluster.name, cluster.pretty,
           fmt::format("{} x {}",
                       static_cast<std::size_t>(cluster.servers) * (cluster.sites.size() + 1),
                       cluster.server),
           networks, source_cell(cluster.evidence)},
          std::move(json)};
}

}  // namespace

CatalogSection cluster_section() {
  CatalogSection section{"clusters",
                         "Clusters",
                         {"networks"},
                         {{"name", Align::left},
                          {"what", Align::left},
                          {"servers", Align::left},
                          {"network", Align::left},
                          {"source", Align::left}},
                         {}};
  for (const facts::ClusterSpec& cluster : facts::clusters())
    section.items.push_back(item_of(cluster));
  return section;
}

}  // namespace weft::report
