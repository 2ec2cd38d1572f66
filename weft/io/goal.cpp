// GOAL: a program of sends, receives and computations for each rank.
#include "weft/base/parse.hpp"
#include "weft/io/text_lines.hpp"
#include "weft/io/traffic_file.hpp"

#include <cmath>
#include <map>
#include <tuple>
#include <unordered_map>

#include <fmt/format.h>

namespace weft::io {
namespace {

constexpr std::int64_t kMostRanks = 1 << 26;
constexpr double kNanoseconds = 1e-9;

std::vector<std::string_view> words(std::string_view line) {
  std::vector<std::string_view> found;
  while (true) {
    const std::size_t begin = line.find_first_not_of(" \t\r;");
    if (begin == std::string_view::npos) return found;
    line.remove_prefix(begin);
    const std::size_t end = std::min(line.find_first_of(" \t\r;"), line.size());
    found.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
}

class Reader {
 public:
  explicit Reader(const std::string& name) : name_(name) {}

  Expected<TrafficMatrix> read(std::string_view text) {
    std::string_view line;
    for (line_ = 1; next_line(text, line); ++line_) {
      line = line.substr(0, line.find("//"));
      line = line.substr(0, line.find('#'));
      const auto parts = words(line);
      if (parts.empty()) continue;
      if (auto taken = take(parts); !taken) return tl::make_unexpected(std::move(taken.error()));
    }
    if (rank_ >= 0) return wrong(fmt::format("rank {} has no closing brace", rank_));
    return finished();
  }

 private:
  using Words = std::vector<std::string_view>;
  // Sender, receiver, tag.
  using Channel = std::tuple<std::int64_t, std::int64_t, std::int64_t>;

  Expected<void> take(const Words& parts) {
    if (parts[0] == "num_ranks") {
      if (ranks_ >= 0) return wrong("'num_ranks' is there twice");
      const auto ranks = number(parts, 1, kMostRanks);
      if (!ranks) return tl::make_unexpected(ranks.error());
      ranks_ = *ranks;
      return {};
    }
    if (ranks_ < 0) return wrong("the first line must be 'num_ranks' and how many there are");
    if (parts[0] == "rank") return open(parts);
    if (parts[0] == "}") {
      if (rank_ < 0) return wrong("a brace closes no rank");
      rank_ = -1;
      labels_.clear();
      return {};
    }
    if (rank_ < 0) return wrong("a step stands outside of any rank");
    if (parts.size() == 3 && (parts[1] == "requires" || parts[1] == "irequires"))
      return requires_step(parts);
    return step(parts);
  }

  Expected<void> open(const Words& parts) {
    if (rank_ >= 0) return wrong(fmt::format("rank {} has no closing brace", rank_));
    if (parts.size() != 3 || parts[2] != "{") return wrong("a rank begins as 'rank 0 {'");
    const auto rank = number(parts, 1, ranks_ - 1);
    if (!rank) return tl::make_unexpected(rank.error());
    rank_ = *rank;
    return {};
  }

  Expected<void> step(Words parts) {
    std::string label;
    if (parts[0].ends_with(':')) {
      label = parts[0].substr(0, parts[0].size() - 1);
      parts.erase(parts.begin());
    }
    const auto row = parts.empty()        ? wrong("a label has no step")
                     : parts[0] == "calc" ? calc(parts)
                     : parts[0] == "send" ? message(parts, true)
                     : parts[0] == "recv" ? message(parts, false)
                                          : unknown(parts[0]);
    if (!row) return tl::make_unexpected(row.error());
    if (!label.empty() && !labels_.try_emplace(label, *row).second)
      return wrong(fmt::format("the label '{}' is there twice", label.substr(0, 40)));
    return {};
  }

  Expected<std::uint32_t> unknown(std::string_view word) const {
    return wrong(fmt::format("'{}' is no step; expected send, recv, calc, requires or irequires",
                             word.substr(0, 40)));
  }

  Expected<std::uint32_t> add(TrafficRow row) {
    row.line = line_;
    matrix_.rows.push_back(std::move(row));
    return static_cast<std::uint32_t>(matrix_.rows.size() - 1);
  }

  Expected<std::uint32_t> calc(const Words& parts) {
    const auto time = parts.size() > 1 ? parse_number(parts[1]) : parse_number("");
    if (!time || !std::isfinite(*time) || *time < 0)
      return wrong("'calc' wants nanoseconds, from 0 on");
    if (auto known = options(parts, 2); !known) return tl::make_unexpected(known.error());
    const std::string own = std::to_string(rank_);
    return add({.src = own, .dst = own, .delay = *time * kNanoseconds, .is_flow = false});
  }

  // send 10b to 1 tag 5; recv 10b from 0 tag 5
  Expected<std::uint32_t> message(const Words& parts, bool sends) {
    if (parts.size() < 4 || !parts[1].ends_with('b') || parts[2] != (sends ? "to" : "from"))
      return wrong(sends ? "a send is 'send 10b to 1'" : "a receive is 'recv 10b from 1'");
    const auto bytes = parse_number(parts[1].substr(0, parts[1].size() - 1));
    if (!bytes || !std::isfinite(*bytes) || *bytes < 0)
      return wrong(fmt::format("'{}' is no number of bytes", parts[1].substr(0, 40)));
    const auto other = number(parts, 3, ranks_ - 1);
    if (!other) return tl::make_unexpected(other.error());
    const auto tag = options(parts, 4);
    if (!tag) return tl::make_unexpected(tag.error());
    const std::string own = std::to_string(rank_);
    const auto row = sends ? add({.flow = fmt::format("{}", sends_++),
                                  .src = own,
                                  .dst = std::to_string(*other),
                                  .bytes = *bytes})
                           : add({.src = own, .dst = own, .is_flow = false});
    const Channel channel = sends ? Channel{rank_, *other, *tag} : Channel{*other, rank_, *tag};
    (sends ? sent_ : wanted_)[channel].push_back(*row);
    return row;
  }

  // The tag; other options say which processor or NIC does it, and change no bytes.
  Expected<std::int64_t> options(const Words& parts, std::size_t from) const {
    std::int64_t tag = 0;
    for (std::size_t i = from; i < parts.size(); i += 2) {
      if (parts[i] != "tag" && parts[i] != "cpu" && parts[i] != "nic")
        return wrong(fmt::format("'{}' is not known of a step; expected tag, cpu or nic",
                                 parts[i].substr(0, 40)));
      const auto value = number(parts, i + 1, INT64_MAX);
      if (!value) return value;
      if (parts[i] == "tag") tag = *value;
    }
    return tag;
  }

  Expected<void> requires_step(const Words& parts) {
    const auto after = labels_.find(std::string(parts[0]));
    const auto before = labels_.find(std::string(parts[2]));
    if (after == labels_.end() || before == labels_.end())
      return wrong(fmt::format("there is no label '{}' before this line",
                               (after == labels_.end() ? parts[0] : parts[2]).substr(0, 40)));
    if (parts[1] == "requires")
      waits_.emplace_back(before->second, after->second);
    else
      with_starts_.emplace_back(before->second, after->second);
    return {};
  }

  Expected<std::int64_t> number(const Words& parts, std::size_t at, std::int64_t most) const {
    const auto value = at < parts.size() ? parse_integer(parts[at]) : parse_integer("");
    if (!value || *value < 0 || *value > most)
      return wrong(fmt::format("'{}' wants a whole number from 0 to {}",
                               parts[std::min(at, parts.size()) - 1].substr(0, 40), most));
    return *value;
  }

  Expected<TrafficMatrix> finished() {
    for (auto& [channel, rows] : sent_) {
      const auto receives = wanted_.find(channel);
      const std::size_t matched = receives == wanted_.end() ? 0 : receives->second.size();
      if (matched < rows.size()) return unmatched("a send", rows[matched]);
      for (std::size_t i = 0; i < rows.size(); ++i)
        waits_.emplace_back(rows[i], receives->second[i]);
    }
    for (auto& [channel, rows] : wanted_) {
      const auto sends = sent_.find(channel);
      const std::size_t matched = sends == sent_.end() ? 0 : sends->second.size();
      if (matched < rows.size()) return unmatched("a receive", rows[matched]);
    }
    start_with();
    line_ = 0;
    if (sends_ == 0)
      return fail("TRAFFIC_EMPTY", "no rank sends anything", "A send is 'l1: send 10b to 1'.",
                  {name_});
    matrix_.waits = std::move(waits_);
    matrix_.ends = static_cast<std::uint32_t>(ranks_);
    return std::move(matrix_);
  }

  tl::unexpected<Error> unmatched(const char* what, std::uint32_t row) {
    line_ = matrix_.rows[row].line;
    return wrong(fmt::format("{} has no counterpart of the same ranks and tag", what));
  }

  // "irequires": after the start of another, which then is a step of its own before it.
  void start_with() {
    std::unordered_map<std::uint32_t, std::uint32_t> start_of;
    for (const auto& [before, after] : with_starts_) {
      const auto [known, is_new] =
          start_of.try_emplace(before, static_cast<std::uint32_t>(matrix_.rows.size()));
      if (is_new)
        matrix_.rows.push_back({.src = matrix_.rows[before].src,
                                .dst = matrix_.rows[before].src,
                                .line = matrix_.rows[before].line,
                                .is_flow = false});
      waits_.emplace_back(known->second, after);
    }
    if (start_of.empty()) return;
    for (auto& [before, after] : waits_)
      if (const auto known = start_of.find(after); known != start_of.end()) after = known->second;
    for (std::uint32_t row = 0; row < matrix_.rows.size(); ++row)
      if (const auto known = start_of.find(row); known != start_of.end())
        waits_.emplace_back(known->second, row);
  }

  tl::unexpected<Error> wrong(std::string message) const {
    return fail("GOAL_INVALID", std::move(message), "", {name_, line_});
  }

  std::string name_;
  int line_ = 0;
  std::int64_t ranks_ = -1;
  std::int64_t rank_ = -1;  // -1: outside of all
  std::uint32_t sends_ = 0;
  std::unordered_map<std::string, std::uint32_t> labels_;  // of the rank
  std::map<Channel, std::vector<std::uint32_t>> sent_;
  std::map<Channel, std::vector<std::uint32_t>> wanted_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> waits_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> with_starts_;
  TrafficMatrix matrix_;
};

}  // namespace

bool is_goal(std::string_view text) {
  std::string_view line;
  while (next_line(text, line)) {
    line = trimmed(line.substr(0, line.find("//")));
    if (line.empty() || line.front() == '#') continue;
    return line.starts_with("num_ranks");
  }
  return false;
}

Expected<TrafficMatrix> read_goal(const std::string& name, std::string_view text) {
  return Reader(name).read(text);
}

}  // namespace weft::io
