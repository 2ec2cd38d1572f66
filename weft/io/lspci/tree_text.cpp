// `lspci -t`, `-tv`, `-tvnn`: the tree as drawn with -, +, \ and |.
//
//   -+-[0000:80]-+-01.0-[81]----00.0  NVIDIA Corporation GA100 [A100 SXM4 40GB]
//    |           \-02.0  …
//    \-[0000:00]-+-00.0  …
//
// A connector '+' opens a column for the bus before it; below, '+' or '\' in that column goes on
// with the same bus.
#include "weft/io/lspci/records.hpp"

#include <charconv>
#include <map>
#include <optional>

#include <fmt/format.h>

namespace weft::io::lspci {
namespace {

struct Bus {
  std::uint32_t domain = 0;
  std::uint32_t number = 0;
};

bool is_hex_digit(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }

std::uint32_t hex(std::string_view text) {
  std::uint32_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value, 16);
  return value;
}

class Drawing {
 public:
  explicit Drawing(Remarks& remarks) : remarks_(remarks) {}

  void line(std::string_view text, int number) {
    std::optional<Bus> bus;
    bool inside = false;  // a root's place, before any bus
    for (std::size_t at = 0; at < text.size();) {
      const char c = text[at];
      if (c == '+' || c == '\\') {
        if (bus || inside) {
          columns_[at] = bus;
        } else if (const auto open = columns_.find(at); open != columns_.end()) {
          bus = open->second;
        }
        inside = true;
        ++at;
      } else if (c == '[') {
        at = take_bus(text, at, bus);
      } else if (is_hex_digit(c) && text.size() - at >= 4 && text[at + 2] == '.') {
        at = take_device(text, at, bus, number);
        if (at == std::string_view::npos) return;
      } else if (c == '-' || c == ' ' || c == '|') {
        inside = inside || c == '-';
        ++at;
      } else {
        return;  // not part of a drawing
      }
    }
  }

  std::vector<Function> take() && { return std::move(functions_); }

 private:
  // "[0000:80]", "[81]" or "[81-85]": the bus that what follows is on.
  std::size_t take_bus(std::string_view text, std::size_t at, std::optional<Bus>& bus) {
    const auto close = text.find(']', at);
    if (close == std::string_view::npos) return text.size();
    std::string_view inside = text.substr(at + 1, close - at - 1);
    Bus next{bus ? bus->domain : 0, 0};
    if (const auto colon = inside.find(':'); colon != std::string_view::npos) {
      next.domain = hex(inside.substr(0, colon));
      inside = inside.substr(colon + 1);
    }
    next.number = hex(inside.substr(0, 2)) & 0xffU;
    // The function before this bus leads to it.
    if (last_ && bus) {
      functions_[*last_].secondary = static_cast<int>(next.number);
      functions_[*last_].record.port = topology::PciPort::bridge;
      functions_[*last_].record.class_code = "0604";
    }
    last_.reset();
    bus = next;
    return close + 1;
  }

  std::size_t take_device(std::string_view text, std::size_t at, std::optional<Bus>& bus,
                          int number) {
    Function function;
    if (bus) {
      function.address.domain = bus->domain;
      function.address.bus = bus->number;
    }
    function.address.device = hex(text.substr(at, 2)) & 31U;
    function.address.function = hex(text.substr(at + 3, 1)) & 7U;
    function.record.busid = to_string(function.address);
    function.record.line = number;
    at += 4;
    if (!bus)
      remarks_.for_device("LSPCI_TREE_CUT", "a device of the tree hangs on no bus that is shown",
                          function.record.busid, number, "Copy the whole output of lspci -tv.");
    const bool leads_on = at < text.size() && text[at] == '-';
    if (!leads_on) {
      std::string_view name = text.substr(std::min(text.size(), at));
      name.remove_prefix(std::min(name.size(), name.find_first_not_of(' ')));
      identify(name, function.record);
      if (!name.empty()) function.record.attributes.set("description", name);
    }
    last_ = functions_.size();
    functions_.push_back(std::move(function));
    if (leads_on) return at;
    last_.reset();
    return std::string_view::npos;
  }

  Remarks& remarks_;
  std::map<std::size_t, std::optional<Bus>> columns_;
  std::optional<std::size_t> last_;
  std::vector<Function> functions_;
};

}  // namespace

std::vector<Function> parse_tree(std::string_view text, Remarks& remarks) {
  Drawing drawing(remarks);
  int number = 0;
  while (!text.empty()) {
    const auto end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    ++number;
    drawing.line(line, number);
  }
  return std::move(drawing).take();
}

}  // namespace weft::io::lspci
