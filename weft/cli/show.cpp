#include "weft/app/show.hpp"

#include "weft/cli/common.hpp"

namespace weft::cli {

void add_show(CLI::App& root, Context& context) {
  CLI::App* command = root.add_subcommand("show", "What a machine holds and what joins it");
  auto request = std::make_shared<app::ShowRequest>();
  add_topology(*command, request->topology);
  command->add_flag("--tree", request->tree, "The tree of the host, and what lies beside it");
  command->add_flag("--matrix", request->matrix,
                    "What is between each two GPUs and NICs, in nvidia-smi's words");
  command->add_flag("--links", request->links, "Every link with its rates, latency and origin");
  command->add_flag("--count", request->count,
                    "How much there is of each kind, and of each network");
  add_output_flags(*command, context);
  command->callback([request, &context] { context.finish(app::show(*request)); });
}

}  // namespace weft::cli
