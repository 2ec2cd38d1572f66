#include "weft/app/flows.hpp"

#include "weft/base/parse.hpp"
#include "weft/cli/common.hpp"
#include "weft/simulate/traffic_pattern.hpp"

#include <fmt/format.h>

namespace weft::cli {
namespace {

struct Words {
  std::vector<std::string> names;
  std::string on;
  std::string capacity;
  std::string bytes;
  std::string random_bytes;
  std::string routing;
};

// 1MiB..125MB, or the most alone.
void take_random_bytes(const std::string& text, Context& context, app::FlowsRequest& request) {
  const std::size_t dots = text.find("..");
  request.least =
      dots == std::string::npos ? Bytes(1) : context.value(parse_whole_size(text.substr(0, dots)));
  request.most =
      context.value(parse_whole_size(dots == std::string::npos ? text : text.substr(dots + 2)));
  if (request.most < request.least)
    context.value(Expected<int>(
        fail("TRAFFIC_VALUE", fmt::format("'{}' has the most before the least", text), "")));
}

void take(const Words& words, Context& context, app::FlowsRequest& request) {
  std::vector<std::string> names = words.names;
  if (!words.on.empty()) names.insert(names.begin(), words.on);
  const std::size_t wanted = request.generate.empty() ? 2 : 1;
  if (names.empty() || names.size() > wanted || (names.size() < wanted && !words.on.empty()))
    context.value(Expected<int>(
        fail("USAGE",
             request.generate.empty() ? "expected [TOPOLOGY] and a file of traffic"
                                      : "expected one TOPOLOGY for the generated traffic",
             "weft flows fat-tree:k=16 FILE.csv, or weft flows --generate permutation --on "
             "fat-tree:k=16.")));
  if (request.generate.empty()) request.traffic = names.back();
  if (names.size() == 2 || !request.generate.empty()) request.topology.name = names.front();
  if (!words.capacity.empty()) request.capacity = context.value(parse_rate(words.capacity));
  if (!words.routing.empty()) request.routing = context.value(route::parse_routing(words.routing));
  if (!words.bytes.empty())
    request.least = request.most = context.value(parse_whole_size(words.bytes));
  if (!words.random_bytes.empty()) take_random_bytes(words.random_bytes, context, request);
}

}  // namespace

void add_flows(CLI::App& root, Context& context) {
  CLI::App* command =
      root.add_subcommand("flows", "When the flows of a traffic matrix end, and what limits them");
  auto request = std::make_shared<app::FlowsRequest>();
  auto words = std::make_shared<Words>();
  command
      ->add_option("FILES", words->names,
                   "[TOPOLOGY] FILE: a CSV with columns src, dst, bytes[, start_s][, links][, "
                   "flow], a connection matrix of htsim, or GOAL; ends are names of `weft show` or "
                   "numbers of GPUs or hosts. Without a topology the column links holds each path, "
                   "as 3;17;4. - reads standard input")
      ->expected(0, 2);
  command->add_option("--on", words->on, "The TOPOLOGY, as fat-tree:k=16 or a cluster file");
  command->add_option("--capacity", words->capacity,
                      "Of every link that the matrix names: 12.5GB/s");
  command->add_option("--routing", words->routing,
                      "static, ecmp, spray, spray:N, adaptive or adaptive:rebalanced; else as the "
                      "network does");
  command
      ->add_option("--qps", request->queue_pairs, "Queue pairs of a flow, each with its own path")
      ->check(CLI::Range(1, 1024));
  command->add_option("--seed", request->seed, "Of hashes and of generated traffic");
  command->add_option("--seeds", request->seeds, "So many hashes: the distribution of times")
      ->check(CLI::Range(1, 100000));
  std::vector<std::string> patterns;
  for (const auto& pattern : simulate::traffic_patterns()) patterns.emplace_back(pattern.name);
  command->add_option("--generate", request->generate,
                      fmt::format("Traffic: {}", fmt::join(patterns, ", ")));
  auto* bytes = command->add_option("--bytes", words->bytes, "Of each generated flow (1MiB)");
  command->add_option("--random-bytes", words->random_bytes, "Drawn evenly: 1MiB..125MB")
      ->excludes(bytes);
  command->add_option("--hosts", request->hosts, "Between the first so many ends only");
  command->add_option("--csv-out", request->csv_out, "Write the generated matrix there");
  command->add_flag("!--no-symmetry", request->symmetry,
                    "Play every flow on every link, also those that look alike");
  command->add_flag("--csv", request->csv, "Print flow,fct_s,limit");
  add_topology_options(*command, request->topology);
  add_policy(*command, request->policy);
  add_output_flags(*command, context);
  command->callback([request, words, &context] {
    take(*words, context, *request);
    context.finish(app::flows(*request));
  });
}

}  // namespace weft::cli
