#include "weft/io/matrix/dialect.hpp"

#include "weft/io/matrix/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace weft::io::matrix {
namespace {

using enum Nearness;

// Besides the device itself. N/A stands where a driver could not find out.
constexpr std::array kSelf = {CellWord{"X", self}, CellWord{"N/A", unknown},
                              CellWord{"NA", unknown}};

// SOC is what drivers before 2017 called SYS; they had no NODE.
constexpr std::array kNvidia = {CellWord{"SYS", sys},
                                CellWord{"SOC", sys},
                                CellWord{"NODE", node},
                                CellWord{"PHB", phb},
                                CellWord{"PXB", pxb},
                                CellWord{"PIX", pix},
                                CellWord{"NV", fabric, "nvlink", true}};
constexpr std::array kMetax = {CellWord{"MX", fabric, "metaxlink"},
                               CellWord{"SYS", sys},
                               CellWord{"NODE", node},
                               CellWord{"PHB", phb},
                               CellWord{"PXB", pxb},
                               CellWord{"PIX", pix},
                               CellWord{"ETH", unknown}};
constexpr std::array kMthreads = {CellWord{"MT", fabric, "mtlink", true},
                                  CellWord{"INT", fabric, "mt-die", false},
                                  CellWord{"SYS", sys},
                                  CellWord{"NODE", node},
                                  CellWord{"HPB", phb},
                                  CellWord{"MPB", pxb},
                                  CellWord{"SPB", pix}};
constexpr std::array kAscend = {CellWord{"HCCS", fabric, "hccs"},
                                CellWord{"XLink", fabric, "hccs"},
                                CellWord{"SIO", fabric, "sio"},
                                CellWord{"HCCS_SW", fabric, "hccs-die", false, true},
                                CellWord{"UB", fabric, "ub"},
                                CellWord{"XLink_SW", fabric, "hccs-die", false, true},
                                CellWord{"SYS", sys},
                                CellWord{"PHB", phb},
                                CellWord{"PXB", pxb},
                                CellWord{"PIX", pix}};
constexpr std::array kCambricon = {CellWord{"MLK", fabric, "mlu-link", true},
                                   CellWord{"MLK[S]", fabric, "mlu-link", false, true},
                                   CellWord{"SYS", sys},
                                   CellWord{"CPU", node},
                                   CellWord{"H_B", phb},
                                   CellWord{"MUL", pxb},
                                   CellWord{"SGL", pix}};
constexpr std::array kKunlun = {CellWord{"XL", fabric, "xpu-link"},
                                CellWord{"SYS", sys},
                                CellWord{"NODE", node},
                                CellWord{"PHB", phb},
                                CellWord{"PXB", pxb},
                                CellWord{"PIX", pix}};
constexpr std::array kIntel = {CellWord{"S", self},
                               CellWord{"MDF", fabric, "mdf"},
                               CellWord{"XL", fabric, "xe-link", true},
                               CellWord{"XL*", fabric, "xe-link"},
                               CellWord{"SYS", sys},
                               CellWord{"NODE", node},
                               CellWord{"PHB", phb},
                               CellWord{"PXB", pxb},
                               CellWord{"PIX", pix}};
constexpr std::array kRocm = {CellWord{"0", self}, CellWord{"XGMI", fabric, "xgmi"},
                              CellWord{"HSW", fabric, "hlink", false, true},
                              CellWord{"PCIE", unknown}};

constexpr std::array<std::string_view, 1> kGpu = {"GPU"};
constexpr std::array<std::string_view, 2> kNpu = {"NPU", "Phy-ID"};
constexpr std::array<std::string_view, 1> kMlu = {"MLU"};
constexpr std::array<std::string_view, 1> kXpu = {"XPU"};
constexpr std::array<std::string_view, 3> kAmd = {"GPU", "HCU", "DCU"};

// Where a table fits several, the first counts.
constexpr std::array kDialects = {
    Dialect{"nvidia-smi topo -m", "nvidia", kGpu, kNvidia},
    Dialect{"mx-smi topo -m", "metax", kGpu, kMetax},
    Dialect{"mthreads-gmi topo -m", "mthreads", kGpu, kMthreads},
    Dialect{"npu-smi info -t topo", "huawei", kNpu, kAscend},
    Dialect{"cnmon topo -m", "cambricon", kMlu, kCambricon},
    Dialect{"xpu-smi topo -m (Kunlunxin)", "kunlunxin", kXpu, kKunlun},
    Dialect{"xpu-smi topology -m (Intel)", "intel", kGpu, kIntel},
};
constexpr Dialect kRocmSmi{"rocm-smi --showtopo", "amd", kAmd, kRocm};

constexpr std::array<std::string_view, 7> kAccelerators = {"GPU", "NPU", "Phy-ID", "MLU",
                                                           "XPU", "HCU", "DCU"};

bool is_name_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.' ||
         c == ':';
}

std::optional<Relation> find(std::span<const CellWord> words, std::string_view text) {
  for (const CellWord& known : words) {
    if (!known.counted && same(known.word, text))
      return Relation{known.nearness, 0, known.fabric, known.switched};
    if (!known.counted || !same(known.word, without_number(text))) continue;
    const int links = number_at_end(text);
    if (links > 0) return Relation{known.nearness, links, known.fabric, known.switched};
  }
  return std::nullopt;
}

}  // namespace

std::string_view word(Nearness nearness) {
  constexpr std::array<std::string_view, 8> kWords = {"X",   "a private link", "PIX", "PXB",
                                                      "PHB", "NODE",           "SYS", "N/A"};
  return kWords.at(static_cast<std::size_t>(nearness));
}

std::span<const Dialect> dialects() { return kDialects; }
const Dialect& rocm_dialect() { return kRocmSmi; }

std::optional<Relation> relation_of(const Dialect& dialect, std::string_view word) {
  if (const auto general = find(kSelf, word)) return general;
  return find(dialect.words, word);
}

std::string words_of(const Dialect& dialect) {
  std::string list = "X";
  for (const CellWord& known : dialect.words) {
    list += ", ";
    list += known.word;
    if (known.counted) list += '#';
  }
  return list;
}

std::optional<Label> label_of(std::string_view word) {
  std::string text(word);
  if (text.ends_with(']') && text.find('[') != std::string::npos) {
    std::erase(text, '[');
    text.pop_back();
  }
  // The tiles of Intel's GPUs: GPU0/1.
  const std::size_t slash = text.find('/');
  if (slash != std::string::npos) {
    const int gpu = number_at_end(std::string_view(text).substr(0, slash));
    const int tile = plain_number(std::string_view(text).substr(slash + 1));
    constexpr int kMostTiles = 64;
    const std::string_view prefix = without_number(std::string_view(text).substr(0, slash));
    if (gpu < 0 || tile < 0 || tile >= kMostTiles || !same(prefix, "GPU")) return std::nullopt;
    return Label{text, "GPU", gpu * kMostTiles + tile, true};
  }
  const std::string_view prefix = without_number(text);
  if (prefix.empty() || !std::isalpha(static_cast<unsigned char>(text.front())) ||
      !std::all_of(text.begin(), text.end(), is_name_character) || text.ends_with(':'))
    return std::nullopt;
  const int number = number_at_end(text);
  for (const std::string_view known : kAccelerators)
    if (same(known, prefix) && number >= 0) return Label{text, std::string(known), number, true};
  // NICs have names of many forms, all with a digit: mlx5_0, bnxt_re1, rocep1s0f0, ib7s400p0.
  if (std::none_of(text.begin(), text.end(), is_digit)) return std::nullopt;
  return Label{text, std::string(prefix), number, false};
}

bool operator==(const Label& a, const Label& b) {
  if (a.is_accelerator != b.is_accelerator) return false;
  return a.is_accelerator ? a.number == b.number && a.prefix == b.prefix : same(a.text, b.text);
}

}  // namespace weft::io::matrix
