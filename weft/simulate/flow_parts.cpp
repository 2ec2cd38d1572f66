#include "weft/simulate/flow_parts.hpp"

#include <algorithm>
#include <numeric>

namespace weft::simulate {
namespace {

constexpr std::uint32_t kNone = LevelSolver::kNone;

// Flows by resource, as one array.
struct Users {
  std::vector<std::uint32_t> offset;
  std::vector<std::uint32_t> flow;

  Users(const FlowPaths& paths, std::size_t resources) : offset(resources + 1, 0) {
    for (const FlowUse& use : paths.uses) ++offset[use.resource + 1];
    std::partial_sum(offset.begin(), offset.end(), offset.begin());
    std::vector<std::uint32_t> next(offset.begin(), offset.end() - 1);
    flow.resize(paths.uses.size());
    for (std::uint32_t f = 0; f < paths.size(); ++f)
      for (const FlowUse& use : paths.of(f)) flow[next[use.resource]++] = f;
  }
  std::span<const std::uint32_t> of(std::uint32_t r) const {
    return std::span(flow).subspan(offset[r], offset[r + 1] - offset[r]);
  }
};

double weight_on(const FlowPaths& paths, std::uint32_t flow, std::uint32_t resource) {
  for (const FlowUse& use : paths.of(flow))
    if (use.resource == resource) return use.weight;
  return 0;
}

class Sets {
 public:
  explicit Sets(std::size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), 0U);
  }
  std::uint32_t root(std::uint32_t x) {
    while (parent_[x] != x) x = parent_[x] = parent_[parent_[x]];
    return x;
  }
  // The lower number stays the root, so that parts come in the order of their first flow.
  void join(std::uint32_t a, std::uint32_t b) {
    a = root(a);
    b = root(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> parent_;
};

}  // namespace

std::vector<bool> implied(const FlowPaths& paths, const std::vector<double>& capacity,
                          const std::vector<bool>& changes) {
  const auto resources = static_cast<std::uint32_t>(capacity.size());
  const Users users(paths, resources);
  std::vector<bool> left_out(resources, false);
  // a's load is Σ w(a)·x ≤ max(w(a)/w(b)) · Σ w(b)·x, which b keeps to that many times its own.
  const auto implies = [&](std::uint32_t b, std::uint32_t a) {
    if (capacity[b] == LevelSolver::kUnlimited || users.of(b).size() < users.of(a).size())
      return false;
    for (const std::uint32_t flow : users.of(a)) {
      const double wb = weight_on(paths, flow, b);
      if (wb == 0 || weight_on(paths, flow, a) * capacity[b] > wb * capacity[a]) return false;
    }
    return true;
  };
  for (std::uint32_t a = 0; a < resources; ++a) {
    if (changes[a] || users.of(a).empty()) continue;
    if (capacity[a] == LevelSolver::kUnlimited) {
      left_out[a] = true;
      continue;
    }
    for (const FlowUse& use : paths.of(users.of(a).front())) {
      const std::uint32_t b = use.resource;
      if (b == a || changes[b] || !implies(b, a)) continue;
      // Where each implies the other, the first stays.
      if (b > a && users.of(a).size() == users.of(b).size() && implies(a, b)) continue;
      left_out[a] = true;
      break;
    }
  }
  return left_out;
}

std::vector<FlowPart> split(const FlowPaths& paths, const std::vector<double>& capacity,
                            const std::vector<bool>& left_out, const FlowOrder& order) {
  const auto count = static_cast<std::uint32_t>(paths.size());
  Sets sets(count);
  std::vector<std::uint32_t> first(capacity.size(), kNone);
  for (std::uint32_t f = 0; f < count; ++f)
    for (const FlowUse& use : paths.of(f)) {
      if (left_out[use.resource] || use.weight == 0) continue;
      std::uint32_t& known = first[use.resource];
      if (known == kNone)
        known = f;
      else
        sets.join(f, known);
    }
  for (const auto& [before, after] : order.pairs) sets.join(before, after);

  std::vector<FlowPart> parts;
  std::vector<std::uint32_t> part_of(count, kNone);
  for (std::uint32_t f = 0; f < count; ++f) {
    const std::uint32_t root = sets.root(f);
    if (part_of[root] == kNone) {
      part_of[root] = static_cast<std::uint32_t>(parts.size());
      parts.emplace_back();
    }
    part_of[f] = part_of[root];
    parts[part_of[f]].flows.push_back(f);
  }
  std::vector<std::uint32_t> own(capacity.size(), kNone);
  std::vector<FlowUse> path;
  for (std::uint32_t r = 0; r < capacity.size(); ++r) {
    if (left_out[r] || first[r] == kNone) continue;
    FlowPart& part = parts[part_of[first[r]]];
    own[r] = static_cast<std::uint32_t>(part.resources.size());
    part.resources.push_back(r);
    part.capacity.push_back(capacity[r]);
  }
  for (FlowPart& part : parts) {
    std::size_t uses = 0;
    for (const std::uint32_t f : part.flows) uses += paths.of(f).size();
    part.paths.offset.reserve(part.flows.size() + 1);
    part.paths.uses.reserve(uses);
    for (const std::uint32_t f : part.flows) {
      path.clear();
      for (const FlowUse& use : paths.of(f))
        if (own[use.resource] != kNone && use.weight != 0)
          path.push_back({own[use.resource], use.weight});
      part.paths.add(path);
    }
  }
  return parts;
}

}  // namespace weft::simulate
