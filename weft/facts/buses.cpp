#include "weft/facts/buses.hpp"

#include "weft/facts/find.hpp"
#include "weft/facts/reader.hpp"

namespace weft::facts {
namespace {

BusBurst read_burst(const Record& r) {
  return {.bytes = r.integer("bytes"),
          .clocks = r.number("clocks"),
          .request_clocks = r.number_or("request_clocks", 0),
          .transfers = r.integer_or("transfers", 0),
          .evidence = r.evidence()};
}

std::optional<BusBurst> burst_of(const Record& r, const char* key, int transfers) {
  if (!r.has(key)) return std::nullopt;
  BusBurst burst = read_section(r, key, read_burst);
  if (burst.transfers == 0) burst.transfers = transfers;
  return burst;
}

Bus read_bus(const Record& r) {
  const int transfers = r.integer("transfers");
  return {.name = r.text("name"),
          .aliases = r.texts("aliases"),
          .pretty = r.text("pretty"),
          .kind = r.text_or("kind", "bus"),
          .width_bits = r.integer("width_bits"),
          .clock_MHz = r.number("clock_MHz"),
          .transfers = transfers,
          .shared = r.flag_or("shared", false),
          .utilisation = r.figure_if("utilisation"),
          .latency = nanoseconds(r.number("latency_ns")),
          .read = burst_of(r, "read", transfers),
          .write = burst_of(r, "write", transfers),
          .up = burst_of(r, "up", transfers),
          .evidence = r.evidence()};
}

}  // namespace

const std::vector<Bus>& buses() {
  static const auto rows = Document("buses.toml").table<Bus>("bus", read_bus);
  return rows;
}

const Bus* find_bus(std::string_view name_or_alias) { return find_named(buses(), name_or_alias); }

}  // namespace weft::facts
