#include "weft/topology/graph.hpp"

#include "weft/base/assert.hpp"
#include "weft/base/parse.hpp"
#include "weft/base/suggest.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

namespace weft::topology {
namespace {

// "gpu[3]", "gpu3" and "gpu:3" all mean the fourth GPU, and so does nvidia-smi's "GPU3".
std::optional<std::pair<std::string, std::int64_t>> split_name(std::string_view text) {
  const auto digits = text.find_first_of("0123456789");
  if (digits == std::string_view::npos || digits == 0) return std::nullopt;
  std::string_view word = text.substr(0, digits);
  std::string_view number = text.substr(digits);
  if (word.back() == '[' && number.back() == ']') {
    word.remove_suffix(1);
    number.remove_suffix(1);
  } else if (word.back() == ':') {
    word.remove_suffix(1);
  }
  const auto index = parse_integer(number);
  if (!index) return std::nullopt;
  std::string kind(word);
  for (char& c : kind) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return std::pair{std::move(kind), *index};
}

bool same_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](unsigned char x, unsigned char y) {
    return std::tolower(x) == std::tolower(y);
  });
}

}  // namespace

std::string Topology::name(ComponentId id) const {
  return fmt::format("{}[{}]", word(kind(id)), ordinal(id));
}

const Attributes& Topology::attributes(ComponentId id) const {
  return attribute_lists_[components_[id.index()].attributes];
}

const Attributes& Topology::attributes(LinkId id) const {
  return attribute_lists_[links_[id.index()].attributes];
}

std::span<const ComponentId> Topology::all(ComponentKind kind) const {
  return by_kind_[static_cast<std::size_t>(kind)];
}

Expected<ComponentId> Topology::find(std::string_view text) const {
  std::vector<std::string> known;
  if (const auto split = split_name(text)) {
    if (const auto kind = kind_from_word(split->first)) {
      const auto same = all(*kind);
      if (split->second >= 0 && static_cast<std::size_t>(split->second) < same.size())
        return same[static_cast<std::size_t>(split->second)];
      if (same.empty())
        return fail("COMPONENT_UNKNOWN", fmt::format("'{}' has no {}", name_, split->first),
                    "`weft show` lists what it has.");
      return fail("COMPONENT_UNKNOWN",
                  fmt::format("'{}' has no {}; it has {}[0] to {}[{}]", name_, text, split->first,
                              split->first, same.size() - 1),
                  "`weft show` lists what it has.");
    }
  }
  for (std::size_t i = 0; i < components_.size(); ++i) {
    const ComponentId id(i);
    for (const char* key : {"busid", "name"}) {
      const std::string_view value = attributes(id).get(key);
      if (value.empty()) continue;
      if (same_ignoring_case(value, text)) return id;
      if (known.size() < 512) known.emplace_back(value);
    }
    if (known.size() < 512) known.push_back(name(id));
  }
  const std::string near = did_you_mean(text, known);
  return fail("COMPONENT_UNKNOWN", fmt::format("'{}' has no component named '{}'", name_, text),
              (near.empty() ? "" : near + " ") +
                  "Name one as gpu[0], nic[1] or memory[0], by PCI bus id or by device name; "
                  "`weft show` lists all.");
}

std::span<const LinkId> Topology::links_of(ComponentId id) const { return leaving_.of(id.index()); }

Link Topology::link(LinkId id) const {
  const LinkRecord& record = links_[id.index()];
  return {record.from, record.to, *models_[record.model], record.state, record.provenance};
}

std::string Topology::name(LinkId id) const {
  const LinkRecord& record = links_[id.index()];
  return name(record.from) + " -> " + name(record.to);
}

Bandwidth Topology::capacity(ResourceId id) const {
  if (id.index() < links_.size()) return models_[links_[id.index()].model]->capacity();
  return shared(id).capacity;
}

Resource Topology::resource(ResourceId id) const {
  if (id.index() < links_.size()) {
    const LinkId link_id(id.index());
    const link::LinkModel& model = link(link_id).model;
    return {fmt::format("{} ({})", name(link_id), model.name()), model.kind(), model.capacity()};
  }
  const SharedCapacity& capacity = shared(id);
  return {capacity.name, capacity.kind, capacity.capacity};
}

std::string Topology::kind_of(ResourceId id) const {
  if (id.index() < links_.size()) return models_[links_[id.index()].model]->kind();
  return shared(id).kind;
}

std::span<const Draw> Topology::resources_on(LinkId id) const { return draws_.of(id.index()); }

std::span<const ResourceId> Topology::capacities_at(ComponentId id) const {
  return capacities_.of(id.index());
}

const SharedCapacity& Topology::shared(ResourceId id) const {
  WEFT_ASSERT(id.index() >= links_.size() && id.index() < resource_count(), "a shared capacity");
  return shared_[id.index() - links_.size()];
}

}  // namespace weft::topology
