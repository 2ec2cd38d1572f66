// One collective on one topology: prepared once, then predicted for any size. See predict.hpp.
#pragma once

#include "weft/app/predict.hpp"
#include "weft/collective/algorithm.hpp"
#include "weft/collective/protocol.hpp"
#include "weft/collective/ring_search.hpp"
#include "weft/report/prediction.hpp"
#include "weft/schedule/placement.hpp"
#include "weft/simulate/simulator.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace weft::app {

class CollectiveRun {
 public:
  // The topology must outlive it.
  static Expected<CollectiveRun> make(const topology::Topology& topology,
                                      schedule::Collective collective,
                                      const PredictRequest& request);

  Expected<report::PredictionRow> row(Bytes size) const;
  // What limits at a size, factor by factor, down to the bus bandwidth of `row`.
  Expected<void> explain_last(const report::PredictionRow& row, report::Prediction& out) const;

  std::size_t ranks() const { return ranks_.size(); }
  std::string how() const;

 private:
  struct Candidate {
    const collective::Protocol* protocol = nullptr;
    std::shared_ptr<const schedule::Schedule> schedule;
    std::shared_ptr<const simulate::Simulator> simulator;
    simulate::MessageCost cost;
    schedule::Timeline timeline;
  };

  CollectiveRun(const topology::Topology& topology, route::Router router)
      : topology_(&topology), router_(std::move(router)) {}

  Expected<Candidate> candidate(const collective::Protocol& protocol, Bytes size) const;
  Expected<Candidate> fastest(Bytes size, const std::string& protocol) const;
  std::vector<report::FactorLine> waterfall(const Candidate& candidate, const explain::Cause& limit,
                                            Bytes size, Bandwidth busbw) const;
  std::optional<link::Transfer> transfer_over(LinkId link) const;

  const topology::Topology* topology_;
  route::Router router_;
  schedule::Collective collective_{};
  const collective::Algorithm* algorithm_ = nullptr;
  std::vector<const collective::Protocol*> protocols_;
  unsigned root_ = 0;
  std::vector<ComponentId> ranks_;
  collective::RingPlan plan_;
  std::shared_ptr<const schedule::Placement> placement_;
  // Simulators by pipeline pieces; algorithms that do not pipeline have one.
  mutable std::map<std::uint64_t, Candidate> prepared_;
};

}  // namespace weft::app
