#include "weft/topology/component.hpp"

#include <algorithm>
#include <array>

namespace weft::topology {
namespace {

constexpr std::array<std::string_view, kComponentKinds> kKindWords = {
    "socket", "numa",       "memory", "pcie-switch", "gpu",     "nvswitch", "nic",
    "port",   "device",     "host",   "switch",      "outside", "leaf",     "spine",
    "core",   "super-core", "access", "aggregation", "router",  "ocs",      "gateway"};

struct OtherWord {
  std::string_view word;
  ComponentKind kind;
};
constexpr std::array kOtherWords = {OtherWord{"tor", ComponentKind::leaf},
                                    OtherWord{"edge", ComponentKind::leaf},
                                    OtherWord{"agg", ComponentKind::aggregation}};
constexpr std::array<std::string_view, 4> kProvenanceWords = {"measured", "trained", "spec",
                                                              "assumed"};

}  // namespace

std::string_view word(ComponentKind kind) { return kKindWords.at(static_cast<std::size_t>(kind)); }

std::optional<ComponentKind> kind_from_word(std::string_view text) {
  const auto found = std::find(kKindWords.begin(), kKindWords.end(), text);
  if (found == kKindWords.end()) {
    for (const OtherWord& other : kOtherWords)
      if (other.word == text) return other.kind;
    return std::nullopt;
  }
  return static_cast<ComponentKind>(found - kKindWords.begin());
}

bool is_network_switch(ComponentKind kind) {
  return kind == ComponentKind::network_switch || kind >= ComponentKind::leaf;
}

std::string_view word(Provenance provenance) {
  return kProvenanceWords.at(static_cast<std::size_t>(provenance));
}

std::string to_string(const Place& place) {
  std::string text;
  const auto add = [&](const char* what, std::int32_t value) {
    if (value < 0) return;
    if (!text.empty()) text += ", ";
    text += std::string(what) + " " + std::to_string(value);
  };
  add("site", place.site);
  add("hall", place.hall);
  add("row", place.row);
  add("rack", place.rack);
  add("server", place.server);
  return text;
}

void Attributes::set(std::string_view key, std::string_view value, Provenance provenance) {
  for (Attribute& known : list_) {
    if (known.key != key) continue;
    known.value = value;
    known.provenance = provenance;
    return;
  }
  list_.push_back({std::string(key), std::string(value), provenance});
}

const Attribute* Attributes::find(std::string_view key) const {
  const auto found = std::find_if(list_.begin(), list_.end(),
                                  [&](const Attribute& known) { return known.key == key; });
  return found == list_.end() ? nullptr : &*found;
}

std::string_view Attributes::get(std::string_view key) const {
  const Attribute* known = find(key);
  return known == nullptr ? std::string_view{} : std::string_view(known->value);
}

void Attributes::remove(std::string_view key) {
  std::erase_if(list_, [&](const Attribute& known) { return known.key == key; });
}

}  // namespace weft::topology
