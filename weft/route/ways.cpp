#include "weft/route/ways.hpp"

#include "weft/route/cluster_path.hpp"

#include <algorithm>

namespace weft::route {
namespace {

using topology::Topology;

bool same(double a, double b) { return std::abs(a - b) <= 1e-12 * std::max(a, b); }

bool by_resource(const Use& a, const Use& b) { return a.resource < b.resource; }

}  // namespace

Ways::Ways(const Router& router) : router_(&router), sites_(router.topology()) {
  const topology::Network* network = sites_.network();
  walks_ = network != nullptr && takes_one_way(*network, router.policy()) &&
           !router.rails()->has_faults(*network);
}

Expected<Way> Ways::find(ComponentId from, ComponentId to) {
  if (from == to) return ask(from, to);
  const Sites::Local a = sites_.of(from);
  const Sites::Local b = sites_.of(to);
  if (sites_.is_one() && router_->topology().kind(from) == topology::ComponentKind::host)
    return ask(from, to);  // remembering them would cost more
  if (a.site == b.site) {
    // Sound servers of a kind have the same ways inside.
    const std::uint64_t key = sites_.is_one() || !sites_.is_sound(a.site)
                                  ? (std::uint64_t{from.value} << 32U) | to.value
                                  : (std::uint64_t{1} << 63U) |
                                        (std::uint64_t{sites_.kind(a.site)} << 48U) |
                                        (std::uint64_t{a.number} << 24U) | b.number;
    if (const auto known = inside_.find(key); known != inside_.end()) return known->second;
    const auto way = ask(from, to);
    // What leaves the server is other cables for each.
    if (way && way->between == 0) inside_.emplace(key, *way);
    return way;
  }
  if (walks_ && sites_.is_sound(a.site) && sites_.is_sound(b.site))
    return over_network(from, to, a, b);
  return ask(from, to);
}

// Asks the router for this very way.
Expected<Way> Ways::ask(ComponentId from, ComponentId to) {
  asked_.clear();
  const bool is_host = router_->topology().kind(from) == topology::ComponentKind::host;
  const auto traffic =
      router_->traffic(from, to, is_host ? link::Engine::nic : link::Engine::kernel, asked_);
  if (!traffic) return tl::make_unexpected(traffic.error());
  Way way{static_cast<std::uint32_t>(forms_.size()), static_cast<std::uint32_t>(between_.size()),
          0};
  Form form{*traffic};
  split(asked_, sites_.of(from).site, sites_.of(to).site, form);
  way.between = static_cast<std::uint32_t>(between_.size()) - way.first;
  forms_.push_back(std::move(form));
  return way;
}

// What is neither at the sender nor at the receiver is between.
void Ways::split(std::span<const Use> uses, std::uint32_t from, std::uint32_t to, Form& form) {
  for (const Use& use : uses) {
    const auto where = sites_.of(use.resource);
    if (where && where->site == from)
      form.at_sender.push_back({ResourceId(where->number), use.weight});
    else if (where && where->site == to)
      form.at_receiver.push_back({ResourceId(where->number), use.weight});
    else
      between_.push_back(use);
  }
}

std::uint32_t Ways::endpoint(const Sites::Local& site, std::uint32_t port) const {
  return site.site * static_cast<std::uint32_t>(sites_.network()->outlets.size()) + port;
}

Expected<Way> Ways::over_network(ComponentId from, ComponentId to, const Sites::Local& a,
                                 const Sites::Local& b) {
  const std::tuple key{sites_.kind(a.site), a.number, sites_.kind(b.site), b.number};
  auto known = bases_.find(key);
  if (known == bases_.end()) known = bases_.emplace(key, base_of(from, to, a, b)).first;
  const Base& base = known->second;
  if (!base.known) return ask(from, to);
  Way way{0, static_cast<std::uint32_t>(between_.size()), 0};
  Crossing crossing;
  if (!cross(endpoint(a, base.leaves_at), endpoint(b, base.enters_at), crossing))
    return ask(from, to);
  way.between = static_cast<std::uint32_t>(between_.size()) - way.first;
  const auto [variant, is_new] =
      variants_.try_emplace({&base, crossing.latency.value(), crossing.far.value()},
                            static_cast<std::uint32_t>(forms_.size()));
  if (is_new) {
    forms_.push_back(base.form);
    forms_.back().traffic.latency += crossing.latency;
    forms_.back().traffic.far += crossing.far;
  }
  way.form = variant->second;
  return way;
}

// Appends what a way takes between the cables at its ends; false where that is not simply so.
bool Ways::cross(std::uint32_t from, std::uint32_t to, Crossing& crossing) {
  const topology::Network& network = *sites_.network();
  const Topology& topology = router_->topology();
  constexpr link::Transfer kTransfer{.engine = link::Engine::nic};
  if (!walk_network(topology, network, router_->policy(), from, to, steps_) || steps_.size() < 2)
    return false;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    const LinkId id = network.link(steps_[i].cable, steps_[i].down);
    const topology::Link link = topology.link(id);
    const Seconds latency = link.model.latency();
    crossing.latency += latency;
    if (is_long_haul(topology, link)) crossing.far += latency;
    if (i + 1 == steps_.size()) break;
    crossing.latency += network.switch_latency;
    if (i == 0) continue;
    const link::Load load = link.model.load(kTransfer);
    between_.push_back({Topology::resource_of(id), load.forward});
    if (load.reverse > 0)
      between_.push_back({Topology::resource_of(Topology::opposite(id)), load.reverse});
  }
  return true;
}

// From one way of its kind. Known only where walking gives all that the router says of that way.
Ways::Base Ways::base_of(ComponentId from, ComponentId to, const Sites::Local& a,
                         const Sites::Local& b) {
  Base base;
  const auto path = router_->path(from, to, link::Engine::kernel);
  if (!path || path->distance != Distance::net) return base;
  const topology::Network& network = *sites_.network();
  std::optional<std::uint32_t> first;
  std::optional<std::uint32_t> last;
  for (const Hop& hop : path->hops) {
    if (const auto e = network.endpoint_of(router_->topology(), hop.from);
        e && topology::is_network_switch(router_->topology().kind(hop.to)))
      first = e;
    if (const auto e = network.endpoint_of(router_->topology(), hop.to);
        e && topology::is_network_switch(router_->topology().kind(hop.from)))
      last = e;
  }
  if (!first || !last) return base;
  const auto ports = static_cast<std::uint32_t>(network.outlets.size());
  base.leaves_at = *first % ports;
  base.enters_at = *last % ports;
  const std::size_t mark = between_.size();
  split(path->uses, a.site, b.site, base.form);
  std::vector<Use> stated(between_.begin() + static_cast<std::ptrdiff_t>(mark), between_.end());
  between_.resize(mark);
  Crossing crossing;
  const bool crosses = cross(*first, *last, crossing);
  std::vector<Use> walked(between_.begin() + static_cast<std::ptrdiff_t>(mark), between_.end());
  between_.resize(mark);
  std::sort(stated.begin(), stated.end(), by_resource);
  std::sort(walked.begin(), walked.end(), by_resource);
  base.known = crosses && *first == endpoint(a, base.leaves_at) &&
               *last == endpoint(b, base.enters_at) &&
               std::equal(stated.begin(), stated.end(), walked.begin(), walked.end(),
                          [](const Use& x, const Use& y) {
                            return x.resource == y.resource && same(x.weight, y.weight);
                          });
  base.form.traffic = {path->mode, path->distance, path->latency - crossing.latency,
                       path->far - crossing.far};
  return base;
}

void Ways::uses(ComponentId from, ComponentId to, const Way& way, std::vector<Use>& out) const {
  const Form& form = this->form(way);
  const std::uint32_t a = sites_.of(from).site;
  const std::uint32_t b = sites_.of(to).site;
  for (const Use& use : form.at_sender)
    out.push_back({sites_.resource(a, use.resource.value), use.weight});
  for (const Use& use : between(way)) out.push_back(use);
  for (const Use& use : form.at_receiver)
    out.push_back({sites_.resource(b, use.resource.value), use.weight});
}

}  // namespace weft::route
