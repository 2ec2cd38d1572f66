// The topology: components, directed links and shared capacities; immutable once built.
//
// Ids are dense: components 0 … component_count()-1 and so on. Links come in pairs, one per
// direction: link 2k leads from the upper to the lower component (away from the CPU in a PCIe
// tree) and opposite(2k) = 2k+1 back. Each directed link is a resource of the same index; shared
// capacities follow. Everything is reached by queries, so that a cluster may later be instances
// of one server plus coordinates. Capacities are wire bytes per second (link/model.hpp).
// Threads: const, may be shared. Built by Builder (builder.hpp).
#pragma once

#include "weft/base/error.hpp"
#include "weft/base/units.hpp"
#include "weft/link/model.hpp"
#include "weft/topology/component.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weft::topology {

enum class LinkState : std::uint8_t {
  up,
  down,
  absent,  // named by a file, but one end is not in it
};

struct Link {
  ComponentId from;
  ComponentId to;
  const link::LinkModel& model;
  LinkState state;
  Provenance provenance;
};

// Why traffic draws on a shared capacity.
enum class CapacityRole : std::uint8_t {
  links,               // the links that `draws` names share it: a half-duplex bus, a radio channel
  peer_gpu_to_gpu,     // peer traffic between GPUs that turns around in this root complex
  peer_gpu_to_nic,     // the same between GPU and NIC
  peer_across_socket,  // peer traffic that leaves this socket for another
};

// What flows compete for: a directed link or a shared capacity.
struct Resource {
  std::string name;  // "gpu[0] -> nvswitch[1]"
  std::string kind;  // class for what-if questions: "nvlink" "pcie" "root-complex" …
  Bandwidth capacity;
};

struct SharedCapacity {
  std::string name;
  std::string kind;
  Bandwidth capacity;
  ComponentId at;
  CapacityRole role = CapacityRole::links;
  std::string source;
};

// A link takes `weight` bytes of the resource for each wire byte that it carries.
struct Draw {
  ResourceId resource;
  double weight = 1;
};

class Topology {
 public:
  const std::string& name() const { return name_; }
  const Attributes& attributes() const { return attributes_; }

  std::size_t component_count() const { return components_.size(); }
  std::size_t link_count() const { return links_.size(); }
  std::size_t resource_count() const { return links_.size() + shared_.size(); }

  ComponentKind kind(ComponentId id) const { return components_[id.index()].kind; }
  std::string name(ComponentId id) const;  // "gpu[3]"
  std::uint32_t ordinal(ComponentId id) const { return components_[id.index()].ordinal; }
  Place place_of(ComponentId id) const { return places_[components_[id.index()].place]; }
  const Attributes& attributes(ComponentId id) const;

  std::span<const ComponentId> all(ComponentKind kind) const;

  // By name ("gpu[3]", "gpu3"), PCI bus id or device name ("mlx5_0"), each also within a server:
  // "server[1].mlx5_0". Errors: COMPONENT_UNKNOWN, COMPONENT_AMBIGUOUS.
  Expected<ComponentId> find(std::string_view text) const;

  // Links that leave a component, in the order in which they were added.
  std::span<const LinkId> links_of(ComponentId id) const;
  Link link(LinkId id) const;
  static constexpr LinkId opposite(LinkId id) { return LinkId(id.index() ^ 1U); }
  static constexpr bool leads_down(LinkId id) { return (id.index() & 1U) == 0; }
  std::string name(LinkId id) const;  // "gpu[0] -> pcie-switch[2]"
  const Attributes& attributes(LinkId id) const;

  Bandwidth capacity(ResourceId id) const;
  Resource resource(ResourceId id) const;
  std::string kind_of(ResourceId id) const;
  static constexpr ResourceId resource_of(LinkId id) { return ResourceId(id.index()); }
  // Shared capacities that a link draws on beside itself.
  std::span<const Draw> resources_on(LinkId id) const;
  // Shared capacities of a component by role; unlimited roles have none.
  std::span<const ResourceId> capacities_at(ComponentId id) const;
  const SharedCapacity& shared(ResourceId id) const;

 private:
  friend class Builder;

  struct ComponentRecord {
    std::uint32_t ordinal = 0;
    std::uint32_t place = 0;
    std::uint32_t attributes = 0;
    ComponentKind kind = ComponentKind::outside;
  };
  struct LinkRecord {
    ComponentId from;
    ComponentId to;
    std::uint32_t model = 0;
    std::uint32_t attributes = 0;
    LinkState state = LinkState::up;
    Provenance provenance = Provenance::specified;
  };
  // `offset[i] … offset[i+1]` of `items` belong to i; empty where nothing was added.
  template <class T>
  struct Lists {
    std::vector<std::uint32_t> offset;
    std::vector<T> items;
    std::span<const T> of(std::size_t i) const {
      if (offset.empty()) return {};
      return std::span(items).subspan(offset[i], offset[i + 1] - offset[i]);
    }
  };

  std::string name_;
  Attributes attributes_;
  std::vector<ComponentRecord> components_;
  std::vector<Place> places_;
  std::vector<Attributes> attribute_lists_;  // 0 is the empty list
  std::vector<std::vector<ComponentId>> by_kind_;
  std::vector<LinkRecord> links_;
  std::vector<link::LinkModelPtr> models_;
  Lists<LinkId> leaving_;
  std::vector<SharedCapacity> shared_;
  Lists<Draw> draws_;
  Lists<ResourceId> capacities_;
};

}  // namespace weft::topology
