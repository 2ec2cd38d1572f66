// `lspci -vv`: a line per function, indented lines with its capabilities.
//
// Only what bears on bandwidth is kept. Fields that need root are missing in what others print.
#include "weft/base/parse.hpp"
#include "weft/io/lspci/records.hpp"

#include <charconv>

#include <fmt/format.h>

namespace weft::io::lspci {
namespace {

using topology::PciPort;
using topology::Provenance;

std::string_view after(std::string_view line, std::string_view word) {
  const auto at = line.find(word);
  return at == std::string_view::npos ? std::string_view{} : line.substr(at + word.size());
}

int leading_number(std::string_view text, int base = 10) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  int value = -1;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  return status == std::errc{} && value >= 0 ? value : -1;
}

// "Speed 8GT/s (downgraded), Width x8 (ok)"; "Speed unknown, Width x0".
topology::PcieState link_state(std::string_view line) {
  topology::PcieState state;
  state.gtps = topology::pcie_speed(after(line, "Speed "));
  state.lanes = std::max(0, leading_number(after(line, "Width x")));
  return state;
}

// Only these send peer traffic up to the CPU; SrcValid does not.
std::string acs_of(std::string_view line) {
  std::string on;
  for (const std::string_view bit : {"ReqRedir", "CmpltRedir", "UpstreamFwd"})
    if (line.find(fmt::format("{}+", bit)) != std::string_view::npos)
      on += fmt::format("{}{}", on.empty() ? "" : " ", bit);
  return on.empty() ? "off" : on;
}

PciPort port_of(std::string_view express) {
  if (express.find("Root Port") != std::string_view::npos) return PciPort::root;
  if (express.find("Upstream Port") != std::string_view::npos) return PciPort::upstream;
  if (express.find("Downstream Port") != std::string_view::npos) return PciPort::downstream;
  if (express.find(" Bridge") != std::string_view::npos) return PciPort::bridge;
  return PciPort::none;
}

class Verbose {
 public:
  explicit Verbose(std::string_view text) : text_(text) {}

  std::vector<Function> run() {
    while (!text_.empty()) {
      const auto end = text_.find('\n');
      std::string_view line = text_.substr(0, end);
      text_ = end == std::string_view::npos ? std::string_view{} : text_.substr(end + 1);
      if (line.ends_with('\r')) line.remove_suffix(1);
      ++number_;
      read(line);
    }
    return std::move(functions_);
  }

 private:
  void read(std::string_view line) {
    Function next;
    std::string_view rest = line;
    if (take_address(rest, next.address)) {
      next.record.busid = to_string(next.address);
      next.record.line = number_;
      describe(rest, next.record);
      if (next.record.class_code.starts_with("0604")) next.record.port = PciPort::bridge;
      functions_.push_back(std::move(next));
      control_ = false;
    } else if (!functions_.empty() && (line.starts_with('\t') || line.starts_with(' '))) {
      detail(line.substr(std::min(line.size(), line.find_first_not_of(" \t"))), functions_.back());
    }
  }

  void detail(std::string_view line, Function& function) {
    topology::PciFunction& record = function.record;
    const auto trained = [&](const char* key, std::string_view value) {
      record.attributes.set(key, value, Provenance::trained);
    };
    if (line.starts_with("Bus: ")) {
      function.secondary = leading_number(after(line, "secondary="), 16);
    } else if (line.starts_with("NUMA node: ")) {
      function.numa = leading_number(line.substr(11));
    } else if (line.starts_with("Physical Slot: ")) {
      record.attributes.set("slot", line.substr(15));
    } else if (line.starts_with("IOMMU group: ")) {
      trained("iommu_group", line.substr(13));
    } else if (line.starts_with("Kernel driver in use: ")) {
      record.attributes.set("driver", line.substr(22));
    } else if (line.find("] Express ") != std::string_view::npos) {
      if (const PciPort port = port_of(line); port != PciPort::none) record.port = port;
    } else if (line.starts_with("LnkCap:")) {
      record.most = link_state(line);
    } else if (line.starts_with("LnkSta:")) {
      record.trained = link_state(line);
    } else if (line.starts_with("SltSta:")) {
      function.empty_slot = line.find("PresDet-") != std::string_view::npos;
    } else if (line.starts_with("ACSCtl:")) {
      trained("acs", acs_of(line));
    } else if (line.starts_with("ATSCtl:")) {
      trained("ats", line.find("Enable+") != std::string_view::npos ? "on" : "off");
    } else if (line.starts_with("DevCtl:")) {
      control_ = true;
    } else if (line.starts_with("DevSta:")) {
      control_ = false;
    }
    if (!control_) return;
    if (line.find("RlxdOrd") != std::string_view::npos)
      trained("relaxed_ordering", line.find("RlxdOrd+") != std::string_view::npos ? "on" : "off");
    // DevCap states the largest possible payload with the same words, so only DevCtl is read.
    if (const int mps = leading_number(after(line, "MaxPayload ")); mps > 0)
      trained("mps", std::to_string(mps));
    if (const int mrrs = leading_number(after(line, "MaxReadReq ")); mrrs > 0)
      trained("mrrs", std::to_string(mrrs));
  }

  std::string_view text_;
  int number_ = 0;
  bool control_ = false;
  std::vector<Function> functions_;
};

}  // namespace

std::vector<Function> parse_verbose(std::string_view text) { return Verbose(text).run(); }

}  // namespace weft::io::lspci
