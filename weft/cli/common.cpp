#include "weft/cli/common.hpp"

#include <algorithm>
#include <cstdio>

#include "weft/report/json.hpp"

namespace weft::cli {

void Context::finish(const Expected<app::Report>& report) {
  if (report) {
    const std::string& out = json ? report->json : report->text;
    if (!quiet || json) std::fwrite(out.data(), 1, out.size(), stdout);
    return;
  }
  exit_code = 2;
  if (json) {
    const std::string out = report::error_json(report.error());
    std::fwrite(out.data(), 1, out.size(), stdout);
  } else {
    const std::string out = "weft: " + to_string(report.error()) + "\n";
    std::fwrite(out.data(), 1, out.size(), stderr);
  }
}

int usage_error(const CLI::ParseError& error, const std::vector<std::string>& arguments,
                Context& context) {
  // The flag may not have been read before the mistake.
  context.json = std::find(arguments.begin(), arguments.end(), "--json") != arguments.end();
  context.finish(fail("USAGE", error.what(), "`weft --help` and `weft SUBCOMMAND --help` list "
                                             "what can be said."));
  return context.exit_code;
}

void add_output_flags(CLI::App& command, Context& context) {
  command.add_flag("--json", context.json, "Print the result as JSON");
  command.add_flag("-q,--quiet", context.quiet, "Print nothing but errors; the exit code tells");
}

void add_topology(CLI::App& command, app::TopologyArgument& argument) {
  command.add_option("TOPOLOGY", argument.name,
                     "A topology file (NCCL or RCCL XML), plain or .gz; - reads standard input")
      ->required();
  command.add_option("--gpu", argument.gpu,
                     "What the GPUs are, where the file shows bare PCIe devices: a100-sxm4-40gb");
}

void add_policy(CLI::App& command, route::Policy& policy) {
  command.add_flag_callback(
      "--no-p2p", [&policy] { policy.peer_access = false; },
      "GPUs may not reach each other's memory over PCIe");
  command.add_flag("--acs", policy.acs,
                   "ACS request redirect is on: switches send peer traffic up to the CPU");
}

}  // namespace weft::cli
