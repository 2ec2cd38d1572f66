#include "weft/facts/lines.hpp"
#include "weft/link/ethernet.hpp"
#include "weft/link/family.hpp"
#include "weft/link/name_reader.hpp"

#include <optional>

#include <fmt/format.h>

namespace weft::link {
namespace {

constexpr const char* kTitle = "Ethernet";
constexpr const char* kForm = "eth<Gb/s>, eth<Gb/s>-<lanes>x, either with :<protocol>[:<MTU>]";

bool claims(std::string_view name) {
  name = name.substr(0, name.find(':'));
  return name.starts_with("eth") || name.ends_with("gbe");
}

// What a name and an option both say must be the same.
template <class T>
Expected<void> agree(const std::optional<T>& option, const T& named, std::string_view what,
                     std::string_view name) {
  if (!option || *option == named) return {};
  return fail("LINK_OPTION", fmt::format("'{}' and {} say two things", name, what),
              fmt::format("Leave {} out, or the part of the name that it contradicts.", what));
}

// "tcp:9000" of "eth100:tcp:9000", so that links of several protocols can stand side by side.
Expected<void> read_suffix(std::string_view suffix, LinkOptions& options) {
  const std::size_t mark = suffix.find(':');
  const auto protocol = parse_protocol(suffix.substr(0, mark));
  if (!protocol) return tl::make_unexpected(protocol.error());
  if (auto same = agree(options.protocol, *protocol, "--protocol", suffix); !same) return same;
  options.protocol = *protocol;
  if (mark == std::string_view::npos) return {};
  NameReader reader(suffix.substr(mark + 1));
  const auto mtu = reader.integer();
  if (!mtu || *mtu == 0 || !reader.at_end())
    return bad_form(suffix, kTitle, kForm, "eth100:tcp:9000");
  if (auto same = agree(options.mtu, *mtu, "--mtu", suffix); !same) return same;
  options.mtu = *mtu;
  return {};
}

Expected<LinkModelPtr> make(std::string_view name, const LinkOptions& given) {
  LinkOptions options = given;
  if (const std::size_t mark = name.find(':'); mark != std::string_view::npos) {
    if (auto read = read_suffix(name.substr(mark + 1), options); !read)
      return tl::make_unexpected(std::move(read.error()));
    name = name.substr(0, mark);
  }
  if (name.starts_with("eth") && name.ends_with("g")) name.remove_suffix(1);  // "eth100g"
  return ethernet_link({.rate = std::string(name),
                        .framing = {.protocol = options.protocol.value_or(EthernetProtocol::raw),
                                    .mtu = options.mtu.value_or(0),
                                    .vlan = options.vlan,
                                    .ipv6 = options.ipv6,
                                    .timestamps = options.timestamps,
                                    .reth = options.reth,
                                    .markers = options.markers},
                        .stack = options.stack.value_or("")});
}

std::vector<std::string> names() {
  std::vector<std::string> names;
  for (const auto& row : facts::ethernet_rates()) names.push_back(row.name);
  return names;
}

}  // namespace

Family ethernet_family() {
  return {.name = "ethernet",
          .title = kTitle,
          .form = kForm,
          .options = {"--mtu", "--protocol", "--stack", "--vlan", "--ipv6", "--timestamps",
                      "--reth", "--markers"},
          .claims = claims,
          .make = make,
          .names = names};
}

}  // namespace weft::link
