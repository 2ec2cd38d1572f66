#include "weft/io/matrix/rocm.hpp"

#include "weft/io/matrix/text.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace weft::io::matrix {
namespace {

constexpr int kWeightOfOneXgmiLink = 15;
constexpr int kHopsWithinSocket = 2;

class Reader {
 public:
  Reader(const RocmTopology& topology, Remarks& remarks) : topology_(topology), remarks_(remarks) {}

  Expected<Matrix> run();

 private:
  using Done = Expected<void>;

  Done check(const Table& table, const char* section) const;
  Done read(const Row& row);
  Expected<Relation> relation(const Row& row, std::size_t column);
  // A number of another section for the same two GPUs; -1 where it has none.
  int number_in(const std::optional<Table>& table, const Label& row, const Label& column) const;
  Relation over_pcie(const Row& row, const Label& other);

  const RocmTopology& topology_;
  Remarks& remarks_;
  Matrix matrix_;
};

Expected<Matrix> Reader::run() {
  if (!topology_.type)
    return remarks_.error(
        "MATRIX_INCOMPLETE",
        "rocm-smi's weights, hops or NUMA nodes are there, and its link types are not",
        "Give the whole output of rocm-smi --showtopo, or that of --showtopotype with it.");
  const Table& types = *topology_.type;
  if (const auto done = check(types, "link types"); !done) return tl::make_unexpected(done.error());
  for (const auto& [table, name] :
       {std::pair(&topology_.weight, "weights"), std::pair(&topology_.hops, "hops")})
    if (*table)
      if (const auto done = check(**table, name); !done) return tl::make_unexpected(done.error());

  matrix_.dialect = &rocm_dialect();
  matrix_.line = types.line;
  std::vector<Label> labels = types.columns;
  std::sort(labels.begin(), labels.end(),
            [](const Label& a, const Label& b) { return a.number < b.number; });
  for (const Label& label : labels) {
    const auto numa = topology_.numa.find(label.number);
    matrix_.devices.push_back(
        {label, {}, {}, numa == topology_.numa.end() ? "" : numa->second, {}});
  }
  matrix_.cells.resize(matrix_.size() * matrix_.size());
  for (const Row& row : types.rows)
    if (const auto done = read(row); !done) return tl::make_unexpected(done.error());
  return std::move(matrix_);
}

Expected<void> Reader::check(const Table& table, const char* section) const {
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const Label& label = table.columns[i];
    if (!label.is_accelerator || *table.column_of(label) != i)
      return remarks_.error("MATRIX_REPEATED",
                            fmt::format("column {} of rocm-smi's {} is there twice or is no GPU",
                                        label.text, section),
                            "Copy the output again, unchanged.", table.line);
    if (!table.has_row(label))
      return remarks_.error("MATRIX_TRUNCATED",
                            fmt::format("rocm-smi's {} have no row {}", section, label.text),
                            "Copy the output again, whole.", table.line);
  }
  for (const Row& row : table.rows)
    if (!table.column_of(row.label) || row.words.size() != table.columns.size())
      return remarks_.error(
          "MATRIX_RAGGED",
          fmt::format("row {} of rocm-smi's {} has {} cells for {} columns", row.label.text,
                      section, row.words.size(), table.columns.size()),
          "Copy the output again, whole.", row.line);
  return {};
}

Expected<void> Reader::read(const Row& row) {
  const auto index = [&](const Label& label) {
    return static_cast<std::size_t>(
        std::find_if(matrix_.devices.begin(), matrix_.devices.end(),
                     [&](const Device& device) { return device.label == label; }) -
        matrix_.devices.begin());
  };
  for (std::size_t i = 0; i < row.words.size(); ++i) {
    const auto found = relation(row, i);
    if (!found) return tl::make_unexpected(found.error());
    const Label& other = topology_.type->columns[i];
    matrix_.at(index(row.label), index(other)) = {*found, row.words[i].text, row.line,
                                                  row.words[i].column};
  }
  return {};
}

Expected<Relation> Reader::relation(const Row& row, std::size_t column) {
  const Label& other = topology_.type->columns[column];
  const std::string& text = row.words[column].text;
  const auto found = relation_of(rocm_dialect(), text);
  if (!found)
    return remarks_.error("MATRIX_WORD_UNKNOWN",
                          fmt::format("'{}' between {} and {} is no link type of {}", text,
                                      row.label.text, other.text, rocm_dialect().command),
                          fmt::format("Its words are {}. Copy the output again, unchanged.",
                                      words_of(rocm_dialect())),
                          row.line);
  if ((found->nearness == Nearness::self) != (row.label == other))
    return remarks_.error(
        "MATRIX_SHIFTED",
        fmt::format("row {} of the link types has '{}' under {}", row.label.text, text, other.text),
        "0 stands under the own column only; copy the output again.", row.line);
  if (same(text, "PCIE")) return over_pcie(row, other);
  if (same(text, "XGMI") && number_in(topology_.weight, row.label, other) > kWeightOfOneXgmiLink) {
    remarks_.for_device("XGMI_INDIRECT",
                        "two GPUs are joined over other GPUs only (weight above 15); such ways "
                        "are not used",
                        fmt::format("{} and {}", row.label.text, other.text), row.line,
                        "Rings and copies take the direct links; give --gpu for the board's.");
    return Relation{};
  }
  return *found;
}

Relation Reader::over_pcie(const Row& row, const Label& other) {
  int hops = number_in(topology_.hops, row.label, other);
  const auto a = topology_.numa.find(row.label.number);
  const auto b = topology_.numa.find(other.number);
  const bool known = a != topology_.numa.end() && b != topology_.numa.end();
  if (hops < 0) {
    hops = known && a->second == b->second ? kHopsWithinSocket : kHopsWithinSocket + 1;
    remarks_.for_device("MATRIX_CELL_ASSUMED",
                        "no hops are stated for GPUs that are joined by PCIe; one CPU is assumed "
                        "where they share a NUMA node, several elsewhere",
                        fmt::format("{} and {}", row.label.text, other.text), row.line,
                        "Give the whole output of rocm-smi --showtopo.");
  }
  const bool is_one_node = hops <= kHopsWithinSocket && !(known && a->second != b->second);
  return {is_one_node ? Nearness::phb : Nearness::sys, 0, {}, false};
}

int Reader::number_in(const std::optional<Table>& table, const Label& row,
                      const Label& column) const {
  if (!table) return -1;
  const auto at = table->column_of(column);
  const auto found = std::find_if(table->rows.begin(), table->rows.end(),
                                  [&](const Row& r) { return r.label == row; });
  if (!at || found == table->rows.end()) return -1;
  return plain_number(found->words[*at].text);
}

}  // namespace

std::optional<RocmSection> rocm_title(std::string_view line) {
  if (contains(line, "Weight between two")) return RocmSection::weight;
  if (contains(line, "Hops between two")) return RocmSection::hops;
  if (contains(line, "Link Type between two")) return RocmSection::type;
  const bool is_title = line.find("====") != std::string_view::npos &&
                        line.find_first_not_of("= \t") != std::string_view::npos;
  if (is_title && contains(line, "Numa Nodes")) return RocmSection::numa;
  if (is_title) return RocmSection::none;
  return std::nullopt;
}

Expected<Matrix> rocm_matrix(const RocmTopology& topology, Remarks& remarks) {
  return Reader(topology, remarks).run();
}

}  // namespace weft::io::matrix
