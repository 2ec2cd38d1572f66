// lspci's words back into numbers: classes, vendors, products, addresses.
#include "weft/base/parse.hpp"
#include "weft/facts/nics.hpp"
#include "weft/io/lspci/records.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

namespace weft::io::lspci {
namespace {

struct Word {
  std::string_view name;
  std::string_view code;
};

// Names of classes as pci.ids has them (2023-04-11); those that traffic meets.
constexpr std::array kClasses = {
    Word{"Host bridge", "0600"},
    Word{"PCI bridge", "0604"},
    Word{"VGA compatible controller", "0300"},
    Word{"3D controller", "0302"},
    Word{"Display controller", "0380"},
    Word{"Ethernet controller", "0200"},
    Word{"Network controller", "0280"},
    Word{"Infiniband controller", "0207"},
    Word{"InfiniBand controller", "0207"},
    Word{"Fabric controller", "0208"},
    Word{"SCSI storage controller", "0100"},
    Word{"IDE interface", "0101"},
    Word{"RAID bus controller", "0104"},
    Word{"SATA controller", "0106"},
    Word{"Serial Attached SCSI controller", "0107"},
    Word{"Non-Volatile memory controller", "0108"},
    Word{"Mass storage controller", "0180"},
    Word{"Processing accelerators", "1200"},
    Word{"Bridge", "0680"},
};

constexpr std::array kVendors = {Word{"NVIDIA", "10de"},
                                 Word{"Mellanox", "15b3"},
                                 Word{"Intel", "8086"},
                                 Word{"Advanced Micro Devices, Inc. [AMD/ATI]", "1002"},
                                 Word{"Advanced Micro Devices", "1022"},
                                 Word{"PLX Technology", "10b5"},
                                 Word{"Broadcom / LSI", "1000"},
                                 Word{"Broadcom Inc. and subsidiaries", "14e4"},
                                 Word{"Broadcom Limited", "14e4"},
                                 Word{"Amazon.com", "1d0f"},
                                 Word{"ASPEED", "1a03"},
                                 Word{"Matrox", "102b"},
                                 Word{"Huawei", "19e5"},
                                 Word{"IBM", "1014"}};

bool is_hex(std::string_view text) {
  return !text.empty() &&
         text.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

std::uint32_t hex(std::string_view text) {
  std::uint32_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value, 16);
  return value;
}

// Up to eight hexadecimal digits followed by `end`.
bool take_hex(std::string_view& text, std::size_t most, char end, std::uint32_t& value) {
  const auto at = text.find(end);
  if (at == std::string_view::npos || at > most || !is_hex(text.substr(0, at))) return false;
  value = hex(text.substr(0, at));
  text.remove_prefix(at + 1);
  return true;
}

// "[0302]" → "0302", "[10de:2330]" → that; the last of this length in the text.
std::string_view bracketed(std::string_view text, std::size_t length) {
  for (auto close = text.rfind(']'); close != std::string_view::npos && close > 0;
       close = text.rfind(']', close - 1)) {
    const auto open = text.rfind('[', close);
    if (open == std::string_view::npos) return {};
    const std::string_view inside = text.substr(open + 1, close - open - 1);
    const bool fits = length == 4 ? is_hex(inside)
                                  : inside.size() == 9 && inside[4] == ':' &&
                                        is_hex(inside.substr(0, 4)) && is_hex(inside.substr(5));
    if (inside.size() == length && fits) return inside;
    if (close == 0) return {};
  }
  return {};
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](unsigned char c) { return std::tolower(c); });
  return out;
}

// "NVIDIA A100-SXM4-80GB" and "[A100 SXM4 80GB]" alike: letters and digits, without the maker.
std::string squeezed(std::string_view text) {
  std::string out;
  for (const char c : lower(text))
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) out += c;
  for (const std::string_view maker : {"nvidia", "amd", "tesla"})
    if (out.starts_with(maker)) out.erase(0, maker.size());
  return out;
}

const facts::Gpu* gpu_called(std::string_view product) {
  const std::string wanted = squeezed(product);
  if (wanted.empty()) return nullptr;
  for (const facts::Gpu& gpu : facts::gpus()) {
    if (squeezed(gpu.name) == wanted || squeezed(gpu.pretty) == wanted) return &gpu;
    for (const std::string& alias : gpu.aliases)
      if (squeezed(alias) == wanted) return &gpu;
  }
  return nullptr;
}

std::string_view code_of(std::string_view name) {
  for (const Word& word : kClasses)
    if (name.starts_with(word.name)) return word.code;
  return {};
}

std::string_view vendor_of(std::string_view name) {
  for (const Word& word : kVendors)
    if (name.starts_with(word.name)) return word.code;
  return {};
}

}  // namespace

bool take_address(std::string_view& text, Address& address) {
  std::string_view rest = text;
  Address read;
  const auto first = rest.find(':');
  if (first == std::string_view::npos) return false;
  const bool has_domain = first >= 4;
  if (has_domain && !take_hex(rest, 8, ':', read.domain)) return false;
  if (!take_hex(rest, 2, ':', read.bus) || !take_hex(rest, 2, '.', read.device)) return false;
  if (rest.empty() || rest[0] < '0' || rest[0] > '7') return false;
  read.function = static_cast<std::uint32_t>(rest[0] - '0');
  rest.remove_prefix(1);
  if (!rest.empty() && rest[0] != ' ' && rest[0] != '\t') return false;
  if (read.bus > 255 || read.device > 31) return false;
  address = read;
  text = rest;
  return true;
}

std::string to_string(const Address& a) {
  return fmt::format("{:04x}:{:02x}:{:02x}.{}", a.domain, a.bus, a.device, a.function);
}

void identify(std::string_view name, topology::PciFunction& into) {
  if (const auto ids = bracketed(name, 9); !ids.empty()) {
    into.id = facts::parse_pci_id(lower(ids));
    return;
  }
  const std::string_view vendor = vendor_of(name);
  into.vendor = static_cast<std::uint16_t>(hex(vendor));
  // Products that pci.ids does not know are printed as "Device 2335".
  if (const auto at = name.find(" Device "); at != std::string_view::npos && !vendor.empty()) {
    const std::string_view number = name.substr(at + 8, 4);
    if (number.size() == 4 && is_hex(number))
      into.id = facts::parse_pci_id(fmt::format("{}:{}", vendor, lower(number)));
    if (into.id) return;
  }
  // Without classes, as the tree has it, a chip of NVIDIA with a product's name in brackets is a
  // GPU unless it says what else it is.
  constexpr std::array<std::string_view, 5> kOthers = {"Audio", "USB", "NVSwitch", "Serial",
                                                       "ridge"};
  if (vendor == "10de" && into.class_code.empty() && name.find('[') != std::string_view::npos &&
      std::ranges::none_of(kOthers, [&](auto other) { return name.find(other) != name.npos; }))
    into.class_code = "0302";
  // "[ConnectX-7]", "GH100 [H100 SXM5 80GB]": what people call the product.
  for (auto open = name.find('['); open != std::string_view::npos;
       open = name.find('[', open + 1)) {
    const auto close = name.find(']', open);
    if (close == std::string_view::npos) return;
    const std::string product = lower(name.substr(open + 1, close - open - 1));
    const facts::Nic* nic = facts::find_nic(product);
    if (nic != nullptr && !nic->pci_ids.empty()) into.id = nic->pci_ids.front();
    const facts::Gpu* gpu = gpu_called(product);
    if (gpu != nullptr && !gpu->pci_ids.empty()) into.id = gpu->pci_ids.front();
    if (into.id) {
      into.attributes.set("identified-by", name.substr(open, close - open + 1),
                          topology::Provenance::assumed);
      return;
    }
  }
}

void describe(std::string_view line, topology::PciFunction& into) {
  while (line.starts_with(' ')) line.remove_prefix(1);
  const auto colon = line.find(": ");
  const std::string_view kind = line.substr(0, colon);
  const std::string_view name =
      colon == std::string_view::npos ? std::string_view{} : line.substr(colon + 2);
  if (const auto code = bracketed(kind, 4); !code.empty())
    into.class_code = lower(code);
  else if (kind.size() == 4 && is_hex(kind))  // lspci -n
    into.class_code = lower(kind);
  else if (kind.starts_with("Class ") && is_hex(kind.substr(6)))
    into.class_code = lower(kind.substr(6));
  else
    into.class_code = code_of(kind);
  // Unknown words stay an unknown kind that is not looked at, unlike a class that is not stated.
  if (into.class_code.empty()) into.class_code = "ff00";
  if (name.size() >= 9 && name[4] == ':' && facts::parse_pci_id(lower(name.substr(0, 9))))
    into.id = facts::parse_pci_id(lower(name.substr(0, 9)));
  else
    identify(name, into);
  const auto rev = name.find(" (rev ");
  into.attributes.set("description", name.substr(0, rev));
}

}  // namespace weft::io::lspci
