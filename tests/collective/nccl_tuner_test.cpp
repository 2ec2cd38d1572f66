// Every figure of tests/oracles/nccl.csv: NCCL's own estimates and constants.
#include "weft/collective/nccl_tuner.hpp"

#include <map>
#include <string>

#include "tests/oracles/rows.hpp"
#include <gtest/gtest.h>

namespace weft::collective::test {
namespace {

using Json = nlohmann::json;
using facts::NcclAlgorithm;
using facts::NcclGpu;
using facts::NcclProtocol;
using schedule::Collective;

template <class Enum>
Enum named(const Json& json, const char* key, const std::map<std::string, Enum>& names) {
  return names.at(json.at(key).get<std::string>());
}

const std::map<std::string, NcclProtocol> kProtocols = {
    {"ll", NcclProtocol::ll}, {"ll128", NcclProtocol::ll128}, {"simple", NcclProtocol::simple}};

NcclCase case_of(const Json& in) {
  return {.algorithm = named<NcclAlgorithm>(in, "algo",
                                            {{"ring", NcclAlgorithm::ring},
                                             {"tree", NcclAlgorithm::tree},
                                             {"nvls", NcclAlgorithm::nvls},
                                             {"nvlstree", NcclAlgorithm::nvls_tree},
                                             {"pat", NcclAlgorithm::pat}}),
          .protocol = named(in, "proto", kProtocols),
          .collective = named<Collective>(in, "coll",
                                          {{"allreduce", Collective::all_reduce},
                                           {"allgather", Collective::all_gather},
                                           {"broadcast", Collective::broadcast}}),
          .gpu = named<NcclGpu>(in, "cc",
                                {{"volta", NcclGpu::volta},
                                 {"ampere", NcclGpu::ampere},
                                 {"hopper", NcclGpu::hopper},
                                 {"blackwell", NcclGpu::blackwell}}),
          .nodes = in.at("nNodes"),
          .ranks = in.at("nRanks"),
          .channels = in.at("nCh"),
          .inside_GBps = in.at("bwIntra"),
          .network_GBps = in.at("bwInter"),
          .over_pci = in.value("intra", "") == "pci",
          .amd_host = in.value("cpu", "") == "amd"};
}

double figure(const std::string& name, const Json& in) {
  const facts::Nccl& nccl = facts::nccl();
  const auto has = [&name](const char* part) { return name.find(part) != std::string::npos; };
  if (has(".bw_GBps")) return nccl_rate_GBps(case_of(in));
  if (has(".lat_us")) return nccl_latency_us(case_of(in));
  if (has(".time_us")) return nccl_time_us(case_of(in), Bytes(in.at("nBytes").get<double>()));
  if (has("pci_bw")) return nccl_pci_GBps(in.at("gt_s"), in.at("width"));
  if (has("nvlink_bw.sm"))
    return nccl.nvlink_GBps(std::stoi(name.substr(name.find("sm") + 2))) *
           in.at("links").get<double>();
  if (has("tree_correction"))
    return nccl_tree_correction(named(in, "proto", kProtocols),
                                Bytes(in.at("nBytes").get<double>()));
  const auto protocol = static_cast<std::size_t>(has("ll128")  ? NcclProtocol::ll128
                                                 : has(".ll.") ? NcclProtocol::ll
                                                               : NcclProtocol::simple);
  if (has("buffer_bytes")) return nccl.buffer_bytes[protocol];
  if (has("efficiency")) return nccl.payload_share[protocol];
  ADD_FAILURE() << "no way to find " << name;
  return 0;
}

TEST(NcclTuner, EstimatesAsNcclDoes) {
  const auto rows = oracles::rows("nccl");
  EXPECT_GT(rows.size(), 60U);
  for (const oracles::Row& row : rows)
    EXPECT_NEAR(figure(row.name, row.inputs), row.expected.get<double>(), row.tolerance + 1e-9)
        << row.name;
}

}  // namespace
}  // namespace weft::collective::test
