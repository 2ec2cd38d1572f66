#include "weft/route/sites.hpp"

#include "weft/topology/network/plan.hpp"

#include <bit>

namespace weft::route {

using topology::InstanceGroup;
using topology::Network;
using topology::Topology;

namespace {

std::uint32_t kinds_of_resources(const InstanceGroup& group) {
  return static_cast<std::uint32_t>(group.of->resource_count());
}

}  // namespace

Sites::Sites(const Topology& topology) : topology_(&topology) {
  for (const InstanceGroup& group : topology.groups()) {
    servers_ += group.count;
    first_own_component_ = group.first_component + group.count * group.of->component_count();
    first_own_link_ = group.first_link + group.count * group.of->link_count();
    own_shared_ =
        group.first_shared + group.count * (group.of->resource_count() - group.of->link_count());
  }
  if (servers_ == 0) return;
  size_ = servers_ + topology.component_count() - first_own_component_;
  for (const Network& network : topology.networks())
    if (network.name == "compute" && !network.outlets.empty() && list_cables(network))
      network_ = &network;
}

// False where an endpoint has several cables, or one to another endpoint.
bool Sites::list_cables(const Network& network) {
  const std::uint32_t endpoints = network.plan->endpoints();
  ports_ = network.outlets.size();
  cable_.reserve(endpoints);
  for (std::uint32_t e = 0; e < endpoints; ++e) {
    std::size_t found = 0;
    for (const LinkId link : topology_->links_of(network.node(*topology_, e))) {
      if (link.index() < first_own_link_) continue;
      if (!topology::is_network_switch(topology_->kind(topology_->link(link).to))) return false;
      if (found++ == 0) cable_.push_back(link.value);
    }
    if (found != 1) {
      cable_.clear();
      return false;
    }
  }
  return true;
}

Sites::Local Sites::of(ComponentId id) const {
  if (is_one()) return {0, id.value};
  if (id.index() >= first_own_component_)
    return {static_cast<std::uint32_t>(servers_ + id.index() - first_own_component_), 0};
  for (const InstanceGroup& group : topology_->groups()) {
    const std::size_t each = group.of->component_count();
    if (id.index() >= group.first_component + group.count * each) continue;
    const std::size_t at = id.index() - group.first_component;
    return {static_cast<std::uint32_t>(group.first_server + at / each),
            static_cast<std::uint32_t>(at % each)};
  }
  return {};
}

std::optional<Sites::Local> Sites::of(ResourceId id) const {
  if (is_one()) return Local{0, id.value};
  const bool is_link = id.index() < topology_->link_count();
  const std::size_t shared = is_link ? 0 : id.index() - topology_->link_count();
  if (is_link ? id.index() < first_own_link_ : shared < own_shared_)
    for (const InstanceGroup& group : topology_->groups()) {
      const std::size_t links = group.of->link_count();
      const std::size_t each = is_link ? links : group.of->resource_count() - links;
      const std::size_t first = is_link ? group.first_link : group.first_shared;
      const std::size_t here = is_link ? id.index() : shared;
      if (here >= first + group.count * each) continue;
      return Local{static_cast<std::uint32_t>(group.first_server + (here - first) / each),
                   static_cast<std::uint32_t>((is_link ? 0 : links) + (here - first) % each)};
    }
  if (!is_link || network_ == nullptr) return std::nullopt;
  const topology::Link link = topology_->link(LinkId(id.index()));
  for (const bool leaves : {true, false})
    if (const auto endpoint = network_->endpoint_of(*topology_, leaves ? link.from : link.to)) {
      const ComponentId end = leaves ? link.from : link.to;
      const std::uint32_t site = of(end).site;
      const auto port = static_cast<std::uint32_t>(*endpoint % ports_);
      const std::uint32_t before =
          site < servers_ ? kinds_of_resources(*topology_->instance_of(end)->group) : 0;
      return Local{site, before + 2 * port + (leaves ? 0 : 1)};
    }
  return std::nullopt;
}

ResourceId Sites::resource(std::uint32_t site, std::uint32_t number) const {
  if (is_one()) return ResourceId(number);
  std::uint32_t cable = number;
  if (site < servers_) {
    for (const InstanceGroup& group : topology_->groups()) {
      if (site >= group.first_server + group.count) continue;
      const std::size_t index = site - group.first_server;
      const std::size_t links = group.of->link_count();
      const std::size_t all = group.of->resource_count();
      if (number < links) return ResourceId(group.first_link + index * links + number);
      if (number < all)
        return ResourceId(topology_->link_count() + group.first_shared + index * (all - links) +
                          number - links);
      cable = number - static_cast<std::uint32_t>(all);
      break;
    }
  }
  const std::size_t endpoint = site * ports_ + cable / 2;
  const LinkId leaving(cable_[endpoint]);
  return Topology::resource_of(cable % 2 == 0 ? leaving : Topology::opposite(leaving));
}

bool Sites::is_sound(std::uint32_t site) const {
  return site >= servers_ || topology_->is_sound(topology_->server(site));
}

std::uint32_t Sites::kind(std::uint32_t site) const {
  std::uint32_t kind = 0;
  for (const InstanceGroup& group : topology_->groups()) {
    if (site < group.first_server + group.count) return kind;
    ++kind;
  }
  return kind;
}

std::uint64_t Sites::colour(std::uint32_t site) const {
  std::uint64_t colour = std::uint64_t{kind(site)} << 32U;
  if (network_ == nullptr || site >= servers_) return colour;
  const std::size_t first = site * ports_;
  // Cables of one model carry as much; others, as faults leave them, are told apart by it.
  for (std::size_t port = 0; port < ports_ && first + port < cable_.size(); ++port) {
    const LinkId leaving(cable_[first + port]);
    for (const LinkId link : {leaving, Topology::opposite(leaving)})
      colour = colour * 0x9E3779B97F4A7C15ULL +
               std::bit_cast<std::uint64_t>(topology_->link(link).model.capacity().value());
  }
  return colour;
}

bool Sites::is_changed(std::uint32_t site, std::uint32_t number) const {
  if (is_sound(site)) return false;
  const topology::Topology& of = topology_->server(site).of();
  return number < of.resource_count() &&
         topology_->capacity(resource(site, number)) != of.capacity(ResourceId(number));
}

}  // namespace weft::route
