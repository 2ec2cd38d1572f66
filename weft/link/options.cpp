#include "weft/link/options.hpp"

#include "weft/base/parse.hpp"
#include "weft/base/suggest.hpp"
#include "weft/facts/stacks.hpp"

#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace weft::link {
namespace {

Expected<int> parse_count(std::string_view text) {
  constexpr int kMost = 1 << 20;  // far beyond any count of a link, and safe as an int
  const auto count = parse_integer(text);
  if (!count) return tl::make_unexpected(count.error());
  if (*count < 0 || *count > kMost)
    return fail("NUMBER_INVALID", fmt::format("{} is not a count", *count),
                fmt::format("Write a whole number up to {}.", kMost));
  return static_cast<int>(*count);
}

Expected<int> parse_positive_count(std::string_view text) {
  const auto count = parse_count(text);
  if (count && *count == 0)
    return fail("NUMBER_INVALID", "0 is not a count of what is there", "Write 1 or more.");
  return count;
}

// A 0 would stand for "as usual" further down.
Expected<Seconds> parse_duration(std::string_view text) {
  const auto time = parse_time(text);
  if (time && *time == Seconds(0))
    return fail("TIME_INVALID", fmt::format("'{}' is no time that passes", text),
                "Write one above 0, for example 800ns, or leave the option out.");
  return time;
}

Expected<std::string> parse_stack(std::string_view text) {
  if (const facts::HostStack* stack = facts::find_host_stack(text)) return stack->name;
  std::vector<std::string> known;
  for (const facts::HostStack& stack : facts::host_stacks()) known.push_back(stack.name);
  return fail("LINK_INVALID", fmt::format("'{}' is no stack of a host", text),
              known_names(text, known));
}

template <auto Member, auto Parse>
LinkOption valued(const char* name, const char* value, const char* help) {
  return {name, value, help,
          [](const LinkOptions& options) { return (options.*Member).has_value(); },
          [](std::string_view text, LinkOptions& options) -> Expected<void> {
            auto parsed = Parse(text);
            if (!parsed) return tl::make_unexpected(std::move(parsed.error()));
            options.*Member = std::move(*parsed);
            return {};
          }};
}

template <bool LinkOptions::*Member>
LinkOption flag(const char* name, const char* help) {
  return {name, "", help, [](const LinkOptions& options) { return options.*Member; },
          [](std::string_view, LinkOptions& options) -> Expected<void> {
            options.*Member = true;
            return {};
          }};
}

template <auto Member>
LinkOption size(const char* name, const char* help) {
  return valued<Member, parse_packet_size>(name, "SIZE", help);
}

std::vector<LinkOption> rows() {
  using O = LinkOptions;
  return {
      size<&O::mps>("--mps", "PCIe: largest payload of a packet, default 256"),
      size<&O::read>("--read", "PCIe: a read with requests of this size, e.g. 512B"),
      valued<&O::verb, parse_verb>("--verb", "VERB",
                                   "PCIe, CXL, PCI, AGP: read or write, default write"),
      size<&O::mrrs>("--mrrs", "PCIe: largest read request, default 512"),
      size<&O::header>("--header", "PCIe: packet header, 12 or 16, default 16"),
      size<&O::rcb>(
          "--rcb",
          "PCIe: completions are cut this small, e.g. 64; default as large as --mps allows"),
      valued<&O::tags, parse_positive_count>(
          "--tags", "COUNT", "PCIe: reads under way at most, e.g. 256; goes with --rtt"),
      valued<&O::round_trip, parse_duration>(
          "--rtt", "TIME", "PCIe: round trip of a read, e.g. 800ns; goes with --tags"),
      flag<&O::weak_host>("--weak-host", "PCIe: a host whose reads give way to writes"),
      size<&O::burst>("--burst", "PCI, PCI-X, AGP: payload of a burst, default 128, 512 and 256"),
      valued<&O::engine, parse_engine>(
          "--engine", "ENGINE", "NVLink: who moves the bytes, kernel or copy, default kernel"),
      size<&O::mtu>("--mtu",
                    "networks: largest packet, default 4096 on InfiniBand and RoCE, else 1500"),
      flag<&O::grh>("--grh", "InfiniBand: global route header"),
      valued<&O::protocol, parse_protocol>(
          "--protocol", "PROTOCOL",
          "Ethernet: raw, udp, tcp, rocev1, rocev2 or iwarp, default raw"),
      valued<&O::stack, parse_stack>(
          "--stack", "STACK",
          "Ethernet: the host's software: kernel (default of udp, tcp), kernel-plain, bypass, rdma "
          "(of rocev1, rocev2, iwarp)"),
      flag<&O::vlan>("--vlan", "Ethernet: one VLAN tag"),
      flag<&O::ipv6>("--ipv6", "Ethernet: IPv6 instead of IPv4"),
      flag<&O::timestamps>("--timestamps", "Ethernet: TCP timestamps"),
      flag<&O::reth>("--reth", "Ethernet: each RoCE packet is the first of a WRITE"),
      flag<&O::markers>("--markers", "Ethernet: iWARP with MPA markers"),
      valued<&O::mcs, parse_count>(
          "--mcs", "INDEX", "Wi-Fi: modulation and coding scheme, e.g. 9; default the highest"),
      valued<&O::guard, parse_duration>("--guard", "TIME",
                                        "Wi-Fi: guard interval, e.g. 0.8us; default the shortest"),
  };
}

}  // namespace

const std::vector<LinkOption>& link_options() {
  static const std::vector<LinkOption> all = rows();
  return all;
}

Expected<int> parse_packet_size(std::string_view text) {
  constexpr double kMost = 1 << 20;  // far beyond any packet, and safe as an int
  // Bare here, as everyone writes it; digits that are too many are still no missing unit.
  const bool bare = !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
  const auto size = parse_size(bare ? std::string(text) + "B" : std::string(text));
  if (!size && !bare) return tl::make_unexpected(size.error());
  if (!size || size->value() < 1 || size->value() > kMost ||
      size->value() != std::floor(size->value()))
    return fail("SIZE_INVALID", fmt::format("'{}' is not the size of a packet", text),
                "Write a whole number of bytes, e.g. 256 or 4KiB.");
  return static_cast<int>(size->value());
}

Expected<Engine> parse_engine(std::string_view name) {
  if (name == "kernel") return Engine::kernel;
  if (name == "copy") return Engine::copy_engine;
  if (name == "nic") return Engine::nic;
  return fail("LINK_INVALID", fmt::format("'{}' does not move bytes", name),
              "Use kernel, copy or nic.");
}

Expected<Verb> parse_verb(std::string_view name) {
  if (name == "read") return Verb::read;
  if (name == "write") return Verb::write;
  return fail("LINK_INVALID", fmt::format("'{}' is no way to move bytes", name),
              "Use read or write.");
}

}  // namespace weft::link
