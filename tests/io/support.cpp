#include "tests/io/support.hpp"

#include "weft/topology/builder.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <utility>

#include "tests/shared.hpp"
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <pugixml.hpp>

namespace weft::io::test {
namespace {

std::map<std::string, std::string> attributes(pugi::xml_node node) {
  std::map<std::string, std::string> found;
  for (const pugi::xml_attribute attribute : node.attributes())
    found[attribute.name()] = attribute.value();
  return found;
}

std::vector<pugi::xml_node> children(pugi::xml_node node) {
  std::vector<pugi::xml_node> found;
  for (const pugi::xml_node child : node.children())
    if (child.type() == pugi::node_element) found.push_back(child);
  return found;
}

std::string difference(pugi::xml_node a, pugi::xml_node b) {
  const std::string here = a.path();
  if (std::string(a.name()) != b.name()) return fmt::format("{} became {}", here, b.name());
  const auto left = attributes(a);
  const auto right = attributes(b);
  for (const auto& [name, value] : left) {
    const auto found = right.find(name);
    if (found == right.end()) return fmt::format("{} lost {}={}", here, name, value);
    if (found->second != value)
      return fmt::format("{} {}={} became {}", here, name, value, found->second);
  }
  for (const auto& [name, value] : right)
    if (!left.contains(name)) return fmt::format("{} gained {}={}", here, name, value);
  const auto below = children(a);
  const auto other = children(b);
  if (below.size() != other.size())
    return fmt::format("{} had {} children, then {}", here, below.size(), other.size());
  for (std::size_t i = 0; i < below.size(); ++i)
    if (auto found = difference(below[i], other[i]); !found.empty()) return found;
  return {};
}

}  // namespace

std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  EXPECT_TRUE(in.good()) << path;
  return {std::istreambuf_iterator<char>(in), {}};
}

std::filesystem::path examples() { return std::filesystem::path(WEFT_SOURCE_DIR) / "examples"; }

std::filesystem::path shared_topologies() {
  return weft::test::shared_folder() / "inputs/nccl_topo_xml";
}

std::vector<std::filesystem::path> xml_files(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".xml") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::string difference(const std::string& a, const std::string& b) {
  pugi::xml_document left;
  pugi::xml_document right;
  if (!left.load_string(a.c_str())) return "the first is not XML";
  if (!right.load_string(b.c_str())) return "the second is not XML";
  return difference(left.document_element(), right.document_element());
}

std::string machine(const std::string& devices, const std::string& version) {
  return fmt::format(R"(<system version="{}">
<cpu numaid="0" arch="x86_64" vendor="GenuineIntel" familyid="6" modelid="143">
{}
</cpu>
</system>
)",
                     version, devices);
}

std::string gpu(const std::string& busid, int dev, const std::string& links) {
  return fmt::format(
      R"(<pci busid="{0}" class="0x030200" link_speed="16.0 GT/s PCIe" link_width="16">)"
      R"(<gpu dev="{1}" sm="80" rank="{1}" gdr="1">{2}</gpu></pci>)"
      "\n",
      busid, dev, links);
}

std::string nvlink(const std::string& target, const std::string& count,
                   const std::string& target_class) {
  return fmt::format(R"(<nvlink target="{}" count="{}" tclass="{}"/>)", target, count,
                     target_class);
}

std::string bridge(const std::string& busid, const std::string& devices) {
  return fmt::format(
      R"(<pci busid="{}" class="0x060400" link_speed="16.0 GT/s PCIe" link_width="16">)"
      "\n{}</pci>\n",
      busid, devices);
}

std::string nic(const std::string& busid, const std::string& device_class,
                const std::string& mbps) {
  return fmt::format(R"(<pci busid="{}" class="{}" link_speed="16.0 GT/s PCIe" link_width="16">)"
                     R"(<nic><net name="mlx5_0" dev="0" speed="{}" port="1"/></nic></pci>)"
                     "\n",
                     busid, device_class, mbps);
}

TopologyRead read(std::string text) {
  auto result = read_topology({"topo.xml", std::move(text)});
  if (!result) {
    ADD_FAILURE() << to_string(result.error());
    return {topology::Builder("").build(), {}};
  }
  return std::move(*result);
}

Error read_error(std::string text) {
  auto result = read_topology({"topo.xml", std::move(text)});
  if (result) {
    ADD_FAILURE() << "was read without an error";
    return {};
  }
  return result.error();
}

int count_of(const TopologyRead& read, std::string_view code) {
  return static_cast<int>(std::count_if(read.warnings.begin(), read.warnings.end(),
                                        [&](const Warning& w) { return w.code == code; }));
}

}  // namespace weft::io::test
