#include "weft/app/catalog.hpp"

#include "weft/cli/common.hpp"

namespace weft::cli {

void add_catalog(CLI::App& root, Context& context) {
  CLI::App* command = root.add_subcommand("catalog", "Links, devices and servers by name");
  auto request = std::make_shared<app::CatalogRequest>();
  command->add_option("FILTER", request->words,
                      "Words that an entry has: h100; or kinds: links devices gpus cpus nics "
                      "switches boards servers. An entry that is named is shown in full");
  add_catalog_files(*command, request->catalogs);
  add_output_flags(*command, context);
  command->callback([request, &context] { context.finish(app::show_catalog(*request)); });
}

}  // namespace weft::cli
