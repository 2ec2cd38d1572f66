// A table of `topo -m` as a matrix: which devices there are, what each cell says, who is near which
// CPU. Here everything that can be wrong with one table is found.
#include "weft/io/matrix/records.hpp"
#include "weft/io/matrix/text.hpp"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

namespace weft::io::matrix {
namespace {

// More than a server holds; the search for contradictions takes time by the cube.
constexpr std::size_t kMostDevices = 256;

bool in_order(const Label& a, const Label& b) {
  const auto key = [](const Label& label) {
    return std::tuple(!label.is_accelerator, label.prefix, label.number);
  };
  return key(a) < key(b);
}

bool looks_like_affinity(std::string_view word) { return !word.empty() && is_digit(word.front()); }

// "SYSSYS" as its cells; empty where it is not made of such, or longer than a line would glue.
std::vector<std::string> cells_in(const Dialect& dialect, std::string_view text) {
  constexpr std::size_t kLongest = 64;
  if (text.size() > kLongest) return {};
  for (std::size_t length = text.size(); length > 0; --length) {
    if (!relation_of(dialect, text.substr(0, length))) continue;
    std::vector<std::string> cells = {std::string(text.substr(0, length))};
    if (length == text.size()) return cells;
    const std::vector<std::string> rest = cells_in(dialect, text.substr(length));
    if (rest.empty()) continue;
    cells.insert(cells.end(), rest.begin(), rest.end());
    return cells;
  }
  return {};
}

class Reader {
 public:
  Reader(const Table& table, const Names& names, const std::string& vendor, Remarks& remarks)
      : table_(table), names_(names), vendor_(vendor), remarks_(remarks) {}

  Expected<Matrix> run();

 private:
  using Done = Expected<void>;

  Done add_devices();
  Done choose_dialect();
  Done read(const Row& row);
  Done check_length(const Row& row, const std::vector<Word>& words) const;
  std::vector<Word> unglued(const Row& row) const;
  void describe(const Row& row, Device& device);
  std::size_t index_of(const Label& label) const;
  tl::unexpected<Error> ragged(const Row& row, std::size_t found, const char* hint) const;

  const Table& table_;
  const Names& names_;
  const std::string& vendor_;
  Remarks& remarks_;
  Matrix matrix_;
  std::vector<bool> has_row_;
};

Expected<Matrix> Reader::run() {
  matrix_.line = table_.line;
  if (const auto done = add_devices(); !done) return tl::make_unexpected(done.error());
  if (const auto done = choose_dialect(); !done) return tl::make_unexpected(done.error());
  matrix_.cells.resize(matrix_.size() * matrix_.size());
  has_row_.resize(matrix_.size());
  for (const Row& row : table_.rows)
    if (const auto done = read(row); !done) return tl::make_unexpected(done.error());
  return std::move(matrix_);
}

Expected<void> Reader::add_devices() {
  if (table_.rows.empty())
    return remarks_.error("MATRIX_TRUNCATED",
                          fmt::format("the column heads name {} device{}, and no row follows",
                                      table_.columns.size(), table_.columns.size() == 1 ? "" : "s"),
                          "Copy the whole output of the command, from its column heads to the end.",
                          table_.line);
  for (std::size_t i = 0; i < table_.columns.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (table_.columns[i] == table_.columns[j])
        return remarks_.error("MATRIX_REPEATED",
                              fmt::format("two columns are called {}", table_.columns[i].text),
                              "Paste the matrix of one machine, unchanged.", table_.line);
  std::vector<Label> labels = table_.columns;
  for (const Row& row : table_.rows)
    if (std::find(labels.begin(), labels.end(), row.label) == labels.end())
      labels.push_back(row.label);
  if (labels.size() > kMostDevices)
    return remarks_.error(
        "MATRIX_TOO_LARGE",
        fmt::format("the matrix has {} devices; at most {} are read", labels.size(), kMostDevices),
        "Paste the matrix of one server.", table_.line);
  std::stable_sort(labels.begin(), labels.end(), in_order);
  for (const Label& label : labels) {
    Device device{label, {}, {}, {}, {}};
    const auto named = names_.find(label.text);
    if (named != names_.end()) device.name = named->second;
    if (!label.is_accelerator && device.name.empty() && !same(label.prefix, "NIC"))
      device.name = label.text;
    matrix_.devices.push_back(std::move(device));
  }
  return {};
}

// The one that knows most of the words; a command that is named in the paste decides a tie.
Expected<void> Reader::choose_dialect() {
  std::size_t most = 0;
  for (const Dialect& dialect : dialects()) {
    const bool fits = std::any_of(
        dialect.devices.begin(), dialect.devices.end(),
        [&](std::string_view prefix) { return prefix == matrix_.devices.front().label.prefix; });
    if (!fits) continue;
    std::size_t known = dialect.vendor == vendor_ ? 2 : 1;
    for (const Row& row : table_.rows)
      for (std::size_t i = 0; i < std::min(row.words.size(), table_.columns.size()); ++i)
        if (relation_of(dialect, row.words[i].text)) known += 2;
    if (known <= most) continue;
    most = known;
    matrix_.dialect = &dialect;
  }
  if (matrix_.dialect != nullptr) return {};
  return remarks_.error(
      "MATRIX_DEVICES_UNKNOWN",
      fmt::format("no command is known that prints a matrix of {}s",
                  matrix_.devices.front().label.prefix),
      "Give the output of rocm-smi or hy-smi --showtopo whole, or the matrix of another command.",
      table_.line);
}

Expected<void> Reader::read(const Row& row) {
  const std::size_t device = index_of(row.label);
  const std::vector<Word> words = unglued(row);
  if (const auto done = check_length(row, words); !done) return done;
  const bool is_second = has_row_[device];
  has_row_[device] = true;
  for (std::size_t i = 0; i < table_.columns.size(); ++i) {
    const Word& word = words[i];
    const std::size_t other = index_of(table_.columns[i]);
    const auto relation = relation_of(*matrix_.dialect, word.text);
    if (!relation)
      return remarks_.error(
          "MATRIX_WORD_UNKNOWN",
          fmt::format("'{}' between {} and {} is no word of {}", word.text, row.label.text,
                      table_.columns[i].text, matrix_.dialect->command),
          fmt::format("Its words are {}. Copy the output again, unchanged.",
                      words_of(*matrix_.dialect)),
          row.line);
    if ((relation->nearness == Nearness::self) != (device == other))
      return remarks_.error(
          "MATRIX_SHIFTED",
          device == other
              ? fmt::format("row {} has '{}' under its own column, expected X", row.label.text,
                            word.text)
              : fmt::format("row {} has '{}' under the column {}, which is another device",
                            row.label.text, word.text, table_.columns[i].text),
          "A cell is missing or columns were moved without their heads; copy the output again.",
          row.line);
    Cell& cell = matrix_.at(device, other);
    if (is_second && cell.relation != *relation)
      return remarks_.error(
          "MATRIX_REPEATED",
          fmt::format("there are two rows {}, and they differ: {} and {} under {}", row.label.text,
                      cell.word, word.text, table_.columns[i].text),
          "Paste the matrix of one machine, once.", row.line);
    cell = {*relation, word.text, row.line, word.column};
  }
  if (!is_second) describe(row, matrix_.devices[device]);
  return {};
}

std::vector<Word> Reader::unglued(const Row& row) const {
  std::vector<Word> words;
  for (const Word& word : row.words) {
    const auto parts = words.size() < table_.columns.size() ? cells_in(*matrix_.dialect, word.text)
                                                            : std::vector<std::string>{};
    if (parts.size() < 2)
      words.push_back(word);
    else
      for (const std::string& part : parts) words.push_back({part, word.column, word.field});
  }
  return words;
}

Expected<void> Reader::check_length(const Row& row, const std::vector<Word>& words) const {
  const std::size_t columns = table_.columns.size();
  std::size_t cells = 0;
  while (cells < words.size() && cells < columns && !looks_like_affinity(words[cells].text))
    ++cells;
  if (cells < columns)
    return ragged(row, cells,
                  "The line may have been wrapped or cut; copy the output again from a wide "
                  "terminal.");
  while (cells < words.size() && relation_of(*matrix_.dialect, words[cells].text) &&
         words[cells].text != "N/A")
    ++cells;
  if (cells > columns)
    return ragged(row, cells, "A column head is missing; copy the output again, unchanged.");
  return {};
}

tl::unexpected<Error> Reader::ragged(const Row& row, std::size_t found, const char* hint) const {
  return remarks_.error("MATRIX_RAGGED",
                        fmt::format("row {} has {} cells where the column heads (line {}) name {} "
                                    "devices",
                                    row.label.text, found, table_.line, table_.columns.size()),
                        hint, row.line);
}

void Reader::describe(const Row& row, Device& device) {
  // Glued cells are fewer words than columns, and then nothing tells where the values start.
  Row plain = row;
  plain.words = unglued(row);
  const auto values = heading_values(table_, plain, table_.columns.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    switch (table_.headings[i].kind) {
      case Heading::Kind::cpus:
        device.cpus = values[i];
        break;
      case Heading::Kind::numa:
        device.numa = values[i];
        break;
      case Heading::Kind::gpu_numa:
        device.gpu_numa = values[i];
        break;
      case Heading::Kind::other:
        break;
    }
  }
  // A list of CPUs that fills its column of 15 touches the node's number behind it.
  constexpr std::size_t kColumn = 15;
  const bool has_numa = std::any_of(table_.headings.begin(), table_.headings.end(),
                                    [](const auto& h) { return h.kind == Heading::Kind::numa; });
  if (!has_numa || !device.numa.empty() || device.cpus.size() <= kColumn ||
      matrix_.dialect->vendor != "mthreads")
    return;
  device.numa = device.cpus.substr(device.cpus.size() - 1);
  device.cpus.pop_back();
  remarks_.for_device("MATRIX_FIELDS_GLUED",
                      "the list of CPUs touches the NUMA node; its last digit is taken as the node",
                      row.label.text, row.line, "Compare with /sys/bus/pci/devices/*/numa_node.");
}

std::size_t Reader::index_of(const Label& label) const {
  for (std::size_t i = 0; i < matrix_.devices.size(); ++i)
    if (matrix_.devices[i].label == label) return i;
  return 0;
}

}  // namespace

std::size_t Matrix::accelerators() const {
  return static_cast<std::size_t>(
      std::count_if(devices.begin(), devices.end(),
                    [](const Device& device) { return device.label.is_accelerator; }));
}

Expected<Matrix> matrix_of(const Table& table, const Names& names, const std::string& vendor,
                           Remarks& remarks) {
  return Reader(table, names, vendor, remarks).run();
}

}  // namespace weft::io::matrix
