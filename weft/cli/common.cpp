#include "weft/cli/common.hpp"

#include "weft/app/explain_code.hpp"
#include "weft/base/printable.hpp"
#include "weft/base/suggest.hpp"
#include "weft/report/json.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fmt/format.h>

namespace weft::cli {
namespace {

void print_to_stderr(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

// The subcommand that the command line has reached, or the program itself.
const CLI::App& reached(const CLI::App& root) {
  const auto parsed = root.get_subcommands();
  return parsed.empty() ? root : *parsed.front();
}

std::string spoken_name(const CLI::App& root, const CLI::App& command) {
  return &command == &root ? root.get_name() : root.get_name() + " " + command.get_name();
}

}  // namespace

void Context::finish(const Expected<app::Report>& report) {
  if (!report) return refuse(report.error());
  if (report->found_fault) exit_ = ExitCode::found_fault;
  if (json) return print(report->json.str());
  if (report->document.empty()) {
    if (!quiet) print(printable_lines(report->text));
    return;
  }
  if (!quiet) print_to_stderr(printable_lines(report->text));
  print(report->document);
}

void Context::refuse(const Error& error) {
  exit_ = app::is_run_time_failure(error) ? ExitCode::failure : ExitCode::bad_input;
  if (json)
    print(report::error_json(error));
  else
    print_to_stderr("weft: " + to_string(error) + "\n");
}

void Context::print(std::string_view text) {
  const bool whole =
      std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (whole || errno == EPIPE) return;
  exit_ = ExitCode::failure;
  const auto error =
      fail("OUTPUT_LOST",
           fmt::format("the result cannot be written to standard output: {}", std::strerror(errno)),
           "Check what it is redirected to.");
  print_to_stderr("weft: " + to_string(error.value()) + "\n");
}

Error usage_error(const CLI::App& root, const std::string& message) {
  const CLI::App& command = reached(root);
  Error error = fail("USAGE", message).value();
  error.hint = fmt::format("`{} --help` lists what can be said.", spoken_name(root, command));
  const std::vector<std::string> extras = root.remaining(true);
  if (extras.empty()) return error;
  const std::string& extra = extras.front();
  const bool is_option = extra.size() > 1 && extra.front() == '-';
  error.message = fmt::format("'{}' is {} of {}", extra, is_option ? "no option" : "one too many",
                              spoken_name(root, command));
  if (!is_option) {
    error.message =
        fmt::format("'{}' is one argument too many for {}", extra, spoken_name(root, command));
    return error;
  }
  std::vector<std::string> known;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  if (const std::string near = did_you_mean(extra, known); !near.empty())
    error.hint = near + " " + error.hint;
  return error;
}

Expected<void> check_subcommand(const CLI::App& root, const std::vector<std::string>& arguments) {
  if (arguments.empty() || arguments.front().starts_with('-')) return {};
  std::vector<std::string> known;
  for (const CLI::App* command : root.get_subcommands({})) known.push_back(command->get_name());
  for (const std::string& name : known)
    if (name == arguments.front()) return {};
  const std::string near = did_you_mean(arguments.front(), known);
  return fail(
      "USAGE", fmt::format("'{}' is not a subcommand", arguments.front()),
      fmt::format("{}Subcommands are {}.", near.empty() ? "" : near + " ", fmt::join(known, ", ")));
}

void add_output_flags(CLI::App& command, Context& context) {
  command.add_flag("--json", context.json, "Print the result as JSON");
  command.add_flag("-q,--quiet", context.quiet, "Print nothing but errors; the exit code tells");
}

void add_catalog_files(CLI::App& command, std::vector<std::string>& files) {
  command
      .add_option(
          "--catalog", files,
          "A file of your own devices and servers, in the format of weft/facts/data; may be "
          "repeated. Those in ~/.config/weft/*.toml count without it")
      ->allow_extra_args(false);
}

void add_topology(CLI::App& command, app::TopologyArgument& argument) {
  command
      .add_option(
          "TOPOLOGY", argument.name,
          "live (this machine), a server or cluster of `weft catalog`, or a file: a cluster file "
          "(TOML), NCCL, RCCL or "
          "hwloc XML, what nvidia-smi topo -m, rocm-smi --showtopo, lspci -vv, ibnetdiscover "
          "and the like print, a capture; plain or .gz; - reads standard input")
      ->required();
  add_topology_options(command, argument);
}

void add_topology_options(CLI::App& command, app::TopologyArgument& argument) {
  command.add_option("--gpu", argument.gpu,
                     "What the GPUs are, where the file does not say it: a100-sxm4-40gb");
  command
      .add_option("--with", argument.with,
                  "A further file about the same machine: nvidia-smi topo -p2p r, nvlink -s; "
                  "may be repeated")
      ->allow_extra_args(false);
  add_catalog_files(command, argument.catalogs);
}

void add_policy(CLI::App& command, route::Policy& policy) {
  command.add_flag_callback(
      "--no-p2p", [&policy] { policy.peer_access = false; },
      "GPUs may not reach each other's memory over PCIe");
  command.add_flag("--acs", policy.acs,
                   "ACS request redirect is on: switches send peer traffic up to the CPU");
}

}  // namespace weft::cli
