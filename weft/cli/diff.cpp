#include "weft/app/diff.hpp"

#include "weft/cli/common.hpp"

namespace weft::cli {

void add_diff(CLI::App& root, Context& context) {
  CLI::App* command = root.add_subcommand(
      "diff", "What differs between topologies, or which of many is the odd one out");
  auto request = std::make_shared<app::DiffRequest>();
  command
      ->add_option("TOPOLOGY", request->topologies,
                   "Two or more topologies, as weft show takes them")
      ->required();
  add_catalog_files(*command, request->catalogs);
  add_output_flags(*command, context);
  command->callback([request, &context] { context.finish(app::diff(*request)); });
}

}  // namespace weft::cli
