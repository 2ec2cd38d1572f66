// What subcommands share: registering, running a verb and printing its report or error.
//
// A subcommand is one file with one function of the shape below: it adds its flags to `root`, and
// its callback hands the verb's result to Context::finish, which leaves the exit code. A new one is
// that file, its line here and its line in main.cpp.
#pragma once

#include "weft/app/open.hpp"
#include "weft/app/report.hpp"
#include "weft/route/router.hpp"

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <CLI/CLI.hpp>

namespace weft::cli {

// 1 is for checks that find a fault.
enum class ExitCode { fine = 0, found_fault = 1, bad_input = 2, failure = 3, bug = 70 };

class Context {
 public:
  bool json = false;
  bool quiet = false;

  int exit_code() const { return static_cast<int>(exit_); }

  // Prints a report in the form asked for, or the error.
  void finish(const Expected<app::Report>& report);
  void refuse(const Error& error);
  // To standard output. A reader that has gone away (weft … | head) is no failure.
  void print(std::string_view text);

  // For flags that are values of Weft: on an error, prints it and makes CLI11 stop.
  template <class T>
  T value(Expected<T> parsed) {
    if (!parsed) {
      refuse(parsed.error());
      throw CLI::RuntimeError(exit_code());
    }
    if constexpr (!std::is_void_v<T>) return std::move(*parsed);
  }

 private:
  ExitCode exit_ = ExitCode::fine;
};

void add_link(CLI::App& root, Context& context);
void add_show(CLI::App& root, Context& context);
void add_capture(CLI::App& root, Context& context);
void add_diff(CLI::App& root, Context& context);
void add_path(CLI::App& root, Context& context);
void add_predict(CLI::App& root, Context& context);
void add_convert(CLI::App& root, Context& context);
void add_algorithms(CLI::App& root, Context& context);
void add_explain(CLI::App& root, Context& context);
void add_catalog(CLI::App& root, Context& context);
void add_flows(CLI::App& root, Context& context);
void add_validate(CLI::App& root, Context& context);

// What is wrong with the command line itself, with the nearest name that exists.
Error usage_error(const CLI::App& root, const std::string& message);
// The first argument names a subcommand, unless it is a flag.
Expected<void> check_subcommand(const CLI::App& root, const std::vector<std::string>& arguments);

// --json and -q, which every subcommand has.
void add_output_flags(CLI::App& command, Context& context);
// --catalog FILE, which every verb that looks up names has.
void add_catalog_files(CLI::App& command, std::vector<std::string>& files);
// TOPOLOGY, --gpu, --with and --catalog.
void add_topology(CLI::App& command, app::TopologyArgument& argument);
void add_topology_options(CLI::App& command, app::TopologyArgument& argument);  // without its name
// --no-p2p, --acs: what the machine allows.
void add_policy(CLI::App& command, route::Policy& policy);

}  // namespace weft::cli
