#include "weft/report/interval.hpp"

#include "weft/facts/accuracy.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace weft::report {

std::optional<Interval> interval_of(std::string_view kind, Seconds predicted) {
  const facts::AccuracyClass* known = facts::find_accuracy(kind);
  if (known == nullptr) return std::nullopt;
  return Interval{known->name, predicted * known->low, predicted * known->high};
}

const char* collective_class(bool is_one_node, Bytes size) {
  constexpr Bytes kSmall{65536};
  constexpr Bytes kLarge{67108864};
  if (size <= kSmall) return "coll_latency";
  if (size < kLarge) return is_one_node ? "coll_intra_mid" : "coll_inter_mid";
  return is_one_node ? "coll_intra_large" : "coll_inter_large";
}

std::string_view operation_class(std::string_view word) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 14> kClasses = {{
      {"h2d", "link_copy"},
      {"d2h", "link_copy"},
      {"p2p", "link_copy"},
      {"copy", "link_copy"},
      {"stream", "numa"},
      {"memory_latency", "numa"},
      {"dma_read", "pcie_dma"},
      {"dma_write", "pcie_dma"},
      {"dma_latency", "pcie_dma"},
      {"rdma_write", "rdma"},
      {"rdma_read", "rdma"},
      {"rdma_latency", "rdma_latency"},
      {"send_recv", "rdma"},
      {"tcp", "tcp"},
  }};
  const auto* found =
      std::ranges::find(kClasses, word, &std::pair<std::string_view, std::string_view>::first);
  return found == kClasses.end() ? std::string_view{} : found->second;
}

Json to_json(const std::optional<Interval>& interval) {
  if (!interval) return nullptr;
  return {number(in_microseconds(interval->low)), number(in_microseconds(interval->high))};
}

}  // namespace weft::report
