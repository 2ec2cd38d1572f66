#include "weft/app/convert.hpp"

#include "weft/cli/common.hpp"

namespace weft::cli {

void add_convert(CLI::App& root, Context& context) {
  CLI::App* command = root.add_subcommand("convert", "Write a topology in another format");
  auto request = std::make_shared<app::ConvertRequest>();
  add_topology(*command, request->topology);
  command
      ->add_option("OUT", request->output,
                   "topo.xml (NCCL or RCCL topology), .json, .conf (Slurm), .net (ibsim), .yaml "
                   "(InfraGraph), .simgrid.xml, .dot, .svg; - writes XML to standard output")
      ->required();
  command->add_option("--dialect", request->dialect,
                      "Of the XML: nccl or rccl; the one that knows the GPUs' links otherwise");
  command->add_option(
      "--format", request->format,
      "nccl rccl json slurm ibsim infragraph simgrid dot svg, whatever OUT is called");
  command->add_option("--guest", request->guest,
                      "lspci -nn, -vv or -tv of a virtual machine on this host: OUT becomes its "
                      "NCCL_TOPO_FILE");
  add_output_flags(*command, context);
  command->callback([request, &context] { context.finish(app::convert(*request)); });
}

}  // namespace weft::cli
