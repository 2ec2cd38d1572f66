// The catalogue as tables, filtered by words, and one entry in full.
//
// A section is a kind of entry with its columns; its items carry their cells, their JSON (keys as
// in weft/facts/data) and the words that a filter finds them by. A word also finds whole sections:
// links, devices (gpus, cpus, nics, switches), boards, servers.
#pragma once

#include "weft/catalog/catalog.hpp"
#include "weft/report/json.hpp"
#include "weft/report/table.hpp"

#include <string>
#include <vector>

namespace weft::report {

struct CatalogItem {
  std::vector<std::string> names;  // the name, then aliases
  std::vector<std::string> cells;
  Json json;
};

struct CatalogColumn {
  std::string title;
  Align align = Align::right;
};

struct CatalogSection {
  std::string key;                  // "gpus"
  std::string title;                // "GPUs and other accelerators"
  std::vector<std::string> groups;  // further words that stand for it: "devices"
  std::vector<CatalogColumn> columns;
  std::vector<CatalogItem> items;
};

// All of a catalogue, and the links that `weft link` knows.
std::vector<CatalogSection> catalog_sections(const catalog::Catalog& catalog);

// What all words find; sections without items stay, empty.
std::vector<CatalogSection> filtered(std::vector<CatalogSection> sections,
                                     const std::vector<std::string>& words);
std::size_t item_count(const std::vector<CatalogSection>& sections);
// Entries that are named just so; those are shown in full.
std::vector<CatalogSection> named(std::vector<CatalogSection> sections, const std::string& name);

std::string to_text(const std::vector<CatalogSection>& sections);
std::string in_full(const std::vector<CatalogSection>& sections);
// {links: […], gpus: […], …, warnings: […]}
std::string to_json(const std::vector<CatalogSection>& sections,
                    const std::vector<Warning>& warnings);

}  // namespace weft::report
