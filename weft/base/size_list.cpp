#include "weft/base/size_list.hpp"

#include "weft/base/parse.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace weft {
namespace {

constexpr std::size_t kMost = 4096;
constexpr double kLeastFactor = 1.01;
constexpr double kMostFactor = 1e6;          // more steps over every size that there is
constexpr const char* kNcclDefault = "32M";  // of -b and of -e (nccl-tests src/common.cu)

tl::unexpected<Error> invalid(std::string message, std::string hint) {
  return fail("SIZE_INVALID", std::move(message), std::move(hint));
}

// Whoever knows nccl-tests writes 8G, which could be taken for decimal.
Expected<Bytes> parse_listed(std::string_view text) {
  return parse_whole_size(text).map_error([&](Error error) {
    if (!text.empty() && parse_nccl_size(text))
      error.hint += fmt::format(" nccl-tests' spelling goes with its flags: -b {0} -e {0}.", text);
    return error;
  });
}

Expected<double> parse_factor(std::string_view text) {
  const auto factor = parse_number(text);
  if (factor && *factor >= kLeastFactor && *factor <= kMostFactor) return *factor;
  return invalid(fmt::format("'{}' is not a factor between sizes", text),
                 fmt::format("Write a number from {} to {:.0f}: 8B..8GiB:x4, or -f 4.",
                             kLeastFactor, kMostFactor));
}

Expected<std::vector<Bytes>> swept(std::string_view text, Bytes first, Bytes last, double factor) {
  if (first.value() < 1 || last < first)
    return invalid(fmt::format("'{}' is an empty range of sizes", text),
                   "Write the smaller size first and start at 1 byte or more.");
  auto sizes = size_sweep(first, last, factor);
  if (sizes.size() > kMost)
    return invalid(
        fmt::format("'{}' stands for {} sizes, at most {} are allowed", text, sizes.size(), kMost),
        "Take a larger factor, for example 2.");
  return sizes;
}

Expected<std::vector<Bytes>> parse_range(std::string_view text, std::size_t dots) {
  std::string_view last_text = text.substr(dots + 2);
  double factor = 2;
  if (const auto mark = last_text.find(":x"); mark != std::string_view::npos) {
    const auto given = parse_factor(last_text.substr(mark + 2));
    if (!given) return tl::make_unexpected(given.error());
    factor = *given;
    last_text = last_text.substr(0, mark);
  }
  const auto first = parse_listed(text.substr(0, dots));
  if (!first) return tl::make_unexpected(first.error());
  const auto last = parse_listed(last_text);
  if (!last) return tl::make_unexpected(last.error());
  return swept(text, *first, *last, factor);
}

}  // namespace

Expected<std::vector<Bytes>> parse_size_list(std::string_view text) {
  if (const auto dots = text.find(".."); dots != std::string_view::npos)
    return parse_range(text, dots);
  std::vector<Bytes> sizes;
  while (true) {
    const auto comma = text.find(',');
    const auto size = parse_listed(text.substr(0, comma));
    if (!size) return tl::make_unexpected(size.error());
    if (size->value() < 1) return invalid("A size of 0 moves nothing", "Start at 1B or more.");
    sizes.push_back(*size);
    if (sizes.size() > kMost)
      return invalid(fmt::format("More than {} sizes were given", kMost), "Give fewer at once.");
    if (comma == std::string_view::npos) return sizes;
    text = text.substr(comma + 1);
  }
}

Expected<std::vector<Bytes>> parse_nccl_sweep(const NcclSweep& sweep) {
  const auto factor = parse_factor(sweep.factor.value_or("2"));
  if (!factor) return tl::make_unexpected(factor.error());
  if (!sweep.first && !sweep.last) return usual_sizes(*factor);
  const std::string first_text = sweep.first.value_or(kNcclDefault);
  const std::string last_text = sweep.last.value_or(kNcclDefault);
  const auto first = parse_nccl_size(first_text);
  if (!first) return tl::make_unexpected(first.error());
  const auto last = parse_nccl_size(last_text);
  if (!last) return tl::make_unexpected(last.error());
  auto sizes = swept(fmt::format("-b {} -e {}", first_text, last_text), *first, *last, *factor);
  if (!sizes && (!sweep.first || !sweep.last))
    sizes.error().hint = fmt::format(
        "Give both -b and -e: nccl-tests takes {} for the one that "
        "is missing.",
        kNcclDefault);
  return sizes;
}

std::vector<Bytes> usual_sizes(double factor) {
  return size_sweep(Bytes(8), Bytes(0x1p33), factor);
}

std::vector<Bytes> size_sweep(Bytes first, Bytes last, double factor) {
  std::vector<Bytes> sizes;
  for (double size = first.value(); size <= last.value();) {
    sizes.emplace_back(size);
    // A small factor must still move on by a whole byte.
    size = std::max(size + 1, std::floor(size * factor));
  }
  return sizes;
}

}  // namespace weft
