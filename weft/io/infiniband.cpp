#include "weft/io/infiniband.hpp"

#include "weft/io/infiniband/dump.hpp"

#include <utility>

#include <fmt/format.h>

namespace weft::io {
namespace {

using namespace infiniband;

enum class Form { none, discover, ports, linkinfo };

// "Switch 8 "leaf"" and the like: a word, a number, a name in quotes.
bool begins_entry(std::string_view line) {
  for (const std::string_view word : {"Switch", "Ca", "CA", "Hca", "Rt"}) {
    if (!line.starts_with(word)) continue;
    std::string_view rest = line.substr(word.size());
    if (!rest.starts_with(' ') && !rest.starts_with('\t')) continue;
    if (take_number(rest) && trimmed(rest).starts_with('"')) return true;
  }
  return false;
}

bool is_port_line(std::string_view line) {
  if (!line.starts_with("CA ") && !line.starts_with("SW ")) return false;
  line.remove_prefix(3);
  return take_number(line) && take_number(line) && trimmed(line).starts_with("0x");
}

// The first line that is one of these, behind whatever a paste has in front.
Form form_of(std::string_view text) {
  constexpr int kLookedAt = 400;
  std::string_view line;
  for (int i = 0; i < kLookedAt && next_line(text, line); ++i) {
    line = trimmed(line);
    if (line.find("==(") != std::string_view::npos && line.find(")==>") != std::string_view::npos)
      return Form::linkinfo;
    if (begins_entry(line)) return Form::discover;
    if (is_port_line(line)) return Form::ports;
  }
  return Form::none;
}

}  // namespace

bool is_infiniband_dump(std::string_view text) { return form_of(text) != Form::none; }

Expected<TopologyRead> read_infiniband_dump(const TopologyText& input) {
  Remarks remarks(input.name);
  Dump dump(remarks);
  std::string_view format = "ibnetdiscover";
  switch (form_of(input.text)) {
    case Form::ports:
      parse_ports(input.text, dump);
      break;
    case Form::linkinfo:
      parse_linkinfo(input.text, dump);
      format = "iblinkinfo";
      break;
    case Form::discover:
    case Form::none:
      parse_discover(input.text, dump);
      break;
  }
  const auto read = static_cast<int>(dump.fabric().ends.size() + dump.fabric().nodes.size());
  if (dump.unreadable_lines() > read)
    return remarks.error("FABRIC_UNREADABLE",
                         fmt::format("{} lines cannot be read and {} can: this is no whole dump of "
                                     "a fabric",
                                     dump.unreadable_lines(), read),
                         "Give the unchanged output of ibnetdiscover or iblinkinfo.");
  auto topology = fabric::build_fabric(std::move(dump).take(), input.name, format, remarks);
  if (!topology) return tl::make_unexpected(std::move(topology.error()));
  return TopologyRead{std::move(*topology), std::move(remarks).take()};
}

}  // namespace weft::io
