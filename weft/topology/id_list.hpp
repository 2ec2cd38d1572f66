// Lists that queries of a topology give back: what a template holds, moved to an instance, and
// what the topology adds to it. Nothing is copied; the topology must outlive them.
#pragma once

#include "weft/base/id.hpp"
#include "weft/topology/component.hpp"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>

namespace weft::topology {

class Topology;

// Walks anything that has operator[] and size().
template <class List, class T>
class IndexIterator {
 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = T;
  using difference_type = std::ptrdiff_t;
  using pointer = const T*;
  using reference = T;

  IndexIterator() = default;
  IndexIterator(List list, std::size_t index) : list_(list), index_(index) {}

  T operator*() const { return list_[index_]; }
  T operator[](difference_type n) const { return list_[at(n)]; }
  IndexIterator& operator++() { return ++index_, *this; }
  IndexIterator operator++(int) { return {list_, index_++}; }
  IndexIterator& operator--() { return --index_, *this; }
  IndexIterator operator--(int) { return {list_, index_--}; }
  IndexIterator& operator+=(difference_type n) { return index_ = at(n), *this; }
  IndexIterator& operator-=(difference_type n) { return index_ = at(-n), *this; }
  friend IndexIterator operator+(IndexIterator it, difference_type n) { return it += n; }
  friend IndexIterator operator+(difference_type n, IndexIterator it) { return it += n; }
  friend IndexIterator operator-(IndexIterator it, difference_type n) { return it -= n; }
  friend difference_type operator-(const IndexIterator& a, const IndexIterator& b) {
    return static_cast<difference_type>(a.index_) - static_cast<difference_type>(b.index_);
  }
  friend bool operator==(const IndexIterator& a, const IndexIterator& b) {
    return a.index_ == b.index_;
  }
  friend auto operator<=>(const IndexIterator& a, const IndexIterator& b) {
    return a.index_ <=> b.index_;
  }

 private:
  std::size_t at(difference_type n) const {
    return static_cast<std::size_t>(static_cast<difference_type>(index_) + n);
  }

  List list_{};
  std::size_t index_ = 0;
};

template <class Tag>
Id<Tag> moved(Id<Tag> id, std::uint32_t by) {
  return Id<Tag>(id.index() + by);
}
template <class T>
T moved(const T& item, std::uint32_t by) {
  return item.moved(by);
}

// Items of a template, each moved by `by`, then own ones as they are.
template <class T>
class IdList {
 public:
  using value_type = T;
  using iterator = IndexIterator<IdList, T>;
  using const_iterator = iterator;

  IdList() = default;
  explicit IdList(std::span<const T> own) : own_(own) {}
  IdList(std::span<const T> of_template, std::uint32_t by, std::span<const T> own)
      : of_template_(of_template), own_(own), by_(by) {}

  std::size_t size() const { return of_template_.size() + own_.size(); }
  bool empty() const { return of_template_.empty() && own_.empty(); }
  T operator[](std::size_t index) const {
    return index < of_template_.size() ? moved(of_template_[index], by_)
                                       : own_[index - of_template_.size()];
  }
  T front() const { return (*this)[0]; }
  T back() const { return (*this)[size() - 1]; }
  iterator begin() const { return {*this, 0}; }
  iterator end() const { return {*this, size()}; }
  std::span<const T> own() const { return own_; }

 private:
  std::span<const T> of_template_;
  std::span<const T> own_;
  std::uint32_t by_ = 0;
};

// All components of a kind.
class ComponentList {
 public:
  using value_type = ComponentId;
  using iterator = IndexIterator<ComponentList, ComponentId>;
  using const_iterator = iterator;

  ComponentList() = default;
  ComponentList(const Topology& topology, ComponentKind kind) : topology_(&topology), kind_(kind) {}

  std::size_t size() const;
  bool empty() const { return size() == 0; }
  ComponentId operator[](std::size_t index) const;
  ComponentId front() const { return (*this)[0]; }
  ComponentId back() const { return (*this)[size() - 1]; }
  iterator begin() const { return {*this, 0}; }
  iterator end() const { return {*this, size()}; }

 private:
  const Topology* topology_ = nullptr;
  ComponentKind kind_ = ComponentKind::outside;
};

}  // namespace weft::topology
