#include "weft/app/link.hpp"

#include "weft/report/link_report.hpp"

#include <utility>

#include <fmt/format.h>

namespace weft::app {
namespace {

constexpr int kUsualDevices = 4;

Report all_links() {
  std::vector<report::LinkFamily> families;
  std::vector<report::LinkEntry> entries;
  for (const link::Family& family : link::families()) {
    report::LinkFamily listed{family.title, family.form, family.options, {}};
    listed.options.emplace_back("--both");
    for (link::NamedLink& named : link::all_links())
      if (named.family == family.name)
        listed.links.push_back({std::move(named.name), std::move(named.model), {}});
    entries.insert(entries.end(), listed.links.begin(), listed.links.end());
    families.push_back(std::move(listed));
  }
  return {report::list_text(families), report::to_json(entries)};
}

}  // namespace

Expected<Report> show_links(const LinkRequest& request) {
  if (request.names.empty()) {
    if (request.options != link::LinkOptions{} || request.compare || request.devices)
      return fail("LINK_OPTION", "options need a link to concern, and none is named",
                  "Name one or several, e.g. weft link pcie4x16 --mps 512.");
    return all_links();
  }
  if (request.devices.value_or(1) < 1)
    return fail("LINK_OPTION", "a link is shared by at least one device",
                "Give --devices a number from 1 on.");
  std::vector<report::LinkEntry> entries;
  for (const std::string& name : request.names) {
    auto model = link::parse_link(name, request.options);
    if (!model) return tl::make_unexpected(std::move(model.error()));
    if (request.devices && (*model)->sharing().duplex != link::Duplex::shared)
      return fail("LINK_OPTION", fmt::format("{} is shared by no devices", (*model)->name()),
                  "--devices is about a bus or a radio channel, e.g. pci32-33 or wifi6-2x80.");
    entries.push_back({name, std::move(*model), link::transfer_of(request.options),
                       request.options.both_directions, request.devices.value_or(kUsualDevices)});
  }
  Report report;
  if (request.compare) {
    report.text = report::comparison_text(entries);
  } else {
    for (const report::LinkEntry& entry : entries)
      report.text += (report.text.empty() ? "" : "\n") + to_text(entry);
  }
  const bool is_one = entries.size() == 1 && !request.compare;
  report.json = is_one ? to_json(entries.front()) : report::to_json(entries);
  return report;
}

}  // namespace weft::app
