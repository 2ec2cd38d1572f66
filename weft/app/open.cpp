#include "weft/app/open.hpp"

#include "weft/app/catalog_files.hpp"
#include "weft/base/suggest.hpp"
#include "weft/catalog/build_cluster.hpp"
#include "weft/catalog/build_server.hpp"
#include "weft/catalog/cluster_file.hpp"
#include "weft/catalog/complete.hpp"
#include "weft/catalog/plain_network.hpp"
#include "weft/io/device_matrix.hpp"
#include "weft/io/topology_file.hpp"
#include "weft/probe/capture.hpp"
#include "weft/probe/source.hpp"

#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace weft::app {
namespace {

// Room for the largest fabric dumps; a reader may allow less for its own format.
constexpr std::size_t kMostBytes = std::size_t{256} << 20U;

Expected<io::TopologyText> text_of(const std::string& name, const char* wanted) {
  auto text = read_input(name, kMostBytes, wanted);
  if (!text) return tl::make_unexpected(std::move(text.error()));
  return io::TopologyText{name == "-" ? "standard input" : name, std::move(*text)};
}

Expected<std::vector<io::TopologyText>> texts_of(const std::vector<std::string>& names) {
  std::vector<io::TopologyText> texts;
  for (const std::string& name : names) {
    auto text = text_of(name, "what nvidia-smi topo -p2p r or nvlink -s printed");
    if (!text) return tl::make_unexpected(std::move(text.error()));
    texts.push_back(std::move(*text));
  }
  return texts;
}

// GPUs that the file shows as bare PCIe devices get the links of their board.
Expected<io::TopologyRead> completed(io::TopologyRead read, const std::string& gpu,
                                     const std::string& file, const catalog::Catalog& catalog) {
  if (!gpu.empty()) {
    auto completed = catalog::complete_gpus(std::move(read.topology), gpu, catalog);
    if (!completed) return tl::make_unexpected(std::move(completed.error()));
    read.topology = std::move(completed->topology);
    read.warnings.insert(read.warnings.end(), completed->warnings.begin(),
                         completed->warnings.end());
  } else if (catalog::fabric_is_hidden(read.topology)) {
    const auto gpus = read.topology.all(topology::ComponentKind::gpu);
    // Where the PCI ids tell what the GPUs are, that is the name to give.
    const std::string_view known = read.topology.attributes(gpus.front()).get("model");
    read.warnings.push_back(warning(
        "FABRIC_HIDDEN",
        fmt::format("the file shows {} GPUs as bare PCIe devices, so NVLink cannot be seen in it",
                    gpus.size()),
        fmt::format("Predictions follow the PCIe path as it stands. With --gpu MODEL, {}--gpu {}, "
                    "the links between the GPUs are completed.",
                    known.empty() ? "e.g. " : "here ", known.empty() ? "a100-sxm4-40gb" : known),
        {.file = file}));
  }
  return read;
}

Expected<io::TopologyRead> from_machine(Expected<probe::Probed> probed) {
  return std::move(probed).map([](probe::Probed&& read) {
    return io::TopologyRead{std::move(read.topology), std::move(read.warnings)};
  });
}

// The server that a cluster file names by path, which is seen from where the file is.
Expected<topology::Topology> server_in(const std::string& cluster_file, const std::string& path,
                                       const catalog::Catalog& catalog) {
  const auto folder = std::filesystem::path(cluster_file).parent_path();
  auto text = text_of((folder / path).string(), "the topology of a server");
  if (!text) return tl::make_unexpected(std::move(text.error()));
  if (catalog::is_cluster_file(text->text))
    return fail("CLUSTER_INVALID", "the server of a cluster is a cluster itself; expected a server",
                "Name a server of the catalogue, or the topology file of one.",
                {.file = text->name});
  if (io::is_device_matrix(text->text))
    return io::read_device_matrix(*text, {}).map(
        [](io::TopologyRead&& read) { return std::move(read.topology); });
  const std::string name = text->name;
  return io::read_topology(*text)
      .and_then(
          [&](io::TopologyRead&& read) { return completed(std::move(read), "", name, catalog); })
      .map([](io::TopologyRead&& read) { return std::move(read.topology); });
}

Expected<io::TopologyRead> from_cluster_file(const TopologyArgument& argument,
                                             const io::TopologyText& input) {
  if (!argument.gpu.empty() || !argument.with.empty())
    return fail("OPTION_UNFIT", "a cluster file says itself what its servers hold",
                "Leave out --gpu and --with, or give them where you show the server alone.",
                {.file = input.name});
  const auto catalog = open_catalog(argument.catalogs);
  if (!catalog) return tl::make_unexpected(catalog.error());
  return catalog::read_cluster(input.name, input.text)
      .and_then([&](const facts::ClusterSpec& spec) {
        return catalog::open_cluster(spec, input.name, *catalog, [&](const std::string& path) {
          return server_in(input.name, path, *catalog);
        });
      })
      .map([&](topology::Topology&& cluster) {
        io::TopologyRead read{std::move(cluster), {}};
        if (const auto unused = read.topology.attributes().get(catalog::kUnusedLinks);
            !unused.empty())
          read.warnings.push_back(warning(
              "LINKS_UNUSED",
              fmt::format("{} scale-up links of each GPU stay unused: they do not divide among the "
                          "cables of the network",
                          unused),
              "State planes or dimensions that divide them.", {.file = input.name}));
        return read;
      });
}

// A matrix says which links there are, and takes from the name only what they are.
Expected<io::TopologyRead> from_file(const TopologyArgument& argument,
                                     const std::vector<io::TopologyText>& with,
                                     const catalog::Catalog& catalog) {
  auto text = text_of(argument.name, "a topology file");
  if (!text) return tl::make_unexpected(std::move(text.error()));
  io::TopologyText input = std::move(*text);
  if (catalog::is_cluster_file(input.text)) return from_cluster_file(argument, input);
  if (io::is_device_matrix(input.text)) {
    if (!argument.gpu.empty()) {
      const auto named = catalog::named_gpu(argument.gpu, catalog);
      if (!named) return tl::make_unexpected(named.error());
      input.gpu = *named;
    }
    return io::read_device_matrix(input, with);
  }
  auto found = probe::is_capture(input.text)
                   ? from_machine(probe::read_capture(input.text, input.name))
                   : io::read_topology(input);
  return std::move(found)
      .and_then([&](io::TopologyRead&& read) {
        return completed(std::move(read), argument.gpu, input.name, catalog);
      })
      .and_then([&](io::TopologyRead&& read) { return io::add_facts(std::move(read), with); });
}

// This machine, as its files and libraries show it.
Expected<io::TopologyRead> from_live(const TopologyArgument& argument,
                                     const std::vector<io::TopologyText>& with,
                                     const catalog::Catalog& catalog) {
  const auto source = probe::live_source();
  return from_machine(probe::read_machine(*source, "live"))
      .and_then([&](io::TopologyRead&& read) {
        return completed(std::move(read), argument.gpu, argument.name, catalog);
      })
      .and_then([&](io::TopologyRead&& read) { return io::add_facts(std::move(read), with); });
}

tl::unexpected<Error> unknown(const std::string& name, const catalog::Catalog& catalog) {
  std::vector<std::string> known = catalog::all_names(catalog.servers);
  for (const facts::ClusterSpec& cluster : facts::clusters()) {
    known.push_back(cluster.name);
    known.insert(known.end(), cluster.aliases.begin(), cluster.aliases.end());
  }
  const std::string near = did_you_mean(name, known);
  return fail("TOPOLOGY_UNKNOWN",
              fmt::format("there is neither a file nor a server of the catalogue named '{}'", name),
              fmt::format("{}Give the path of a topology file, or a name that `weft catalog "
                          "servers` or `weft catalog clusters` lists.",
                          near.empty() ? "" : near + " "));
}

Expected<io::TopologyRead> from_catalog(const TopologyArgument& argument,
                                        const std::vector<io::TopologyText>& with,
                                        const catalog::Catalog& catalog) {
  if (catalog::find(catalog.servers, argument.name) == nullptr) {
    if (const facts::ClusterSpec* cluster = facts::find_cluster(argument.name))
      return catalog::open_cluster(*cluster, "", catalog, {}).map([](topology::Topology&& built) {
        return io::TopologyRead{std::move(built), {}};
      });
    std::error_code none;
    if (!std::filesystem::exists(argument.name, none)) return unknown(argument.name, catalog);
    return from_file(argument, with, catalog);  // a folder, which says so
  }
  auto built = catalog::build_server(catalog, argument.name);
  if (!built) return tl::make_unexpected(std::move(built.error()));
  return completed({std::move(*built), {}}, argument.gpu, argument.name, catalog)
      .and_then([&](io::TopologyRead&& read) { return io::add_facts(std::move(read), with); });
}

bool is_there(const std::string& name) {
  std::error_code error;
  const auto status = std::filesystem::status(name, error);
  return std::filesystem::exists(status) && !std::filesystem::is_directory(status);
}

// A path is never the name of a server, so that a file that is not there is reported as such.
bool is_a_file(const std::string& name) {
  return name == "-" || is_there(name) || name.find_first_of("/.") != std::string::npos;
}

Expected<io::TopologyRead> from_plain_network(const TopologyArgument& argument) {
  if (!argument.gpu.empty() || !argument.with.empty())
    return fail("OPTION_UNFIT", "a network of bare hosts has no GPUs",
                "Leave out --gpu and --with.");
  return catalog::build_plain_network(argument.name).map([](topology::Topology&& built) {
    return io::TopologyRead{std::move(built), {}};
  });
}

// A person's own entries matter where something is looked up by name, or where they are given.
Expected<catalog::Catalog> catalog_for(const TopologyArgument& argument, bool is_file) {
  if (is_file && argument.gpu.empty() && argument.catalogs.empty()) return catalog::Catalog{};
  return open_catalog(argument.catalogs);
}

}  // namespace

Expected<Opened> open(const TopologyArgument& argument) {
  const bool is_network = !is_there(argument.name) && catalog::is_plain_network(argument.name);
  const bool is_file = is_network || is_a_file(argument.name);
  auto catalog = catalog_for(argument, is_file);
  if (!catalog) return tl::make_unexpected(std::move(catalog.error()));
  const auto with = texts_of(argument.with);
  if (!with) return tl::make_unexpected(with.error());
  auto found = is_network                ? from_plain_network(argument)
               : is_file                 ? from_file(argument, *with, *catalog)
               : argument.name == "live" ? from_live(argument, *with, *catalog)
                                         : from_catalog(argument, *with, *catalog);
  return std::move(found).map([&](io::TopologyRead&& read) {
    read.warnings.insert(read.warnings.begin(), catalog->warnings.begin(), catalog->warnings.end());
    return Opened{std::move(read.topology), std::move(read.warnings)};
  });
}

}  // namespace weft::app
