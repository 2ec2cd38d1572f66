#include "weft/app/validate.hpp"

#include "weft/cli/common.hpp"

namespace weft::cli {

void add_validate(CLI::App& root, Context& context) {
  CLI::App* command =
      root.add_subcommand("validate", "What Weft predicts against what was measured");
  auto request = std::make_shared<app::ValidateRequest>();
  command->add_option("ROWS", request->rows,
                      "A CSV of measurements as docs/validation-rows.md has it, or - for standard "
                      "input; otherwise those that Weft ships");
  command->add_flag("--leave-one-out", request->leave_one_out,
                    "Predict each system with constants estimated without its rows");
  command->add_flag("--estimate", request->estimate,
                    "Print the constants of libraries as these rows give them");
  add_catalog_files(*command, request->catalogs);
  add_output_flags(*command, context);
  command->callback([request, &context] { context.finish(app::validate(*request)); });
}

}  // namespace weft::cli
