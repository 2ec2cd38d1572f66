#include "weft/io/nccl_graph.hpp"

#include "weft/base/parse.hpp"
#include "weft/io/xml_document.hpp"

#include <array>

#include <fmt/format.h>

namespace weft::io {
namespace {

std::string_view algorithm_of(int id) {
  constexpr std::array<std::string_view, 5> kNames = {"ring", "tree", "CollNet chain", "NVLS",
                                                      "CollNet direct"};
  return id >= 0 && id < static_cast<int>(kNames.size()) ? kNames.at(static_cast<std::size_t>(id))
                                                         : std::string_view("graph");
}

Expected<NcclGraph> read_graph(pugi::xml_node node, const XmlDocument& document,
                               const Remarks& remarks) {
  NcclGraph graph;
  for (const auto& [key, into] : {std::pair{"id", &graph.id},
                                  {"pattern", &graph.pattern},
                                  {"nchannels", &graph.channel_count}}) {
    const auto value = parse_integer(node.attribute(key).value());
    if (!value || *value < 0 || *value > 1'000'000)
      return remarks.error("NCCL_GRAPH_INVALID", fmt::format("a graph has no number as '{}'", key),
                           "Dump it again with NCCL_GRAPH_DUMP_FILE.", document.line_of(node));
    *into = static_cast<int>(*value);
  }
  graph.speed_intra = parse_number(node.attribute("speedintra").value()).value_or(0);
  graph.speed_inter = parse_number(node.attribute("speedinter").value()).value_or(0);
  graph.type_intra = node.attribute("typeintra").value();
  graph.type_inter = node.attribute("typeinter").value();
  for (const pugi::xml_node channel : node.children("channel")) {
    std::vector<NcclGraphStop> stops;
    for (const pugi::xml_node stop : channel.children())
      if (std::string_view(stop.name()) == "net" || std::string_view(stop.name()) == "gpu")
        stops.push_back({std::string_view(stop.name()) == "net", stop.attribute("dev").value()});
    graph.channels.push_back(std::move(stops));
  }
  return graph;
}

}  // namespace

bool is_nccl_graph(std::string_view text) { return root_element(text) == "graphs"; }

Expected<std::vector<NcclGraph>> read_nccl_graph(const TopologyText& input) {
  const Remarks remarks(input.name);
  const auto document = load_xml(input, remarks);
  if (!document) return tl::make_unexpected(document.error());
  std::vector<NcclGraph> graphs;
  for (const pugi::xml_node node : document->root().children("graph")) {
    auto graph = read_graph(node, *document, remarks);
    if (!graph) return tl::make_unexpected(std::move(graph.error()));
    graphs.push_back(std::move(*graph));
  }
  return graphs;
}

std::string summary(const std::vector<NcclGraph>& graphs) {
  std::string out;
  for (const NcclGraph& graph : graphs) {
    out += fmt::format("{}{} of {} channel{}", out.empty() ? "" : "; ", algorithm_of(graph.id),
                       graph.channel_count, graph.channel_count == 1 ? "" : "s");
    if (graph.speed_intra > 0)
      out += fmt::format(" at {} GB/s each", print_number(graph.speed_intra));
    if (!graph.type_intra.empty()) out += fmt::format(" ({})", graph.type_intra);
  }
  return out.empty() ? "no graph" : out;
}

}  // namespace weft::io
