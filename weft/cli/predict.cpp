#include "weft/app/predict.hpp"

#include "weft/base/parse.hpp"
#include "weft/cli/common.hpp"

namespace weft::cli {
namespace {

struct Flags {
  app::PredictRequest request;
  std::string sizes;
  std::string begin;  // nccl-tests' -b -e -f -i
  std::string end;
  double factor = 2;
  std::optional<unsigned> ranks;
};

std::vector<Bytes> sizes_of(const Flags& flags, Context& context) {
  if (!flags.sizes.empty()) return context.value(parse_size_list(flags.sizes));
  if (flags.begin.empty() && flags.end.empty()) return {};
  const Bytes first = context.value(parse_nccl_size(flags.begin.empty() ? "8" : flags.begin));
  const Bytes last = context.value(parse_nccl_size(flags.end.empty() ? "8G" : flags.end));
  if (first.value() < 1 || last < first || flags.factor < 1.01) {
    return context.value(Expected<std::vector<Bytes>>(
        fail("SIZE_INVALID", "-b, -e and -f give no size",
             "Write the smaller size first, and a factor of at least 1.01.")));
  }
  return size_sweep(first, last, flags.factor);
}

}  // namespace

void add_predict(CLI::App& root, Context& context) {
  CLI::App* command =
      root.add_subcommand("predict", "How long a collective or a copy takes, and why");
  auto flags = std::make_shared<Flags>();
  add_topology(*command, flags->request.topology);
  command
      ->add_option(
          "OPERATION", flags->request.operation,
          "all_reduce all_gather reduce_scatter broadcast reduce all_to_all gather scatter "
          "send_recv barrier, or h2d d2h p2p")
      ->required();
  auto* sizes = command->add_option("--sizes", flags->sizes,
                                    "8B..8GiB (each twice the last; :x4 for another factor), or a "
                                    "list: 1MiB,8MiB");
  command->add_option("-b,--minbytes", flags->begin, "First size, as nccl-tests writes it: 8, 64K")
      ->excludes(sizes);
  command->add_option("-e,--maxbytes", flags->end, "Last size, as nccl-tests writes it: 8G")
      ->excludes(sizes);
  command->add_option("-f,--stepfactor", flags->factor, "Factor between sizes")->excludes(sizes);
  command->add_option("--algorithm", flags->request.algorithm,
                      "A name of `weft algorithms`, or all to compare. Otherwise ring, direct for "
                      "all_to_all, gather and scatter, dissemination for barrier");
  command->add_option("--protocol", flags->request.protocol,
                      "LL, LL128 or Simple; the fastest at each size otherwise");
  command->add_option("-n,--ranks", flags->ranks, "The first so many GPUs; all otherwise")
      ->check(CLI::Range(2U, 1U << 20U));
  command->add_option("--root", flags->request.root,
                      "Root of a broadcast, reduce, gather or scatter");
  command->add_option("--from", flags->request.from, "Where a copy starts: gpu[0], memory[1]");
  command->add_option("--to", flags->request.to, "Where a copy ends");
  add_policy(*command, flags->request.policy);
  add_output_flags(*command, context);
  command->callback([flags, &context] {
    flags->request.sizes = sizes_of(*flags, context);
    flags->request.ranks = flags->ranks;
    context.finish(app::predict(flags->request));
  });
}

}  // namespace weft::cli
