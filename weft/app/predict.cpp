#include "weft/app/predict.hpp"

#include "weft/app/collective_run.hpp"
#include "weft/app/transfer_run.hpp"
#include "weft/base/parse.hpp"

#include <utility>

#include <fmt/format.h>

namespace weft::app {
namespace {

Expected<void> predict_collective(const topology::Topology& topology,
                                  schedule::Collective collective, const PredictRequest& request,
                                  report::Prediction& out) {
  const auto run = CollectiveRun::make(topology, collective, request);
  if (!run) return tl::make_unexpected(run.error());
  out.operation = word(collective);
  out.ranks = run->ranks();
  out.how = run->how();
  for (const Bytes size : request.sizes) {
    auto row = run->row(size);
    if (!row) return tl::make_unexpected(std::move(row.error()));
    out.rows.push_back(std::move(*row));
  }
  return run->explain_last(out.rows.back(), out);
}

}  // namespace

Expected<Report> predict(const PredictRequest& original) {
  PredictRequest request = original;
  if (request.sizes.empty()) request.sizes = size_sweep(Bytes(8), Bytes(0x1p33), 2);
  const auto transfer = parse_transfer(request.operation);
  const auto collective = schedule::parse_collective(request.operation);
  if (!transfer && !collective) {
    Error error = collective.error();
    error.hint += " Transfers are h2d, d2h and p2p.";
    return tl::make_unexpected(std::move(error));
  }
  auto opened = open(request.topology);
  if (!opened) return tl::make_unexpected(std::move(opened.error()));

  report::Prediction prediction;
  prediction.topology = opened->topology.name();
  prediction.warnings = std::move(opened->warnings);
  auto done = collective ? predict_collective(opened->topology, *collective, request, prediction)
                         : predict_transfer(opened->topology, *transfer, request, prediction);
  if (!done) return tl::make_unexpected(std::move(done.error()));
  return Report{to_text(prediction), to_json(prediction)};
}

}  // namespace weft::app
