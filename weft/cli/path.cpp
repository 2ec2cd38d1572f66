#include "weft/app/path.hpp"

#include "weft/cli/common.hpp"
#include "weft/link/family.hpp"

namespace weft::cli {

void add_path(CLI::App& root, Context& context) {
  CLI::App* command =
      root.add_subcommand("path", "Which way bytes take between two devices, and what limits them");
  auto request = std::make_shared<app::PathRequest>();
  auto engine = std::make_shared<std::optional<std::string>>();
  add_topology(*command, request->topology);
  command->add_option("FROM", request->from, "gpu[0], memory[1], mlx5_0 or a PCI bus id")
      ->required();
  command->add_option("TO", request->to, "Likewise")->required();
  command->add_option(
      "--mode", request->mode,
      "nvlink (or xgmi …), p2p, staged, dma, gdr, host-nic or network; the usual one otherwise");
  command->add_option("--engine", *engine,
                      "Who moves the bytes: copy (default) or kernel; a NIC in modes of its own");
  add_policy(*command, request->policy);
  command->add_flag("-v,--waterfalls", request->waterfalls,
                    "Each factor of each link, with its source");
  add_output_flags(*command, context);
  command->callback([request, engine, &context] {
    if (*engine) request->engine = context.value(link::parse_engine(**engine));
    context.finish(app::path(*request));
  });
}

}  // namespace weft::cli
