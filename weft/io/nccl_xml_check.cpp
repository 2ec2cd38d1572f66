// What the texts of the records mean, as far as one element tells, and what must be unique.
#include "weft/base/parse.hpp"
#include "weft/io/nccl_xml_device.hpp"
#include "weft/io/nccl_xml_records.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace weft::io::nccl {
namespace {

// A GPU has up to 36 NVLinks; more than this is a typing error. Fewer, but more than the product
// has, are a warning (nccl_xml_links.cpp).
constexpr int kMostLinks = 64;
constexpr int kMostOrdinal = 1 << 20;

// "0x030200": six hexadecimal digits, or the four that name class and subclass.
bool is_class(std::string_view text) {
  if (text.starts_with("0x") || text.starts_with("0X")) text.remove_prefix(2);
  return (text.size() == 4 || text.size() == 6) &&
         text.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

class Checker {
 public:
  Checker(SystemRecord& system, Remarks& remarks) : system_(system), remarks_(remarks) {}

  Expected<void> run();

 private:
  using Done = Expected<void>;

  Done version();
  Done cpu(CpuRecord& record);
  Done pci(PciRecord& record);
  Done own_busid(PciRecord& record);
  Done gpu(GpuRecord& record);
  Done link(GpuLinkRecord& record);
  void product(const PciRecord& record);
  void target_class(const GpuLinkRecord& record);
  Done dialect() const;
  Done nic(const NicRecord& record);

  // The attribute as a whole number of [least, most]; absent gives nullopt.
  Expected<std::optional<int>> number(const Element& element, std::string_view tag,
                                      std::string_view name, int least, int most,
                                      const char* code) const;
  // The same where it must be there.
  Done need(const Element& element, std::string_view tag, std::string_view name, int least,
            int most, const char* code, int& value) const;
  Done once(std::unordered_map<std::string, int>& seen, const std::string& what, const char* code,
            int line) const;

  SystemRecord& system_;
  Remarks& remarks_;
  std::size_t host_ = 0;
  std::unordered_map<std::string, std::size_t> hosts_;
  std::unordered_map<std::string, int> numa_ids_;  // "host:numaid" -> line, and so below
  std::unordered_map<std::string, int> devs_;
  std::unordered_map<std::string, int> ranks_;
  std::unordered_map<std::string, int> net_devs_;
  std::map<std::pair<std::size_t, std::uint64_t>, const PciRecord*> devices_;
  std::vector<const PciRecord*> ancestors_;
  int nvlink_line_ = 0;  // of the first, 0: none
  int xgmi_line_ = 0;
};

Expected<void> Checker::run() {
  if (const auto done = version(); !done) return done;
  for (CpuRecord& record : system_.cpus) {
    record.host =
        hosts_.try_emplace(std::string(record.get("host_hash")), hosts_.size()).first->second;
    host_ = record.host;
    if (const auto done = cpu(record); !done) return done;
  }
  system_.hosts = hosts_.size();
  return dialect();
}

Expected<void> Checker::version() {
  const std::string* text = system_.find("version");
  if (text == nullptr) {
    remarks_.add("NCCL_XML_VERSION_DOUBTFUL",
                 "the system element has no version; NCCL refuses such a file",
                 "Write version=\"1\" for NCCL or version=\"2\" for RCCL.", system_.line);
    return {};
  }
  if (*text == "1" || *text == "2") return {};
  return remarks_.error("NCCL_XML_VERSION",
                        fmt::format("version '{}' of the format is not known; Weft reads 1 (NCCL) "
                                    "and 2 (RCCL)",
                                    *text),
                        "Dump the file with a release of NCCL or RCCL that writes one of these.",
                        system_.line);
}

// NCCL knows nvlink and RCCL xgmi elements, and no GPU has both.
Expected<void> Checker::dialect() const {
  if (nvlink_line_ > 0 && xgmi_line_ > 0)
    return remarks_.error("NCCL_XML_MIXED",
                          fmt::format("the file has nvlink elements (line {}) and xgmi elements "
                                      "(line {}), which no machine has together",
                                      nvlink_line_, xgmi_line_),
                          "Keep those that the GPUs have.", std::max(nvlink_line_, xgmi_line_));
  const std::string_view version = system_.get("version");
  if ((version == "1" && xgmi_line_ > 0) || (version == "2" && nvlink_line_ > 0))
    remarks_.add("NCCL_XML_VERSION_DOUBTFUL",
                 fmt::format("version {} is that of {}, which ignores {} elements", version,
                             version == "1" ? "NCCL" : "RCCL", version == "1" ? "xgmi" : "nvlink"),
                 "Write version 1 with nvlink, or version 2 with xgmi.", system_.line);
  return {};
}

Expected<void> Checker::cpu(CpuRecord& record) {
  const auto numa = number(record, "cpu", "numaid", -1, kMostOrdinal, "NUMA_INVALID");
  if (!numa) return tl::make_unexpected(numa.error());
  record.numa_id = numa->value_or(-1);
  if (record.numa_id < 0) {
    remarks_.for_device("NUMA_UNKNOWN", "a cpu element without the number of its NUMA node",
                        fmt::format("line {}", record.line), record.line,
                        "Usual in virtual machines; which devices share a socket is then a guess.");
  } else {
    const auto done =
        once(numa_ids_, fmt::format("{}:{}", host_, record.numa_id), "NUMA_REPEATED", record.line);
    if (!done) return done;
  }
  for (auto& child : record.children) {
    auto* device = std::get_if<PciRecord>(&child);
    const auto done = device != nullptr ? pci(*device) : nic(std::get<NicRecord>(child));
    if (!done) return done;
  }
  return {};
}

Expected<void> Checker::pci(PciRecord& record) {
  if (const auto done = own_busid(record); !done) return done;
  record.kind = kind_of(record, remarks_);
  if (!record.children.empty() && record.kind != topology::ComponentKind::pcie_switch)
    return remarks_.error("PCI_BELOW_ENDPOINT",
                          fmt::format("device {} is a {}, yet other devices stand below it",
                                      record.get("busid"), word(record.kind)),
                          "Move them beside it, or give it the class of a bridge, 0x060400.",
                          record.line);
  ancestors_.push_back(&record);
  for (PciRecord& child : record.children)
    if (const auto done = pci(child); !done) return done;
  ancestors_.pop_back();
  if (record.gpu) {
    if (const auto done = gpu(*record.gpu); !done) return done;
    product(record);
  }
  return record.nic ? nic(*record.nic) : Done{};
}

Expected<void> Checker::own_busid(PciRecord& record) {
  const std::string_view text = record.get("busid");
  const auto id = parse_bus_id(text);
  if (!id)
    return remarks_.error("BUSID_MALFORMED", fmt::format("a pci element has the bus id '{}'", text),
                          "Write domain:bus:device.function in hexadecimal, as in 0000:18:00.0.",
                          record.line);
  record.busid = *id;
  for (const PciRecord* ancestor : ancestors_)
    if (ancestor->busid == *id)
      return remarks_.error(
          "BUSID_CYCLE",
          fmt::format("device {} stands below itself (line {})", text, ancestor->line),
          "Each device has one place in the tree and a bus id of its own.", record.line);
  const auto [entry, is_new] = devices_.try_emplace({host_, id->value}, &record);
  if (is_new) return {};
  // Files made by hand repeat the ids of bridges, which nothing refers to. An endpoint is named
  // by its id, so two of them cannot be told apart.
  const auto is_bridge = [](const PciRecord& device) { return !device.children.empty(); };
  if (is_bridge(record) && is_bridge(*entry->second)) {
    remarks_.for_device("BRIDGE_REPEATED", "several bridges have the same bus id", text,
                        record.line,
                        "They are taken as different bridges; give each an id of its own.");
    return {};
  }
  return remarks_.error("BUSID_REPEATED",
                        fmt::format("the bus id {} was given to a device before (line {})", text,
                                    entry->second->line),
                        "Each device has a bus id of its own.", record.line);
}

Expected<void> Checker::gpu(GpuRecord& record) {
  auto dev = number(record, "gpu", "dev", 0, kMostOrdinal, "GPU_DEV_INVALID");
  if (!dev) return tl::make_unexpected(dev.error());
  auto rank = number(record, "gpu", "rank", -1, kMostOrdinal, "GPU_RANK_INVALID");
  if (!rank) return tl::make_unexpected(rank.error());
  record.dev = *dev;
  record.rank = *rank;
  if (record.dev) {
    const auto done =
        once(devs_, fmt::format("{}:{}", host_, *record.dev), "GPU_DEV_REPEATED", record.line);
    if (!done) return done;
  }
  // -1 is what NCCL writes for a GPU that no rank uses.
  if (record.rank && *record.rank >= 0) {
    const auto done =
        once(ranks_, fmt::format("{}", *record.rank), "GPU_RANK_REPEATED", record.line);
    if (!done) return done;
  }
  for (GpuLinkRecord& found : record.links)
    if (const auto done = link(found); !done) return done;
  return {};
}

// What the PCI id says of the GPU, against what its own element says.
void Checker::product(const PciRecord& record) {
  const GpuIdentity identity = identify_gpu(record);
  if (identity.gpu == nullptr || identity.provenance != topology::Provenance::specified) return;
  const facts::Gpu& known = *identity.gpu;
  const std::string* gcn = record.gpu->find("gcn");
  const facts::Gpu* by_gcn = gcn != nullptr ? facts::find_gpu_by_gcn(*gcn) : nullptr;
  const auto sm = parse_integer(record.gpu->get("sm"));
  const bool other_gcn = by_gcn != nullptr && by_gcn->gcn != known.gcn;
  const bool other_sm = gcn == nullptr && sm && *sm > 0 && *sm != known.sm;
  if (!other_gcn && !other_sm) return;
  remarks_.for_device(
      "GPU_ARCHITECTURE_CONFLICT",
      fmt::format("the PCI id is that of {}, and the gpu element says {}; the id is taken",
                  known.pretty,
                  other_gcn ? fmt::format("gcn {}", *gcn) : fmt::format("sm {}", *sm)),
      record.get("busid"), record.gpu->line, "Correct the device or the architecture.");
}

void Checker::target_class(const GpuLinkRecord& record) {
  const std::string* text = record.find("tclass");
  if (text == nullptr || is_class(*text)) return;
  remarks_.for_device("NVLINK_TCLASS_INVALID",
                      fmt::format("a link states the tclass '{}', which is no PCI class; what its "
                                  "target is, the rest of the file tells",
                                  *text),
                      record.get("target"), record.line,
                      "Write 0x030200 for a GPU, 0x068000 for an NVSwitch.");
}

Expected<void> Checker::link(GpuLinkRecord& record) {
  const std::string_view tag = word(record.tag);
  if (const auto done =
          need(record, tag, "count", 1, kMostLinks, "LINK_COUNT_INVALID", record.count);
      !done)
    return done;
  if (record.tag == LinkTag::c2c)
    return need(record, tag, "bw", 1, 100'000'000, "C2C_INVALID", record.bw);
  const auto target = parse_bus_id(record.get("target"));
  if (!target)
    return remarks_.error(
        "BUSID_MALFORMED",
        fmt::format("a {} element has the target '{}'", tag, record.get("target")),
        "Write the bus id of the other end, as in 0000:18:00.0.", record.line);
  record.target = *target;
  target_class(record);
  int& first = record.tag == LinkTag::nvlink ? nvlink_line_ : xgmi_line_;
  if (first == 0) first = record.line;
  return {};
}

Expected<void> Checker::nic(const NicRecord& record) {
  for (const NetRecord& net : record.nets) {
    const auto dev = number(net, "net", "dev", 0, kMostOrdinal, "NET_DEV_INVALID");
    if (!dev) return tl::make_unexpected(dev.error());
    if (!*dev) continue;
    const auto is_new = net_devs_.try_emplace(fmt::format("{}:{}", host_, **dev), net.line).second;
    if (!is_new)
      remarks_.for_device("NET_DEV_REPEATED",
                          "several net elements have the same dev; NCCL takes "
                          "them as one port",
                          net.get("name"), net.line, "Number them 0, 1, 2 …");
  }
  return {};
}

Expected<std::optional<int>> Checker::number(const Element& element, std::string_view tag,
                                             std::string_view name, int least, int most,
                                             const char* code) const {
  const std::string* text = element.find(name);
  if (text == nullptr) return std::optional<int>{};
  const auto value = parse_integer(*text);
  if (value && *value >= least && *value <= most) return std::optional(static_cast<int>(*value));
  return remarks_.error(code,
                        fmt::format("the {} of a {} element is '{}'; expected a whole number from "
                                    "{} to {}",
                                    name, tag, *text, least, most),
                        "Correct it, or dump the file again.", element.line);
}

Expected<void> Checker::need(const Element& element, std::string_view tag, std::string_view name,
                             int least, int most, const char* code, int& value) const {
  const auto found = number(element, tag, name, least, most, code);
  if (!found) return tl::make_unexpected(found.error());
  if (!*found)
    return remarks_.error(
        code, fmt::format("a {} element has no {}", tag, name),
        fmt::format("Write {}=\"…\" with a number from {} to {}.", name, least, most),
        element.line);
  value = **found;
  return {};
}

Expected<void> Checker::once(std::unordered_map<std::string, int>& seen, const std::string& what,
                             const char* code, int line) const {
  const auto [entry, is_new] = seen.try_emplace(what, line);
  if (is_new) return {};
  const auto number = what.substr(what.find(':') + 1);
  return remarks_.error(
      code, fmt::format("number {} was given before, in line {}", number, entry->second),
      "Numbers of NUMA nodes, GPUs and ranks are unique; correct one of the two.", line);
}

}  // namespace

Expected<void> check(SystemRecord& system, Remarks& remarks) {
  return Checker(system, remarks).run();
}

}  // namespace weft::io::nccl
