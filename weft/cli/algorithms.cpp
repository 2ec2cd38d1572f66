#include "weft/app/algorithms.hpp"

#include "weft/cli/common.hpp"

#include <memory>

namespace weft::cli {

void add_algorithms(CLI::App& root, Context& context) {
  CLI::App* command =
      root.add_subcommand("algorithms", "The collectives, their algorithms and what each costs");
  auto request = std::make_shared<app::AlgorithmsRequest>();
  command->add_option("NAME", request->name, "One algorithm, drawn: who sends which chunk to whom");
  command->add_option("-n,--ranks", request->ranks, "8 for the list, 4 for a drawing");
  command->add_option("--collective", request->collective,
                      "Which one to draw; the first that it does otherwise");
  command->add_option("--root", request->root, "Root of a broadcast, reduce, gather or scatter");
  command->add_option("--pieces", request->pieces, "Pieces that a pipeline cuts the data into")
      ->check(CLI::Range(1U, 1U << 20U));
  command->add_option("--per-node", request->per_node, "Ranks of a node of a hierarchy")
      ->check(CLI::Range(1U, 1U << 20U));
  add_output_flags(*command, context);
  command->callback([request, &context] { context.finish(app::algorithms(*request)); });
}

}  // namespace weft::cli
