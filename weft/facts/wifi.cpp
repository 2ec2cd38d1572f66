#include "weft/facts/wifi.hpp"

#include "weft/facts/find.hpp"
#include "weft/facts/reader.hpp"

namespace weft::facts {
namespace {

std::vector<WifiWidth> read_widths(const Record& r) {
  const std::vector<int> mhz = r.integers("widths_MHz");
  const std::vector<int> subcarriers = r.integers("data_subcarriers");
  if (mhz.size() != subcarriers.size() || mhz.empty())
    r.malformed("'widths_MHz' and 'data_subcarriers' must have an entry for each other");
  std::vector<WifiWidth> widths;
  for (std::size_t i = 0; i < mhz.size(); ++i) widths.push_back({mhz[i], subcarriers[i]});
  return widths;
}

WifiGeneration read_generation(const Record& r) {
  return {.name = r.text("name"),
          .aliases = r.texts("aliases"),
          .pretty = r.text("pretty"),
          .max_streams = r.integer("max_streams"),
          .highest_mcs = r.integer("highest_mcs"),
          .widths = read_widths(r),
          .symbol_us = r.number("symbol_us"),
          .guards_us = r.numbers("guards_us"),
          .preamble_us = r.number("preamble_us"),
          .training_us = r.number("training_us"),
          .most_frames = r.integer("most_frames"),
          .most_bytes = r.number("most_bytes"),
          .acknowledgement_us = r.number("acknowledgement_us"),
          .whole_bits = r.flag_or("whole_bits", false),
          .usual_streams = r.integer("usual_streams"),
          .usual_mhz = r.integer("usual_MHz"),
          .evidence = r.evidence()};
}

WifiMcs read_mcs(const Record& r) {
  return {.index = r.integer("index"), .bits = r.integer("bits"), .code = read_code(r, "code")};
}

WifiChannel read_channel(const Record& r) {
  return {.sifs_us = r.figure("sifs_us"),
          .slot_us = r.figure("slot_us"),
          .aifs_slots = r.figure("aifs_slots"),
          .contention_window = r.figure("contention_window"),
          .longest_us = r.figure("longest_us")};
}

WifiFrame read_frame(const Record& r) {
  return {.delimiter = r.figure("delimiter"),
          .header = r.figure("header"),
          .encryption = r.figure("encryption"),
          .llc = r.figure("llc"),
          .fcs = r.figure("fcs"),
          .alignment = r.figure("alignment")};
}

Wifi load() {
  const Document file("wifi.toml");
  const Record root = file.root();
  Wifi all;
  for (const Record& r : root.records("generation")) {
    all.generations.push_back(read_generation(r));
    r.done();
  }
  const Record schemes = root.record("schemes");
  for (const Record& r : schemes.records("mcs")) {
    all.mcs.push_back(read_mcs(r));
    r.done();
  }
  all.mcs_evidence = schemes.evidence();
  schemes.done();
  all.channel = read_section(root, "channel", read_channel);
  all.frame = read_section(root, "frame", read_frame);
  root.done();
  return all;
}

}  // namespace

const Wifi& wifi() {
  static const Wifi all = load();
  return all;
}

const WifiGeneration* find_wifi(std::string_view name_or_alias) {
  return find_named(wifi().generations, name_or_alias);
}

}  // namespace weft::facts
