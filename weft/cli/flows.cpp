#include "weft/app/flows.hpp"

#include "weft/base/parse.hpp"
#include "weft/cli/common.hpp"

namespace weft::cli {

void add_flows(CLI::App& root, Context& context) {
  CLI::App* command =
      root.add_subcommand("flows", "When the flows of a traffic matrix end, and what limits them");
  auto request = std::make_shared<app::FlowsRequest>();
  auto names = std::make_shared<std::vector<std::string>>();
  auto capacity = std::make_shared<std::string>();
  command
      ->add_option("FILES", *names,
                   "[TOPOLOGY] FILE.csv: columns src, dst, bytes[, start_s][, links][, flow]; ends "
                   "are names of `weft show` or numbers of GPUs. Without a topology the column "
                   "links holds each path, as 3;17;4. - reads standard input")
      ->required()
      ->expected(1, 2);
  command->add_option("--capacity", *capacity, "Of every link that the matrix names: 12.5GB/s");
  command->add_flag("--csv", request->csv, "Print flow,fct_s,limit");
  add_topology_options(*command, request->topology);
  add_policy(*command, request->policy);
  add_output_flags(*command, context);
  command->callback([request, names, capacity, &context] {
    request->traffic = names->back();
    if (names->size() > 1) request->topology.name = names->front();
    if (!capacity->empty()) request->capacity = context.value(parse_rate(*capacity));
    context.finish(app::flows(*request));
  });
}

}  // namespace weft::cli
