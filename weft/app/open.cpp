#include "weft/app/open.hpp"

#include "weft/catalog/complete.hpp"
#include "weft/io/device_matrix.hpp"
#include "weft/io/topology_file.hpp"

#include <utility>

#include <fmt/format.h>

namespace weft::app {
namespace {

// Room for the largest fabric dumps; a reader may allow less for its own format.
constexpr std::size_t kMostBytes = std::size_t{256} << 20U;

Expected<io::TopologyText> text_of(const std::string& name) {
  auto text = read_input(name, kMostBytes);
  if (!text) return tl::make_unexpected(std::move(text.error()));
  return io::TopologyText{name == "-" ? "standard input" : name, std::move(*text)};
}

Expected<std::vector<io::TopologyText>> texts_of(const std::vector<std::string>& names) {
  std::vector<io::TopologyText> texts;
  for (const std::string& name : names) {
    auto text = text_of(name);
    if (!text) return tl::make_unexpected(std::move(text.error()));
    texts.push_back(std::move(*text));
  }
  return texts;
}

// GPUs that the file shows as bare PCIe devices get the links of their board.
Expected<io::TopologyRead> completed(io::TopologyRead read, const std::string& gpu,
                                     const std::string& file) {
  if (!gpu.empty()) {
    auto completed = catalog::complete_gpus(std::move(read.topology), gpu);
    if (!completed) return tl::make_unexpected(std::move(completed.error()));
    read.topology = std::move(completed->topology);
    read.warnings.insert(read.warnings.end(), completed->warnings.begin(),
                         completed->warnings.end());
  } else if (catalog::fabric_is_hidden(read.topology)) {
    read.warnings.push_back(warning(
        "FABRIC_HIDDEN",
        fmt::format("the file shows {} GPUs as bare PCIe devices, so NVLink cannot be seen in it",
                    read.topology.all(topology::ComponentKind::gpu).size()),
        "Predictions follow the PCIe path as it stands. With --gpu MODEL, e.g. --gpu "
        "a100-sxm4-40gb, the links between the GPUs are completed.",
        {.file = file}));
  }
  return read;
}

// A matrix says which links there are, and takes from the name only what they are.
Expected<io::TopologyRead> read(io::TopologyText input, const std::string& gpu,
                                const std::vector<io::TopologyText>& with) {
  if (io::is_device_matrix(input.text)) {
    if (!gpu.empty()) {
      const auto named = catalog::named_gpu(gpu);
      if (!named) return tl::make_unexpected(named.error());
      input.gpu = *named;
    }
    return io::read_device_matrix(input, with);
  }
  return io::read_topology(input)
      .and_then(
          [&](io::TopologyRead&& read) { return completed(std::move(read), gpu, input.name); })
      .and_then([&](io::TopologyRead&& read) { return io::add_facts(std::move(read), with); });
}

}  // namespace

Expected<Opened> open(const TopologyArgument& argument) {
  auto text = text_of(argument.name);
  if (!text) return tl::make_unexpected(std::move(text.error()));
  const auto with = texts_of(argument.with);
  if (!with) return tl::make_unexpected(with.error());
  return read(std::move(*text), argument.gpu, *with).map([](io::TopologyRead&& read) {
    return Opened{std::move(read.topology), std::move(read.warnings)};
  });
}

}  // namespace weft::app
