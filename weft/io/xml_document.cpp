#include "weft/io/xml_document.hpp"

#include <fmt/format.h>

namespace weft::io {
namespace {

// A copy that was cut off stops inside its last tag or lacks the end of its root.
bool is_truncated(const std::string& text, std::ptrdiff_t offset) {
  const auto end = text.find_last_not_of(" \t\r\n") + 1;
  const std::string closing = fmt::format("</{}", root_element(text));
  return offset >= static_cast<std::ptrdiff_t>(end) - 1 ||
         text.find(closing, static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, offset))) ==
             std::string::npos;
}

// Without calling itself, so that no depth exhausts the stack.
pugi::xml_node first_deeper_than(pugi::xml_node root, int most) {
  int depth = 0;
  for (pugi::xml_node node = root; node;) {
    if (node.first_child()) {
      node = node.first_child();
      if (++depth > most) return node;
      continue;
    }
    while (node && !node.next_sibling() && depth > 0) {
      node = node.parent();
      --depth;
    }
    if (depth == 0) break;
    node = node.next_sibling();
  }
  return {};
}

}  // namespace

Expected<XmlDocument> load_xml(const TopologyText& input, const Remarks& remarks,
                               XmlLimits limits) {
  const std::string& text = input.text;
  if (text.size() > limits.bytes)
    return remarks.error("FILE_TOO_LARGE",
                         fmt::format("{} MiB of XML; at most {} MiB are read", text.size() >> 20,
                                     limits.bytes >> 20),
                         "Check that this is the file you meant.");
  XmlDocument read{std::make_unique<pugi::xml_document>(), LineIndex(text)};
  const pugi::xml_parse_result result = read.document->load_buffer(
      text.data(), text.size(), pugi::parse_default | pugi::parse_doctype, pugi::encoding_utf8);
  if (!result && is_truncated(text, result.offset))
    return remarks.error("XML_TRUNCATED",
                         fmt::format("the file ends, or stops making sense, before </{}> ({})",
                                     root_element(text), result.description()),
                         "Copy or write the whole file again.", read.lines.line_of(result.offset));
  if (!result)
    return remarks.error("XML_MALFORMED",
                         fmt::format("not well-formed XML: {}", result.description()),
                         "Each <name …> needs its </name>, or ends in />, and attribute values "
                         "stand in quotes.",
                         read.lines.line_of(result.offset));
  for (const pugi::xml_node node : read.document->children())
    if (node.type() == pugi::node_doctype &&
        std::string_view(node.value()).find("<!ENTITY") != std::string_view::npos)
      return remarks.error("XML_ENTITIES", "the file defines entities, which Weft does not expand",
                           "Remove the document type.");
  if (const auto deep = first_deeper_than(read.root(), limits.depth))
    return remarks.error(
        "XML_TOO_DEEP", fmt::format("elements stand more than {} deep in each other", limits.depth),
        "Check what wrote the file.", read.line_of(deep));
  return read;
}

}  // namespace weft::io
