// Matrices that hwloc keeps beside the tree. Values stand in several pieces, indexes too.
#include "weft/base/parse.hpp"
#include "weft/facts/gpus.hpp"
#include "weft/facts/lines.hpp"
#include "weft/io/hwloc/objects.hpp"
#include "weft/link/fixed.hpp"
#include "weft/link/nvlink.hpp"
#include "weft/link/xgmi.hpp"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace weft::io::hwloc {
namespace {

using topology::ComponentKind;

// "OSDev:332 OSDev:333" or "0 1", for each word.
template <class Take>
void each_word(std::string_view text, Take take) {
  while (!text.empty()) {
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return;
    text.remove_prefix(first);
    const auto end = std::min(text.find_first_of(" \t\r\n"), text.size());
    take(text.substr(0, end));
    text.remove_prefix(end);
  }
}

std::uint64_t number(std::string_view text) {
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

Matrix read_matrix(pugi::xml_node node, const XmlDocument& document) {
  Matrix matrix;
  matrix.name = node.attribute("name").value();
  matrix.line = document.line_of(node);
  const std::string type = node.attribute("type").value();
  for (const pugi::xml_node part : node.children("indexes"))
    each_word(part.text().get(), [&](std::string_view word) {
      const auto colon = word.find(':');
      if (colon == std::string_view::npos)
        matrix.objects.emplace_back(type, number(word));
      else
        matrix.objects.emplace_back(word.substr(0, colon), number(word.substr(colon + 1)));
    });
  for (const pugi::xml_node part : node.children("u64values"))
    each_word(part.text().get(),
              [&](std::string_view word) { matrix.values.push_back(number(word)); });
  return matrix;
}

struct End {
  ComponentId id;
  const facts::Gpu* gpu = nullptr;  // null: a processor, or a GPU that is not known
};

struct Bundle {
  link::LinkModelPtr model;
  int links = 1;
};

// MB/s of all links between two ends → links of the generation that the GPU has.
Expected<Bundle> bundle_of(double megabytes, const End& a, const End& b, bool is_xgmi) {
  const facts::Gpu* gpu = a.gpu != nullptr ? a.gpu : b.gpu;
  if (gpu != nullptr && !is_xgmi) {
    const auto* generation = facts::find_nvlink(gpu->fabric_gen);
    if (generation != nullptr && generation->link_GBps > 0) {
      const int links = static_cast<int>(std::lround(megabytes / 1000 / generation->link_GBps));
      if (links > 0 && std::abs(links * generation->link_GBps * 1000 - megabytes) < megabytes / 20)
        return link::nvlink_link({.gen = generation->gen, .links = links}).map([&](auto&& model) {
          return Bundle{std::move(model), links};
        });
    }
  }
  return Bundle{link::fixed_link({.name = fmt::format("{} {} GB/s", is_xgmi ? "xGMI" : "NVLink",
                                                      print_number(megabytes / 1000)),
                                  .kind = is_xgmi ? "xgmi" : "nvlink",
                                  .rate = gigabytes_per_second(megabytes / 1000),
                                  .latency = Seconds(0),
                                  .source = "bandwidth that hwloc states"}),
                1};
}

}  // namespace

std::vector<Matrix> read_matrices(const XmlDocument& document, Remarks& remarks) {
  std::vector<Matrix> matrices;
  for (const pugi::xml_node node : document.root().children()) {
    const std::string_view tag = node.name();
    if (tag != "distances2" && tag != "distances2hetero") continue;
    Matrix matrix = read_matrix(node, document);
    if (matrix.values.size() == matrix.objects.size() * matrix.objects.size()) {
      matrices.push_back(std::move(matrix));
      continue;
    }
    remarks.add("HWLOC_MATRIX_INVALID",
                fmt::format("the matrix '{}' has {} values for {} objects; it is left out",
                            matrix.name, matrix.values.size(), matrix.objects.size()),
                "Write the file again with lstopo.", matrix.line);
  }
  return matrices;
}

Expected<void> connect_gpus(topology::Builder& builder, const Objects& objects,
                            const topology::PlacedMachine& placed,
                            const std::vector<Matrix>& matrices, Remarks& remarks) {
  const auto end_of =
      [&](const std::pair<std::string, std::uint64_t>& object) -> std::optional<End> {
    if (const auto package = objects.node_of.find(object.second);
        object.first == "Package" && package != objects.node_of.end())
      return End{placed.numa.at(package->second)};
    const auto busid = objects.busid_of.find(object.second);
    if (busid == objects.busid_of.end()) return std::nullopt;
    const auto device = placed.devices.find(busid->second);
    if (device == placed.devices.end() || builder.kind(device->second) != ComponentKind::gpu)
      return std::nullopt;
    return End{device->second, facts::find_gpu(builder.attributes(device->second).get("model"))};
  };
  for (const Matrix& matrix : matrices) {
    const bool is_xgmi = matrix.name == "XGMIBandwidth";
    if (matrix.name != "NVLinkBandwidth" && !is_xgmi) continue;
    const std::size_t n = matrix.objects.size();
    for (std::size_t a = 0; a < n; ++a)
      for (std::size_t b = a + 1; b < n; ++b) {
        const std::uint64_t there = matrix.values[a * n + b];
        const std::uint64_t back = matrix.values[b * n + a];
        if (there != back)
          remarks.add("HWLOC_MATRIX_ASYMMETRIC",
                      fmt::format("'{}' states {} MB/s one way and {} the other; the smaller that "
                                  "is not 0 is taken",
                                  matrix.name, there, back),
                      "Check the links of both ends.", matrix.line);
        const auto least =
            std::min(there, back) > 0 ? std::min(there, back) : std::max(there, back);
        const auto first = end_of(matrix.objects[a]);
        const auto second = end_of(matrix.objects[b]);
        if (least == 0 || !first || !second || first->id == second->id) continue;
        const bool cpus = builder.kind(first->id) != ComponentKind::gpu &&
                          builder.kind(second->id) != ComponentKind::gpu;
        if (cpus) continue;  // links between processors follow from the processor
        auto bundle = bundle_of(static_cast<double>(least), *first, *second, is_xgmi);
        if (!bundle) return tl::make_unexpected(std::move(bundle.error()));
        const bool down = builder.kind(second->id) == ComponentKind::gpu;
        const LinkId link =
            builder.connect(down ? first->id : second->id, down ? second->id : first->id,
                            bundle->model, topology::Provenance::trained);
        for (const LinkId way : {link, topology::Topology::opposite(link)})
          builder.attributes(way).set("count", std::to_string(bundle->links));
      }
  }
  return {};
}

}  // namespace weft::io::hwloc
