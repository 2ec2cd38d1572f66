#include "weft/catalog/cluster_file.hpp"

#include "weft/base/suggest.hpp"
#include "weft/catalog/build_cluster.hpp"
#include "weft/catalog/build_server.hpp"
#include "weft/facts/reader.hpp"

#include <utility>

#include <fmt/format.h>

namespace weft::catalog {
namespace {

const char* code_of(facts::DataFault fault) {
  switch (fault) {
    case facts::DataFault::syntax:
      return "CLUSTER_SYNTAX";
    case facts::DataFault::missing:
      return "CLUSTER_MISSING";
    case facts::DataFault::unknown_key:
      return "CLUSTER_KEY";
    default:
      return "CLUSTER_INVALID";
  }
}

Expected<topology::Topology> server_of(const facts::ClusterSpec& spec, const std::string& file,
                                       const Catalog& catalog, const ServerFile& server_file) {
  if (find(catalog.servers, spec.server) != nullptr) return build_server(catalog, spec.server);
  const bool is_path = spec.server.find_first_of("/.") != std::string::npos;
  const Where where{file, file.empty() ? 0 : spec.line, 0};
  if (is_path && server_file)
    return server_file(spec.server).map_error([&](Error error) {
      error.hint += fmt::format("{}It is the server of {}:{}.", error.hint.empty() ? "" : " ",
                                where.file, where.line);
      return error;
    });
  const std::string near = did_you_mean(spec.server, all_names(catalog.servers));
  return fail("CLUSTER_NAME", fmt::format("there is no server '{}' in the catalogue", spec.server),
              (near.empty() ? "" : near + " ") +
                  "`weft catalog servers` lists the names; a path leads to a topology file.",
              where);
}

}  // namespace

namespace {

// A table's name in brackets, closed or not; not a link in prose, "[cluster file](…)".
bool is_whole_header(std::string_view line) {
  const std::size_t closed = line.find(']');
  if (closed == std::string_view::npos) return line.find(' ') == std::string_view::npos;
  line.remove_prefix(closed + 1);
  const std::size_t behind = line.find_first_not_of(" \t\r");
  return behind == std::string_view::npos || line[behind] == '#';
}

}  // namespace

// A line "[cluster]", "cluster = {…}", "cluster.server = …" or one that means to be, whatever
// stands before it.
bool is_cluster_file(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = text.find('\n', at);
    if (end == std::string_view::npos) end = text.size();
    std::string_view line = text.substr(at, end - at);
    line.remove_prefix(std::min(line.find_first_not_of(" \t\r\xEF\xBB\xBF"), line.size()));
    if (line.starts_with("[cluster") && is_whole_header(line)) return true;
    if (line.starts_with("cluster")) {
      line.remove_prefix(std::string_view("cluster").size());
      line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
      if (line.starts_with('.') || line.starts_with('=')) return true;
    }
    at = end + 1;
  }
  return false;
}

Expected<facts::ClusterSpec> read_cluster(const std::string& file, std::string_view text) {
  try {
    return facts::read_cluster_file(file, text);
  } catch (const facts::DataError& error) {
    return fail(code_of(error.fault()), error.why(),
                "`weft explain CLUSTER_KEY` names the tables of a cluster file and their keys.",
                error.where());
  }
}

Expected<topology::Topology> open_cluster(const facts::ClusterSpec& spec, const std::string& file,
                                          const Catalog& catalog, const ServerFile& server_file) {
  auto server = server_of(spec, file, catalog, server_file);
  if (!server) return server;
  return build_cluster(spec, std::move(*server), catalog, file);
}

}  // namespace weft::catalog
