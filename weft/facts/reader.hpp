// Reads weft/facts/data/*.toml into records, so that no table has to know TOML.
//
// The files are part of the program: whatever is wrong with one (syntax, a missing or misspelt
// key, a value of another type, an entry without source) is a bug of Weft and throws
// InternalError naming file and line. People write such files too: who reads theirs catches the
// DataError that this is. Threads: readers are local to the function that loads.
#pragma once

#include "weft/base/assert.hpp"
#include "weft/base/error.hpp"
#include "weft/facts/evidence.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft::facts {

enum class DataFault { syntax, missing, invalid, unknown_key, unknown_name, contradiction };

// What is wrong with a data file, and where.
class DataError : public InternalError {
 public:
  DataError(DataFault fault, std::string_view file, int line, std::string why);

  DataFault fault() const { return fault_; }
  const Where& where() const { return where_; }
  const std::string& why() const { return why_; }

 private:
  DataFault fault_;
  Where where_;
  std::string why_;
};

struct Field;

// One value of a file: a flag, a number, a text, a list of values or named fields.
struct Value {
  enum class Kind { flag, number, text, list, fields };

  Kind kind = Kind::flag;
  bool flag = false;
  double number = 0;
  std::string text;
  std::vector<Value> list;
  std::vector<Field> fields;
  int line = 0;
};

struct Field {
  std::string key;
  Value value;
};

// A table entry. Every key must be asked for: `done` reports those that nobody knew.
class Record {
 public:
  Record(std::string_view file, const Value& value);

  bool has(std::string_view key) const;
  std::string text(std::string_view key) const;
  std::string text_or(std::string_view key, std::string fallback) const;
  double number(std::string_view key) const;
  double number_or(std::string_view key, double fallback) const;
  int integer(std::string_view key) const;
  int integer_or(std::string_view key, int fallback) const;
  bool flag_or(std::string_view key, bool fallback) const;

  std::vector<std::string> texts(std::string_view key) const;  // empty where absent
  std::vector<double> numbers(std::string_view key) const;
  std::vector<int> integers(std::string_view key) const;
  std::vector<Record> records(std::string_view key) const;
  Record record(std::string_view key) const;
  std::vector<Record> tables(std::string_view key) const;  // of [[key]]; anything else is refused
  bool is_list(std::string_view key) const;

  Evidence evidence() const;                  // the keys source, tag and date
  Figure figure(std::string_view key) const;  // { value = …, source = "…", tag = "…" }
  std::optional<Figure> figure_if(std::string_view key) const;  // nullopt where absent

  std::vector<std::string> keys() const;
  int line() const { return value_->line; }  // where the entry starts

  void done() const;
  [[noreturn]] void malformed(const std::string& why, DataFault fault = DataFault::invalid) const;
  // At the line of a key.
  [[noreturn]] void malformed_key(std::string_view key, const std::string& why,
                                  DataFault fault = DataFault::unknown_key) const;

 private:
  const Value* find(std::string_view key, Value::Kind kind) const;  // null where absent
  const Value& need(std::string_view key, Value::Kind kind) const;

  std::string_view file_;
  const Value* value_;
  mutable std::vector<bool> read_;  // by field
};

// Names of the files that begin so, in alphabetical order.
std::vector<std::string_view> data_files(std::string_view prefix);

// A whole file. `name` is "pcie.toml".
class Document {
 public:
  explicit Document(std::string_view name);
  Document(std::string_view name, std::string_view text);  // another text, for tests

  Record root() const { return Record(name_, root_); }

  // The entries of [[table]], each turned into a T by `make(record)`.
  template <class T, class Make>
  std::vector<T> table(std::string_view key, Make make) const {
    std::vector<T> rows;
    for (const Record& record : root().records(key)) {
      rows.push_back(make(record));
      record.done();
    }
    return rows;
  }

 private:
  std::string name_;
  Value root_;
};

// The [key] table of a file, turned into a struct by `read`.
template <class Section>
Section read_section(const Record& root, const char* key, Section (*read)(const Record&)) {
  const Record record = root.record(key);
  Section section = read(record);
  record.done();
  return section;
}

}  // namespace weft::facts
