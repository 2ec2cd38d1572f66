#include "weft/io/matrix/merge.hpp"

#include "weft/base/parse.hpp"

#include <set>
#include <utility>

#include <fmt/format.h>

namespace weft::io::matrix {
namespace {

using topology::ComponentKind;
using topology::Topology;

// The GPUs that a file speaks of should be those of the graph.
void compare_gpus(const Topology& topology, const GpuIndex& known, const std::set<int>& named,
                  bool may_be_some, const char* what, int line, Remarks& remarks) {
  if (named.empty()) return;
  bool same = may_be_some || named.size() == known.size();
  for (const int gpu : named) same = same && known.contains(gpu);
  if (same) return;
  remarks.add("FILES_DISAGREE",
              fmt::format("{} {} GPU{} ({}), and {} has {}", what, named.size(),
                          named.size() == 1 ? "" : "s", fmt::join(named, ", "), topology.name(),
                          known.size()),
              "Give files of one machine, taken at the same time and outside of a container; what "
              "is said of GPUs that both have is used.",
              line);
}

}  // namespace

GpuIndex gpus_by_number(const Topology& topology) {
  GpuIndex found;
  for (const ComponentId id : topology.all(ComponentKind::gpu)) {
    const auto stated = parse_integer(topology.attributes(id).get("gpu.dev"));
    const int number = stated ? static_cast<int>(*stated) : static_cast<int>(topology.ordinal(id));
    found.try_emplace(number, id);
  }
  return found;
}

Expected<Topology> merge(Topology topology, const Paste& paste, const Matrix* first,
                         Remarks& remarks) {
  const GpuIndex known = gpus_by_number(topology);
  for (const PeerTable& peers : paste.peers)
    compare_gpus(topology, known, {peers.gpus.begin(), peers.gpus.end()}, false,
                 "the peer-to-peer table names", peers.line, remarks);
  std::set<int> reported;
  for (const GpuReport& report : paste.gpus) reported.insert(report.gpu);
  if (!reported.empty())
    // nvidia-smi nvlink -i lists some only.
    compare_gpus(topology, known, reported, true, "nvidia-smi lists", paste.gpus.front().line,
                 remarks);
  for (const Matrix& matrix : paste.matrices)
    if (&matrix != first) compare(topology, matrix, remarks);
  topology = merge_peers(std::move(topology), paste, remarks);
  return merge_links(std::move(topology), paste, remarks);
}

}  // namespace weft::io::matrix
