#include "weft/simulate/traffic_pattern.hpp"

#include "weft/base/suggest.hpp"

#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

namespace weft::simulate {
namespace {

// splitmix64 (Steele, Lea, Flood, OOPSLA 2014): the standard library's distributions differ from
// one implementation to the next.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t x = state_ += 0x9E3779B97F4A7C15ULL;
    x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27U)) * 0x94D049BB133111EBULL;
    return x ^ (x >> 31U);
  }
  std::uint32_t below(std::uint32_t n) {
    return static_cast<std::uint32_t>(((next() >> 32U) * n) >> 32U);
  }
  double unit() { return static_cast<double>(next() >> 11U) * 0x1p-53; }

 private:
  std::uint64_t state_;
};

// A random order in which nobody keeps his own place, each as likely (drawn again until so: e draws
// on average).
void permutation(const PatternRequest& request, std::vector<PatternFlow>& flows) {
  Random random(request.seed);
  std::vector<std::uint32_t> to(request.hosts);
  for (bool fits = false; !fits;) {
    fits = true;
    std::iota(to.begin(), to.end(), 0U);
    for (std::uint32_t i = request.hosts - 1; i > 0; --i) std::swap(to[i], to[random.below(i + 1)]);
    for (std::uint32_t i = 0; i < request.hosts && fits; ++i) fits = to[i] != i;
  }
  for (std::uint32_t i = 0; i < request.hosts; ++i) flows.push_back({i, to[i], 0});
}

void shift_by(std::uint32_t by, const PatternRequest& request, std::vector<PatternFlow>& flows) {
  for (std::uint32_t i = 0; i < request.hosts; ++i)
    flows.push_back({i, (i + by) % request.hosts, 0});
}
void shift(const PatternRequest& request, std::vector<PatternFlow>& flows) {
  shift_by(request.hosts / 2, request, flows);
}
void ring(const PatternRequest& request, std::vector<PatternFlow>& flows) {
  shift_by(1, request, flows);
}

void incast(const PatternRequest& request, std::vector<PatternFlow>& flows) {
  for (std::uint32_t i = 1; i < request.hosts; ++i) flows.push_back({i, 0, 0});
}

void all_to_all(const PatternRequest& request, std::vector<PatternFlow>& flows) {
  for (std::uint32_t i = 0; i < request.hosts; ++i)
    for (std::uint32_t j = 0; j < request.hosts; ++j)
      if (i != j) flows.push_back({i, j, 0});
}

std::uint64_t one_each(std::uint64_t hosts) { return hosts; }
std::uint64_t all_but_one(std::uint64_t hosts) { return hosts - 1; }
std::uint64_t all_pairs(std::uint64_t hosts) { return hosts * (hosts - 1); }

}  // namespace

const std::vector<TrafficPattern>& traffic_patterns() {
  static const std::vector<TrafficPattern> patterns = {
      {"permutation", "everyone to one other, at random", one_each, permutation},
      {"all-to-all", "everyone to each other", all_pairs, all_to_all, true},
      {"incast", "all others to host 0", all_but_one, incast},
      {"ring", "everyone to the next", one_each, ring},
      {"shift", "everyone to the one half of all further", one_each, shift},
  };
  return patterns;
}

Expected<const TrafficPattern*> find_traffic_pattern(const std::string& name) {
  std::vector<std::string> known;
  for (const TrafficPattern& pattern : traffic_patterns()) {
    if (name == pattern.name) return &pattern;
    known.emplace_back(pattern.name);
  }
  return fail("TRAFFIC_PATTERN", fmt::format("there is no pattern of traffic '{}'", name),
              known_names(name, known));
}

std::vector<PatternFlow> generate(const TrafficPattern& pattern, const PatternRequest& request) {
  std::vector<PatternFlow> flows;
  flows.reserve(pattern.count(request.hosts));
  pattern.add(request, flows);
  Random random(~request.seed);
  for (PatternFlow& flow : flows)
    flow.bytes = request.least == request.most
                     ? request.least
                     : std::floor(request.least + (request.most - request.least) * random.unit());
  return flows;
}

}  // namespace weft::simulate
