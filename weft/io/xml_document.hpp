// An XML text as a tree that is safe to walk: well-formed, one root, no entities, not too deep.
// Errors: FILE_TOO_LARGE, XML_TRUNCATED, XML_MALFORMED, XML_ENTITIES, XML_TOO_DEEP.
#pragma once

#include "weft/io/remarks.hpp"
#include "weft/io/topology_file.hpp"
#include "weft/io/xml_text.hpp"

#include <memory>
#include <string>

#include <pugixml.hpp>

namespace weft::io {

struct XmlDocument {
  std::unique_ptr<pugi::xml_document> document;
  LineIndex lines;

  pugi::xml_node root() const { return document->document_element(); }
  int line_of(pugi::xml_node node) const { return lines.line_of(node.offset_debug()); }
};

struct XmlLimits {
  std::size_t bytes = std::size_t{64} << 20;
  int depth = 200;  // functions that walk the tree call themselves once a level
};

Expected<XmlDocument> load_xml(const TopologyText& input, const Remarks& remarks,
                               XmlLimits limits = {});

}  // namespace weft::io
