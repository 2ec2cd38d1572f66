#include "weft/app/operation.hpp"

#include "weft/app/operations.hpp"
#include "weft/base/size_list.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace weft::app {

namespace {

constexpr Sizes kCopySizes = {Sizes::Use::needed, 8, 8589934592.0};
constexpr Sizes kMessageSizes = {Sizes::Use::needed, 2, 8388608};
constexpr Sizes kDmaSizes = {Sizes::Use::needed, 8, 4096};

std::vector<std::string_view> rdma_keys() {
  return {"mtu",         "qps",      "duplex", "window",  "mpi",      "numa",
          "switch_hops", "loopback", "gdr",    "gpu_nic", "nic_pcie", "transport"};
}

}  // namespace

const std::vector<Operation>& operations() {
  static const std::vector<Operation> all = {
      {"h2d", "host to device", kCopySizes, {"engine", "duplex", "numa", "link"}, run_h2d},
      {"d2h", "device to host", kCopySizes, {"engine", "duplex", "numa", "link"}, run_d2h},
      {"p2p",
       "from GPU to GPU",
       kCopySizes,
       {"engine", "duplex", "link", "links", "hops", "gpu_pair", "transport", "verb"},
       run_p2p},
      {"copy",
       "between any two components",
       kCopySizes,
       {"engine", "duplex", "link", "links", "hops", "transport", "verb"},
       run_copy},
      {"dma_read",
       "a device reads host memory",
       kDmaSizes,
       {"hw.pcie", "device", "duplex", "numa", "mps", "mrrs", "cache", "iommu", "window"},
       run_dma_read},
      {"dma_write",
       "a device writes host memory",
       kDmaSizes,
       {"hw.pcie", "device", "duplex", "numa", "mps", "mrrs", "cache", "iommu", "window"},
       run_dma_write},
      {"dma_latency",
       "the round trip of a device's read",
       kDmaSizes,
       {"hw.pcie", "device", "numa", "mps", "mrrs", "cache", "iommu", "window", "latency_kind"},
       run_dma_latency},
      {"stream",
       "what the cores get of memory",
       {},
       {"numa", "nps", "cod", "kernel", "sockets", "cores"},
       run_stream},
      {"memory_latency",
       "how long an idle load takes",
       {},
       {"numa", "nps", "cod"},
       run_memory_latency},
      {"rdma_write", "messages written to another host", kMessageSizes, rdma_keys(),
       run_rdma_write},
      {"rdma_read", "messages read from another host", kMessageSizes, rdma_keys(), run_rdma_read},
      {"rdma_latency",
       "one message to another host",
       kMessageSizes,
       {"mtu", "verb", "latency_kind", "inline_max", "switch_hops", "loopback", "gdr", "gpu_nic",
        "nic_pcie", "numa", "mpi"},
       run_rdma_latency},
      {"tcp",
       "streams of kernel TCP to another host",
       {Sizes::Use::optional, 0, 0},
       {"mtu", "streams", "cores", "zerocopy", "window", "switch_hops", "numa"},
       run_tcp},
  };
  return all;
}

const Operation* find_operation(std::string_view word) {
  const auto& all = operations();
  const auto found = std::ranges::find_if(
      all, [word](const Operation& operation) { return operation.word == word; });
  return found == all.end() ? nullptr : &*found;
}

bool heeds(const Operation& operation, std::string_view key) {
  return std::ranges::find(operation.keys, key) != operation.keys.end();
}

Expected<OperationResult> run_operation(const Operation& operation,
                                        const topology::Topology& topology,
                                        const Parameters& parameters) {
  for (const auto& [key, value] : parameters.options())
    if (!heeds(operation, key)) {
      std::vector<std::string> known;  // as flags, for a person
      for (const OperationOption& option : operation_options())
        if (heeds(operation, option.key)) known.emplace_back(option.flag);
      return fail("OPTION_UNFIT", fmt::format("{} has no option '{}'", operation.word, key),
                  fmt::format("It has {}.", fmt::join(known, ", ")));
    }
  if (operation.sizes.use == Sizes::Use::none && !parameters.sizes.empty())
    return fail("OPTION_UNFIT", fmt::format("{} has no size", operation.word),
                "Leave --sizes, -b, -e and -f out.");
  Parameters asked = parameters;
  if (operation.sizes.use == Sizes::Use::needed && asked.sizes.empty())
    asked.sizes = size_sweep(Bytes(operation.sizes.first), Bytes(operation.sizes.last), 2);
  for (const Bytes size : asked.sizes)
    if (size <= Bytes(0))
      return fail("OPTION_UNFIT", fmt::format("{} of no bytes moves nothing", operation.word),
                  "Give sizes above 0.");
  auto result = operation.run(topology, asked);
  if (!result) return result;
  result->topology = topology.name();
  result->operation = operation.word;
  return result;
}

}  // namespace weft::app
