#include "weft/report/catalog_report.hpp"

#include "weft/report/catalog_sections.hpp"
#include "weft/report/text.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include <fmt/format.h>

namespace weft::report {
namespace {

constexpr std::size_t kWidth = 90;

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

bool is_section(const CatalogSection& section, const std::string& word) {
  return word == section.key || std::ranges::find(section.groups, word) != section.groups.end();
}

// Where a word of the text begins with `word`: "h100" is in "8 x h100-sxm5", but not in "eth100".
bool begins_a_word(const std::string& text, const std::string& word) {
  for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
    if (at == 0 || std::isalnum(static_cast<unsigned char>(text[at - 1])) == 0) return true;
  return false;
}

// Names and cells, but no sources: their words are not what an entry is about.
bool has_word(const CatalogItem& item, const std::string& word) {
  const auto holds = [&](const std::string& text) { return begins_a_word(lower(text), word); };
  return std::ranges::any_of(item.names, holds) ||
         std::any_of(item.cells.begin(), std::prev(item.cells.end()), holds);
}

std::string plain(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_array() && !value.is_object()) return value.dump();
  std::string out;
  if (value.is_array()) {
    for (const Json& each : value)
      out += each.is_object() ? fmt::format("{}({})", out.empty() ? "" : " ", plain(each))
                              : (out.empty() ? "" : ", ") + plain(each);
    return out;
  }
  for (const auto& [key, each] : value.items())
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", key, plain(each));
  return out;
}

// A list of tables has a line each, all else is wrapped behind its key.
std::string field(const std::string& key, const Json& value) {
  constexpr std::size_t kIndent = 20;
  if (value.is_array() && !value.empty() && value.front().is_object()) {
    std::string out = fmt::format("  {}\n", key);
    for (const Json& each : value) out += wrapped(plain(each), kWidth, 4);
    return out;
  }
  std::string text = wrapped(plain(value), kWidth, kIndent);
  if (text.empty()) return {};
  return fmt::format("  {:<17} {}", key, text.substr(std::min(kIndent, text.size())));
}

}  // namespace

std::vector<CatalogSection> catalog_sections(const catalog::Catalog& catalog) {
  std::vector<CatalogSection> all = {link_section()};
  for (auto& some : {device_sections(catalog), switch_sections(catalog), server_sections(catalog)})
    all.insert(all.end(), some.begin(), some.end());
  all.push_back(cluster_section());
  return all;
}

std::vector<CatalogSection> filtered(std::vector<CatalogSection> sections,
                                     const std::vector<std::string>& words) {
  for (const std::string& each : words) {
    const std::string word = lower(each);
    const bool is_kind = std::ranges::any_of(
        sections, [&](const CatalogSection& section) { return is_section(section, word); });
    for (CatalogSection& section : sections) {
      if (is_section(section, word)) continue;
      std::erase_if(section.items,
                    [&](const CatalogItem& item) { return is_kind || !has_word(item, word); });
    }
  }
  return sections;
}

std::size_t item_count(const std::vector<CatalogSection>& sections) {
  std::size_t count = 0;
  for (const CatalogSection& section : sections) count += section.items.size();
  return count;
}

std::vector<CatalogSection> named(std::vector<CatalogSection> sections, const std::string& name) {
  for (CatalogSection& section : sections)
    std::erase_if(section.items, [&](const CatalogItem& item) {
      return lower(item.names.front()) != lower(name);
    });
  return sections;
}

std::string to_text(const std::vector<CatalogSection>& sections) {
  std::string out;
  for (const CatalogSection& section : sections) {
    if (section.items.empty()) continue;
    Table table;
    for (const CatalogColumn& column : section.columns) table.column(column.title, column.align);
    for (const CatalogItem& item : section.items) table.row(item.cells);
    out += fmt::format("{}{} ({})\n{}", out.empty() ? "" : "\n", section.title,
                       section.items.size(), table.text(2));
  }
  return out;
}

std::string in_full(const std::vector<CatalogSection>& sections) {
  std::string out;
  for (const CatalogSection& section : sections)
    for (const CatalogItem& item : section.items) {
      out += fmt::format("{}{}: {}\n", out.empty() ? "" : "\n", section.key, item.names.front());
      for (const auto& [key, value] : item.json.items())
        if (key != "name") out += field(key, value);
    }
  return out;
}

std::string to_json(const std::vector<CatalogSection>& sections,
                    const std::vector<Warning>& warnings) {
  Json json = Json::object();
  for (const CatalogSection& section : sections) {
    json[section.key] = Json::array();
    for (const CatalogItem& item : section.items) json[section.key].push_back(item.json);
  }
  json["warnings"] = to_json(warnings);
  return dump(json);
}

}  // namespace weft::report
