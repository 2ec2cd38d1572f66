// How much of each resource the flows take that another resource limits: sparse columns.
//
// column(r) holds, for each class that has flows on r and is not r's own, their weight there. Own
// flows are apart. Entries are found by an open-addressed table, never walked in its order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace weft::simulate {

class ClassColumns {
 public:
  struct Entry {
    std::uint32_t klass;  // the resource that limits them
    std::uint32_t flows;
    double weight;
  };
  struct Own {
    std::uint32_t flows = 0;
    double weight = 0;
  };

  explicit ClassColumns(std::size_t resources) : own_(resources), columns_(resources) {
    keys_.assign(1024, kFree);
    slots_.resize(keys_.size());
  }

  const Own& own(std::uint32_t resource) const { return own_[resource]; }
  std::span<const Entry> column(std::uint32_t resource) const { return columns_[resource]; }

  void add(std::uint32_t resource, std::uint32_t klass, double weight);
  void take(std::uint32_t resource, std::uint32_t klass, double weight);
  void clear();

 private:
  static constexpr std::uint64_t kFree = ~std::uint64_t{0};

  static std::uint64_t key(std::uint32_t resource, std::uint32_t klass) {
    return (std::uint64_t{resource} << 32U) | klass;
  }
  std::size_t home(std::uint64_t key) const {
    return (key * 0x9E3779B97F4A7C15ULL >> 20U) & (keys_.size() - 1);
  }
  std::size_t find(std::uint64_t key) const;  // where it is, or the free place for it
  void erase(std::size_t at);
  void grow();

  std::vector<Own> own_;                     // [resource]
  std::vector<std::vector<Entry>> columns_;  // [resource]
  std::vector<std::uint64_t> keys_;
  std::vector<std::uint32_t> slots_;  // in the column
  std::size_t used_ = 0;
};

}  // namespace weft::simulate
