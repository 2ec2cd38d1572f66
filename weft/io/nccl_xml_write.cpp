// Graph → topology XML. Attributes that a topology file gave are written as they were; what no
// file gave (another format, a catalogue, a live machine) follows from kinds and links.
#include "weft/base/parse.hpp"
#include "weft/io/nccl_xml.hpp"
#include "weft/io/nccl_xml_attributes.hpp"
#include "weft/io/nccl_xml_facts.hpp"
#include "weft/io/nccl_xml_writable.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <pugixml.hpp>

namespace weft::io {
namespace {

using namespace nccl;
using topology::Attribute;
using topology::Attributes;
using topology::ComponentKind;
using topology::Link;
using topology::Topology;

bool is_pci(ComponentKind kind) {
  return kind == ComponentKind::pcie_switch || kind == ComponentKind::gpu ||
         kind == ComponentKind::nic || kind == ComponentKind::nvswitch ||
         kind == ComponentKind::pci_device;
}

bool is_gpu_link(std::string_view kind) {
  return kind == "nvlink" || kind == "xgmi" || kind == "c2c";
}

class Writer {
 public:
  Writer(const Topology& topology, NcclDialect dialect)
      : topology_(topology),
        dialect_(dialect),
        is_from_xml_(topology.attributes().get("format") == "nccl-xml") {}

  Expected<std::string> run();

 private:
  void name_devices();

  std::vector<ComponentId> cpus() const;  // in the order of their elements
  void write_cpu(ComponentId numa, pugi::xml_node parent);
  void write_below(ComponentId upper, pugi::xml_node node);
  void write_device(ComponentId id, LinkId link, pugi::xml_node parent);
  void write_gpu(ComponentId id, pugi::xml_node parent);
  void write_gpu_link(LinkId id, pugi::xml_node parent);
  void write_nic(ComponentId id, pugi::xml_node parent);
  void write_port(ComponentId id, LinkId link, pugi::xml_node parent);

  // Attributes of the element that a file gave, and the elements that were only kept.
  void write_attributes(std::string_view tag, const Attributes& attributes,
                        pugi::xml_node node) const;
  void write_kept(std::string_view tag, const Attributes& attributes, pugi::xml_node node) const;
  // Where no file described the element, and the attribute is not there yet.
  struct Completion {
    pugi::xml_node node;
    bool is_stated = false;
    void operator()(const char* name, const std::string& value) {
      if (is_stated || value.empty() || node.attribute(name)) return;
      node.append_attribute(name).set_value(value.c_str());
    }
  };
  // A link that catalogues or people added to a topology from a file has no element in the file.
  bool is_stated(LinkId link) const {
    return is_from_xml_ && (topology_.attributes(link).has("element") ||
                            topology_.attributes(Topology::opposite(link)).has("element"));
  }
  std::vector<LinkId> gpu_links(ComponentId id) const;  // in the order of their elements

  const std::string& busid(ComponentId id) const { return busids_.at(id.index()); }

  const Topology& topology_;
  NcclDialect dialect_;
  bool is_from_xml_;
  std::string made_up_busid();
  bool carries_devices(ComponentId gpu) const;
  pugi::xml_node write_bridge(const std::optional<PcieText>& pcie, pugi::xml_node parent);
  std::optional<PcieText> pcie_text(ComponentId id, LinkId link) const;

  std::vector<std::string> busids_;
  unsigned made_up_ = 0;
  std::set<std::uint32_t> written_;
};

Expected<std::string> Writer::run() {
  if (auto fits = check_writable(topology_, dialect_); !fits)
    return tl::make_unexpected(std::move(fits.error()));
  name_devices();
  pugi::xml_document document;
  pugi::xml_node system = document.append_child("system");
  write_attributes("system", topology_.attributes(), system);
  system.remove_attribute("version");
  system.prepend_attribute("version").set_value(dialect_ == NcclDialect::nccl ? "1" : "2");
  for (const ComponentId numa : cpus()) write_cpu(numa, system);
  write_kept("system", topology_.attributes(), system);

  for (const ComponentKind kind : {ComponentKind::gpu, ComponentKind::nic})
    for (const ComponentId id : topology_.all(kind))
      if (!written_.contains(id.value))
        return fail(
            "NCCL_XML_UNREACHABLE",
            fmt::format("{} hangs below no NUMA node over PCIe or C2C, so the format has no "
                        "place for it",
                        topology_.name(id)),
            "Check the source of the topology with `weft show`.", {topology_.name(), 0, 0});
  std::ostringstream text;
  document.save(text, "  ", pugi::format_indent | pugi::format_no_declaration, pugi::encoding_utf8);
  return text.str();
}

// Devices without a bus id get one in domain fffe, where no real device is.
void Writer::name_devices() {
  busids_.resize(topology_.component_count());
  for (std::size_t i = 0; i < topology_.component_count(); ++i) {
    const ComponentId id(i);
    busids_[i] = topology_.attributes(id).get("busid");
    if (busids_[i].empty() && is_pci(topology_.kind(id))) busids_[i] = made_up_busid();
  }
}

std::string Writer::made_up_busid() {
  const unsigned next = made_up_++;
  return fmt::format("{:04x}:{:02x}:{:02x}.0", 0xfffe - (next >> 13), (next >> 5) & 0xff,
                     next & 0x1f);
}

std::vector<ComponentId> Writer::cpus() const {
  const auto all = topology_.all(ComponentKind::numa_node);
  std::vector<ComponentId> order(all.begin(), all.end());
  const auto position = [&](ComponentId numa) {
    return parse_integer(topology_.attributes(numa).get("position")).value_or(0);
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](ComponentId a, ComponentId b) { return position(a) < position(b); });
  return order;
}

void Writer::write_cpu(ComponentId numa, pugi::xml_node parent) {
  const Attributes& attributes = topology_.attributes(numa);
  // Other formats may know a NUMA node by its parts, which the format has no words for.
  const std::string id(attributes.get("numaid"));
  if (!is_from_xml_ && !id.empty() && id != "-1")
    for (pugi::xml_node known : parent.children("cpu"))
      if (known.attribute("numaid").value() == id &&
          known.attribute("host_hash").value() == attributes.get("host_hash"))
        return write_below(numa, known);
  pugi::xml_node node = parent.append_child("cpu");
  write_attributes("cpu", attributes, node);
  Completion{node, is_from_xml_}("numaid", std::to_string(topology_.ordinal(numa)));
  write_below(numa, node);
  write_kept("cpu", attributes, node);
}

void Writer::write_below(ComponentId upper, pugi::xml_node node) {
  for (const LinkId id : topology_.links_of(upper)) {
    const Link link = topology_.link(id);
    if (!Topology::leads_down(id) || !is_pci(topology_.kind(link.to))) continue;
    const std::string kind = link.model.kind();
    // A GPU of a coherent superchip may have no PCIe link at all; where it has, that is its place.
    // Some hang on their CPU as another socket would.
    const bool is_place = kind == "pcie" || kind == "socket-link" ||
                          (kind == "c2c" && !has_pcie_parent(topology_, link.to));
    if (is_place) write_device(link.to, id, node);
    if (kind == "internal" && topology_.kind(link.to) == ComponentKind::nic)
      write_nic(link.to, node);
  }
}

void Writer::write_device(ComponentId id, LinkId link, pugi::xml_node parent) {
  if (!written_.insert(id.value).second) return;
  const Attributes& attributes = topology_.attributes(id);
  const ComponentKind kind = topology_.kind(id);
  const std::optional<PcieText> pcie = pcie_text(id, link);
  // Devices stand below bridges only; those on a GPU are beside it below the bridge of its package.
  const bool has_devices = kind == ComponentKind::gpu && carries_devices(id);
  if (has_devices) parent = write_bridge(pcie, parent);
  pugi::xml_node node = parent.append_child("pci");
  write_attributes("pci", attributes, node);
  Completion complete{node, is_from_xml_ && attributes.has("busid")};
  complete("busid", busid(id));
  complete("class", std::string(class_of(topology_, id)));
  if (pcie) {
    complete("link_speed", pcie->speed);
    complete("link_width", std::to_string(pcie->lanes));
  }
  const bool is_skeleton = attributes.has("skeleton");
  if (kind == ComponentKind::gpu && (!is_skeleton || !gpu_links(id).empty())) write_gpu(id, node);
  if (kind == ComponentKind::nic && !is_skeleton) write_nic(id, node);
  if (kind == ComponentKind::pcie_switch) write_below(id, node);
  if (has_devices) write_below(id, parent);
  write_kept("pci", attributes, node);
}

bool Writer::carries_devices(ComponentId gpu) const {
  const auto links = topology_.links_of(gpu);
  return std::any_of(links.begin(), links.end(), [&](LinkId id) {
    return Topology::leads_down(id) && topology_.kind(topology_.link(id).to) == ComponentKind::nic;
  });
}

pugi::xml_node Writer::write_bridge(const std::optional<PcieText>& pcie, pugi::xml_node parent) {
  pugi::xml_node node = parent.append_child("pci");
  node.append_attribute("busid").set_value(made_up_busid().c_str());
  node.append_attribute("class").set_value("0x060400");
  if (pcie) {
    node.append_attribute("link_speed").set_value(pcie->speed.c_str());
    node.append_attribute("link_width").set_value(std::to_string(pcie->lanes).c_str());
  }
  return node;
}

// A GPU that hangs on its CPU as another socket would shows there as the PCIe device that it is.
std::optional<PcieText> Writer::pcie_text(ComponentId id, LinkId link) const {
  const link::LinkModel& model = topology_.link(link).model;
  if (auto stated = pcie_of(model)) return stated;
  return model.kind() == "socket-link" ? pcie_of_product(topology_.attributes(id)) : std::nullopt;
}

void Writer::write_gpu(ComponentId id, pugi::xml_node parent) {
  pugi::xml_node node = parent.append_child("gpu");
  const Attributes& attributes = topology_.attributes(id);
  write_attributes("gpu", attributes, node);
  const std::string number = std::to_string(topology_.ordinal(id));
  Completion complete{node, is_from_xml_ && !attributes.has("skeleton")};
  complete("dev", number);
  for (const auto& [name, value] : architecture_of(attributes)) complete(name.c_str(), value);
  complete("rank", number);
  complete("gdr", "1");
  for (const LinkId link : gpu_links(id)) write_gpu_link(link, node);
  write_kept("gpu", attributes, node);
}

std::vector<LinkId> Writer::gpu_links(ComponentId id) const {
  std::vector<std::pair<std::int64_t, LinkId>> order;
  for (const LinkId link : topology_.links_of(id)) {
    if (!is_gpu_link(topology_.link(link).model.kind())) continue;
    const Attributes& attributes = topology_.attributes(link);
    // An end that the file does not list has no element.
    if (is_stated(link) && !attributes.has("element")) continue;
    const auto last = static_cast<std::int64_t>(order.size());
    order.emplace_back(parse_integer(attributes.get("position")).value_or(last), link);
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<LinkId> links;
  for (const auto& entry : order) links.push_back(entry.second);
  return links;
}

void Writer::write_gpu_link(LinkId id, pugi::xml_node parent) {
  const Link link = topology_.link(id);
  const Attributes& attributes = topology_.attributes(id);
  const std::string kind =
      attributes.has("element") ? std::string(attributes.get("element")) : link.model.kind();
  pugi::xml_node node = parent.append_child(kind.c_str());
  write_attributes("nvlink", attributes, node);
  Completion complete{node, is_stated(id)};
  if (kind == "c2c") {
    complete("bw", fmt::format("{:.0f}", link.model.capacity().value() / 1e6));
    complete("count", "1");
  } else {
    const bool is_cpu = topology_.kind(link.to) == ComponentKind::numa_node;
    complete("target", is_cpu ? "fffffff:ff:ff.0" : busid(link.to));
    complete("count", std::to_string(links_in(link.model)));
    complete("tclass", std::string(class_of(topology_, link.to)));
  }
  write_kept("nvlink", attributes, node);
}

void Writer::write_nic(ComponentId id, pugi::xml_node parent) {
  written_.insert(id.value);
  pugi::xml_node node = parent.append_child("nic");
  const Attributes& attributes = topology_.attributes(id);
  write_attributes("nic", attributes, node);
  for (const LinkId link : topology_.links_of(id))
    if (topology_.kind(topology_.link(link).to) == ComponentKind::port)
      write_port(topology_.link(link).to, link, node);
  write_kept("nic", attributes, node);
}

void Writer::write_port(ComponentId id, LinkId link, pugi::xml_node parent) {
  pugi::xml_node node = parent.append_child("net");
  const Attributes& attributes = topology_.attributes(id);
  write_attributes("net", attributes, node);
  const std::uint32_t number = topology_.ordinal(id);
  Completion complete{node, is_from_xml_};
  complete("name", fmt::format("net{}", number));
  complete("dev", std::to_string(number));
  complete("speed", fmt::format("{:.0f}", topology_.link(link).model.capacity().value() * 8 / 1e6));
  complete("port", "1");
  complete("guid", fmt::format("{:#x}", number + 1));
  complete("maxconn", "131072");
  complete("gdr", "1");
  write_kept("net", attributes, node);
}

void Writer::write_attributes(std::string_view tag, const Attributes& attributes,
                              pugi::xml_node node) const {
  for (const Attribute& attribute : attributes) {
    // Weft's own assumptions are no part of the file that a topology came from.
    if (is_from_xml_ && attribute.provenance == topology::Provenance::assumed) continue;
    const std::string name = attribute_of(tag, attribute.key);
    if (!name.empty()) node.append_attribute(name.c_str()).set_value(attribute.value.c_str());
  }
}

void Writer::write_kept(std::string_view tag, const Attributes& attributes,
                        pugi::xml_node node) const {
  std::map<int, const std::string*> kept;
  for (const Attribute& attribute : attributes)
    if (const int position = kept_position(tag, attribute.key); position >= 0)
      kept[position] = &attribute.value;
  int position = 0;
  pugi::xml_node before = node.first_child();
  for (const auto& [wanted, xml] : kept) {
    for (; position < wanted && before; ++position) before = before.next_sibling();
    pugi::xml_document fragment;
    if (!fragment.load_string(xml->c_str())) continue;  // written by hand into a topology
    const pugi::xml_node element = fragment.document_element();
    if (before) {
      node.insert_copy_before(element, before);
    } else {
      node.append_copy(element);
    }
    ++position;
  }
}

}  // namespace

Expected<std::string> write_nccl_xml(const Topology& topology, NcclDialect dialect) {
  return Writer(topology, dialect).run();
}

}  // namespace weft::io
