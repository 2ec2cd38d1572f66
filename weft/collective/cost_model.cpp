#include "weft/collective/cost_model.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <queue>
#include <vector>

namespace weft::collective {

double LogP::small_messages(std::uint64_t count) const {
  if (count == 0) return 0;
  return small_message() + static_cast<double>(count - 1) * std::max(gap, overhead);
}

double LogP::broadcast() const {
  // When each of those who know can start its next message.
  std::priority_queue<double, std::vector<double>, std::greater<>> ready;
  ready.push(0);
  double last = 0;
  for (std::uint32_t known = 1; known < processors; ++known) {
    const double start = ready.top();
    ready.pop();
    ready.push(start + std::max(gap, overhead));
    const double heard = start + small_message();
    ready.push(heard);
    last = std::max(last, heard);
  }
  return last;
}

std::uint64_t LogP::in_flight() const {
  return gap > 0 ? static_cast<std::uint64_t>(std::ceil(latency / gap)) : 0;
}

double long_message(const LogP& model, double gap_per_byte, std::uint64_t bytes) {
  return model.small_message() + static_cast<double>(bytes == 0 ? 0 : bytes - 1) * gap_per_byte;
}

std::uint32_t ceil_log2(std::uint64_t n) {
  return static_cast<std::uint32_t>(std::bit_width(n - 1));
}

std::uint32_t floor_log2(std::uint64_t n) {
  return static_cast<std::uint32_t>(std::bit_width(n)) - 1;
}

}  // namespace weft::collective
