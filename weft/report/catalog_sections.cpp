#include "weft/report/catalog_sections.hpp"

#include "weft/base/parse.hpp"
#include "weft/link/family.hpp"

#include <fmt/format.h>

namespace weft::report {

void put(Json& json, const char* key, double value) {
  if (value > 0) json[key] = number(value);
}

void put(Json& json, const char* key, const std::string& value) {
  if (!value.empty()) json[key] = value;
}

void put(Json& json, const char* key, const std::vector<std::string>& values) {
  if (!values.empty()) json[key] = values;
}

void put_evidence(Json& json, const facts::Evidence& evidence, const std::string& doubt,
                  const Where& where) {
  put(json, "doubt", doubt);
  json["source"] = evidence.source;
  json["tag"] = facts::to_string(evidence.tag);
  put(json, "date", evidence.date);
  if (!where.file.empty()) json["file"] = to_string(where);
}

std::string cell(double value, std::string_view unit) {
  return value > 0 ? fmt::format("{}{}", print_number(value), unit) : std::string();
}

std::string cell_GBps(Bandwidth rate) { return cell(in_gigabytes_per_second(rate)); }

std::string source_cell(const facts::Evidence& evidence) {
  constexpr std::size_t kMost = 44;
  std::string text = evidence.source;
  if (text.size() > kMost) text = text.substr(0, text.rfind(' ', kMost)) + " …";
  return fmt::format("{}: {}", facts::to_string(evidence.tag), text);
}

std::string pcie_cell(int gen, int lanes) {
  return gen > 0 ? fmt::format("{}.0 x{}", gen, lanes) : std::string();
}

CatalogSection link_section() {
  CatalogSection section{
      "links",
      "Links, GB/s of one direction",
      {},
      {{"name", Align::left}, {"raw"}, {"usable"}, {"link", Align::left}, {"line by", Align::left}},
      {}};
  for (const link::NamedLink& named : link::all_links()) {
    const link::Waterfall waterfall = named.model->waterfall({});
    const std::string source = waterfall.factors().front().source;
    CatalogItem item{{named.name},
                     {named.name, cell_GBps(waterfall.raw()), cell_GBps(waterfall.usable()),
                      named.model->name(), source.substr(0, source.find_first_of(",;:("))},
                     {{"name", named.name},
                      {"title", named.model->name()},
                      {"family", named.family},
                      {"raw_GBps", gbps(waterfall.raw())},
                      {"usable_GBps", gbps(waterfall.usable())},
                      {"latency_us", number(in_microseconds(named.model->latency()))},
                      {"source", source}}};
    section.items.push_back(std::move(item));
  }
  return section;
}

}  // namespace weft::report
