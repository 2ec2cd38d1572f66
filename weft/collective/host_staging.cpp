#include "weft/collective/host_staging.hpp"

namespace weft::collective {

double staged_turns(const Algorithm& algorithm, Collective collective, const Shape& shape) {
  const bool is_ring_program =
      algorithm.along_ring && !pipelines(algorithm, collective) &&
      (collective == Collective::all_reduce || collective == Collective::all_gather ||
       collective == Collective::reduce_scatter);
  if (!is_ring_program) return 1;
  const auto messages = static_cast<double>(algorithm.steps(collective, shape));
  return messages > 0 ? (messages + 1) / messages : 1;
}

}  // namespace weft::collective
