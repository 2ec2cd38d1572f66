#include "weft/base/parse.hpp"

#include "weft/io/infragraph.hpp"
#include "weft/io/infragraph/model.hpp"
#include "weft/io/yaml_text.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace weft::io::infragraph {
namespace {

using nlohmann::json;

constexpr int kMostOfOne = 1'000'000;

std::string text_of(const json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end()) return {};
  if (found->is_string()) return found->get<std::string>();
  return found->is_number() ? found->dump() : std::string();
}

int count_of(const json& object) {
  const auto found = object.find("count");
  if (found == object.end() || !found->is_number_integer()) return 1;
  return static_cast<int>(std::clamp<std::int64_t>(found->get<std::int64_t>(), 0, kMostOfOne + 1));
}

const json& list_of(const json& object, const char* key) {
  static const json empty = json::array();
  if (!object.is_object()) return empty;
  const auto found = object.find(key);
  return found != object.end() && found->is_array() ? *found : empty;
}

Endpoint endpoint(const json& edge, const char* key) {
  const auto found = edge.find(key);
  if (found == edge.end() || !found->is_object()) return {};
  std::string owner = text_of(*found, "instance");
  if (owner.empty()) owner = text_of(*found, "device");
  return {std::move(owner), text_of(*found, "component")};
}

std::vector<Edge> edges_of(const json& object) {
  std::vector<Edge> edges;
  for (const json& entry : list_of(object, "edges")) {
    if (!entry.is_object()) continue;
    Edge edge{endpoint(entry, "ep1"), endpoint(entry, "ep2"), text_of(entry, "link"), false};
    edge.many_to_many = text_of(entry, "scheme") == "many2many";
    if (const auto old = entry.find("many2many"); old != entry.end() && old->is_boolean())
      edge.many_to_many = old->get<bool>();
    edges.push_back(std::move(edge));
  }
  return edges;
}

double gigabits(const json& link) {
  const auto physical = link.find("physical");
  if (physical == link.end() || !physical->is_object()) return 0;
  const auto bandwidth = physical->find("bandwidth");
  if (bandwidth == physical->end() || !bandwidth->is_object()) return 0;
  for (const auto& [key, factor] :
       {std::pair{"gigabits_per_second", 1.0}, {"gigabytes_per_second", 8.0}})
    if (const auto value = bandwidth->find(key); value != bandwidth->end() && value->is_number()) {
      const double rate = value->get<double>() * factor;
      return rate > 0 && rate < 1e9 ? rate : 0;
    }
  return 0;  // gigatransfers say nothing without lanes
}

std::map<std::string, LinkType> links_of(const json& object) {
  std::map<std::string, LinkType> links;
  for (const json& link : list_of(object, "links"))
    if (link.is_object())
      links[text_of(link, "name")] = {text_of(link, "description"), gigabits(link)};
  return links;
}

Device device_of(const json& entry) {
  Device device;
  device.name = text_of(entry, "name");
  for (const json& part : list_of(entry, "components"))
    if (part.is_object())
      device.components.push_back({text_of(part, "name"), text_of(part, "choice"),
                                   text_of(part, "description"), count_of(part)});
  device.edges = edges_of(entry);
  device.links = links_of(entry);
  return device;
}

}  // namespace

const Component* Device::find(std::string_view wanted) const {
  const auto found = std::ranges::find(components, wanted, &Component::name);
  return found == components.end() ? nullptr : &*found;
}

bool Device::has(std::string_view choice) const {
  return std::ranges::find(components, choice, &Component::choice) != components.end();
}

Expected<Slice> parse_slice(const std::string& text, int count, const Remarks& remarks) {
  const auto open = text.find('[');
  if (open == std::string::npos) return Slice{text, 0, count};
  Slice slice{text.substr(0, open), 0, count};
  const auto bad = [&] {
    return remarks.error("INFRAGRAPH_SLICE",
                         fmt::format("'{}' is no slice of {} components", text, count),
                         "Write name, name[3] or name[0:4]; the end is not included.");
  };
  if (!text.ends_with(']')) return bad();
  const std::string_view inside = std::string_view(text).substr(open + 1, text.size() - open - 2);
  const auto colon = inside.find(':');
  const auto number = [](std::string_view part, int otherwise) -> int {
    if (part.empty()) return otherwise;
    const auto value = parse_integer(part);
    return value && *value >= 0 && *value <= kMostOfOne ? static_cast<int>(*value) : -1;
  };
  slice.first = number(inside.substr(0, colon), colon == std::string_view::npos ? -1 : 0);
  slice.last =
      colon == std::string_view::npos ? slice.first + 1 : number(inside.substr(colon + 1), count);
  if (slice.first < 0 || slice.last <= slice.first || slice.last > count) return bad();
  return slice;
}

Expected<Infrastructure> parse(const TopologyText& input, const Remarks& remarks) {
  const auto json = parse_yaml(input, remarks);
  if (!json) return tl::make_unexpected(json.error());
  Infrastructure read;
  if (json->is_object()) read.name = text_of(*json, "name");
  for (const auto& entry : list_of(*json, "devices"))
    if (entry.is_object()) {
      Device device = device_of(entry);
      read.devices.emplace(device.name, std::move(device));
    }
  for (const auto& entry : list_of(*json, "instances"))
    if (entry.is_object())
      read.instances.push_back({text_of(entry, "name"), text_of(entry, "device"), count_of(entry)});
  if (json->is_object()) {
    read.edges = edges_of(*json);
    read.links = links_of(*json);
  }
  if (read.devices.empty() || read.instances.empty())
    return remarks.error("INFRAGRAPH_EMPTY", "the file has no devices or no instances of them",
                         "An infrastructure has devices, instances, edges and links.");
  std::int64_t parts = 0;
  for (const Instance& instance : read.instances) {
    const auto device = read.devices.find(instance.device);
    if (device == read.devices.end())
      return remarks.error("INFRAGRAPH_NAME_UNKNOWN",
                           fmt::format("instance '{}' is of the device '{}', which is not there",
                                       instance.name, instance.device),
                           "Name one of the file's devices.");
    for (const Component& part : device->second.components)
      parts += std::int64_t{instance.count} * part.count;
    if (parts > 20'000'000)
      return remarks.error("INFRAGRAPH_TOO_LARGE", "the instances have more than 20 million parts",
                           "Check the counts.");
  }
  return read;
}

}  // namespace weft::io::infragraph

namespace weft::io {

bool is_infragraph(std::string_view text) {
  const auto holds = [&](std::string_view word) {
    return text.find(word) != std::string_view::npos;
  };
  return holds("instances") && holds("devices") && holds("components") &&
         (holds("\ndevices:") || text.starts_with("devices:") || holds("\"devices\""));
}

Expected<TopologyRead> read_infragraph(const TopologyText& input) {
  Remarks remarks(input.name);
  const auto model = infragraph::parse(input, remarks);
  if (!model) return tl::make_unexpected(model.error());
  return infragraph::build(*model, input, remarks);
}

}  // namespace weft::io
