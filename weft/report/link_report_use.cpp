#include "weft/report/link_report_use.hpp"

#include "weft/base/parse.hpp"

#include <fmt/format.h>

namespace weft::report {
namespace {

std::string range(const link::Range& range) {
  const std::string least = print_number(range.least);
  const std::string most = print_number(range.most);
  return least == most ? least : fmt::format("{} to {}", least, most);
}

std::string rate_cell(Bandwidth rate) { return print_number(in_gigabytes_per_second(rate)); }

std::string sharing_text(const LinkUse& use) {
  if (use.sharing.up_first)
    return fmt::format("Both directions share the {}, where what goes up has its way.\n",
                       use.sharing.what);
  if (use.sharing.duplex == link::Duplex::full) return "";
  return fmt::format("Both directions{} share the {}.\n",
                     use.sharing.duplex == link::Duplex::shared ? " and all devices" : "",
                     use.sharing.what);
}

std::string host_text(const link::HostCost& host) {
  std::string out = fmt::format(
      "The host's software, {}: {} core{} of {} GHz at {} cycles a byte, {} of memory traffic, "
      "{} us between applications.\n",
      host.stack->pretty, range(host.cores), host.cores.most == 1 ? "" : "s",
      print_number(facts::host_clock_GHz().value), range(host.cycles), print_rate(host.memory),
      range(host.latency_us));
  return out + fmt::format("  cycles: {}\n", host.stack->cycles_per_byte.evidence.source);
}

}  // namespace

LinkUse use_of(const link::LinkModel& model, const link::Transfer& transfer, int devices) {
  LinkUse use{.sharing = model.sharing(),
              .both = copies_both_ways(model, transfer.engine),
              .upward = {},
              .devices = devices,
              .per_device = {},
              .host = host_cost(model, model.waterfall(transfer).usable())};
  if (const link::LinkModelPtr up = model.upward())
    use.upward = up->waterfall({.engine = transfer.engine}).usable();
  if (use.sharing.duplex == link::Duplex::shared)
    use.per_device = per_device(model, transfer, devices);
  return use;
}

std::string to_text(const LinkUse& use) {
  std::string out = sharing_text(use);
  if (use.upward) out += fmt::format("From the device up, alone: {}.\n", print_rate(*use.upward));
  out +=
      fmt::format("A copy each way at once: {} down, {} up, {} in sum.\n",
                  print_rate(use.both.down), print_rate(use.both.up), print_rate(use.both.sum()));
  if (use.per_device)
    out += fmt::format("Each of {} devices that are busy at once: {}.\n", use.devices,
                       print_rate(*use.per_device));
  if (use.host) out += host_text(*use.host);
  return out;
}

void add_to(Json& json, const LinkUse& use) {
  json["duplex"] = to_string(use.sharing.duplex);
  json["both_ways_GBps"] = {{"down", gbps(use.both.down)}, {"up", gbps(use.both.up)}};
  if (use.upward) json["upward_GBps"] = gbps(*use.upward);
  if (use.per_device) {
    json["devices"] = use.devices;
    json["per_device_GBps"] = gbps(*use.per_device);
  }
  if (!use.host) return;
  const auto pair = [](const link::Range& r) { return Json{number(r.least), number(r.most)}; };
  json["host"] = {{"stack", use.host->stack->name},
                  {"cycles_per_byte", pair(use.host->cycles)},
                  {"cores", pair(use.host->cores)},
                  {"memory_GBps", gbps(use.host->memory)},
                  {"latency_us", pair(use.host->latency_us)}};
}

std::string both_ways_cell(const LinkUse& use) { return rate_cell(use.both.sum()); }

std::string per_device_cell(const LinkUse& use) {
  return use.per_device ? rate_cell(*use.per_device) : "";
}

std::string cores_cell(const LinkUse& use) { return use.host ? range(use.host->cores) : ""; }

std::string memory_cell(const LinkUse& use) { return use.host ? rate_cell(use.host->memory) : ""; }

std::string host_latency_cell(const LinkUse& use) {
  return use.host ? range(use.host->latency_us) : "";
}

}  // namespace weft::report
