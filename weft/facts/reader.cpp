// The only file of this layer that includes toml++, which takes seconds to compile.
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include "weft/facts/reader.hpp"

#include "weft/base/assert.hpp"
#include "weft/facts/bounds.hpp"
#include "weft/facts/embedded.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <toml++/toml.h>

namespace weft::facts {

extern const EmbeddedFile kDataFiles[];
extern const unsigned kDataFiles_count;

namespace {

[[noreturn]] void malformed_at(std::string_view file, int line, const std::string& why,
                               DataFault fault = DataFault::invalid) {
  throw DataError(fault, file, line, why);
}

int line_of(const toml::node& node) { return static_cast<int>(node.source().begin.line); }

Value convert(const toml::node& node, std::string_view file) {
  Value value;
  value.line = line_of(node);
  if (const auto* table = node.as_table()) {
    value.kind = Value::Kind::fields;
    for (const auto& [key, field] : *table)
      value.fields.push_back({std::string(key.str()), convert(field, file)});
  } else if (const auto* array = node.as_array()) {
    value.kind = Value::Kind::list;
    for (const toml::node& item : *array) value.list.push_back(convert(item, file));
  } else if (const auto* text = node.as_string()) {
    value.kind = Value::Kind::text;
    value.text = text->get();
  } else if (node.is_number()) {
    value.kind = Value::Kind::number;
    value.number = *node.value<double>();
  } else if (const auto* flag = node.as_boolean()) {
    value.flag = flag->get();
  } else {
    malformed_at(file, value.line, "expected a text, number, flag, list or table");
  }
  return value;
}

Value parse(std::string_view file, std::string_view text) {
  toml::parse_result result = toml::parse(text, file);
  if (!result)
    malformed_at(file, static_cast<int>(result.error().source().begin.line),
                 std::string(result.error().description()), DataFault::syntax);
  return convert(result.table(), file);
}

std::string_view embedded(std::string_view name) {
  for (unsigned i = 0; i < kDataFiles_count; ++i)
    if (name == kDataFiles[i].name) return kDataFiles[i].text;
  malformed_at(name, 0, "is not part of this program");
}

const char* kind_name(Value::Kind kind) {
  constexpr const char* kNames[] = {"a flag", "a number", "a text", "a list", "a table"};
  return kNames[static_cast<int>(kind)];
}

int whole(double number, const Record& record, std::string_view key) {
  if (number != std::floor(number) || std::abs(number) > 1e9)
    record.malformed_key(
        key, fmt::format("'{}' must be a whole number, at most 1000000000, and is {}", key, number),
        DataFault::invalid);
  return static_cast<int>(number);
}

}  // namespace

std::vector<std::string_view> data_files(std::string_view prefix) {
  std::vector<std::string_view> names;
  for (unsigned i = 0; i < kDataFiles_count; ++i)
    if (std::string_view(kDataFiles[i].name).starts_with(prefix))
      names.emplace_back(kDataFiles[i].name);
  std::ranges::sort(names);
  return names;
}

DataError::DataError(DataFault fault, std::string_view file, int line, std::string why)
    : InternalError(fmt::format("weft/facts/data/{}:{}: {}", file, line, why)),
      fault_(fault),
      where_{std::string(file), line, 0},
      why_(std::move(why)) {}

Document::Document(std::string_view name) : Document(name, embedded(name)) {}

Document::Document(std::string_view name, std::string_view text)
    : name_(name), root_(parse(name, text)) {}

Record::Record(std::string_view file, const Value& value)
    : file_(file), value_(&value), read_(value.fields.size(), false) {
  if (value.kind != Value::Kind::fields) malformed("expected a table");
}

void Record::malformed(const std::string& why, DataFault fault) const {
  malformed_at(file_, value_->line, why, fault);
}

void Record::malformed_key(std::string_view key, const std::string& why, DataFault fault) const {
  for (const auto& [name, value] : value_->fields)
    if (name == key) malformed_at(file_, value.line, why, fault);
  malformed(why, fault);
}

const Value* Record::find(std::string_view key, Value::Kind kind) const {
  for (std::size_t i = 0; i < value_->fields.size(); ++i) {
    const auto& [name, value] = value_->fields[i];
    if (name != key) continue;
    read_[i] = true;
    if (value.kind != kind)
      malformed_at(file_, value.line, fmt::format("'{}' must be {}", key, kind_name(kind)));
    // No figure of the world that these tables hold is below 0 or without an end.
    if (kind == Value::Kind::number && (!std::isfinite(value.number) || value.number < 0))
      malformed_at(file_, value.line,
                   fmt::format("'{}' is {}, and must be a number from 0", key, value.number));
    if (const auto most = most_of(key); kind == Value::Kind::number && most && value.number > *most)
      malformed_at(
          file_, value.line,
          fmt::format("'{}' is {}, and nothing has more than {}", key, value.number, *most));
    return &value;
  }
  return nullptr;
}

const Value& Record::need(std::string_view key, Value::Kind kind) const {
  const Value* value = find(key, kind);
  if (value == nullptr)
    malformed_at(file_, value_->line, fmt::format("the key '{}' is missing", key),
                 DataFault::missing);
  return *value;
}

bool Record::has(std::string_view key) const {
  for (const auto& [name, value] : value_->fields)
    if (name == key) return true;
  return false;
}

std::string Record::text(std::string_view key) const { return need(key, Value::Kind::text).text; }

std::string Record::text_or(std::string_view key, std::string fallback) const {
  const Value* value = find(key, Value::Kind::text);
  if (value != nullptr) return value->text;
  return fallback;
}

double Record::number(std::string_view key) const { return need(key, Value::Kind::number).number; }

double Record::number_or(std::string_view key, double fallback) const {
  const Value* value = find(key, Value::Kind::number);
  return value == nullptr ? fallback : value->number;
}

int Record::integer(std::string_view key) const { return whole(number(key), *this, key); }

int Record::integer_or(std::string_view key, int fallback) const {
  return whole(number_or(key, fallback), *this, key);
}

bool Record::flag_or(std::string_view key, bool fallback) const {
  const Value* value = find(key, Value::Kind::flag);
  return value == nullptr ? fallback : value->flag;
}

std::vector<std::string> Record::texts(std::string_view key) const {
  std::vector<std::string> texts;
  if (const Value* value = find(key, Value::Kind::list))
    for (const Value& item : value->list) {
      if (item.kind != Value::Kind::text) malformed(fmt::format("'{}' must hold texts", key));
      texts.push_back(item.text);
    }
  return texts;
}

std::vector<double> Record::numbers(std::string_view key) const {
  std::vector<double> numbers;
  if (const Value* value = find(key, Value::Kind::list))
    for (const Value& item : value->list) {
      if (item.kind != Value::Kind::number) malformed(fmt::format("'{}' must hold numbers", key));
      numbers.push_back(item.number);
    }
  return numbers;
}

std::vector<int> Record::integers(std::string_view key) const {
  std::vector<int> integers;
  for (const double number : numbers(key)) integers.push_back(whole(number, *this, key));
  return integers;
}

std::vector<Record> Record::records(std::string_view key) const {
  std::vector<Record> records;
  if (const Value* value = find(key, Value::Kind::list))
    for (const Value& item : value->list) records.emplace_back(file_, item);
  return records;
}

std::vector<Record> Record::tables(std::string_view key) const {
  std::vector<Record> all = records(key);
  for (const Record& each : all)
    if (each.value_->kind != Value::Kind::fields) each.malformed("expected a table");
  return all;
}

bool Record::is_list(std::string_view key) const {
  for (const auto& [name, value] : value_->fields)
    if (name == key) return value.kind == Value::Kind::list;
  return false;
}

Record Record::record(std::string_view key) const {
  return Record(file_, need(key, Value::Kind::fields));
}

Evidence Record::evidence() const {
  Evidence evidence{text("source"), Tag::estimate, text_or("date", "")};
  if (evidence.source.empty()) malformed("the source is empty");
  const std::string tag = text("tag");
  for (const Tag known : {Tag::measured, Tag::spec, Tag::derived, Tag::estimate})
    if (tag == to_string(known)) {
      evidence.tag = known;
      return evidence;
    }
  malformed(fmt::format("the tag '{}' is not one of measured spec derived estimate", tag));
}

Figure Record::figure(std::string_view key) const {
  const Record entry = record(key);
  Figure figure{entry.number("value"), entry.evidence()};
  entry.done();
  return figure;
}

std::optional<Figure> Record::figure_if(std::string_view key) const {
  if (!has(key)) return std::nullopt;
  return figure(key);
}

std::vector<std::string> Record::keys() const {
  std::vector<std::string> keys;
  for (const Field& field : value_->fields) keys.push_back(field.key);
  return keys;
}

void Record::done() const {
  for (std::size_t i = 0; i < read_.size(); ++i)
    if (!read_[i])
      malformed_at(file_, value_->fields[i].value.line,
                   fmt::format("the key '{}' is not known", value_->fields[i].key),
                   DataFault::unknown_key);
}

}  // namespace weft::facts
