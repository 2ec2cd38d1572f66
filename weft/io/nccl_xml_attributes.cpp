#include "weft/io/nccl_xml_attributes.hpp"

#include "weft/base/assert.hpp"
#include "weft/base/parse.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace weft::io::nccl {
namespace {

struct Tag {
  std::string_view tag;
  std::string_view prefix;  // of attributes that are not in `known`
  std::string_view known;   // each between blanks, which no name holds
};

// The names that src/graph/xml.cc of NCCL and RCCL write.
constexpr std::array kTags = {
    Tag{"system", kUnknownPrefix, " version "},
    Tag{"cpu", kUnknownPrefix, " host_hash numaid affinity arch vendor familyid modelid "},
    Tag{"pci", kUnknownPrefix,
        " busid class vendor device subsystem_vendor subsystem_device link_speed link_width "},
    Tag{"gpu", "gpu.", ""},
    Tag{"nic", "nic.", ""},
    Tag{"net", kUnknownPrefix,
        " name dev speed port latency guid maxconn gdr coll keep rail plane net gin "},
    Tag{"nvlink", kUnknownPrefix, " target count tclass bw "},
};

const Tag& find(std::string_view tag) {
  const auto* found =
      std::find_if(kTags.begin(), kTags.end(), [&](const Tag& known) { return known.tag == tag; });
  WEFT_ASSERT(found != kTags.end(), "an element that the format defines");
  return *found;
}

bool is_known(const Tag& tag, std::string_view name) {
  return tag.known.find(fmt::format(" {} ", name)) != std::string_view::npos;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::string key_of(std::string_view tag, std::string_view attribute) {
  const Tag& rules = find(tag);
  if (is_known(rules, attribute)) return std::string(attribute);
  return fmt::format("{}{}", rules.prefix, attribute);
}

std::string attribute_of(std::string_view tag, std::string_view key) {
  const Tag& rules = find(tag);
  if (is_known(rules, key)) return std::string(key);
  if (!key.starts_with(rules.prefix) || kept_position(tag, key) >= 0) return {};
  return std::string(key.substr(rules.prefix.size()));
}

int kept_position(std::string_view tag, std::string_view key) {
  const Tag& rules = find(tag);
  if (!key.starts_with(rules.prefix)) return -1;
  const std::string_view number = key.substr(rules.prefix.size());
  if (number.empty() || !std::all_of(number.begin(), number.end(), is_digit)) return -1;
  const auto position = parse_integer(number);
  return position && *position < (1 << 30) ? static_cast<int>(*position) : -1;
}

void keep(std::string_view tag, const Element& element, topology::Attributes& into) {
  for (const XmlAttribute& attribute : element.attributes) {
    const bool is_trained = attribute.name == "link_speed" || attribute.name == "link_width";
    into.set(key_of(tag, attribute.name), attribute.value,
             is_trained ? topology::Provenance::trained : topology::Provenance::specified);
  }
  for (const KeptElement& kept : element.kept)
    into.set(fmt::format("{}{}", find(tag).prefix, kept.position), kept.xml);
}

}  // namespace weft::io::nccl
