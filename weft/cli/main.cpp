// The weft program: flags in, text out. Every subcommand is a file of its own beside this one.
#include "weft/cli/common.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <exception>
#include <memory>
#include <sstream>

namespace weft::cli {
namespace {

// In the order of the help.
constexpr std::array kSubcommands = {add_link,     add_catalog, add_show,       add_capture,
                                     add_diff,     add_path,    add_predict,    add_flows,
                                     add_validate, add_convert, add_algorithms, add_explain};

constexpr const char* kPurpose =
    "Weft: how fast a communication should be on this hardware, why, and what to change";
constexpr const char* kExamples =
    "Examples:\n"
    "  weft predict examples/dgx-h100.xml all_reduce --sizes 1MiB..1GiB\n"
    "  weft link pcie4x16 --mps 512\n"
    "\n"
    "`weft SUBCOMMAND --help` lists its flags; `weft explain CODE` explains any error.\n"
    "docs/terms.md says what raw, usable, bus traffic and the other words mean.";

int run(const std::vector<std::string>& arguments, int argc, char** argv) {
  CLI::App root{kPurpose, "weft"};
  root.set_version_flag("--version", "weft " WEFT_VERSION, "Print the version");
  Context context;
  for (const auto& add : kSubcommands) add(root, context);
  // After the subcommands, which would inherit both.
  root.require_subcommand(1);
  root.footer(kExamples);
  auto narrow = std::make_shared<CLI::Formatter>();
  narrow->column_width(16);
  root.formatter(narrow);

  // Known before anything is read, so that every mistake is reported in the form asked for.
  context.json = std::find(arguments.begin(), arguments.end(), "--json") != arguments.end();
  if (auto known = check_subcommand(root, arguments); !known) {
    context.refuse(known.error());
    return context.exit_code();
  }
  if (arguments.empty()) {
    context.print(root.help());
    return static_cast<int>(ExitCode::bad_input);
  }
  try {
    root.parse(argc, argv);
  } catch (const CLI::RuntimeError& stop) {
    return stop.get_exit_code();
  } catch (const CLI::Success& shown) {  // --help and --version
    std::ostringstream text;
    root.exit(shown, text, text);
    context.print(text.str());
  } catch (const CLI::ParseError& error) {
    context.refuse(usage_error(root, error.what()));
  }
  return context.exit_code();
}

}  // namespace
}  // namespace weft::cli

int main(int argc, char** argv) {
  // Writing to a closed pipe then fails, which print() understands, instead of killing the program.
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return weft::cli::run({argv + 1, argv + argc}, argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr,
                 "weft: this is a bug of Weft, please report it with the command and its input:\n"
                 "  %s\n",
                 error.what());
    return static_cast<int>(weft::cli::ExitCode::bug);
  }
}
