#include "weft/facts/copy_engines.hpp"

#include "weft/facts/reader.hpp"

#include <algorithm>

namespace weft::facts {
namespace {

EngineReach read_reach(const Record& r) {
  return {.vendor = r.text("vendor"),
          .engine = r.text("engine"),
          .over = r.text("over"),
          .generations = r.integers("generations"),
          .read = r.number("read"),
          .write = r.number("write"),
          .rows = r.texts("rows"),
          .alone = r.flag_or("alone", false),
          .evidence = r.evidence()};
}

EngineCap read_cap(const Record& r) {
  return {.vendor = r.text("vendor"),
          .engine = r.text("engine"),
          .over = r.text("over"),
          .rate = gigabytes_per_second(r.number("GBps")),
          .rows = r.texts("rows"),
          .alone = r.flag_or("alone", false),
          .evidence = r.evidence()};
}

EngineStart read_start(const Record& r) {
  return {.vendor = r.text("vendor"),
          .engine = r.text("engine"),
          .read = microseconds(r.number("read_us")),
          .write = microseconds(r.number("write_us")),
          .peer = microseconds(r.number("peer_us")),
          .rows = r.texts("rows"),
          .alone = r.flag_or("alone", false),
          .evidence = r.evidence()};
}

struct Tables {
  std::vector<EngineReach> reaches;
  std::vector<EngineCap> caps;
  std::vector<EngineStart> starts;
};

const Tables& tables() {
  static const Tables all = [] {
    const Document file("copy-engines.toml");
    return Tables{.reaches = file.table<EngineReach>("reach", read_reach),
                  .caps = file.table<EngineCap>("cap", read_cap),
                  .starts = file.table<EngineStart>("start", read_start)};
  }();
  return all;
}

}  // namespace

const std::vector<EngineReach>& engine_reaches() { return tables().reaches; }

const EngineReach* find_engine_reach(std::string_view vendor, std::string_view engine,
                                     std::string_view over, int generation) {
  for (const EngineReach& row : engine_reaches())
    if (row.vendor == vendor && row.engine == engine && row.over == over &&
        (row.generations.empty() ||
         std::ranges::find(row.generations, generation) != row.generations.end()))
      return &row;
  return nullptr;
}

const EngineCap* find_engine_cap(std::string_view vendor, std::string_view engine,
                                 std::string_view over) {
  for (const EngineCap& row : tables().caps)
    if (row.vendor == vendor && row.engine == engine && row.over == over) return &row;
  return nullptr;
}

const EngineStart& engine_start(std::string_view vendor, std::string_view engine) {
  const auto& starts = tables().starts;
  for (const EngineStart& row : starts)
    if (row.vendor == vendor && row.engine == engine) return row;
  return starts.back();
}

}  // namespace weft::facts
