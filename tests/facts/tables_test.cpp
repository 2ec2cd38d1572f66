#include "weft/facts/boards.hpp"
#include "weft/facts/classes.hpp"
#include "weft/facts/codes.hpp"
#include "weft/facts/cpus.hpp"
#include "weft/facts/gpus.hpp"
#include "weft/facts/libraries.hpp"
#include "weft/facts/lines.hpp"
#include "weft/facts/nccl.hpp"
#include "weft/facts/nics.hpp"
#include "weft/facts/protocols.hpp"
#include "weft/facts/reader.hpp"

#include <chrono>
#include <set>

#include <gtest/gtest.h>

namespace weft::facts {
namespace {

TEST(Nics, NamesAreUniqueAndLineRatesAreKnown) {
  std::set<std::string> names;
  std::set<PciId> ids;
  for (const Nic& nic : nics()) {
    EXPECT_TRUE(names.insert(nic.name).second) << nic.name;
    for (const std::string& alias : nic.aliases) EXPECT_TRUE(names.insert(alias).second) << alias;
    for (const PciId& id : nic.pci_ids) EXPECT_TRUE(ids.insert(id).second) << nic.name;
    EXPECT_FALSE(nic.line_rates.empty()) << nic.name;
    for (const std::string& rate : nic.line_rates)
      EXPECT_TRUE(find_infiniband(rate) != nullptr || find_ethernet(rate) != nullptr) << rate;
  }
}

TEST(Nics, AreFoundByPciId) {
  EXPECT_EQ(find_nic(PciId{0x15b3, 0x1021})->name, "connectx-7");
  EXPECT_EQ(find_nic(PciId{0x1d0f, 0xefa1})->name, "efa-v2");
  EXPECT_EQ(find_nic(PciId{0x15b3, 0x0000}), nullptr);
}

TEST(NvSwitches, AreWhatTheBoardsNameAndHaveEnoughPorts) {
  for (const Board& board : boards()) {
    if (board.switches.empty()) continue;
    const NvSwitchChip* chip = find_nvswitch(board.switch_chip);
    ASSERT_NE(chip, nullptr) << board.name;
    for (const SwitchWiring& s : board.switches)
      EXPECT_LE(s.gpu_count * s.links_per_gpu + s.trunks, chip->ports) << board.name;
    for (const std::string& name : board.gpus)
      EXPECT_EQ(find_gpu(name)->fabric_gen, chip->nvlink_gen) << board.name;
  }
}

TEST(Libraries, EveryMakerOfGpusHasAtMostOne) {
  std::set<std::string> vendors;
  for (const Library& library : libraries())
    for (const std::string& vendor : library.vendors)
      EXPECT_TRUE(vendors.insert(vendor).second) << vendor;
  EXPECT_EQ(library_of("nvidia").name, "NCCL");
  EXPECT_EQ(library_of("amd").name, "RCCL");
  EXPECT_EQ(library_of("").name, "NCCL");
}

TEST(Protocols, AnEthernetFrameCosts38BytesOutsideTheMtu) {
  EXPECT_EQ(protocols().ethernet.fixed.value, 38);
  EXPECT_FALSE(protocols().rdma.bth.evidence.source.empty());
}

TEST(NcclConstants, HoldTheTablesOfTheTuner) {
  const Nccl& n = nccl();
  const auto at = [&](NcclHop hop, NcclAlgorithm algorithm, NcclProtocol protocol) {
    return n.hop_latency_us[static_cast<std::size_t>(hop)][static_cast<std::size_t>(algorithm)]
                           [static_cast<std::size_t>(protocol)];
  };
  EXPECT_EQ(at(NcclHop::nvlink, NcclAlgorithm::ring, NcclProtocol::simple), 3.4);
  EXPECT_EQ(at(NcclHop::net, NcclAlgorithm::nvls_tree, NcclProtocol::simple), 20.9);
  EXPECT_EQ(n.nvlink_GBps(80), 20.0);
  EXPECT_EQ(n.nvlink_GBps(86), 12.0);
  EXPECT_EQ(n.nvlink_GBps(89), 12.0);
  EXPECT_EQ(n.nvlink_GBps(90), 20.6);
  EXPECT_EQ(n.nvlink_GBps(50), 0.0);
  for (const auto& correction : n.tree_correction) EXPECT_EQ(correction.size(), 24u);
  EXPECT_EQ(n.speeds_named("intra").front(), 40);
  EXPECT_EQ(nccl_gpu(90), NcclGpu::hopper);
}

TEST(CodeTexts, AreUniqueAndSayWhatToDo) {
  std::set<std::string> codes;
  for (const CodeText& text : code_texts()) {
    EXPECT_TRUE(codes.insert(text.code).second) << text.code;
    EXPECT_FALSE(text.title.empty() || text.text.empty() || text.what_to_do.empty()) << text.code;
  }
  for (const char* code : {"SIZE_INVALID", "RATE_INVALID", "TIME_INVALID", "NUMBER_INVALID",
                           "LINK_UNKNOWN", "LINK_OPTION", "LINK_INVALID"})
    EXPECT_NE(find_code(code), nullptr) << code;
  EXPECT_EQ(find_code("NO_SUCH_CODE"), nullptr);
}

// The program loads what it needs when it needs it; all files together take 3 ms in a release
// build on one core of 2.5 GHz. The bound allows for debug builds, sanitizers and busy machines.
TEST(Facts, LoadQuickly) {
  const auto start = std::chrono::steady_clock::now();
  for (const char* name : {"gpus.toml", "cpus.toml", "codes_nccl.toml", "nics.toml", "boards.toml"})
    const Document document(name);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  EXPECT_LT(elapsed.count(), 0.5);
}

}  // namespace
}  // namespace weft::facts
