#include "weft/app/explain_code.hpp"
#include "weft/cli/common.hpp"

namespace weft::cli {

void add_explain(CLI::App& root, Context& context) {
  CLI::App* command = root.add_subcommand("explain", "An error, warning or finding in full");
  auto code = std::make_shared<std::string>();
  command->add_option("CODE", *code, "ACS_REDIRECT; without one, all codes are listed");
  add_output_flags(*command, context);
  command->callback([code, &context] { context.finish(app::explain_code(*code)); });
}

}  // namespace weft::cli
