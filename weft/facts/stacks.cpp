#include "weft/facts/stacks.hpp"

#include "weft/facts/find.hpp"
#include "weft/facts/reader.hpp"

namespace weft::facts {
namespace {

CostRange read_range(const Record& r) {
  return {.least = r.number("least"), .most = r.number("most"), .evidence = r.evidence()};
}

HostStack read_stack(const Record& r) {
  return {.name = r.text("name"),
          .aliases = r.texts("aliases"),
          .pretty = r.text("pretty"),
          .cycles_per_byte = read_section(r, "cycles_per_byte", read_range),
          .cycles_per_packet = read_section(r, "cycles_per_packet", read_range),
          .cycles_per_call = read_section(r, "cycles_per_call", read_range),
          .call_bytes = r.number("call_bytes"),
          .copies = r.integer("copies"),
          .latency_us = read_section(r, "latency_us", read_range)};
}

struct Stacks {
  Figure clock_GHz;
  std::vector<HostStack> rows;
};

const Stacks& stacks() {
  static const Stacks all = [] {
    const Document file("stacks.toml");
    const Record root = file.root();
    Stacks read{.clock_GHz = root.figure("clock_GHz"), .rows = {}};
    for (const Record& r : root.records("stack")) {
      read.rows.push_back(read_stack(r));
      r.done();
    }
    root.done();
    return read;
  }();
  return all;
}

}  // namespace

const std::vector<HostStack>& host_stacks() { return stacks().rows; }

const HostStack* find_host_stack(std::string_view name_or_alias) {
  return find_named(host_stacks(), name_or_alias);
}

const Figure& host_clock_GHz() { return stacks().clock_GHz; }

}  // namespace weft::facts
