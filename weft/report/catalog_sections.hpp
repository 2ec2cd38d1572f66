// The sections of the catalogue report, kind by kind; internal to the layer.
#pragma once

#include "weft/base/units.hpp"
#include "weft/facts/evidence.hpp"
#include "weft/report/catalog_report.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace weft::report {

CatalogSection link_section();
std::vector<CatalogSection> device_sections(const catalog::Catalog& catalog);  // gpus cpus nics
std::vector<CatalogSection> switch_sections(const catalog::Catalog& catalog);
std::vector<CatalogSection> server_sections(const catalog::Catalog& catalog);  // boards servers
CatalogSection cluster_section();

// Fields that are not known (0 or empty) are left out of an entry's JSON and are blank in a cell.
void put(Json& json, const char* key, double value);
void put(Json& json, const char* key, const std::string& value);
void put(Json& json, const char* key, const std::vector<std::string>& values);
void put_evidence(Json& json, const facts::Evidence& evidence, const std::string& doubt,
                  const Where& where);

std::string cell(double value, std::string_view unit = {});
std::string cell_GBps(Bandwidth rate);
// Its first words, with what kind of evidence it is.
std::string source_cell(const facts::Evidence& evidence);
std::string pcie_cell(int gen, int lanes);

}  // namespace weft::report
