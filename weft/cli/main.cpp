// The weft program: flags in, text out. Every subcommand is a file of its own beside this one.
#include <cstdio>
#include <exception>

#include "weft/base/assert.hpp"
#include "weft/cli/common.hpp"

namespace {

constexpr int kBadInput = 2;
constexpr int kInternal = 70;

int run(int argc, char** argv) {
  CLI::App root{"Weft: how fast a communication should be on this hardware, why, and what to change",
                "weft"};
  root.set_version_flag("--version", "weft " WEFT_VERSION);
  root.require_subcommand(1);
  root.footer("`weft SUBCOMMAND --help` lists its flags; `weft explain CODE` explains any error.");
  weft::cli::Context context;
  weft::cli::add_predict(root, context);
  try {
    root.parse(argc, argv);
  } catch (const CLI::RuntimeError& stop) {
    return stop.get_exit_code();
  } catch (const CLI::Success& shown) {
    return root.exit(shown);  // --help and --version
  } catch (const CLI::ParseError& error) {
    return weft::cli::usage_error(error, {argv + 1, argv + argc}, context);
  }
  return context.exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr,
                 "weft: this is a bug of Weft, please report it with the command and its input:\n"
                 "  %s\n",
                 error.what());
    return kInternal;
  }
}
