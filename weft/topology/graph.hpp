// The topology: components, directed links and shared capacities; immutable once built.
//
// Ids are dense: components 0 … component_count()-1 and so on. Links come in pairs, one per
// direction: link 2k leads from the upper to the lower component (away from the CPU in a PCIe
// tree) and opposite(2k) = 2k+1 back. Each directed link is a resource of the same index; shared
// capacities follow. Servers of a cluster are instances of one template: their ids come first, and
// queries compute what they hold from the template and the instance's number (instances.hpp).
// Capacities are wire bytes per second (link/model.hpp).
// Threads: const, may be shared. Built by Builder (builder.hpp).
#pragma once

#include "weft/base/error.hpp"
#include "weft/base/units.hpp"
#include "weft/link/model.hpp"
#include "weft/topology/component.hpp"
#include "weft/topology/id_list.hpp"
#include "weft/topology/instances.hpp"
#include "weft/topology/network.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
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

  Draw moved(std::uint32_t by) const { return {ResourceId(resource.index() + by), weight}; }
};

class Topology {
 public:
  const std::string& name() const { return name_; }
  const Attributes& attributes() const { return attributes_; }

  std::size_t component_count() const { return before_.components + components_.size(); }
  std::size_t link_count() const { return before_.links + links_.size(); }
  std::size_t resource_count() const { return link_count() + before_.shared + shared_.size(); }

  ComponentKind kind(ComponentId id) const {
    return id.index() < before_.components ? kind_in_server(id)
                                           : components_[id.index() - before_.components].kind;
  }
  std::string name(ComponentId id) const;       // "gpu[3]", in a cluster "server[2].gpu[3]"
  std::uint32_t ordinal(ComponentId id) const;  // the number in its name
  Place place_of(ComponentId id) const;
  const Attributes& attributes(ComponentId id) const;

  // In a cluster server by server, then what belongs to no server.
  ComponentList all(ComponentKind kind) const { return {*this, kind}; }
  std::size_t count(ComponentKind kind) const;
  ComponentId nth(ComponentKind kind, std::size_t index) const;

  // By name ("gpu[3]", "gpu3"), PCI bus id or device name ("mlx5_0"), each also within a server:
  // "server[1].mlx5_0". Errors: COMPONENT_UNKNOWN, COMPONENT_AMBIGUOUS.
  Expected<ComponentId> find(std::string_view text) const;

  // Servers that are instances of a template; none for a topology that was built as a whole.
  std::size_t server_count() const { return before_.servers; }
  const std::vector<InstanceGroup>& groups() const { return groups_; }
  // Nothing for a component of no instance.
  std::optional<Instance> instance_of(ComponentId id) const;
  Instance server(std::size_t number) const;
  // The id of a component of the template in an instance.
  static ComponentId in_instance(const Instance& instance, ComponentId of_template) {
    return ComponentId(instance.first_component() + of_template.index());
  }
  // The components of a kind in the same server; all of them where there are no instances.
  std::vector<ComponentId> beside(ComponentId id, ComponentKind kind) const;
  // Whether no fault is in the instance, so that what holds in the template holds in it.
  bool is_sound(const Instance& instance) const;

  const std::vector<Network>& networks() const { return networks_; }

  // Links that leave a component, in the order in which they were added.
  IdList<LinkId> links_of(ComponentId id) const;
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
  IdList<Draw> resources_on(LinkId id) const;
  // Shared capacities of a component by role; unlimited roles have none.
  IdList<ResourceId> capacities_at(ComponentId id) const;
  SharedCapacity shared(ResourceId id) const;
  CapacityRole role_of(ResourceId id) const;

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

  // What a template's links, capacities and components come to before the topology's own.
  struct Before {
    std::size_t servers = 0;
    std::size_t components = 0;
    std::size_t links = 0;
    std::size_t shared = 0;
  };
  struct Change {
    std::uint32_t model = 0;
    LinkState state = LinkState::up;
    Provenance provenance = Provenance::specified;
  };

  // The number of a component among those that may have links of the topology's own: the outlets
  // of instances, then own components. Nothing where it may have none.
  std::optional<std::size_t> holder(ComponentId id) const;
  std::optional<Instance> instance_of(LinkId id) const;
  std::optional<Instance> instance_of(ResourceId id) const;  // of a shared capacity
  const SharedCapacity& shared_record(ResourceId id, std::optional<Instance>& instance) const;
  ComponentKind kind_in_server(ComponentId id) const;
  std::string name_in_server(const Instance& instance, const std::string& name) const;
  Expected<ComponentId> find_in_server(std::int64_t server, std::string_view own) const;

  Before before_;
  std::vector<InstanceGroup> groups_;
  std::vector<Network> networks_;
  std::unordered_map<std::uint32_t, Change> changes_;  // links of instances that differ
  std::vector<std::uint32_t> changed_servers_;         // sorted

  std::string name_;
  Attributes attributes_;
  std::vector<ComponentRecord> components_;
  std::vector<Place> places_;
  std::vector<Attributes> attribute_lists_;  // 0 is the empty list
  std::vector<std::vector<ComponentId>> by_kind_;
  std::vector<LinkRecord> links_;
  std::vector<link::LinkModelPtr> models_;
  Lists<LinkId> leaving_;  // [holder]
  std::vector<SharedCapacity> shared_;
  Lists<Draw> draws_;             // [own link]
  Lists<ResourceId> capacities_;  // [own component]
};

inline std::size_t ComponentList::size() const { return topology_->count(kind_); }
inline ComponentId ComponentList::operator[](std::size_t index) const {
  return topology_->nth(kind_, index);
}

}  // namespace weft::topology
