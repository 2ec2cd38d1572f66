// How a person names a component: "gpu[3]", "gpu3", a PCI bus id, a device's name, each also within
// one server: "server[1].gpu[3]", "server[1].mlx5_0".
#include "weft/base/parse.hpp"
#include "weft/base/suggest.hpp"
#include "weft/topology/graph.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

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

// A name within a server, or of the whole topology where `server` is negative.
struct Scoped {
  std::int64_t server = -1;
  std::string_view text;
};

Scoped scope_of(std::string_view text) {
  const std::size_t dot = text.find('.');
  if (dot == std::string_view::npos) return {-1, text};
  const auto split = split_name(text.substr(0, dot));
  if (!split || split->first != "server" || split->second < 0) return {-1, text};
  return {split->second, text.substr(dot + 1)};
}

bool is_within(const Topology& topology, ComponentId id, std::int64_t server) {
  return server < 0 || topology.place_of(id).server == server;
}

std::vector<ComponentId> all_within(const Topology& topology, ComponentKind kind,
                                    std::int64_t server) {
  std::vector<ComponentId> found;
  for (const ComponentId id : topology.all(kind))
    if (is_within(topology, id, server)) found.push_back(id);
  return found;
}

bool answers_to(const Topology& topology, ComponentId id, std::string_view text) {
  const Attributes& attributes = topology.attributes(id);
  return std::ranges::any_of(
      std::initializer_list<const char*>{"busid", "name"}, [&](const char* key) {
        return attributes.has(key) && same_ignoring_case(attributes.get(key), text);
      });
}

// The NIC above a port.
std::optional<ComponentId> nic_of(const Topology& topology, ComponentId port) {
  if (topology.kind(port) != ComponentKind::port) return std::nullopt;
  for (const LinkId leaving : topology.links_of(port))
    if (topology.kind(topology.link(leaving).to) == ComponentKind::nic)
      return topology.link(leaving).to;
  return std::nullopt;
}

// Ports of one adapter have its name, which then means the adapter.
void join_ports(const Topology& topology, std::vector<ComponentId>& matches) {
  std::vector<ComponentId> joined;
  for (const ComponentId match : matches) {
    const auto nic = nic_of(topology, match);
    const bool has_siblings = nic && std::ranges::count(matches, nic, [&](ComponentId other) {
                                       return nic_of(topology, other);
                                     }) > 1;
    const ComponentId meant = has_siblings ? *nic : match;
    if (std::ranges::find(joined, meant) == joined.end()) joined.push_back(meant);
  }
  matches = std::move(joined);
}

// "server[1].gpu[0]" where the number alone counts through all servers.
std::string full_name(const Topology& topology, ComponentId id, std::string_view text) {
  const std::int32_t server = topology.place_of(id).server;
  return server < 0 ? topology.name(id)
                    : fmt::format("{} (server[{}].{})", topology.name(id), server, text);
}

tl::unexpected<Error> ambiguous(const Topology& topology, std::string_view text,
                                const std::vector<ComponentId>& matches) {
  constexpr std::size_t kMostNamed = 8;
  std::string names;
  for (std::size_t i = 0; i < std::min(matches.size(), kMostNamed); ++i)
    names += (i > 0 ? ", " : "") + full_name(topology, matches[i], text);
  if (matches.size() > kMostNamed)
    names += fmt::format(" and {} more", matches.size() - kMostNamed);
  return fail("COMPONENT_AMBIGUOUS",
              fmt::format("'{}' has {} components named '{}': {}", topology.name(), matches.size(),
                          text, names),
              "Name one of these.");
}

tl::unexpected<Error> unknown(const Topology& topology, std::string_view text,
                              std::int64_t server) {
  constexpr std::size_t kMostKnown = 512;
  std::vector<std::string> known;
  for (std::size_t i = 0; i < topology.component_count() && known.size() < kMostKnown; ++i) {
    const ComponentId id(i);
    if (!is_within(topology, id, server)) continue;
    for (const char* key : {"busid", "name"})
      if (topology.attributes(id).has(key)) known.emplace_back(topology.attributes(id).get(key));
    known.push_back(topology.name(id));
  }
  const std::string near = did_you_mean(text, known);
  return fail(
      "COMPONENT_UNKNOWN", fmt::format("'{}' has no component named '{}'", topology.name(), text),
      (near.empty() ? "" : near + " ") +
          (topology.server_count() > 0
               ? "Name one as server[0].gpu[0] or leaf[1]; `weft show` counts what there is."
               : "Name one as gpu[0], nic[1] or memory[0], by PCI bus id or by device name; "
                 "`weft show` lists all."));
}

}  // namespace

// The rest of the name is the template's affair.
Expected<ComponentId> Topology::find_in_server(std::int64_t server, std::string_view own) const {
  if (static_cast<std::size_t>(server) >= server_count())
    return fail("COMPONENT_UNKNOWN",
                fmt::format("'{}' has no server[{}]; it has server[0] to server[{}]", name_, server,
                            server_count() - 1),
                "`weft show` counts what it has.");
  const Instance instance = this->server(static_cast<std::size_t>(server));
  return instance.of().find(own).map(
      [&](ComponentId inside) { return in_instance(instance, inside); });
}

Expected<ComponentId> Topology::find(std::string_view text) const {
  const auto [server, own] = scope_of(text);
  if (server >= 0 && server_count() > 0) return find_in_server(server, own);
  const std::string whose =
      server < 0 ? fmt::format("'{}'", name_) : fmt::format("server[{}] of '{}'", server, name_);
  if (const auto split = split_name(own)) {
    if (const auto kind = kind_from_word(split->first)) {
      if (server < 0 && split->second >= 0 &&
          static_cast<std::size_t>(split->second) < count(*kind))
        return nth(*kind, static_cast<std::size_t>(split->second));
      const auto same = all_within(*this, *kind, server);
      if (split->second >= 0 && static_cast<std::size_t>(split->second) < same.size())
        return same[static_cast<std::size_t>(split->second)];
      if (!same.empty())
        return fail("COMPONENT_UNKNOWN",
                    fmt::format("{} has no {}; it has {}[0] to {}[{}]", whose, own, split->first,
                                split->first, same.size() - 1),
                    "`weft show` lists what it has.");
    }
  }
  std::vector<ComponentId> matches;
  // A name that a device has in every instance alike names none of them.
  for (std::size_t i = before_.components; i < component_count(); ++i)
    if (is_within(*this, ComponentId(i), server) && answers_to(*this, ComponentId(i), own))
      matches.emplace_back(i);
  join_ports(*this, matches);
  // "leaf0" may be the name of a switch in a file as well as a kind and a number.
  if (const auto split = split_name(own); matches.empty() && split && kind_from_word(split->first))
    return fail("COMPONENT_UNKNOWN", fmt::format("{} has no {}", whose, split->first),
                "`weft show` lists what it has.");
  for (const InstanceGroup& group : groups_)
    if (matches.empty() && server < 0 && group.of->find(own))
      return fail("COMPONENT_AMBIGUOUS",
                  fmt::format("every server of '{}' has a '{}'", name_, own.substr(0, 60)),
                  fmt::format("Say of which server: server[{}].{}.", group.first_server,
                              own.substr(0, 60)));
  if (matches.empty()) return unknown(*this, own, server);
  if (matches.size() > 1) return ambiguous(*this, own, matches);
  return matches.front();
}

}  // namespace weft::topology
