// Connection matrices of htsim: what starts when, and what starts what.
#include "weft/base/parse.hpp"
#include "weft/io/text_lines.hpp"
#include "weft/io/traffic_file.hpp"

#include <cmath>
#include <map>
#include <optional>

#include <fmt/format.h>

namespace weft::io {
namespace {

constexpr double kPicoseconds = 1e-12;
constexpr std::int64_t kMostNodes = 1 << 26;

std::vector<std::string_view> words(std::string_view line) {
  std::vector<std::string_view> found;
  while (true) {
    const std::size_t begin = line.find_first_not_of(" \t\r,");
    if (begin == std::string_view::npos) return found;
    line.remove_prefix(begin);
    const std::size_t end = std::min(line.find_first_of(" \t\r,"), line.size());
    found.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
}

struct Trigger {
  int line = 0;
  std::optional<std::int64_t> barrier;  // so many must have come; else the first one fires it
  bool is_declared = false;
  std::vector<std::uint32_t> from;  // rows that fire it
  std::vector<std::uint32_t> to;    // rows that it starts
};

class Reader {
 public:
  explicit Reader(const std::string& name) : name_(name) {}

  Expected<TrafficMatrix> read(std::string_view text) {
    std::string_view line;
    for (line_ = 1; next_line(text, line); ++line_) {
      const auto parts = words(line);
      if (parts.empty() || parts[0].starts_with('#')) continue;
      if (auto taken = take(parts); !taken) return tl::make_unexpected(std::move(taken.error()));
    }
    return finished();
  }

 private:
  Expected<void> take(const std::vector<std::string_view>& parts) {
    if (parts[0] == "Nodes") return count(parts, "Nodes", nodes_);
    if (parts[0] == "Connections") return count(parts, "Connections", connections_);
    if (parts[0] == "Triggers") return count(parts, "Triggers", triggers_stated_);
    if (parts[0] == "Failures") {
      std::int64_t failures = 0;
      if (auto read = count(parts, "Failures", failures); !read) return read;
      return failures == 0 ? Expected<void>{} : failures_are_elsewhere();
    }
    if (parts[0] == "failure") return failures_are_elsewhere();
    if (parts[0] == "trigger") return trigger(parts);
    if (parts[0].find("->") != std::string_view::npos) return connection(parts);
    return wrong(
        fmt::format("'{}' begins no line of a connection matrix; expected Nodes, "
                    "Connections, Triggers, trigger or 0->1",
                    parts[0].substr(0, 40)));
  }

  tl::unexpected<Error> failures_are_elsewhere() const {
    return wrong("failures of links are part of the topology here; a cluster file has [[fault]]");
  }

  Expected<void> count(const std::vector<std::string_view>& parts, const char* what,
                       std::int64_t& value) {
    const auto number = parts.size() == 2 ? parse_integer(parts[1]) : parse_integer("");
    if (!number || *number < 0 || *number > kMostNodes)
      return wrong(fmt::format("{} wants one number from 0 to {}", what, kMostNodes));
    value = *number;
    return {};
  }

  Expected<void> trigger(const std::vector<std::string_view>& parts) {
    if (parts.size() < 4 || parts[1] != "id")
      return wrong("a trigger is 'trigger id 1 oneshot' or 'trigger id 1 barrier 4'");
    const auto id = whole(parts[2], "id");
    if (!id) return tl::make_unexpected(id.error());
    Trigger& trigger = triggers_[*id];
    if (trigger.is_declared) return wrong(fmt::format("trigger {} is declared twice", *id));
    trigger.is_declared = true;
    trigger.line = line_;
    if (parts[3] == "oneshot") return {};
    if (parts[3] == "barrier" && parts.size() > 4) {
      const auto wanted = whole(parts.back(), "barrier");
      if (!wanted) return tl::make_unexpected(wanted.error());
      trigger.barrier = *wanted;
      return {};
    }
    return wrong(
        fmt::format("a trigger of kind '{}' fires more than once, and a flow starts once; "
                    "expected oneshot or barrier",
                    parts[3].substr(0, 40)));
  }

  Expected<void> connection(const std::vector<std::string_view>& parts) {
    if (nodes_ < 0) return wrong("a connection comes before 'Nodes' has said how many there are");
    const std::size_t arrow = parts[0].find("->");
    const auto src = node(parts[0].substr(0, arrow));
    if (!src) return tl::make_unexpected(src.error());
    const auto dst = node(parts[0].substr(arrow + 2));
    if (!dst) return tl::make_unexpected(dst.error());
    const auto number = static_cast<std::uint32_t>(matrix_.rows.size());
    TrafficRow row{.flow = std::to_string(number),
                   .src = std::to_string(*src),
                   .dst = std::to_string(*dst),
                   .line = line_};
    bool has_size = false;
    bool has_start = false;
    bool has_trigger = false;
    for (std::size_t i = 1; i < parts.size(); i += 2) {
      const std::string_view key = parts[i];
      if (i + 1 >= parts.size()) return wrong(fmt::format("'{}' has no value", key.substr(0, 40)));
      const std::string_view text = parts[i + 1];
      if (key == "start" || key == "size") {
        const auto value = parse_number(text);
        if (!value || !std::isfinite(*value) || *value < 0)
          return wrong(
              fmt::format("{} is '{}'; expected a number from 0 on", key, text.substr(0, 40)));
        (key == "size" ? row.bytes : row.start) = key == "size" ? *value : *value * kPicoseconds;
        (key == "size" ? has_size : has_start) = true;
        continue;
      }
      const auto value = whole(text, key);
      if (!value) return tl::make_unexpected(value.error());
      if (key == "id") {
        row.flow = std::to_string(*value);
      } else if (key == "trigger") {
        triggers_[*value].to.push_back(number);
        has_trigger = true;
      } else if (key == "send_done_trigger" || key == "recv_done_trigger") {
        triggers_[*value].from.push_back(number);
      } else if (key != "prio") {
        return wrong(
            fmt::format("'{}' is not known of a connection; expected id, start, size, "
                        "prio, trigger, send_done_trigger or recv_done_trigger",
                        key.substr(0, 40)));
      }
    }
    if (!has_size || row.bytes == 0)
      return wrong("the flow has no size and would never end; expected 'size' and bytes");
    if (!has_start && !has_trigger)
      return wrong("nothing says when the flow starts; expected 'start' or 'trigger'");
    matrix_.rows.push_back(std::move(row));
    return {};
  }

  Expected<std::int64_t> whole(std::string_view text, std::string_view what) const {
    const auto value = parse_integer(text);
    if (!value || *value < 0)
      return wrong(fmt::format("{} is '{}'; expected a whole number from 0 on", what.substr(0, 40),
                               text.substr(0, 40)));
    return *value;
  }

  Expected<std::int64_t> node(std::string_view text) const {
    const auto value = whole(text, "an end");
    if (value && *value >= nodes_)
      return wrong(
          fmt::format("there is no node {}: 'Nodes' says that there are {}", *value, nodes_));
    return value;
  }

  Expected<TrafficMatrix> finished() {
    for (const auto& [id, trigger] : triggers_) {
      line_ = trigger.line;
      if (!trigger.is_declared)
        return wrong(fmt::format("trigger {} is used and no line declares it", id));
      const auto fired = static_cast<std::int64_t>(trigger.from.size());
      if (!trigger.to.empty() && fired != trigger.barrier.value_or(1))
        return wrong(fmt::format("trigger {} is fired by {} flows and waits for {}", id, fired,
                                 trigger.barrier.value_or(1)));
      for (const std::uint32_t before : trigger.from)
        for (const std::uint32_t after : trigger.to) {
          matrix_.waits.emplace_back(before, after);
          if (matrix_.waits.size() > kMostWaits)
            return wrong("its flows wait for more than 100 million others");
        }
    }
    line_ = 0;
    if (connections_ >= 0 && connections_ != static_cast<std::int64_t>(matrix_.rows.size()))
      return wrong(
          fmt::format("'Connections' says {} and there are {}: the file is cut off, or of "
                      "another version",
                      connections_, matrix_.rows.size()));
    if (triggers_stated_ >= 0 && triggers_stated_ != static_cast<std::int64_t>(triggers_.size()))
      return wrong(
          fmt::format("'Triggers' says {} and there are {}", triggers_stated_, triggers_.size()));
    if (matrix_.rows.empty())
      return fail("TRAFFIC_EMPTY", "there are no flows; expected lines as 0->1 id 1 start 0 size 1",
                  "", {name_});
    matrix_.ends = static_cast<std::uint32_t>(nodes_);
    return std::move(matrix_);
  }

  tl::unexpected<Error> wrong(std::string message) const {
    return fail("HTSIM_MATRIX", std::move(message), "", {name_, line_});
  }

  static constexpr std::size_t kMostWaits = 100'000'000;

  std::string name_;
  int line_ = 0;
  std::int64_t nodes_ = -1;
  std::int64_t connections_ = -1;
  std::int64_t triggers_stated_ = -1;
  std::map<std::int64_t, Trigger> triggers_;
  TrafficMatrix matrix_;
};

}  // namespace

bool is_htsim_matrix(std::string_view text) {
  std::string_view line;
  while (next_line(text, line)) {
    line = trimmed(line);
    if (line.empty() || line.front() == '#') continue;
    return line == "Nodes" || line.starts_with("Nodes ") || line.starts_with("Nodes\t");
  }
  return false;
}

Expected<TrafficMatrix> read_htsim_matrix(const std::string& name, std::string_view text) {
  return Reader(name).read(text);
}

}  // namespace weft::io
