#include "weft/io/traffic_csv.hpp"

#include "weft/base/parse.hpp"
#include "weft/io/csv_text.hpp"
#include "weft/io/text_lines.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include <fmt/format.h>

namespace weft::io {
namespace {

enum Column : std::size_t { kFlow, kSrc, kDst, kBytes, kStart, kLinks, kColumns };
constexpr std::array<std::string_view, kColumns> kNames = {"flow",  "src",     "dst",
                                                           "bytes", "start_s", "links"};
constexpr std::uint32_t kMostLinks = 1U << 28U;  // of dense numbers; more is a slip

void split(std::string_view line, char by, std::vector<std::string_view>& fields) {
  fields.clear();
  while (true) {
    const std::size_t end = line.find(by);
    fields.push_back(trimmed(line.substr(0, end)));
    if (end == std::string_view::npos) return;
    line.remove_prefix(end + 1);
  }
}

class Reader {
 public:
  explicit Reader(const std::string& name) : name_(name), remarks_(name) {}

  Expected<TrafficMatrix> read(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    std::string_view line;
    std::string_view rest = text;
    int next = 1;
    while (next_line(rest, line)) {
      const int number = next++;
      line = trimmed(line);
      const bool is_row = !line.empty() && line.front() != '#';
      if (is_row && line.find('"') != std::string_view::npos) {
        rest = text;
        next = number;
        if (auto done = split_quoted(rest, next); !done)
          return tl::make_unexpected(std::move(done.error()));
      } else if (is_row) {
        split(line, ',', fields_);
      }
      text = rest;
      if (!is_row) continue;
      if (auto done = has_columns_ ? add_row(number) : find_columns(number); !done)
        return tl::make_unexpected(std::move(done.error()));
    }
    if (matrix_.rows.empty())
      return fail("TRAFFIC_EMPTY",
                  "there are no flows; expected a line of column names and a line for each flow",
                  "The columns are src,dst,bytes[,start_s][,links][,flow].", {name_});
    return std::move(matrix_);
  }

 private:
  // Rows with quotes are rare and may go over several lines; others are not copied.
  Expected<void> split_quoted(std::string_view& text, int& line) {
    auto row = read_csv_row(text, line, remarks_);
    if (!row) return tl::make_unexpected(std::move(row.error()));
    quoted_ = std::move(row->fields);
    fields_.clear();
    for (const std::string& field : quoted_) fields_.push_back(trimmed(field));
    return {};
  }

  Expected<void> find_columns(int line) {
    has_columns_ = true;
    for (std::size_t i = 0; i < fields_.size(); ++i) {
      const auto known = std::find(kNames.begin(), kNames.end(), fields_[i]);
      if (known == kNames.end()) continue;
      auto& at = at_[static_cast<std::size_t>(known - kNames.begin())];
      if (at)
        return fail("TRAFFIC_COLUMN", fmt::format("the column {} is there twice", *known), "",
                    {name_, line});
      at = i;
    }
    for (const Column column : {kSrc, kDst, kBytes})
      if (!at_[column])
        return fail(
            "TRAFFIC_COLUMN",
            fmt::format("there is no column {}; expected src, dst and bytes in the first line",
                        kNames[column]),
            "The columns are src,dst,bytes[,start_s][,links][,flow].", {name_, line});
    matrix_.has_links = at_[kLinks].has_value();
    return {};
  }

  Expected<void> add_row(int line) {
    std::size_t most = 0;
    for (const auto& at : at_)
      if (at) most = std::max(most, *at);
    if (fields_.size() <= most)
      return wrong(line, fmt::format("the line has {} fields; expected at least {}", fields_.size(),
                                     most + 1));
    TrafficRow row;
    row.line = line;
    row.src = fields_[*at_[kSrc]];
    row.dst = fields_[*at_[kDst]];
    if (row.src.empty() || row.dst.empty()) return wrong(line, "src or dst is empty");
    row.flow = at_[kFlow] ? std::string(fields_[*at_[kFlow]]) : std::to_string(matrix_.rows.size());
    if (auto read = number(line, kBytes, row.bytes); !read) return read;
    if (at_[kStart])
      if (auto read = number(line, kStart, row.start); !read) return read;
    if (at_[kLinks])
      if (auto read = links(line, row.links); !read) return read;
    matrix_.rows.push_back(std::move(row));
    return {};
  }

  Expected<void> number(int line, Column column, double& value) {
    const std::string_view text = fields_[*at_[column]];
    const auto parsed = parse_number(text);
    if (!parsed || !std::isfinite(*parsed) || *parsed < 0)
      return wrong(line, fmt::format("{} is '{}'; expected a number from 0 on", kNames[column],
                                     text.substr(0, 40)));
    value = *parsed;
    return {};
  }

  Expected<void> links(int line, std::vector<std::uint32_t>& links) {
    const std::string_view all = fields_[*at_[kLinks]];
    if (all.empty()) return {};
    split(all, ';', parts_);
    for (const std::string_view part : parts_) {
      std::uint32_t link = 0;
      const auto [end, code] = std::from_chars(part.data(), part.data() + part.size(), link);
      if (code != std::errc{} || end != part.data() + part.size() || link >= kMostLinks)
        return wrong(line, fmt::format("'{}' is no link; expected numbers with ';' between",
                                       part.substr(0, 40)));
      if (std::find(links.begin(), links.end(), link) != links.end())
        return wrong(line, fmt::format("link {} is twice on one path", link));
      links.push_back(link);
    }
    return {};
  }

  tl::unexpected<Error> wrong(int line, std::string message) const {
    return fail("TRAFFIC_VALUE", std::move(message), "", {name_, line});
  }

  std::string name_;
  Remarks remarks_;
  std::vector<std::string> quoted_;
  TrafficMatrix matrix_;
  bool has_columns_ = false;
  std::array<std::optional<std::size_t>, kColumns> at_{};
  std::vector<std::string_view> fields_;
  std::vector<std::string_view> parts_;
};

}  // namespace

Expected<TrafficMatrix> read_traffic_csv(const std::string& name, std::string_view text) {
  return Reader(name).read(text);
}

}  // namespace weft::io
