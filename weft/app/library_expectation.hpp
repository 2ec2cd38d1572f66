// What a library has reached for collectives like these on such hardware: beside what the
// simulation gives, the closed forms with constants of classes, and the interval of their class.
//
// Nothing where ranks are no GPUs or do not fill servers evenly, and for algorithms that libraries
// do not have. Errors of --in-network: OPTION_UNFIT.
#pragma once

#include "weft/collective/library_time.hpp"
#include "weft/report/prediction.hpp"
#include "weft/route/router.hpp"
#include "weft/topology/graph.hpp"

#include <optional>
#include <string>

namespace weft::app {

Expected<collective::InNetwork> parse_in_network(const std::string& word);  // empty: auto

class LibraryExpectation {
 public:
  static std::optional<LibraryExpectation> make(const topology::Topology& topology,
                                                std::size_t ranks, const route::Policy& policy,
                                                collective::InNetwork in_network);

  std::optional<report::Expectation> at(schedule::Collective collective,
                                        const std::string& algorithm, Bytes size) const;
  // "In the switches …", for an all-reduce where they can add.
  std::string in_network_bound(Bytes size) const;

 private:
  explicit LibraryExpectation(collective::LibraryMachine machine) : machine_(machine) {}

  collective::LibraryMachine machine_;
};

}  // namespace weft::app
