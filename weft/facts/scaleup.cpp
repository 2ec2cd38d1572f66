#include "weft/facts/scaleup.hpp"

#include "weft/facts/find.hpp"
#include "weft/facts/reader.hpp"

namespace weft::facts {
namespace {

ScaleUpLine read_line(const Record& r) {
  return {.lanes = r.integer("lanes"),
          .gbaud = r.number("GBd"),
          .symbol_bits = r.integer("symbol_bits"),
          .code = read_code(r, "code"),
          .fec = read_code(r, "fec"),
          .flit_bytes = r.integer_or("flit_bytes", 0),
          .flit_payload = r.integer_or("flit_payload", 0)};
}

ScaleUpPackets read_packets(const Record& r) {
  return {.payload = r.integer("payload"),
          .header = r.integer("header"),
          .response = r.integer("response"),
          .evidence = r.evidence()};
}

template <class Section>
std::optional<Section> section_of(const Record& r, const char* key,
                                  Section (*read)(const Record&)) {
  if (!r.has(key)) return std::nullopt;
  return read_section(r, key, read);
}

ScaleUpLink read_link(const Record& r) {
  return {.name = r.text("name"),
          .aliases = r.texts("aliases"),
          .pretty = r.text("pretty"),
          .kind = r.text_or("kind", "scale-up"),
          .unit = r.text_or("unit", "link"),
          .links = r.integer("links"),
          .most_devices = r.integer_or("most_devices", 0),
          .link_GBps = r.number("link_GBps"),
          .doubtful = r.flag_or("doubtful", false),
          .line = section_of(r, "line", read_line),
          .packets = section_of(r, "packets", read_packets),
          .utilisation = r.figure_if("utilisation"),
          .evidence = r.evidence()};
}

}  // namespace

const std::vector<ScaleUpLink>& scale_up_links() {
  static const auto rows = Document("scaleup.toml").table<ScaleUpLink>("link", read_link);
  return rows;
}

const ScaleUpLink* find_scale_up(std::string_view name_or_alias) {
  return find_named(scale_up_links(), name_or_alias);
}

}  // namespace weft::facts
