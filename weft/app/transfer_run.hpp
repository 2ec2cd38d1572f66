// Transfers between two components: host to device, device to host, device to device.
#pragma once

#include "weft/app/predict.hpp"
#include "weft/report/prediction.hpp"

#include <optional>
#include <string_view>

namespace weft::app {

enum class Transfer { h2d, d2h, p2p };

const char* word(Transfer transfer);  // "h2d"
std::optional<Transfer> parse_transfer(std::string_view text);

// Copy-engine copies: the issue cost, then the path's latency and bandwidth.
Expected<void> predict_transfer(const topology::Topology& topology, Transfer transfer,
                                const PredictRequest& request, report::Prediction& out);

}  // namespace weft::app
