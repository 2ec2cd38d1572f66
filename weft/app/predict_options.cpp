#include "weft/app/predict_options.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace weft::app {
namespace {

using schedule::Collective;
using topology::ComponentKind;

tl::unexpected<Error> conflict(std::string message, std::string hint) {
  return fail("OPTION_CONFLICT", std::move(message), std::move(hint));
}

std::string rooted_ones() {
  std::vector<std::string> names;
  for (const Collective each : schedule::collectives())
    if (schedule::rooted(each)) names.emplace_back(word(each));
  return fmt::format("{}", fmt::join(names, ", "));
}

struct Ends {
  ComponentKind from;
  ComponentKind to;
  bool operator==(const Ends&) const = default;
};

constexpr std::array kCopies = {Copy::h2d, Copy::d2h, Copy::p2p};

const char* word(Copy copy) {
  return copy == Copy::h2d ? "h2d" : copy == Copy::d2h ? "d2h" : "p2p";
}

Ends ends_of(Copy copy) {
  switch (copy) {
    case Copy::h2d:
      return {ComponentKind::memory, ComponentKind::gpu};
    case Copy::d2h:
      return {ComponentKind::gpu, ComponentKind::memory};
    case Copy::p2p:
    case Copy::any:
      break;
  }
  return {ComponentKind::gpu, ComponentKind::gpu};
}

}  // namespace

Expected<void> check_options(Collective collective, const PredictRequest& request) {
  if (!request.from.empty() || !request.to.empty())
    return conflict(
        fmt::format("--from and --to name the ends of a copy, and {} has ranks", word(collective)),
        "Take h2d, d2h or p2p for one copy, or leave them out; -n takes the first "
        "GPUs.");
  if (!request.options.empty())
    return fail(
        "OPTION_UNFIT",
        fmt::format("{} has no option '{}'", word(collective), request.options.begin()->first),
        "It is one of copies, memory or messages; `weft predict --help` lists both.");
  if (request.root && !schedule::rooted(collective))
    return conflict(fmt::format("{} has no root", word(collective)),
                    fmt::format("Leave --root out; {} have one.", rooted_ones()));
  if (collective == Collective::barrier && !request.sizes.empty())
    return conflict("a barrier moves no data, so it has no size",
                    "Leave --sizes, -b, -e and -f out.");
  return {};
}

Expected<void> check_options(const Operation& operation, const PredictRequest& request) {
  const auto no = [&](const char* option, const char* what) {
    return conflict(fmt::format("{} is no collective and has no {}", operation.word, what),
                    fmt::format("Leave {} out, or name a collective, e.g. all_reduce.", option));
  };
  if (request.root) return no("--root", "root");
  if (request.ranks) return no("--ranks", "ranks");
  if (!request.algorithm.empty()) return no("--algorithm", "algorithm of collectives");
  if (!request.protocol.empty()) return no("--protocol", "protocol of NCCL");
  return {};
}

Expected<void> check_ends(const topology::Topology& topology, Copy copy, ComponentId from,
                          ComponentId to) {
  const Ends named{topology.kind(from), topology.kind(to)};
  const Ends right = ends_of(copy);
  if (named == right) return {};
  const auto* other = std::ranges::find(kCopies, named, ends_of);
  return conflict(
      fmt::format("{} goes from {} to {}, and {} to {} does not", word(copy), word(right.from),
                  word(right.to), topology.name(from), topology.name(to)),
      other != kCopies.end()
          ? fmt::format("Ask for {}, or name other ends.", word(*other))
          : fmt::format("Name other ends; `weft path` shows the way between any two."));
}

}  // namespace weft::app
