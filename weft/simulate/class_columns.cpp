#include "weft/simulate/class_columns.hpp"

#include <algorithm>

namespace weft::simulate {

void ClassColumns::add(std::uint32_t resource, std::uint32_t klass, double weight) {
  if (resource == klass) {
    ++own_[resource].flows;
    own_[resource].weight += weight;
    return;
  }
  const std::uint64_t wanted = key(resource, klass);
  std::size_t at = find(wanted);
  auto& column = columns_[resource];
  if (keys_[at] == wanted) {
    ++column[slots_[at]].flows;
    column[slots_[at]].weight += weight;
    return;
  }
  if (2 * (used_ + 1) > keys_.size()) {
    grow();
    at = find(wanted);
  }
  keys_[at] = wanted;
  slots_[at] = static_cast<std::uint32_t>(column.size());
  ++used_;
  column.push_back({klass, 1, weight});
}

void ClassColumns::take(std::uint32_t resource, std::uint32_t klass, double weight) {
  if (resource == klass) {
    Own& own = own_[resource];
    own.weight = --own.flows == 0 ? 0 : own.weight - weight;
    return;
  }
  const std::size_t at = find(key(resource, klass));
  auto& column = columns_[resource];
  Entry& entry = column[slots_[at]];
  if (--entry.flows > 0) {
    entry.weight -= weight;
    return;
  }
  const std::uint32_t slot = slots_[at];
  erase(at);
  if (slot + 1 != column.size()) {
    column[slot] = column.back();
    slots_[find(key(resource, column[slot].klass))] = slot;
  }
  column.pop_back();
}

void ClassColumns::clear() {
  std::fill(own_.begin(), own_.end(), Own{});
  for (auto& column : columns_) column.clear();
  std::fill(keys_.begin(), keys_.end(), kFree);
  used_ = 0;
}

std::size_t ClassColumns::find(std::uint64_t key) const {
  std::size_t at = home(key);
  while (keys_[at] != key && keys_[at] != kFree) at = (at + 1) & (keys_.size() - 1);
  return at;
}

// Linear probing without tombstones: what stands behind moves up where it may.
void ClassColumns::erase(std::size_t at) {
  const std::size_t mask = keys_.size() - 1;
  --used_;
  for (std::size_t next = (at + 1) & mask; keys_[next] != kFree; next = (next + 1) & mask) {
    if (((next - home(keys_[next])) & mask) < ((next - at) & mask)) continue;
    keys_[at] = keys_[next];
    slots_[at] = slots_[next];
    at = next;
  }
  keys_[at] = kFree;
}

void ClassColumns::grow() {
  std::vector<std::uint64_t> keys(keys_.size() * 2, kFree);
  std::vector<std::uint32_t> slots(keys.size());
  keys.swap(keys_);
  slots.swap(slots_);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (keys[i] == kFree) continue;
    const std::size_t at = find(keys[i]);
    keys_[at] = keys[i];
    slots_[at] = slots[i];
  }
}

}  // namespace weft::simulate
