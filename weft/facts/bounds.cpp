#include "weft/facts/bounds.hpp"

#include <algorithm>

namespace weft::facts {
namespace {

struct Bound {
  std::string_view key;
  double most;
};

constexpr Bound kCounts[] = {{"sockets", 64},          {"most_sockets", 64},
                             {"bus_sockets", 64},      {"bus_usual_sockets", 64},
                             {"nodes_per_socket", 16}, {"socket_links", 64},
                             {"memory_channels", 64},  {"cores", 4096},
                             {"units", 1024},          {"gpus", 1024},
                             {"gpu_count", 1024},      {"gpu", 1023},
                             {"first_gpu", 1023},      {"node", 1023},
                             {"bridge", 1023},         {"fabric_links", 256},
                             {"c2c_links", 256},       {"full_mesh", 256},
                             {"links_per_gpu", 256},   {"trunks", 1024},
                             {"times", 1024},          {"twin", 1023},
                             {"ports", 4096},          {"radix", 4096},
                             {"lanes", 4096},          {"pcie_lanes", 4096},
                             {"copy_engines", 256}};

constexpr Bound kUnits[] = {{"_GBps", 1e6}, {"_MTps", 1e6}, {"_Gbps", 1e6},   {"_GB", 1e6},
                            {"_W", 1e7},    {"_U", 1000},   {"_tflops", 1e7}, {"_ns", 1e9},
                            {"_us", 1e6},   {"_Mpps", 1e6}};

}  // namespace

std::optional<double> most_of(std::string_view key) {
  for (const Bound& count : kCounts)
    if (key == count.key) return count.most;
  for (const Bound& unit : kUnits)
    if (key.ends_with(unit.key)) return unit.most;
  return std::nullopt;
}

}  // namespace weft::facts
