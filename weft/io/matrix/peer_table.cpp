// `nvidia-smi topo -p2p`: whether the driver lets one GPU reach another's memory.
#include "weft/io/matrix/records.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace weft::io::matrix {
namespace {

constexpr std::array<std::string_view, 8> kStatus = {"X",   "OK", "CNS", "GNS",
                                                     "TNS", "NS", "DR",  "U"};

bool is_status(std::string_view word) {
  return std::find(kStatus.begin(), kStatus.end(), word) != kStatus.end();
}

}  // namespace

// Any word that only such a table has decides; what is wrong with the others is said later.
bool is_peer_table(const Table& table) {
  return std::any_of(table.rows.begin(), table.rows.end(), [](const Row& row) {
    return std::any_of(row.words.begin(), row.words.end(),
                       [](const Word& word) { return word.text != "X" && is_status(word.text); });
  });
}

Expected<PeerTable> peers_of(const Table& table, char capability, Remarks& remarks) {
  PeerTable peers;
  peers.line = table.line;
  peers.capability = capability;
  for (const Label& label : table.columns) {
    if (std::find(peers.gpus.begin(), peers.gpus.end(), label.number) != peers.gpus.end() ||
        !label.is_accelerator)
      return remarks.error("MATRIX_REPEATED",
                           fmt::format("column {} of a peer-to-peer table is there twice or is "
                                       "no GPU",
                                       label.text),
                           "Copy the output again, unchanged.", table.line);
    peers.gpus.push_back(label.number);
  }
  const std::size_t count = peers.gpus.size();
  peers.status.assign(count, std::vector<std::string>(count));
  for (const Row& row : table.rows) {
    const auto at = table.column_of(row.label);
    if (!at || row.words.size() < count)
      return remarks.error("MATRIX_RAGGED",
                           fmt::format("row {} of a peer-to-peer table has {} cells for {} columns",
                                       row.label.text, row.words.size(), count),
                           "Copy the output again, whole.", row.line);
    for (std::size_t i = 0; i < count; ++i) {
      const std::string& word = row.words[i].text;
      if (!is_status(word))
        return remarks.error(
            "MATRIX_WORD_UNKNOWN",
            fmt::format("'{}' between {} and {} is no word of nvidia-smi topo -p2p", word,
                        row.label.text, table.columns[i].text),
            "Its words are X, OK, CNS, GNS, TNS, NS, DR and U. Copy the output again, unchanged.",
            row.line);
      if ((word == "X") != (i == *at))
        return remarks.error("MATRIX_SHIFTED",
                             fmt::format("row {} of a peer-to-peer table has '{}' under {}",
                                         row.label.text, word, table.columns[i].text),
                             "X stands under the own column only; copy the output again.",
                             row.line);
      peers.status[*at][i] = word;
    }
  }
  for (std::size_t i = 0; i < count; ++i)
    if (!table.has_row(table.columns[i]))
      return remarks.error("MATRIX_TRUNCATED",
                           fmt::format("a peer-to-peer table has no row {}", table.columns[i].text),
                           "Copy the output again, whole.", table.line);
  return peers;
}

}  // namespace weft::io::matrix
