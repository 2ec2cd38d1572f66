#include "weft/facts/cxl.hpp"

#include "weft/facts/find.hpp"
#include "weft/facts/lines.hpp"
#include "weft/facts/reader.hpp"

namespace weft::facts {
namespace {

CxlSlots read_slots(const Record& r) {
  return {.read_request = r.number("read_request"),
          .read_header = r.number("read_header"),
          .write_header = r.number("write_header"),
          .write_answer = r.number("write_answer"),
          .evidence = r.evidence()};
}

CxlGeneration read_generation(const Record& r) {
  CxlGeneration generation{.name = r.text("name"),
                           .aliases = r.texts("aliases"),
                           .pretty = r.text("pretty"),
                           .pcie_gen = r.integer("pcie_gen"),
                           .flit_bytes = r.integer("flit_bytes"),
                           .flit_slots = r.integer("flit_slots"),
                           .slots = read_section(r, "slots", read_slots),
                           .evidence = r.evidence()};
  if (find_pcie(generation.pcie_gen) == nullptr)
    r.malformed("its 'pcie_gen' is not a generation of pcie.toml");
  return generation;
}

}  // namespace

const std::vector<CxlGeneration>& cxl_generations() {
  static const auto rows = Document("cxl.toml").table<CxlGeneration>("generation", read_generation);
  return rows;
}

const CxlGeneration* find_cxl(std::string_view name_or_alias) {
  return find_named(cxl_generations(), name_or_alias);
}

}  // namespace weft::facts
