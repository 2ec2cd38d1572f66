#include "weft/app/predict.hpp"

#include "weft/app/operation.hpp"
#include "weft/base/size_list.hpp"
#include "weft/cli/common.hpp"

#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace weft::cli {
namespace {

struct Flags {
  app::PredictRequest request;
  std::optional<std::string> sizes;
  NcclSweep sweep;
};

std::vector<Bytes> sizes_of(const Flags& flags, Context& context) {
  if (flags.sizes) return context.value(parse_size_list(*flags.sizes));
  if (flags.sweep == NcclSweep{}) return {};
  return context.value(parse_nccl_sweep(flags.sweep));
}

std::string operation_help() {
  std::vector<std::string> words;
  for (const schedule::Collective each : schedule::collectives()) words.emplace_back(word(each));
  const std::string collectives = fmt::format("{}", fmt::join(words, " "));
  words.clear();
  for (const app::Operation& each : app::operations()) words.emplace_back(each.word);
  return fmt::format("{}; or {}", collectives, fmt::join(words, " "));
}

void add_operation_options(CLI::App& command, const std::shared_ptr<Flags>& flags) {
  for (const app::OperationOption& option : app::operation_options()) {
    const std::string key = option.key;
    const auto set = [flags, key](const std::string& value) {
      flags->request.options[key] = value;
    };
    const std::string help =
        *option.value == '\0' ? option.help : fmt::format("{}: {}", option.value, option.help);
    if (*option.value == '\0')
      command.add_flag_callback(
          option.flag, [set] { set("true"); }, help);
    else
      command.add_option_function<std::string>(option.flag, set, help);
  }
}

}  // namespace

void add_predict(CLI::App& root, Context& context) {
  CLI::App* command = root.add_subcommand(
      "predict", "How long a collective, a copy or another operation takes, and why");
  auto flags = std::make_shared<Flags>();
  add_topology(*command, flags->request.topology);
  command->add_option("OPERATION", flags->request.operation, operation_help())->required();
  auto* sizes = command->add_option("--sizes", flags->sizes,
                                    "8B..8GiB (each twice the last; :x4 for another factor), or a "
                                    "list: 1MiB,8MiB");
  command
      ->add_option("-b,--minbytes", flags->sweep.first,
                   "First size, as nccl-tests writes it: 8, 64K; 32M where only -e is given")
      ->excludes(sizes);
  command
      ->add_option("-e,--maxbytes", flags->sweep.last,
                   "Last size, as nccl-tests writes it: 8G; 32M where only -b is given")
      ->excludes(sizes);
  command->add_option("-f,--stepfactor", flags->sweep.factor, "Factor between sizes, 2")
      ->excludes(sizes);
  command->add_option("--algorithm", flags->request.algorithm,
                      "A name of `weft algorithms`, or all to compare. Otherwise ring, direct for "
                      "all_to_all, gather and scatter, dissemination for barrier");
  command->add_option("--protocol", flags->request.protocol,
                      "LL, LL128 or Simple; the fastest at each size otherwise");
  command->add_option("--in-network", flags->request.in_network,
                      "What a library may use of switches that reduce: auto off nvls sharp");
  command->add_option("-n,--ranks", flags->request.ranks, "The first so many GPUs; all otherwise");
  command->add_option("--root", flags->request.root,
                      "Root of a broadcast, reduce, gather or scatter, 0");
  command->add_option("--from", flags->request.from, "Where a copy starts: gpu[0], memory[1]");
  command->add_option("--to", flags->request.to, "Where a copy ends");
  add_operation_options(*command, flags);
  add_policy(*command, flags->request.policy);
  add_output_flags(*command, context);
  command->callback([flags, &context] {
    flags->request.sizes = sizes_of(*flags, context);
    context.finish(app::predict(flags->request));
  });
}

}  // namespace weft::cli
