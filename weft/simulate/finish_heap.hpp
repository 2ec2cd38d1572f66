// Times by flow, the earliest first, where times change often: an indexed heap of four children.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace weft::simulate {

class FinishHeap {
 public:
  explicit FinishHeap(std::size_t flows) : time_(flows, 0), place_(flows, kAbsent) {}

  bool empty() const { return heap_.empty(); }
  std::uint32_t first() const { return heap_.front(); }
  double first_time() const { return time_[heap_.front()]; }

  void set(std::uint32_t flow, double time) {
    time_[flow] = time;
    if (place_[flow] == kAbsent) {
      place_[flow] = static_cast<std::uint32_t>(heap_.size());
      heap_.push_back(flow);
    }
    rise(place_[flow]);
    sink(place_[flow]);
  }

  void remove(std::uint32_t flow) {
    const std::uint32_t at = place_[flow];
    if (at == kAbsent) return;
    place_[flow] = kAbsent;
    const std::uint32_t last = heap_.back();
    heap_.pop_back();
    if (last == flow) return;
    put(at, last);
    rise(at);
    sink(place_[last]);
  }

 private:
  static constexpr std::uint32_t kAbsent = ~std::uint32_t{0};
  static constexpr std::size_t kChildren = 4;

  void put(std::size_t at, std::uint32_t flow) {
    heap_[at] = flow;
    place_[flow] = static_cast<std::uint32_t>(at);
  }

  void rise(std::size_t at) {
    while (at > 0) {
      const std::size_t parent = (at - 1) / kChildren;
      if (time_[heap_[parent]] <= time_[heap_[at]]) return;
      exchange(at, parent);
      at = parent;
    }
  }

  void sink(std::size_t at) {
    while (true) {
      std::size_t least = at;
      for (std::size_t child = at * kChildren + 1;
           child <= at * kChildren + kChildren && child < heap_.size(); ++child)
        if (time_[heap_[child]] < time_[heap_[least]]) least = child;
      if (least == at) return;
      exchange(at, least);
      at = least;
    }
  }

  void exchange(std::size_t a, std::size_t b) {
    const std::uint32_t flow = heap_[a];
    put(a, heap_[b]);
    put(b, flow);
  }

  std::vector<double> time_;          // [flow]
  std::vector<std::uint32_t> place_;  // [flow]: in heap_
  std::vector<std::uint32_t> heap_;
};

}  // namespace weft::simulate
