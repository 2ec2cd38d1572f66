// Which attributes of the file stand under which key of a component or link, both ways.
//
// Attributes that the format defines keep their names; others of a pci, cpu, net or system element
// get "xml." in front, so that they never meet the attributes that Weft sets itself. Those of a
// gpu or nic element get "gpu." or "nic.". An element that Weft only keeps is the key
// "<prefix><position>" with its text as value, which no attribute can be called.
#pragma once

#include "weft/io/nccl_xml_records.hpp"
#include "weft/topology/component.hpp"

#include <string>
#include <string_view>

namespace weft::io::nccl {

constexpr std::string_view kUnknownPrefix = "xml.";

// "cpu" "pci" "gpu" "nic" "net" "system", and "nvlink" for all links of a GPU.
std::string key_of(std::string_view tag, std::string_view attribute);
// The reverse; empty where the key is not an attribute of such an element.
std::string attribute_of(std::string_view tag, std::string_view key);

// The position of an element that is only kept, or -1 where the key is none of `tag`.
int kept_position(std::string_view tag, std::string_view key);

// Copies the attributes and the kept elements. `link_speed` and `link_width` are trained.
void keep(std::string_view tag, const Element& element, topology::Attributes& into);

}  // namespace weft::io::nccl
