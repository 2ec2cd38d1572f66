#include "weft/app/capture.hpp"

#include "weft/cli/common.hpp"

namespace weft::cli {

void add_capture(CLI::App& root, Context& context) {
  CLI::App* command =
      root.add_subcommand("capture", "Record this machine, anonymised, as a file for `weft show`");
  auto request = std::make_shared<app::CaptureRequest>();
  command->add_option("FILE", request->output, "Where to write it; - is standard output")
      ->required();
  command->add_option("--root", request->root,
                      "Read /sys and /proc below this folder instead: a copy of another machine's");
  add_output_flags(*command, context);
  command->callback([request, &context] { context.finish(app::capture(*request)); });
}

}  // namespace weft::cli
