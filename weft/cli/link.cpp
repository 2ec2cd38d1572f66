#include "weft/app/link.hpp"

#include "weft/base/parse.hpp"
#include "weft/cli/common.hpp"

namespace weft::cli {
namespace {

using Number = std::optional<int> link::LinkOptions::*;
using Switch = bool link::LinkOptions::*;

struct Flags {
  app::LinkRequest request;
};

// An option that is the size of a packet, in bytes or with a unit.
void add_packet_size(CLI::App& command, const std::shared_ptr<Flags>& flags, Context& context,
                     const char* name, Number member, const char* what) {
  command
      .add_option_function<std::string>(
          name,
          [flags, &context, member](const std::string& text) {
            flags->request.options.*member = context.value(app::parse_packet_size(text));
          },
          what)
      ->type_name("SIZE");
}

void add_switch(CLI::App& command, const std::shared_ptr<Flags>& flags, const char* name,
                Switch member, const char* what) {
  command.add_flag_callback(
      name, [flags, member] { flags->request.options.*member = true; }, what);
}

}  // namespace

void add_link(CLI::App& root, Context& context) {
  CLI::App* command =
      root.add_subcommand("link", "One link from its signalling rate to what payload gets");
  auto flags = std::make_shared<Flags>();
  using Options = link::LinkOptions;
  command->add_option("NAME", flags->request.names,
                      "pcie4x16, nvlink4x18, ib-ndr …; without one, all links are listed");
  command->add_flag("--compare", flags->request.compare, "One table with a column per link");
  add_switch(*command, flags, "--both", &Options::both_directions, "Both directions are busy");
  const auto size = [&](const char* name, Number member, const char* what) {
    add_packet_size(*command, flags, context, name, member, what);
  };
  size("--mps", &Options::mps, "PCIe: largest payload of a packet, 256");
  size("--read", &Options::read, "PCIe: a read with requests of this size, 512B");
  size("--mrrs", &Options::mrrs, "PCIe: largest read request, 512");
  size("--header", &Options::header, "PCIe: packet header, 12 or 16");
  size("--rcb", &Options::rcb, "PCIe: completions are cut this small, 64");
  command->add_option_function<int>(
      "--tags", [flags](int tags) { flags->request.options.tags = tags; },
      "PCIe: reads under way at most, with --rtt");
  command
      ->add_option_function<std::string>(
          "--rtt",
          [flags, &context](const std::string& text) {
            flags->request.options.round_trip = context.value(parse_time(text));
          },
          "PCIe: round trip of a read, 800ns")
      ->type_name("TIME");
  command
      ->add_option_function<std::string>(
          "--engine",
          [flags, &context](const std::string& text) {
            flags->request.options.engine = context.value(link::parse_engine(text));
          },
          "NVLink: who moves the bytes, kernel or copy")
      ->type_name("ENGINE");
  size("--mtu", &Options::mtu, "InfiniBand, Ethernet: largest packet, 4096");
  add_switch(*command, flags, "--grh", &Options::grh, "InfiniBand: global route header");
  command
      ->add_option_function<std::string>(
          "--protocol",
          [flags, &context](const std::string& text) {
            flags->request.options.protocol = context.value(link::parse_protocol(text));
          },
          "Ethernet: raw, udp, tcp, rocev2 or iwarp")
      ->type_name("PROTOCOL");
  add_switch(*command, flags, "--vlan", &Options::vlan, "Ethernet: one VLAN tag");
  add_switch(*command, flags, "--ipv6", &Options::ipv6, "Ethernet: IPv6 instead of IPv4");
  add_switch(*command, flags, "--timestamps", &Options::timestamps, "Ethernet: TCP timestamps");
  add_switch(*command, flags, "--reth", &Options::reth, "Ethernet: each RoCEv2 packet is a first");
  add_output_flags(*command, context);
  command->callback([flags, &context] { context.finish(app::show_links(flags->request)); });
}

}  // namespace weft::cli
