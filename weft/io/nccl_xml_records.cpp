#include "weft/io/nccl_xml_records.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace weft::io::nccl {
namespace {

// Takes `least` to `most` hexadecimal digits off the front of `text`.
std::optional<std::uint64_t> take_hex(std::string_view& text, std::size_t least, std::size_t most) {
  std::uint64_t value = 0;
  const std::string_view digits = text.substr(0, std::min(most, text.size()));
  const auto [end, status] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  const auto length = static_cast<std::size_t>(end - digits.data());
  if (status != std::errc{} || length < least || digits.front() == '-') return std::nullopt;
  text.remove_prefix(length);
  return value;
}

}  // namespace

const std::string* Element::find(std::string_view name) const {
  const auto found = std::find_if(attributes.begin(), attributes.end(),
                                  [&](const XmlAttribute& a) { return a.name == name; });
  return found == attributes.end() ? nullptr : &found->value;
}

std::string_view Element::get(std::string_view name) const {
  const std::string* value = find(name);
  return value == nullptr ? std::string_view{} : std::string_view(*value);
}

std::optional<BusId> parse_bus_id(std::string_view text) {
  struct Field {
    std::size_t least;
    std::size_t most;
    unsigned bits;
    char before;
  };
  // Virtual machines show devices that they cannot see as fffffff:ff:ff.0, so a device number may
  // be larger than the 31 of a real bus.
  constexpr std::array fields = {Field{4, 8, 32, '\0'}, Field{2, 2, 8, ':'}, Field{2, 2, 8, ':'},
                                 Field{1, 1, 4, '.'}};
  BusId id;
  for (const Field& field : fields) {
    if (field.before != '\0') {
      if (text.empty() || text.front() != field.before) return std::nullopt;
      text.remove_prefix(1);
    }
    const auto number = take_hex(text, field.least, field.most);
    if (!number) return std::nullopt;
    id.value = id.value << field.bits | *number;
  }
  if (!text.empty()) return std::nullopt;
  return id;
}

std::string_view word(LinkTag tag) {
  constexpr std::array<std::string_view, 3> words = {"nvlink", "xgmi", "c2c"};
  return words.at(static_cast<std::size_t>(tag));
}

}  // namespace weft::io::nccl
