#include "weft/app/link.hpp"

#include "weft/cli/common.hpp"

namespace weft::cli {
namespace {

using Request = std::shared_ptr<app::LinkRequest>;

// The options of links are a table of their own (weft/link/options.hpp).
void add_option(CLI::App& command, const Request& request, Context& context,
                const link::LinkOption& option) {
  const auto read = [request, &context, &option](const std::string& text) {
    context.value(option.read(text, request->options));
  };
  if (option.value.empty()) {
    command.add_flag_callback(
        option.name, [read] { read(""); }, option.help);
    return;
  }
  command.add_option_function<std::string>(option.name, read, option.help)->type_name(option.value);
}

}  // namespace

void add_link(CLI::App& root, Context& context) {
  CLI::App* command =
      root.add_subcommand("link", "One link from its signalling rate to what payload gets");
  auto request = std::make_shared<app::LinkRequest>();
  command->add_option("NAME", request->names,
                      "pcie4x16, nvlink4x18, ib-ndr …; without one, all links are listed");
  command->add_flag("--compare", request->compare, "One table with a column per link");
  command->add_flag("--both", request->options.both_directions, "Both directions are busy");
  command->add_option("--devices", request->devices,
                      "How many are busy at once on a bus or radio channel, default 4");
  for (const link::LinkOption& option : link::link_options())
    add_option(*command, request, context, option);
  add_output_flags(*command, context);
  command->callback([request, &context] { context.finish(app::show_links(*request)); });
}

}  // namespace weft::cli
