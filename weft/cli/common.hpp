// What subcommands share: registering, running a verb and printing its report or error.
//
// A subcommand is one file with one function of this shape: it adds its flags to `app`, and its
// callback leaves an exit code. Exit codes: 0 fine, 1 a check found a fault, 2 bad input,
// 3 run-time failure, 70 a bug of Weft.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "weft/app/predict.hpp"
#include "weft/app/report.hpp"

namespace weft::cli {

struct Context {
  bool json = false;
  bool quiet = false;
  int exit_code = 0;

  // Prints a report in the form asked for, or the error.
  void finish(const Expected<app::Report>& report);
  // For flags that are values of Weft: on an error, prints it and makes CLI11 stop.
  template <class T>
  T value(Expected<T> parsed) {
    if (parsed) return std::move(*parsed);
    finish(tl::make_unexpected(parsed.error()));
    throw CLI::RuntimeError(exit_code);
  }
};

void add_predict(CLI::App& root, Context& context);

// Prints what is wrong with the command line itself; the exit code.
int usage_error(const CLI::ParseError& error, const std::vector<std::string>& arguments,
                Context& context);

// --json and -q, which every subcommand has.
void add_output_flags(CLI::App& command, Context& context);
// TOPOLOGY and --gpu.
void add_topology(CLI::App& command, app::TopologyArgument& argument);
// --no-p2p, --acs: what the machine allows.
void add_policy(CLI::App& command, route::Policy& policy);

}  // namespace weft::cli
