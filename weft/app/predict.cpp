#include "weft/app/predict.hpp"

#include "weft/app/collective_run.hpp"
#include "weft/app/element_count.hpp"
#include "weft/app/library_expectation.hpp"
#include "weft/app/operation.hpp"
#include "weft/app/predict_options.hpp"
#include "weft/app/ranks.hpp"
#include "weft/base/size_list.hpp"
#include "weft/report/comparison.hpp"
#include "weft/report/operation_report.hpp"

#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace weft::app {
namespace {

Expected<void> add_rows(const CollectiveRun& run, const std::vector<Bytes>& sizes,
                        std::vector<report::PredictionRow>& rows) {
  for (const Bytes size : sizes) {
    auto row = run.row(size);
    if (!row) return tl::make_unexpected(std::move(row.error()));
    rows.push_back(std::move(*row));
  }
  return {};
}

// What libraries have reached of each row, where they have the algorithm (empty: their choice).
void expect(const std::optional<LibraryExpectation>& library, schedule::Collective collective,
            const std::string& algorithm, std::vector<report::PredictionRow>& rows) {
  if (!library) return;
  for (report::PredictionRow& row : rows)
    row.library = library->at(collective, algorithm, row.size);
}

// Which algorithms would do it here.
std::string those_that_fit(const collective::Wiring& wiring, schedule::Collective collective) {
  std::vector<std::string_view> names;
  for (const collective::Algorithm& algorithm : collective::algorithms())
    if (does(algorithm, collective) && arrange(wiring, algorithm, collective))
      names.emplace_back(algorithm.name);
  return fmt::format("Here fit {}; `--algorithm all` compares them.", fmt::join(names, ", "));
}

// By one algorithm, explained.
Expected<Report> predict_one(const collective::Wiring& wiring, schedule::Collective collective,
                             const PredictRequest& request, report::Prediction out,
                             const std::optional<LibraryExpectation>& library) {
  const collective::Algorithm* algorithm = &collective::default_algorithm(collective);
  if (!request.algorithm.empty()) {
    const auto named = collective::find_algorithm(request.algorithm);
    if (!named) return tl::make_unexpected(named.error());
    algorithm = *named;
  }
  auto run = CollectiveRun::make(wiring, *algorithm, collective, request);
  if (!run) {
    if (run.error().code == "ALGORITHM_UNFIT")
      run.error().hint = those_that_fit(wiring, collective);
    return tl::make_unexpected(std::move(run.error()));
  }
  out.operation = word(collective);
  out.ranks = wiring.ranks.size();
  out.how = run->how();
  if (auto added = add_rows(*run, request.sizes, out.rows); !added)
    return tl::make_unexpected(std::move(added.error()));
  if (auto done = run->explain_last(out.rows.back(), out); !done)
    return tl::make_unexpected(std::move(done.error()));
  expect(library, collective, request.algorithm, out.rows);
  if (library && collective == schedule::Collective::all_reduce && request.algorithm.empty())
    out.in_network = library->in_network_bound(out.rows.back().size);
  return Report{to_text(out), to_json(out)};
}

// By all that do it; what does not fit is listed with its reason.
Expected<Report> compare_all(const collective::Wiring& wiring, schedule::Collective collective,
                             const PredictRequest& request, const report::Prediction& frame,
                             const std::optional<LibraryExpectation>& library) {
  report::Comparison out{.topology = frame.topology,
                         .operation = word(collective),
                         .ranks = wiring.ranks.size(),
                         .entries = {},
                         .unfit = {},
                         .warnings = frame.warnings};
  for (const collective::Algorithm& algorithm : collective::algorithms()) {
    if (!does(algorithm, collective)) continue;
    const auto run = CollectiveRun::make(wiring, algorithm, collective, request);
    if (!run) {
      out.unfit.push_back({algorithm.name, run.error()});
      continue;
    }
    report::Compared& entry = out.entries.emplace_back();
    entry.algorithm = algorithm.name;
    entry.how = run->how();
    if (auto added = add_rows(*run, request.sizes, entry.rows); !added)
      return tl::make_unexpected(std::move(added.error()));
    expect(library, collective, algorithm.name, entry.rows);
  }
  if (out.entries.empty()) return tl::make_unexpected(out.unfit.front().why);
  return Report{to_text(out), to_json(out)};
}

Expected<Report> predict_collective(const topology::Topology& topology,
                                    schedule::Collective collective, PredictRequest request,
                                    report::Prediction frame) {
  const auto in_network = parse_in_network(request.in_network);
  if (!in_network) return tl::make_unexpected(in_network.error());
  const schedule::Rank root = request.root.value_or(0);
  const auto ranks = ranks_of(topology, request.ranks, root);
  if (!ranks) return tl::make_unexpected(ranks.error());
  request.sizes = collective == schedule::Collective::barrier
                      ? std::vector{Bytes(0)}
                      : moved_sizes(collective, request.sizes, ranks->size(), frame.warnings);
  const route::Router router(topology, request.policy);
  const auto wiring = collective::find_wiring(
      router, *ranks,
      schedule::rooted(collective) ? std::optional<schedule::Rank>(root) : std::nullopt);
  if (!wiring) return tl::make_unexpected(wiring.error());
  const auto library =
      LibraryExpectation::make(topology, ranks->size(), request.policy, *in_network);
  if (request.algorithm == kAllAlgorithms)
    return compare_all(*wiring, collective, request, frame, library);
  return predict_one(*wiring, collective, request, std::move(frame), library);
}

Expected<Report> predict_operation(const Operation& operation, const PredictRequest& request) {
  Parameters parameters;
  for (const auto& [key, value] : request.options) parameters.set(key, value);
  parameters.sizes = request.sizes;
  parameters.from = request.from;
  parameters.to = request.to;
  parameters.policy = request.policy;
  auto opened = open(request.topology);
  if (!opened) return tl::make_unexpected(std::move(opened.error()));
  auto result = run_operation(operation, opened->topology, parameters);
  if (!result) return tl::make_unexpected(std::move(result.error()));
  auto& warnings = result->warnings;
  warnings.insert(warnings.begin(), opened->warnings.begin(), opened->warnings.end());
  return Report{to_text(*result), to_json(*result)};
}

}  // namespace

Expected<Report> predict(const PredictRequest& original) {
  const auto collective = schedule::parse_collective(original.operation);
  if (!collective) {
    if (const Operation* operation = find_operation(original.operation)) {
      if (auto fit = check_options(*operation, original); !fit)
        return tl::make_unexpected(std::move(fit.error()));
      return predict_operation(*operation, original);
    }
    Error error = collective.error();
    std::vector<std::string_view> words;
    for (const Operation& each : operations()) words.emplace_back(each.word);
    error.hint += fmt::format(" Operations that are no collectives: {}.", fmt::join(words, ", "));
    return tl::make_unexpected(std::move(error));
  }
  if (auto fit = check_options(*collective, original); !fit)
    return tl::make_unexpected(std::move(fit.error()));
  PredictRequest request = original;
  if (request.sizes.empty()) request.sizes = usual_sizes();
  auto opened = open(request.topology);
  if (!opened) return tl::make_unexpected(std::move(opened.error()));

  report::Prediction prediction;
  prediction.topology = opened->topology.name();
  prediction.warnings = std::move(opened->warnings);
  return predict_collective(opened->topology, *collective, request, std::move(prediction));
}

}  // namespace weft::app
