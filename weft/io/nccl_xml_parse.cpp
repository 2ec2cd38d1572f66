// XML text → records: well-formedness, which element stands inside which, nothing about meaning.
#include "weft/io/nccl_xml_records.hpp"
#include "weft/io/xml_text.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <pugixml.hpp>

namespace weft::io::nccl {
namespace {

// A dump of the largest server known is 60 kB; a cluster's worth in one file is some other thing.
constexpr std::size_t kLargest = std::size_t{16} << 20;
// PCIe trees of real machines are 5 bridges deep. Functions below call themselves once a level.
constexpr int kDeepest = 64;
// NCCL itself stops at 16 attributes. Lists of them are searched from front to back.
constexpr std::size_t kMostAttributes = 64;
constexpr std::size_t kMostKept = 256;

struct TagPlace {
  std::string_view tag;
  std::string_view parents;  // as the error puts it
};
constexpr std::array kTagPlaces = {
    TagPlace{"system", "the file, once, around all else"},
    TagPlace{"cpu", "the system element"},
    TagPlace{"pci", "a cpu element or the pci element of a bridge"},
    TagPlace{"gpu", "the pci element of its device, once"},
    TagPlace{"nvlink", "a gpu element"},
    TagPlace{"xgmi", "a gpu element"},
    TagPlace{"c2c", "a gpu element"},
    TagPlace{"nic", "the pci element of its device, once, or a cpu element"},
    TagPlace{"net", "a nic element"}};

std::string text_of(pugi::xml_node node) {
  std::ostringstream out;
  node.print(out, "", pugi::format_raw | pugi::format_no_declaration, pugi::encoding_utf8);
  return out.str();
}

Expected<bool> not_here() { return false; }

// A child that was read goes where `store` puts it.
template <class Record, class Store>
Expected<bool> put(Expected<Record> record, Store store) {
  return std::move(record).map([&](Record&& read) {
    store(std::move(read));
    return true;
  });
}

class Parser {
 public:
  Parser(const TopologyText& input, Remarks& remarks)
      : input_(input), lines_(input.text), remarks_(remarks) {}

  Expected<SystemRecord> run();

 private:
  Expected<void> load();
  Expected<void> refuse_tricks() const;
  Expected<CpuRecord> cpu(pugi::xml_node node);
  Expected<PciRecord> pci(pugi::xml_node node);
  Expected<GpuRecord> gpu(pugi::xml_node node);
  Expected<NicRecord> nic(pugi::xml_node node);

  // Line and attributes of an element, and for each child `accept(child, tag, position)`, which
  // answers whether it may stand here. Unknown elements are kept, known ones elsewhere refused.
  template <class Accept>
  Expected<void> read(pugi::xml_node node, Element& into, Accept accept);
  // An element of which no known element may be a child.
  template <class Record>
  Expected<Record> leaf(pugi::xml_node node, Record record) {
    const auto none = [](pugi::xml_node, std::string_view, std::size_t) { return not_here(); };
    return read(node, record, none).map([&] { return std::move(record); });
  }
  Expected<void> attributes(pugi::xml_node node, Element& into);
  Expected<void> keep(pugi::xml_node child, std::size_t position, Element& owner);

  int line(pugi::xml_node node) const { return lines_.line_of(node.offset_debug()); }

  const TopologyText& input_;
  LineIndex lines_;
  Remarks& remarks_;
  pugi::xml_document document_;
};

Expected<void> Parser::load() {
  const std::string& text = input_.text;
  const pugi::xml_parse_result result = document_.load_buffer(
      text.data(), text.size(), pugi::parse_default | pugi::parse_doctype, pugi::encoding_utf8);
  if (result) return {};
  const int at = lines_.line_of(result.offset);
  // A copy that was cut off still parses up to its end, or stops inside its last tag.
  const auto end = text.find_last_not_of(" \t\r\n") + 1;
  if (result.offset >= static_cast<std::ptrdiff_t>(end) - 1 ||
      text.find("</system", static_cast<std::size_t>(result.offset)) == std::string::npos)
    return remarks_.error("XML_TRUNCATED",
                          fmt::format("the file ends, or stops making sense, before </system> "
                                      "({})",
                                      result.description()),
                          "Copy or dump the whole file again.", at);
  return remarks_.error("XML_MALFORMED",
                        fmt::format("not well-formed XML: {}", result.description()),
                        "Each <name …> needs its </name>, or ends in />, and attribute values "
                        "stand in quotes.",
                        at);
}

// Looks at the whole tree without calling itself, so that depth cannot exhaust the stack later.
Expected<void> Parser::refuse_tricks() const {
  for (const pugi::xml_node node : document_.children())
    if (node.type() == pugi::node_doctype &&
        std::string_view(node.value()).find("<!ENTITY") != std::string_view::npos)
      return remarks_.error("XML_ENTITIES", "the file defines entities, which Weft does not expand",
                            "Remove the document type; topology files need none.");
  for (pugi::xml_node node = document_.document_element().next_sibling(); node;
       node = node.next_sibling())
    if (node.type() == pugi::node_element)
      return remarks_.error("NCCL_XML_NESTING", "expected one system element around all else",
                            "Split the file: one topology each.", line(node));
  int depth = 0;
  for (pugi::xml_node node = document_.document_element(); node;) {
    if (node.first_child()) {
      node = node.first_child();
      if (++depth > kDeepest)
        return remarks_.error("XML_TOO_DEEP",
                              fmt::format("elements stand more than {} deep in each other; a PCIe "
                                          "tree has about 5 levels",
                                          kDeepest),
                              "Check what wrote the file.", line(node));
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

Expected<SystemRecord> Parser::run() {
  if (const auto loaded = load(); !loaded) return tl::make_unexpected(loaded.error());
  if (const auto plain = refuse_tricks(); !plain) return tl::make_unexpected(plain.error());
  SystemRecord system;
  const auto child_of_system = [&](pugi::xml_node child, std::string_view tag, std::size_t) {
    if (tag != "cpu") return not_here();
    return put(cpu(child), [&](CpuRecord&& record) { system.cpus.push_back(std::move(record)); });
  };
  if (const auto done = read(document_.document_element(), system, child_of_system); !done)
    return tl::make_unexpected(done.error());
  if (system.cpus.empty())
    return remarks_.error("NCCL_XML_EMPTY", "the system element holds no cpu element",
                          "Dump it with NCCL_TOPO_DUMP_FILE on the machine itself.", system.line);
  return system;
}

Expected<CpuRecord> Parser::cpu(pugi::xml_node node) {
  CpuRecord record;
  const auto add = [&](auto device) { record.children.emplace_back(std::move(device)); };
  const auto child_of_cpu = [&](pugi::xml_node child, std::string_view tag, std::size_t) {
    if (tag == "pci") return put(pci(child), add);
    if (tag == "nic") return put(nic(child), add);
    return not_here();
  };
  return read(node, record, child_of_cpu).map([&] { return std::move(record); });
}

Expected<PciRecord> Parser::pci(pugi::xml_node node) {
  PciRecord record;
  const auto child_of_pci = [&](pugi::xml_node child, std::string_view tag, std::size_t) {
    const bool is_free = !record.gpu && !record.nic;
    if (tag == "pci")
      return put(pci(child),
                 [&](PciRecord&& below) { record.children.push_back(std::move(below)); });
    if (tag == "gpu" && is_free)
      return put(gpu(child), [&](GpuRecord&& function) { record.gpu = std::move(function); });
    if (tag == "nic" && is_free)
      return put(nic(child), [&](NicRecord&& function) { record.nic = std::move(function); });
    return not_here();
  };
  return read(node, record, child_of_pci).map([&] { return std::move(record); });
}

Expected<GpuRecord> Parser::gpu(pugi::xml_node node) {
  GpuRecord record;
  const auto child_of_gpu = [&](pugi::xml_node child, std::string_view tag, std::size_t position) {
    for (const LinkTag known : {LinkTag::nvlink, LinkTag::xgmi, LinkTag::c2c}) {
      if (tag != word(known)) continue;
      GpuLinkRecord link;
      link.tag = known;
      link.position = position;
      link.xml = text_of(child);
      return put(leaf(child, std::move(link)),
                 [&](GpuLinkRecord&& read) { record.links.push_back(std::move(read)); });
    }
    return not_here();
  };
  return read(node, record, child_of_gpu).map([&] { return std::move(record); });
}

Expected<NicRecord> Parser::nic(pugi::xml_node node) {
  NicRecord record;
  const auto child_of_nic = [&](pugi::xml_node child, std::string_view tag, std::size_t) {
    if (tag != "net") return not_here();
    return put(leaf(child, NetRecord{}),
               [&](NetRecord&& net) { record.nets.push_back(std::move(net)); });
  };
  return read(node, record, child_of_nic).map([&] { return std::move(record); });
}

template <class Accept>
Expected<void> Parser::read(pugi::xml_node node, Element& into, Accept accept) {
  into.line = line(node);
  if (const auto named = attributes(node, into); !named) return named;
  std::size_t position = 0;
  for (const pugi::xml_node child : node.children()) {
    if (child.type() == pugi::node_pcdata || child.type() == pugi::node_cdata) {
      remarks_.for_device("XML_TEXT_IGNORED", "text between elements means nothing here",
                          node.name(), into.line, "Remove it, or put it into a comment.");
      continue;
    }
    if (child.type() != pugi::node_element) continue;
    const auto accepted = accept(child, std::string_view(child.name()), position);
    if (!accepted) return tl::make_unexpected(accepted.error());
    if (!*accepted)
      if (const auto kept = keep(child, position, into); !kept) return kept;
    ++position;
  }
  return {};
}

Expected<void> Parser::attributes(pugi::xml_node node, Element& into) {
  for (const pugi::xml_attribute attribute : node.attributes()) {
    if (into.find(attribute.name()) != nullptr)
      return remarks_.error("XML_MALFORMED",
                            fmt::format("the attribute '{}' of a {} element stands twice",
                                        attribute.name(), node.name()),
                            "Keep one of the two.", line(node));
    if (into.attributes.size() == kMostAttributes)
      return remarks_.error(
          "XML_TOO_MANY",
          fmt::format("a {} element has more than {} attributes", node.name(), kMostAttributes),
          "NCCL reads up to 16; remove what is not needed.", line(node));
    into.attributes.push_back({attribute.name(), attribute.value()});
  }
  return {};
}

Expected<void> Parser::keep(pugi::xml_node child, std::size_t position, Element& owner) {
  const std::string_view tag = child.name();
  const auto* place = std::find_if(kTagPlaces.begin(), kTagPlaces.end(),
                                   [&](const TagPlace& known) { return known.tag == tag; });
  if (place != kTagPlaces.end())
    return remarks_.error("NCCL_XML_NESTING",
                          fmt::format("a {} element stands inside a {} element; it belongs inside "
                                      "{}",
                                      tag, child.parent().name(), place->parents),
                          "Move it there, or dump the file again with NCCL_TOPO_DUMP_FILE.",
                          line(child));
  if (owner.kept.size() == kMostKept)
    return remarks_.error("XML_TOO_MANY",
                          fmt::format("a {} element holds more than {} elements that Weft does not "
                                      "know",
                                      child.parent().name(), kMostKept),
                          "Check what wrote the file.", line(child));
  remarks_.for_device(
      "NCCL_XML_ELEMENT_UNKNOWN", "an element that Weft does not know is kept but not used", tag,
      line(child), "Check its spelling; newer libraries add elements that Weft may not use yet.");
  owner.kept.push_back({position, text_of(child)});
  return {};
}

}  // namespace

Expected<SystemRecord> parse(const TopologyText& input, Remarks& remarks) {
  if (input.text.size() > kLargest)
    return remarks.error("FILE_TOO_LARGE",
                         fmt::format("{} MiB of topology XML; at most {} MiB are read",
                                     input.text.size() >> 20, kLargest >> 20),
                         "A topology file describes one server and takes some 10 kB.");
  return Parser(input, remarks).run();
}

}  // namespace weft::io::nccl
