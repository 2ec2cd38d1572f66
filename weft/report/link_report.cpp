#include "weft/report/link_report.hpp"

#include "weft/base/parse.hpp"
#include "weft/report/json.hpp"
#include "weft/report/link_report_use.hpp"
#include "weft/report/sources.hpp"
#include "weft/report/table.hpp"
#include "weft/report/text.hpp"
#include "weft/report/waterfall_report.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>

namespace weft::report {
namespace {

using link::Role;

constexpr std::array<std::pair<Role, const char*>, 6> kRoles = {{
    {Role::signalling, "signalling"},
    {Role::lanes, "lanes"},
    {Role::line_code, "line code"},
    {Role::control, "control traffic"},
    {Role::framing, "framing"},
    {Role::device_class, "class of devices"},
}};

std::string rate(Bandwidth value) { return print_number(in_gigabytes_per_second(value)); }

std::string what_moves(const LinkEntry& link) {
  std::string text = link.transfer.verb == link::Verb::read ? "reads" : "writes";
  if (link.both_directions) text += " with both directions busy";
  return text;
}

// The factors of one role as a product: the lanes of a link and the links of a bundle are one
// number in a table that has a row a role.
std::string product_of(const link::Waterfall& waterfall, Role role) {
  double product = 1;
  bool any = false;
  for (const link::Factor& factor : waterfall.factors()) {
    if (factor.role != role) continue;
    product *= factor.value;
    any = true;
  }
  if (!any) return "";
  return role == Role::signalling ? print_rate(gigabytes_per_second(product))
                                  : "x " + print_number(product);
}

Json json_of(const LinkEntry& link) {
  const link::Waterfall waterfall = link.waterfall();
  Json json = {{"name", link.name},
               {"raw_GBps", gbps(waterfall.raw())},
               {"usable_GBps", gbps(waterfall.usable())},
               {"factors", to_json(factor_lines(waterfall))},
               {"family", link.model->kind()},
               {"title", link.model->name()},
               {"capacity_GBps", gbps(waterfall.capacity())},
               {"reverse_load", number(link.model->load(link.transfer).reverse)},
               {"latency_us", number(in_microseconds(link.model->latency()))}};
  add_to(json, use_of(*link.model, link.transfer, link.devices));
  return json;
}

// The rows that compare what several transfers at once and the host's software make of links.
template <class AddRow>
void add_use_rows(const std::vector<LinkEntry>& links, const AddRow& row) {
  std::vector<LinkUse> uses;
  bool shared = false;
  for (const LinkEntry& link : links) {
    uses.push_back(use_of(*link.model, link.transfer, link.devices));
    shared = shared || uses.back().per_device;
  }
  row("duplex", [&](std::size_t i) { return to_string(uses[i].sharing.duplex); });
  row("both ways (GB/s)", [&](std::size_t i) { return both_ways_cell(uses[i]); });
  if (shared) {
    const std::string title = fmt::format("each of {} (GB/s)", links.front().devices);
    row(title.c_str(), [&](std::size_t i) {
      // Devices with links of their own share nothing.
      return uses[i].per_device ? per_device_cell(uses[i]) : rate(links[i].waterfall().usable());
    });
  }
  row("cores of the host", [&](std::size_t i) { return cores_cell(uses[i]); });
  row("host memory (GB/s)", [&](std::size_t i) { return memory_cell(uses[i]); });
  row("host latency (us)", [&](std::size_t i) { return host_latency_cell(uses[i]); });
}

}  // namespace

std::string to_text(const LinkEntry& link) {
  const link::Waterfall waterfall = link.waterfall();
  std::string out =
      fmt::format("{}: {}, {} raw, {} usable by {}\n\n", link.name, link.model->name(),
                  print_rate(waterfall.raw()), print_rate(waterfall.usable()), what_moves(link));
  out += to_text(factor_lines(waterfall), 2);
  const double reverse = link.model->load(link.transfer).reverse;
  out += "\n";
  if (reverse > 0 && !link.both_directions)
    out += fmt::format("Each payload byte also takes {} B of the other direction.\n",
                       print_number(reverse));
  if (!link.both_directions) out += to_text(use_of(*link.model, link.transfer, link.devices));
  if (link.model->latency() > Seconds(0))
    out += fmt::format("Latency of one traversal: {}.\n", print_time(link.model->latency()));
  return out;
}

std::string comparison_text(const std::vector<LinkEntry>& links) {
  Table table;
  table.column("", Align::left);
  std::vector<link::Waterfall> waterfalls;
  for (const LinkEntry& link : links) {
    table.column(link.name);
    waterfalls.push_back(link.waterfall());
  }
  const auto row = [&](const char* title, auto cell) {
    std::vector<std::string> cells = {title};
    bool any = false;
    for (std::size_t i = 0; i < links.size(); ++i) {
      cells.push_back(cell(i));
      any = any || !cells.back().empty();
    }
    if (any) table.row(std::move(cells));
  };
  row("link", [&](std::size_t i) { return links[i].model->name(); });
  for (const auto& [role, title] : kRoles) {
    if (role == Role::line_code)
      row("raw (GB/s)", [&](std::size_t i) { return rate(waterfalls[i].raw()); });
    row(title, [&, role = role](std::size_t i) { return product_of(waterfalls[i], role); });
  }
  row("usable (GB/s)", [&](std::size_t i) { return rate(waterfalls[i].usable()); });
  row("latency", [&](std::size_t i) { return print_time(links[i].model->latency()); });
  add_use_rows(links, row);
  return table.text();
}

std::string list_text(const std::vector<LinkFamily>& families) {
  std::string out;
  for (const LinkFamily& family : families) {
    out += fmt::format("{}: {}\n", family.title, family.form);
    out += fmt::format("  options: {}\n", fmt::join(family.options, " "));
    Table table;
    table.column("name", Align::left).column("raw (GB/s)").column("usable (GB/s)").column("duplex");
    table.column("link", Align::left).column("", Align::left);
    Sources sources;
    for (const LinkEntry& link : family.links) {
      const link::Waterfall waterfall = link.waterfall();
      table.row({link.name, rate(waterfall.raw()), rate(waterfall.usable()),
                 to_string(link.model->sharing().duplex), link.model->name(),
                 sources.mark(waterfall.factors().front().source)});
    }
    out += table.text(2) + sources.text(2) + "\n";
  }
  return out + "`weft link NAME` shows where each step from raw to usable comes from.\n";
}

std::string to_json(const LinkEntry& link) { return dump(json_of(link)); }

std::string to_json(const std::vector<LinkEntry>& links) {
  Json json = {{"links", Json::array()}};
  for (const LinkEntry& link : links) json["links"].push_back(json_of(link));
  return dump(json);
}

}  // namespace weft::report
