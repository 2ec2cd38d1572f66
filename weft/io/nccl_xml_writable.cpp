#include "weft/io/nccl_xml_writable.hpp"

#include "weft/link/scaleup.hpp"

#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace weft::io {
namespace {

using topology::ComponentKind;
using topology::Link;
using topology::Topology;

Expected<void> check_is_one_server(const Topology& topology) {
  const Where where{topology.name(), 0, 0};
  if (!topology.all(ComponentKind::host).empty() ||
      !topology.all(ComponentKind::network_switch).empty())
    return fail("NCCL_XML_ONE_SERVER",
                "the topology is a network, and the format describes the inside of a server",
                "Write the topology of one of its servers.", where);
  if (topology.all(ComponentKind::numa_node).empty())
    return fail("NCCL_XML_EMPTY", "the topology has no NUMA node, and the format hangs all on one",
                "Write a topology that holds the host's CPUs.", where);
  // A file may hold the hosts of one NVLink domain, told apart by their hashes.
  std::set<std::int32_t> servers;
  bool are_told_apart = true;
  for (const ComponentId numa : topology.all(ComponentKind::numa_node)) {
    servers.insert(topology.place_of(numa).server);
    are_told_apart = are_told_apart && topology.attributes(numa).has("host_hash");
  }
  if (servers.size() > 1 && !are_told_apart)
    return fail(
        "NCCL_XML_ONE_SERVER",
        fmt::format("the topology has {} servers, and the format describes one", servers.size()),
        "Write the topology of one of them.", where);
  return {};
}

Expected<void> check_links(const Topology& topology, NcclDialect dialect) {
  const bool is_nccl = dialect == NcclDialect::nccl;
  const std::string_view own = is_nccl ? "nvlink" : "xgmi";
  for (std::size_t i = 0; i < topology.link_count(); ++i) {
    const LinkId id(i);
    const Link link = topology.link(id);
    const bool is_of_gpu = topology.kind(link.from) == ComponentKind::gpu;
    const std::string kind = link.model.kind();
    if (is_of_gpu && link::is_scale_up_kind(kind) && kind != own)
      return fail("NCCL_XML_DIALECT",
                  fmt::format("{} is {}, which {} does not know", topology.name(id),
                              link.model.name(), is_nccl ? "NCCL" : "RCCL"),
                  kind == "nvlink" || kind == "xgmi"
                      ? fmt::format("Write it for {}; only topologies without such links fit both.",
                                    is_nccl ? "RCCL" : "NCCL")
                      : "Neither NCCL nor RCCL has a word for such links.",
                  {topology.name(), 0, 0});
  }
  return {};
}

}  // namespace

namespace nccl {

Expected<void> check_writable(const Topology& topology, NcclDialect dialect) {
  if (auto fits = check_is_one_server(topology); !fits) return fits;
  return check_links(topology, dialect);
}

}  // namespace nccl

NcclDialect nccl_dialect_of(const Topology& topology) {
  for (const ComponentId gpu : topology.all(ComponentKind::gpu)) {
    for (const LinkId link : topology.links_of(gpu)) {
      const std::string kind = topology.link(link).model.kind();
      if (kind == "xgmi") return NcclDialect::rccl;
      if (kind == "nvlink") return NcclDialect::nccl;
    }
  }
  return topology.attributes().get("version") == "2" ? NcclDialect::rccl : NcclDialect::nccl;
}

}  // namespace weft::io
