#include "weft/app/validate.hpp"

#include "weft/app/catalog_files.hpp"
#include "weft/app/estimate.hpp"
#include "weft/app/open.hpp"
#include "weft/app/row_evaluation.hpp"
#include "weft/base/assert.hpp"
#include "weft/base/parse.hpp"
#include "weft/facts/embedded.hpp"

#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace weft::facts {
extern const EmbeddedFile kReferenceRows[];
}  // namespace weft::facts

namespace weft::app {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 28U;
constexpr const char* kShippedName = "data/reference/measurements.csv";

struct Evaluated {
  const io::ValidationRow* row = nullptr;
  RowEvaluator::Evaluation what;
};

std::string scenario(const io::ValidationRow& row) {
  std::string text = row.nodes > 1 ? fmt::format("{} x {}", row.nodes, row.server) : row.server;
  if (row.ranks > 1) text += fmt::format(", {} ranks", row.ranks);
  text += ", " + row.operation;
  if (!row.algorithm.empty()) text += " by " + row.algorithm;
  if (row.bytes) text += ", " + print_size(Bytes(*row.bytes));
  for (const char* key : {"numa", "engine", "duplex", "transport", "kernel", "launcher"})
    if (const auto value = row.option(key); !value.empty() && value != "mpi")
      text += fmt::format(", {}", value);
  return text;
}

bool counts(const io::ValidationRow& row) {
  return (row.quality == "A" || row.quality == "B") && row.option("flag").empty();
}

report::ValidatedRow reported(const Evaluated& each) {
  const io::ValidationRow& row = *each.row;
  return {.id = row.id,
          .kind = row.kind,
          .system = row.server,
          .scenario = scenario(row),
          .predicted = each.what.prediction.value,
          .measured = row.value,
          .unit = each.what.unit,
          .limit = each.what.prediction.limit,
          .source = row.source,
          .counts = counts(row)};
}

std::vector<Observation> observations(const std::vector<Evaluated>& all,
                                      const std::string& without_system) {
  std::vector<Observation> seen;
  for (const Evaluated& each : all)
    if (each.what.library && counts(*each.row) && each.row->server != without_system)
      seen.push_back({each.row->id, each.row->server, &*each.what.library, each.row->value});
  return seen;
}

// Each system by constants that it had no part in.
void leave_one_out(std::vector<Evaluated>& all) {
  std::map<std::string, std::vector<Evaluated*>> systems;
  for (Evaluated& each : all)
    if (each.what.library) systems[each.row->server].push_back(&each);
  for (auto& [system, rows] : systems) {
    const facts::LibraryValues values = estimate(observations(all, system));
    for (Evaluated* each : rows)
      if (auto predicted = each->what.library->predict(values))
        each->what.prediction = std::move(*predicted);
  }
}

report::Validation evaluated(const catalog::Catalog& catalog,
                             const std::vector<io::ValidationRow>& rows,
                             std::vector<Evaluated>& all, bool is_leave_one_out) {
  report::Validation out;
  RowEvaluator evaluator(catalog);
  for (const io::ValidationRow& row : rows) {
    auto done = evaluator.evaluate(row);
    if (!done) {
      out.left_out.push_back({row.id, row.kind, done.error().message + "."});
      continue;
    }
    all.push_back({&row, std::move(*done)});
  }
  if (is_leave_one_out) leave_one_out(all);
  for (const Evaluated& each : all) out.rows.push_back(reported(each));
  out.classes = figures_by_class(out.rows);
  out.is_leave_one_out = is_leave_one_out;
  return out;
}

Report estimated(const std::vector<Evaluated>& all) {
  const facts::LibraryValues values = estimate(observations(all, ""));
  std::string text;
  report::Json json = report::Json::object();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const facts::LibraryConstantRow& constant = facts::library_constants()[i];
    text += fmt::format("{:24} {:>10.4g}   shipped {:.4g}, {} rows\n", constant.name, values[i],
                        constant.value, constant.rows.size());
    json[constant.name] = report::number(values[i]);
  }
  return {text, report::dump(json)};
}

std::string_view shipped_rows() { return facts::kReferenceRows[0].text; }

}  // namespace

Expected<Report> validate(const ValidateRequest& request) {
  std::string text(shipped_rows());
  const std::string name = request.rows.empty() ? kShippedName : request.rows;
  if (!request.rows.empty()) {
    auto read = read_input(request.rows, kMostBytes, "a CSV file of measurements");
    if (!read) return tl::make_unexpected(std::move(read.error()));
    text = std::move(*read);
  }
  const auto catalog = open_catalog(request.catalogs);
  if (!catalog) return tl::make_unexpected(catalog.error());
  const auto rows = io::read_validation_rows(name, text);
  if (!rows) return tl::make_unexpected(rows.error());
  std::vector<Evaluated> all;
  report::Validation out = evaluated(*catalog, *rows, all, request.leave_one_out);
  if (request.estimate) return estimated(all);
  out.file = name;
  return Report{to_text(out), to_json(out)};
}

const report::Validation& shipped_validation() {
  static const report::Validation all = [] {
    const auto rows = io::read_validation_rows(kShippedName, shipped_rows());
    WEFT_ASSERT(rows.has_value(), "what is shipped can be read");
    std::vector<Evaluated> done;
    return evaluated(catalog::shipped(), *rows, done, false);
  }();
  return all;
}

}  // namespace weft::app
