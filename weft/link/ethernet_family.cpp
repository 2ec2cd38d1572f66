#include "weft/facts/lines.hpp"
#include "weft/link/ethernet.hpp"
#include "weft/link/family.hpp"
#include "weft/link/name_reader.hpp"

namespace weft::link {
namespace {

constexpr const char* kTitle = "Ethernet";
constexpr const char* kForm = "eth<Gb/s>, eth<Gb/s>-<lanes>x, either with :<protocol>[:<MTU>]";

bool claims(std::string_view name) {
  name = name.substr(0, name.find(':'));
  return name.starts_with("eth") || name.ends_with("gbe");
}

// "tcp:9000" of "eth100:tcp:9000": what a name says comes before what options say, so that links of
// several protocols can stand side by side.
Expected<void> read_suffix(std::string_view suffix, LinkOptions& options) {
  const std::size_t mark = suffix.find(':');
  const auto protocol = parse_protocol(suffix.substr(0, mark));
  if (!protocol) return tl::make_unexpected(protocol.error());
  options.protocol = *protocol;
  if (mark == std::string_view::npos) return {};
  NameReader reader(suffix.substr(mark + 1));
  options.mtu = reader.integer();
  if (!options.mtu || !reader.at_end()) return bad_form(suffix, kTitle, kForm, "eth100:tcp:9000");
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
