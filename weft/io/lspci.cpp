#include "weft/io/lspci.hpp"

#include "weft/io/lspci/records.hpp"
#include "weft/io/machine_read.hpp"

#include <algorithm>
#include <utility>

namespace weft::io {
namespace {

using lspci::Function;

bool is_drawn(std::string_view line) { return line.starts_with("-[") || line.starts_with("-+-["); }

bool is_listed(std::string_view line) {
  lspci::Address address;
  return lspci::take_address(line, address) && line.starts_with(' ') &&
         line.find(": ") != std::string_view::npos;
}

// The first line that is lspci's; what stands before it in a paste (a prompt, a command) is passed.
template <class Wanted>
bool has_line(std::string_view text, Wanted wanted) {
  constexpr int kLookedAt = 200;
  for (int i = 0; i < kLookedAt && !text.empty(); ++i) {
    const auto end = text.find('\n');
    if (wanted(text.substr(0, end))) return true;
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  }
  return false;
}

Expected<std::vector<Function>> parse(const TopologyText& input, Remarks& remarks) {
  constexpr std::size_t kLargest = std::size_t{64} << 20;
  if (input.text.size() > kLargest)
    return remarks.error("FILE_TOO_LARGE", "more than 64 MiB of lspci's output",
                         "The largest servers give about 2 MB; give the output of one.");
  std::vector<Function> functions = has_line(input.text, is_listed)
                                        ? lspci::parse_verbose(input.text)
                                        : lspci::parse_tree(input.text, remarks);
  if (functions.empty())
    return remarks.error("LSPCI_EMPTY", "no PCI function stands in the text",
                         "Run lspci -vv as root and give its whole output.");
  return functions;
}

// Also of functions that end up in no component, such as an empty port.
void remark_acs(const std::vector<Function>& functions, Remarks& remarks) {
  for (const Function& function : functions) {
    const std::string_view acs = function.record.attributes.get("acs");
    if (acs.empty() || acs == "off") continue;
    remarks.for_device("ACS_REDIRECT",
                       "ACS sends peer traffic below this port up to the CPU and down again",
                       function.record.busid, function.record.line,
                       "On bare metal, switch it off: setpci -s DEVICE ECAP_ACS+6.w=0.");
  }
}

void remark_what_is_missing(const topology::Topology& topology, Remarks& remarks) {
  using topology::ComponentKind;
  if (topology.all(ComponentKind::gpu).empty() && topology.all(ComponentKind::nic).empty())
    remarks.add("LSPCI_NO_DEVICES",
                "lspci lists neither a GPU nor a NIC, so there is little to say",
                "Check that the whole output was copied.");
}

}  // namespace

bool is_lspci(std::string_view text) {
  return has_line(text, is_drawn) || has_line(text, is_listed);
}

Expected<TopologyRead> read_lspci(const TopologyText& input) {
  Remarks remarks(input.name);
  auto functions = parse(input, remarks);
  if (!functions) return tl::make_unexpected(std::move(functions.error()));
  remark_acs(*functions, remarks);
  const topology::Machine machine = lspci::as_machine(std::move(*functions), remarks);
  topology::Builder builder(input.name);
  builder.attributes().set("format", "lspci");
  if (auto placed = place_machine(builder, machine, remarks); !placed)
    return tl::make_unexpected(std::move(placed.error()));
  topology::Topology topology = std::move(builder).build();
  remark_what_is_missing(topology, remarks);
  return TopologyRead{std::move(topology), std::move(remarks).take()};
}

Expected<std::vector<topology::PciFunction>> list_lspci(const TopologyText& input) {
  Remarks remarks(input.name);
  auto functions = parse(input, remarks);
  if (!functions) return tl::make_unexpected(std::move(functions.error()));
  std::vector<topology::PciFunction> list;
  for (Function& function : *functions) list.push_back(std::move(function.record));
  return list;
}

}  // namespace weft::io
