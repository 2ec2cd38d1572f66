#include "weft/io/device_matrix.hpp"

#include "weft/io/matrix/build.hpp"
#include "weft/io/matrix/merge.hpp"
#include "weft/io/matrix/products.hpp"
#include "weft/io/matrix/records.hpp"
#include "weft/io/matrix/scan.hpp"
#include "weft/io/matrix/settle.hpp"
#include "weft/io/remarks.hpp"

#include <iterator>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace weft::io {
namespace {

using namespace matrix;
using topology::Topology;

// A text, its blocks, and what there is to say about it.
struct Source {
  Paste paste;
  Remarks remarks;
};

Expected<Source> read(const TopologyText& input) {
  Remarks remarks(input.name);
  if (!holds_blocks(input.text))
    return remarks.error("FACTS_UNKNOWN", "the text says nothing that could be added to a topology",
                         "Give what nvidia-smi topo -p2p, nvlink -s or topo -m print; other "
                         "topologies stand alone.");
  auto paste = read_paste(input, remarks);
  if (!paste) return tl::make_unexpected(std::move(paste.error()));
  return Source{std::move(*paste), std::move(remarks)};
}

Expected<std::vector<Source>> read_all(std::span<const TopologyText> texts) {
  std::vector<Source> sources;
  for (const TopologyText& text : texts) {
    auto source = read(text);
    if (!source) return tl::make_unexpected(std::move(source.error()));
    sources.push_back(std::move(*source));
  }
  return sources;
}

tl::unexpected<Error> nothing_to_build_from(const Source& source) {
  const Paste& paste = source.paste;
  if (!paste.peers.empty())
    return source.remarks.error(
        "MATRIX_INCOMPLETE",
        "the text has a peer-to-peer table only: which GPUs may reach each other, and not what is "
        "between them",
        "Give nvidia-smi topo -m as the topology, and this file with --with.",
        paste.peers.front().line);
  return source.remarks.error(
      "MATRIX_INCOMPLETE",
      "the text lists GPUs and the states of their links, and not where the links lead",
      "Give nvidia-smi topo -m as the topology, and this file with --with.",
      paste.gpus.front().line);
}

// One paste may hold the same matrix again, and must not hold another.
Expected<void> check_repeats(const Source& source) {
  const auto& all = source.paste.matrices;
  for (std::size_t i = 1; i < all.size(); ++i) {
    bool same = all[i].size() == all[0].size();
    for (std::size_t d = 0; same && d < all[i].size(); ++d)
      same = all[i].devices[d].label == all[0].devices[d].label;
    for (std::size_t c = 0; same && c < all[i].cells.size(); ++c)
      same = all[i].cells[c].relation == all[0].cells[c].relation;
    if (!same)
      return source.remarks.error(
          "MATRIX_SEVERAL",
          fmt::format("the text has two matrices that differ, from lines {} and {}", all[0].line,
                      all[i].line),
          "Give the matrix of one machine; a second one can follow with --with, to compare.",
          all[i].line);
  }
  return {};
}

Expected<Topology> build_from(const TopologyText& input, Source& base,
                              const std::vector<Source>& others) {
  if (base.paste.matrices.empty()) return nothing_to_build_from(base);
  if (const auto once = check_repeats(base); !once) return tl::make_unexpected(once.error());
  std::vector<GpuReport> reports = base.paste.gpus;
  for (const Source& other : others)
    reports.insert(reports.end(), other.paste.gpus.begin(), other.paste.gpus.end());

  const Matrix& matrix = base.paste.matrices.front();
  const auto settled = settle(matrix, base.remarks);
  if (!settled) return tl::make_unexpected(settled.error());
  const auto products = find_products(matrix, *settled, input.gpu, reports, base.remarks);
  if (!products) return tl::make_unexpected(products.error());
  return build(input.name, matrix, *settled, *products, base.remarks);
}

Expected<TopologyRead> merged(TopologyRead read, std::vector<Source>& sources,
                              const Matrix* first) {
  for (Source& source : sources) {
    auto next = merge(std::move(read.topology), source.paste, first, source.remarks);
    if (!next) return tl::make_unexpected(std::move(next.error()));
    read.topology = std::move(*next);
    std::vector<Warning> more = std::move(source.remarks).take();
    read.warnings.insert(read.warnings.end(), std::make_move_iterator(more.begin()),
                         std::make_move_iterator(more.end()));
  }
  return read;
}

}  // namespace

bool is_device_matrix(std::string_view text) { return holds_blocks(text); }

Expected<TopologyRead> read_device_matrix(const TopologyText& input) {
  return read_device_matrix(input, {});
}

Expected<TopologyRead> read_device_matrix(const TopologyText& input,
                                          std::span<const TopologyText> with) {
  auto base = read(input);
  if (!base) return tl::make_unexpected(std::move(base.error()));
  auto others = read_all(with);
  if (!others) return tl::make_unexpected(std::move(others.error()));
  auto topology = build_from(input, *base, *others);
  if (!topology) return tl::make_unexpected(std::move(topology.error()));
  others->insert(others->begin(), std::move(*base));
  return merged({std::move(*topology), {}}, *others, &others->front().paste.matrices.front());
}

Expected<TopologyRead> add_facts(TopologyRead read, std::span<const TopologyText> with) {
  auto sources = read_all(with);
  if (!sources) return tl::make_unexpected(std::move(sources.error()));
  return merged(std::move(read), *sources, nullptr);
}

}  // namespace weft::io
