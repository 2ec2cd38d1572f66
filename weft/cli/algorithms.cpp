#include "weft/app/algorithms.hpp"

#include "weft/cli/common.hpp"

namespace weft::cli {

void add_algorithms(CLI::App& root, Context& context) {
  CLI::App* command =
      root.add_subcommand("algorithms", "The collectives, their algorithms and what each costs");
  add_output_flags(*command, context);
  command->callback([&context] { context.finish(app::algorithms()); });
}

}  // namespace weft::cli
