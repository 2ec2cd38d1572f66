// Options of `weft predict` that the operation does not have: an option that would change nothing
// is refused, so that a figure is never taken for what it is not.
//
// Errors: OPTION_CONFLICT, with what would be right.
#pragma once

#include "weft/app/copy_ends.hpp"
#include "weft/app/operation.hpp"
#include "weft/app/predict.hpp"

namespace weft::app {

Expected<void> check_options(schedule::Collective collective, const PredictRequest& request);
Expected<void> check_options(const Operation& operation, const PredictRequest& request);

// Whether a copy goes between such ends; `from` and `to` may have been named or found.
Expected<void> check_ends(const topology::Topology& topology, Copy copy, ComponentId from,
                          ComponentId to);

}  // namespace weft::app
