// The ways of very many messages, with what is the same for many of them kept once.
//
// What a message takes within the sites at its two ends (sites.hpp) depends on where in them it
// begins and ends, not on which servers they are: that is its *form*. What it takes in between is
// walked by the network's plan, which is quick, and listed. Ways through faulty servers, around
// broken links or over many links at once are asked of the router one by one.
// Errors: NO_PATH. Threads: none may share one.
#pragma once

#include "weft/route/router.hpp"
#include "weft/route/sites.hpp"
#include "weft/topology/network/plan.hpp"

#include <cstdint>
#include <map>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace weft::route {

// Resources are numbers within the site.
struct Form {
  Traffic traffic;
  std::vector<Use> at_sender{};
  std::vector<Use> at_receiver{};
};

struct Way {
  std::uint32_t form = 0;
  std::uint32_t first = 0;  // of its uses between sites
  std::uint32_t between = 0;
};

class Ways {
 public:
  explicit Ways(const Router& router);

  const Router& router() const { return *router_; }
  const Sites& sites() const { return sites_; }
  Expected<Way> find(ComponentId from, ComponentId to);

  const Form& form(const Way& way) const { return forms_[way.form]; }
  std::span<const Use> between(const Way& way) const {
    return std::span(between_).subspan(way.first, way.between);
  }
  // All that it takes.
  void uses(ComponentId from, ComponentId to, const Way& way, std::vector<Use>& out) const;

 private:
  // A form without what the network adds to its latency.
  struct Base {
    bool known = false;  // false: to be asked of the router each time
    Form form;
    std::uint32_t leaves_at = 0;  // port of the sender's site
    std::uint32_t enters_at = 0;
  };
  struct Crossing {
    Seconds latency{0};
    Seconds far{0};
  };

  Expected<Way> ask(ComponentId from, ComponentId to);
  Expected<Way> over_network(ComponentId from, ComponentId to, const Sites::Local& a,
                             const Sites::Local& b);
  Base base_of(ComponentId from, ComponentId to, const Sites::Local& a, const Sites::Local& b);
  bool cross(std::uint32_t from, std::uint32_t to, Crossing& crossing);
  std::uint32_t endpoint(const Sites::Local& site, std::uint32_t port) const;
  void split(std::span<const Use> uses, std::uint32_t from, std::uint32_t to, Form& form);

  const Router* router_;
  Sites sites_;
  bool walks_ = false;  // the network's plan says the way
  std::vector<Form> forms_;
  std::vector<Use> between_;
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>, Base> bases_;
  std::map<std::tuple<const Base*, double, double>, std::uint32_t> variants_;  // form
  std::unordered_map<std::uint64_t, Way> inside_;
  std::vector<CableUse> steps_;
  std::vector<Use> asked_;
};

}  // namespace weft::route
