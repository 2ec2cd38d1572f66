// Dense typed indices: a LinkId cannot be used where a ComponentId is meant.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace weft {

template <class Tag>
struct Id {
  std::uint32_t value = 0;

  constexpr Id() = default;
  constexpr explicit Id(std::size_t index) : value(static_cast<std::uint32_t>(index)) {}
  constexpr std::size_t index() const { return value; }
  constexpr auto operator<=>(const Id&) const = default;
};

// Indices that several layers exchange: a schedule's placement names components and a timeline
// names resources without either knowing the topology.
using ComponentId = Id<struct ComponentTag>;
using LinkId = Id<struct LinkTag>;
using ResourceId = Id<struct ResourceTag>;

}  // namespace weft

template <class Tag>
struct std::hash<weft::Id<Tag>> {
  std::size_t operator()(weft::Id<Tag> id) const noexcept { return id.value; }
};
