#include "weft/report/path_report.hpp"

#include "weft/base/parse.hpp"
#include "weft/base/printable.hpp"
#include "weft/report/component_label.hpp"
#include "weft/report/json.hpp"
#include "weft/report/path_limits.hpp"
#include "weft/report/table.hpp"
#include "weft/report/warnings.hpp"
#include "weft/report/waterfall_report.hpp"

#include <cmath>
#include <set>

#include <fmt/format.h>

namespace weft::report {
namespace {

using link::Role;
using route::Hop;
using route::Path;
using route::Stripe;
using topology::Topology;

std::string rate(Bandwidth value) { return print_number(in_gigabytes_per_second(value)); }

std::string percent(double share) { return print_number(std::round(share * 1000) / 10) + " %"; }

const char* word(link::Engine engine) {
  return engine == link::Engine::kernel ? "kernel" : engine == link::Engine::nic ? "nic" : "copy";
}

// All hops of a path have the same.
link::Engine engine_of(const Path& path) {
  return path.hops.empty() ? link::Engine::copy_engine : path.hops.front().transfer.engine;
}

const char* mover(link::Engine engine) {
  return engine == link::Engine::kernel ? "by a kernel"
         : engine == link::Engine::nic  ? "by the NIC"
                                        : "by the copy engine";
}

std::string ratio_of(const link::Waterfall& waterfall, std::initializer_list<Role> roles) {
  double product = 1;
  for (const link::Factor& factor : waterfall.factors())
    for (const Role role : roles)
      if (factor.role == role) product *= factor.value;
  return product == 1 ? "" : print_number(product);
}

std::string verb(const link::Transfer& transfer) {
  return transfer.verb == link::Verb::read ? "read" : "write";
}

// "gpu[0] (NVIDIA H100 SXM5 80GB)", or "memory[1]" where no better name is known.
std::string end_of(const Topology& topology, ComponentId id) {
  const std::string label = label_of(topology, id);
  const std::string name = topology.name(id);
  return printable(label == name ? name : fmt::format("{} ({})", name, label));
}

// A line per link: raw times the three ratios is usable.
std::string hops_text(const Topology& topology, const Path& path) {
  Table table;
  table.column("hop").column("from", Align::left).column("to", Align::left);
  table.column("link", Align::left).column("", Align::left).column("share");
  table.column("raw (GB/s)").column("x code").column("x control").column("x packets");
  table.column("usable (GB/s)");
  std::size_t number = 0;
  for (const Hop& hop : path.hops) {
    ++number;
    for (const Stripe& stripe : hop.stripes) {
      const topology::Link link = topology.link(stripe.link);
      const link::Waterfall waterfall = link.model.waterfall(hop.transfer);
      table.row({std::to_string(number), topology.name(link.from), topology.name(link.to),
                 link.model.name(), verb(hop.transfer), percent(stripe.share),
                 rate(waterfall.raw()), ratio_of(waterfall, {Role::line_code}),
                 ratio_of(waterfall, {Role::control, Role::device_class}),
                 ratio_of(waterfall, {Role::framing}), rate(waterfall.usable())});
    }
  }
  return table.text();
}

// Each kind of link once: stripes and hops often repeat one.
std::string waterfalls_text(const Topology& topology, const Path& path) {
  std::string out;
  std::set<std::string> known;
  for (const Hop& hop : path.hops)
    for (const Stripe& stripe : hop.stripes) {
      const topology::Link link = topology.link(stripe.link);
      const std::string body = to_text(factor_lines(link.model.waterfall(hop.transfer)), 2);
      if (known.insert(link.model.name() + body).second)
        out +=
            fmt::format("\n{}, as on {}\n{}", link.model.name(), topology.name(stripe.link), body);
    }
  return out;
}

std::string alternatives_text(const PathReport& report, const Topology& topology) {
  Table table;
  table.column("way", Align::left).column("GB/s").column("latency").column("", Align::left);
  for (const route::Alternative& way : report.alternatives) {
    const std::string why = way.why_not.empty() ? "usual" : way.why_not;
    table.row({way.word, way.path ? rate(bandwidth(topology, *way.path)) : "",
               way.path ? print_time(way.path->latency) : "",
               way.mode == report.path.mode
                   ? "this one" + (way.why_not.empty() ? "" : ", though " + why)
                   : why});
  }
  return table.text();
}

Json hops_json(const Topology& topology, const Path& path) {
  Json list = Json::array();
  int step = 0;
  for (const Hop& hop : path.hops) {
    ++step;
    for (const Stripe& stripe : hop.stripes) {
      const topology::Link link = topology.link(stripe.link);
      const link::Waterfall waterfall = link.model.waterfall(hop.transfer);
      list.push_back({{"from", topology.name(link.from)},
                      {"to", topology.name(link.to)},
                      {"link", link.model.name()},
                      {"kind", link.model.kind()},
                      {"GBps", gbps(waterfall.usable())},
                      {"share", number(stripe.share)},
                      {"latency_us", number(in_microseconds(link.model.latency()))},
                      {"factors", to_json(factor_lines(waterfall))},
                      {"hop", step},
                      {"verb", verb(hop.transfer)}});
    }
  }
  return list;
}

}  // namespace

std::string to_text(const Topology& topology, const PathReport& report) {
  const Path& path = report.path;
  std::string out = to_text(report.warnings);
  out += fmt::format("{} to {}: {}, {}, {} {}\n\n", end_of(topology, path.from),
                     end_of(topology, path.to), mode_word(topology, path.from, path.mode),
                     distance_word(topology, path.from, path.distance),
                     print_rate(bandwidth(topology, path)), mover(engine_of(path)));
  out += hops_text(topology, path);
  const auto tightest = path_limits(topology, path);
  if (!tightest.empty())
    out += fmt::format("\nlimit    {}: {}\n", print_rate(tightest[0].bandwidth),
                       printable(tightest[0].text));
  if (tightest.size() > 1)
    out += fmt::format("next     {}: {}\n", print_rate(tightest[1].bandwidth),
                       printable(tightest[1].text));
  out +=
      fmt::format("latency  {} one way in hardware, without software\n", print_time(path.latency));
  if (!path.remark.empty()) out += fmt::format("remark   {}\n", printable(path.remark));
  out += "\n" + alternatives_text(report, topology);
  if (report.waterfalls) out += waterfalls_text(topology, path);
  return out;
}

std::string to_json(const Topology& topology, const PathReport& report) {
  const Path& path = report.path;
  const auto tightest = path_limits(topology, path);
  Json json = {{"from", topology.name(path.from)},
               {"to", topology.name(path.to)},
               {"mode", mode_word(topology, path.from, path.mode)},
               {"hops", hops_json(topology, path)},
               {"bandwidth_GBps", gbps(bandwidth(topology, path))},
               {"latency_us", number(in_microseconds(path.latency))},
               {"limit", tightest.empty() ? "" : tightest[0].text},
               {"second_limit", tightest.size() < 2 ? "" : tightest[1].text},
               {"distance", distance_word(topology, path.from, path.distance)},
               {"alternatives", Json::array()}};
  for (const route::Alternative& way : report.alternatives) {
    Json each = {{"mode", way.word},
                 {"bandwidth_GBps", way.path ? gbps(bandwidth(topology, *way.path)) : Json()},
                 {"latency_us", way.path ? number(in_microseconds(way.path->latency)) : Json()},
                 {"why_not", way.why_not}};
    json["alternatives"].push_back(std::move(each));
  }
  json["limits"] = Json::array();
  for (const PathLimit& limit : tightest)
    json["limits"].push_back(
        {{"resource", limit.text}, {"class", limit.kind}, {"GBps", gbps(limit.bandwidth)}});
  json["remark"] = path.remark;
  json["engine"] = word(engine_of(path));
  json["topology"] = topology.name();
  json["warnings"] = to_json(report.warnings);
  return dump(json);
}

}  // namespace weft::report
