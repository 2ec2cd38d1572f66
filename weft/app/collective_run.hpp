// One collective by one algorithm on one topology: prepared once, then predicted for any size. See
// predict.hpp.
#pragma once

#include "weft/app/predict.hpp"
#include "weft/collective/arrangement.hpp"
#include "weft/collective/protocol.hpp"
#include "weft/report/prediction.hpp"
#include "weft/schedule/placement.hpp"
#include "weft/simulate/simulator.hpp"

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace weft::app {

class CollectiveRun {
 public:
  // The wiring must outlive it.
  static Expected<CollectiveRun> make(const collective::Wiring& wiring,
                                      const collective::Algorithm& algorithm,
                                      schedule::Collective collective,
                                      const PredictRequest& request);

  Expected<report::PredictionRow> row(Bytes size) const;
  // What limits at a size, factor by factor, down to the bus bandwidth of `row`.
  Expected<void> explain_last(const report::PredictionRow& row, report::Prediction& out) const;

  const collective::Algorithm& algorithm() const { return *algorithm_; }
  std::string how() const;

 private:
  struct Candidate {
    const collective::Protocol* protocol = nullptr;
    std::shared_ptr<const schedule::Schedule> schedule;
    std::shared_ptr<const simulate::Simulator> simulator;
    simulate::MessageCost cost;
    schedule::Timeline timeline;
  };
  // What of a shape depends on the size: pieces of a pipeline, chunks in a bundle.
  using Cut = std::pair<std::uint64_t, std::uint64_t>;

  explicit CollectiveRun(const collective::Wiring& wiring) : wiring_(&wiring) {}

  Expected<void> choose_protocols(const std::string& wanted);
  bool all_over_fabric(const schedule::Schedule& schedule) const;
  Cut cut(const collective::Protocol& protocol, Bytes size) const;
  Expected<Candidate> prepared(const Cut& cut) const;
  Expected<Candidate> candidate(const collective::Protocol& protocol, Bytes size) const;
  Expected<Candidate> fastest(Bytes size, const std::string& protocol) const;

  const collective::Wiring* wiring_;
  schedule::Collective collective_{};
  const collective::Algorithm* algorithm_ = nullptr;
  std::vector<const collective::Protocol*> protocols_;
  collective::Arrangement arrangement_;
  std::shared_ptr<const schedule::Placement> placement_;
  mutable std::map<Cut, Candidate> prepared_;
};

}  // namespace weft::app
