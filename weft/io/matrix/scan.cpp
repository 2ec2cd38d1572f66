#include "weft/io/matrix/scan.hpp"

#include "weft/base/parse.hpp"
#include "weft/io/matrix/nvlink_status.hpp"
#include "weft/io/matrix/rocm.hpp"
#include "weft/io/matrix/text.hpp"
#include "weft/io/xml_text.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace weft::io::matrix {
namespace {

// A session's log around a matrix; more is another kind of file.
constexpr std::size_t kMostBytes = std::size_t{16} << 20U;

struct FoundTable {
  Table table;
  RocmSection section = RocmSection::none;
  char capability = '?';
};

// The blocks of a text before their words are understood.
class Scanner {
 public:
  void run(const std::vector<Line>& lines);

  std::vector<FoundTable> tables;
  Names names;
  int legend = 0;  // line of the first legend entry, 0: none
  std::string vendor;
  std::vector<GpuReport> gpus;
  std::map<int, std::string> numa;

 private:
  bool title(const Line& line);
  bool command(const Line& line);
  bool numa_line(const Line& line);
  bool legend_line(const Line& line);
  bool row(const Line& line);

  RocmSection section_ = RocmSection::none;
  char capability_ = '?';
  bool open_ = false;  // rows belong to the last table
};

void Scanner::run(const std::vector<Line>& lines) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Line& line = lines[i];
    if (line.words.empty()) continue;
    if (title(line) || command(line) || numa_line(line)) continue;
    if (read_nvlink_line(line, gpus)) {
      open_ = false;
      continue;
    }
    if (legend_line(line)) continue;
    if (auto table = read_heads(line, lines, i + 1)) {
      tables.push_back({std::move(*table), section_, capability_});
      open_ = true;
      continue;
    }
    row(line);
  }
}

bool Scanner::title(const Line& line) {
  const auto found = rocm_title(line.text);
  if (!found) return false;
  section_ = *found;
  open_ = false;
  if (contains(line.text, "MetaX")) vendor = "metax";
  return true;
}

// A prompt with the command: what the table below it shows.
bool Scanner::command(const Line& line) {
  struct Tool {
    std::string_view name;
    const char* vendor;
  };
  constexpr std::array<Tool, 6> kTools = {Tool{"nvidia-smi", "nvidia"}, {"mx-smi", "metax"},
                                          {"mthreads-gmi", "mthreads"}, {"npu-smi", "huawei"},
                                          {"cnmon", "cambricon"},       {"rocm-smi", "amd"}};
  const auto tool = std::find_if(kTools.begin(), kTools.end(), [&](const Tool& known) {
    return contains(line.text, known.name);
  });
  if (tool == kTools.end()) return false;
  vendor = tool->vendor;
  if (!contains(line.text, "topo")) return false;
  open_ = false;
  section_ = RocmSection::none;
  capability_ = '?';
  for (std::size_t i = 0; i + 1 < line.words.size(); ++i)
    if (contains(line.words[i].text, "-p2p")) capability_ = line.words[i + 1].text.front();
  return true;
}

// "GPU[0] : (Topology) Numa Node: 0"; "GPU 0 :" in some releases, and without the second colon.
bool Scanner::numa_line(const Line& line) {
  const std::size_t at = line.text.find("(Topology) Numa");
  if (at == std::string::npos) return false;
  int gpu = -1;
  for (const Word& word : line.words) {
    if (word.column > static_cast<int>(at)) break;
    const auto label = label_of(word.text);
    if (label && label->is_accelerator) gpu = label->number;
    if (plain_number(word.text) >= 0) gpu = plain_number(word.text);
  }
  const std::string& node = line.words.back().text;
  if (gpu < 0 || plain_number(node) < 0) return true;
  if (contains(line.text, "Numa Node")) numa[gpu] = node;
  return true;
}

// "NIC0: mlx5_0", several on a line too; and "X = Self", which shows that a matrix was meant.
bool Scanner::legend_line(const Line& line) {
  bool found = false;
  for (std::size_t i = 0; i + 1 < line.words.size(); ++i) {
    const std::string& word = line.words[i].text;
    const bool is_self = word == "X" && line.words[i + 1].text == "=";
    const auto label =
        word.ends_with(':') ? label_of(word.substr(0, word.size() - 1)) : std::optional<Label>();
    if (label && same(label->prefix, "NIC") && label_of(line.words[i + 1].text))
      names[label->text] = line.words[i + 1].text;
    else if (!is_self)
      continue;
    found = true;
    if (legend == 0) legend = line.number;
  }
  return found;
}

bool Scanner::row(const Line& line) {
  if (!open_) return false;
  auto found = read_row(line);
  if (!found) return false;
  Table& table = tables.back().table;
  // A second row of a device, or a device without a column, has to look like a row.
  const bool is_expected = table.column_of(found->label) && !table.has_row(found->label);
  const bool is_cell = relation_of(dialects().front(), found->words.front().text).has_value();
  if (!is_expected && !is_cell) return false;
  table.rows.push_back(std::move(*found));
  return true;
}

}  // namespace

bool holds_blocks(std::string_view text) {
  if (!root_element(text).empty() || text.size() > kMostBytes) return false;
  // Most other files hold none of these, and need no closer look.
  constexpr std::array<std::string_view, 12> kSigns = {"GPU0", "GPU1",   "GPU 0", "GPU[0]",
                                                       "NPU",  "Phy-ID", "MLU",   "XPU",
                                                       "HCU",  "DCU",    "NIC0",  "= Self"};
  if (std::none_of(kSigns.begin(), kSigns.end(), [&](std::string_view sign) {
        return text.find(sign) != std::string_view::npos;
      }))
    return false;
  Scanner scanner;
  scanner.run(lines_of(text));
  return !scanner.tables.empty() || !scanner.gpus.empty() || !scanner.numa.empty() ||
         scanner.legend > 0;
}

Expected<Paste> read_paste(const TopologyText& input, Remarks& remarks) {
  Scanner scanner;
  scanner.run(lines_of(input.text));
  Paste paste;
  paste.file = input.name;
  RocmTopology rocm;
  rocm.numa = std::move(scanner.numa);
  const bool has_rows =
      std::any_of(scanner.tables.begin(), scanner.tables.end(),
                  [](const FoundTable& found) { return !found.table.rows.empty(); });
  for (FoundTable& found : scanner.tables) {
    switch (found.section) {
      case RocmSection::weight:
        rocm.weight = std::move(found.table);
        continue;
      case RocmSection::hops:
        rocm.hops = std::move(found.table);
        continue;
      case RocmSection::type:
        rocm.type = std::move(found.table);
        continue;
      case RocmSection::none:
      case RocmSection::numa:
        break;
    }
    // A sentence that ends in names of devices looks like column heads.
    if (found.table.rows.empty() && has_rows) continue;
    if (is_peer_table(found.table)) {
      auto peers = peers_of(found.table, found.capability, remarks);
      if (!peers) return tl::make_unexpected(std::move(peers.error()));
      peers->file = input.name;
      paste.peers.push_back(std::move(*peers));
      continue;
    }
    auto matrix = matrix_of(found.table, scanner.names, scanner.vendor, remarks);
    if (!matrix) return tl::make_unexpected(std::move(matrix.error()));
    matrix->file = input.name;
    paste.matrices.push_back(std::move(*matrix));
  }
  if (!rocm.empty()) {
    auto matrix = rocm_matrix(rocm, remarks);
    if (!matrix) return tl::make_unexpected(std::move(matrix.error()));
    matrix->file = input.name;
    paste.matrices.push_back(std::move(*matrix));
  }
  paste.gpus = std::move(scanner.gpus);
  for (GpuReport& gpu : paste.gpus) gpu.file = input.name;
  if (paste.empty())
    return remarks.error(
        "MATRIX_TRUNCATED", "the legend of a device matrix is there, and the matrix is not",
        "Copy the output of the command from its column heads on.", scanner.legend);
  return paste;
}

}  // namespace weft::io::matrix
