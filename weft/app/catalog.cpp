#include "weft/app/catalog.hpp"

#include "weft/app/catalog_files.hpp"
#include "weft/base/suggest.hpp"
#include "weft/report/catalog_report.hpp"
#include "weft/report/warnings.hpp"

#include <fmt/format.h>

namespace weft::app {
namespace {

tl::unexpected<Error> nothing(const std::vector<report::CatalogSection>& sections,
                              const std::string& wanted) {
  std::vector<std::string> known;
  for (const report::CatalogSection& section : sections) {
    known.push_back(section.key);
    for (const report::CatalogItem& item : section.items)
      known.insert(known.end(), item.names.begin(), item.names.end());
  }
  const std::string near = did_you_mean(wanted, known);
  return fail("CATALOG_NOTHING", fmt::format("nothing in the catalogue matches '{}'", wanted),
              near.empty() ? "All words must match; without any, all is listed." : near);
}

}  // namespace

Expected<Report> show_catalog(const CatalogRequest& request) {
  const auto catalog = open_catalog(request.catalogs);
  if (!catalog) return tl::make_unexpected(catalog.error());
  const auto all = report::catalog_sections(*catalog);
  const auto said = [&](const std::string& text, const auto& sections) {
    return Report{report::to_text(catalog->warnings) + text,
                  report::to_json(sections, catalog->warnings)};
  };
  const std::string wanted = fmt::format("{}", fmt::join(request.words, " "));

  if (const auto exact = report::named(all, wanted); report::item_count(exact) > 0)
    return said(report::in_full(exact), exact);
  const auto found = report::filtered(all, request.words);
  const std::size_t count = report::item_count(found);
  if (count == 0) return nothing(all, wanted);
  if (count == 1) return said(report::in_full(found), found);
  return said(report::to_text(found), found);
}

}  // namespace weft::app
