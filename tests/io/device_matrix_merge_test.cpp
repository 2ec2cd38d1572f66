// What further files say about a machine is added to it, and where they disagree is listed.
#include "weft/io/device_matrix.hpp"
#include "weft/topology/graph.hpp"

#include <string>
#include <vector>

#include "tests/io/support.hpp"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft::io::test {
namespace {

using ::testing::HasSubstr;
using topology::ComponentKind;
using topology::LinkState;
using topology::Topology;

const std::string kSwitched =
    "\tGPU0\tGPU1\tGPU2\nGPU0\tX\tNV18\tNV18\nGPU1\tNV18\tX\tNV18\nGPU2\tNV18\tNV18\tX\n";
const std::string kPcie =
    "\tGPU0\tGPU1\tGPU2\nGPU0\tX\tPIX\tSYS\nGPU1\tPIX\tX\tSYS\nGPU2\tSYS\tSYS\tX\n";

TopologyRead merged(const std::string& base, const std::vector<std::string>& others) {
  std::vector<TopologyText> with;
  for (std::size_t i = 0; i < others.size(); ++i)
    with.push_back({"other" + std::to_string(i) + ".txt", others[i]});
  auto result = is_device_matrix(base)
                    ? read_device_matrix({"base.txt", base}, with)
                    : read_topology({"base.xml", base}).and_then([&](TopologyRead&& read) {
                        return add_facts(std::move(read), with);
                      });
  EXPECT_TRUE(result) << to_string(result.error());
  return std::move(*result);
}

const Warning& warning_of(const TopologyRead& read, std::string_view code) {
  static const Warning kNone;
  for (const Warning& warning : read.warnings)
    if (warning.code == code) return warning;
  ADD_FAILURE() << "no " << code;
  return kNone;
}

// `inactive` of `links` links, the last ones.
std::string status(int gpu, int links, int inactive, const std::string& rate = "26.562 GB/s",
                   const std::string& name = "NVIDIA H100 80GB HBM3") {
  std::string text =
      "GPU " + std::to_string(gpu) + ": " + name + " (UUID: GPU-" + std::to_string(gpu) + ")\n";
  for (int i = 0; i < links; ++i)
    text += "\t Link " + std::to_string(i) + ": " +
            (i < links - inactive ? rate : std::string("<inactive>")) + "\n";
  return text;
}

std::string access(const Topology& t, int gpu, const std::string& key = "peer_access") {
  return std::string(
      t.attributes(t.all(ComponentKind::gpu)[static_cast<std::size_t>(gpu)]).get(key));
}

// Links of a GPU that are up, by their counts.
int links_up(const Topology& t, int gpu) {
  int links = 0;
  for (const LinkId id : t.links_of(t.all(ComponentKind::gpu)[static_cast<std::size_t>(gpu)]))
    if (t.link(id).model.kind() == "nvlink" && t.link(id).state == LinkState::up)
      links += std::stoi(std::string(t.attributes(id).get("count")));
  return links;
}

TEST(MergePeers, TellsWhoMayReachWhom) {
  const TopologyRead got =
      merged(kPcie, {"$ nvidia-smi topo -p2p r\n\tGPU0\tGPU1\tGPU2\n GPU0\tX\tOK\tTNS\n"
                     " GPU1\tOK\tX\tTNS\n GPU2\tTNS\tTNS\tX\n"});
  EXPECT_EQ(access(got.topology, 0), "partial");
  EXPECT_EQ(access(got.topology, 0, "no_peer_access"), "gpu[2]");
  EXPECT_EQ(access(got.topology, 2), "no");
  EXPECT_EQ(warning_of(got, "PEER_ACCESS_OFF").where.file, "other0.txt");
  EXPECT_THAT(warning_of(got, "PEER_ACCESS_OFF").message, HasSubstr("2 times: GPU0 and GPU2"));
}

TEST(MergePeers, AllOkIsYes) {
  const TopologyRead got =
      merged(kPcie, {"\tGPU0\tGPU1\tGPU2\n GPU0\tX\tOK\tOK\n GPU1\tOK\tX\tOK\n GPU2\tOK\tOK\tX\n"});
  EXPECT_EQ(access(got.topology, 1), "yes");
  EXPECT_EQ(count_of(got, "PEER_ACCESS_OFF"), 0);
}

TEST(MergePeers, AtomicsAndNvlinkDecideNothing) {
  for (const char* capability : {"a", "n"}) {
    const TopologyRead got =
        merged(kPcie, {std::string("$ nvidia-smi topo -p2p ") + capability +
                       "\n\tGPU0\tGPU1\tGPU2\n GPU0\tX\tNS\tNS\n GPU1\tNS\tX\tNS\n"
                       " GPU2\tNS\tNS\tX\n"});
    EXPECT_EQ(access(got.topology, 0), "") << capability;
  }
}

TEST(MergePeers, NoAccessOverNvlinkIsAConflict) {
  const TopologyRead got = merged(
      kSwitched, {"\tGPU0\tGPU1\tGPU2\n GPU0\tX\tDR\tDR\n GPU1\tDR\tX\tDR\n GPU2\tDR\tDR\tX\n"});
  EXPECT_THAT(warning_of(got, "FILES_DISAGREE").message, HasSubstr("base.txt"));
}

TEST(MergePeers, OtherGpusAreAConflictThatNamesBothFiles) {
  const TopologyRead got = merged(kPcie, {"\tGPU0\tGPU1\n GPU0\tX\tOK\n GPU1\tOK\tX\n"});
  EXPECT_THAT(warning_of(got, "FILES_DISAGREE").message,
              HasSubstr("names 2 GPUs (0, 1), and base.txt has 3"));
  EXPECT_EQ(warning_of(got, "FILES_DISAGREE").where.file, "other0.txt");
}

TEST(MergeLinks, LinksThatAreDownLeaveTheirBundle) {
  const TopologyRead got = merged(kSwitched, {status(0, 18, 2)});
  EXPECT_EQ(links_up(got.topology, 0), 16);
  EXPECT_EQ(links_up(got.topology, 1), 18);
  EXPECT_THAT(warning_of(got, "NVLINK_DOWN").message,
              HasSubstr("16 of the 18 NVLinks that base.txt gives GPU0 are up (inactive: 16, 17)"));
}

TEST(MergeLinks, AllLinksDownIsNoLink) {
  const TopologyRead got =
      merged(kSwitched, {"GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-0)\nNVML: Unable to retrieve "
                         "NVLink information as all links are inActive\n"});
  EXPECT_EQ(links_up(got.topology, 0), 0);
}

TEST(MergeLinks, NamesInAnotherFileTellTheGeneration) {
  const TopologyRead got = merged(kSwitched, {status(0, 18, 0, "53.125 GB/s", "NVIDIA B200")});
  EXPECT_EQ(count_of(got, "NVLINK_GENERATION_UNKNOWN"), 0);
  const auto gpu = got.topology.all(ComponentKind::gpu)[0];
  bool found = false;
  for (const LinkId id : got.topology.links_of(gpu))
    found = found || got.topology.link(id).model.name() == "NVLink 5 x18";
  EXPECT_TRUE(found);
}

TEST(MergeLinks, RatesTellTheGenerationWhereNoNameDoes) {
  const TopologyRead got =
      merged(kSwitched, {status(0, 18, 0, "53.125 GB/s", "Engineering Board")});
  EXPECT_EQ(count_of(got, "GPU_NAME_UNKNOWN"), 1);
  EXPECT_EQ(count_of(got, "NVLINK_RATE_DIFFERS"), 0);
}

TEST(MergeLinks, MoreLinksUpThanTheMatrixShowsIsAConflict) {
  const TopologyRead got = merged("\tGPU0\tGPU1\nGPU0\tX\tNV10\nGPU1\tNV10\tX\n",
                                  {status(0, 12, 0, "25 GB/s", "NVIDIA A100-PCIE-40GB")});
  EXPECT_THAT(warning_of(got, "FILES_DISAGREE").message,
              HasSubstr("12 NVLinks are up where base.txt has 10"));
  EXPECT_EQ(links_up(got.topology, 0), 10);
}

TEST(MergeLinks, InactiveLinksOfABridgedCardAreByDesign) {
  const TopologyRead got = merged("\tGPU0\tGPU1\nGPU0\tX\tNV12\nGPU1\tNV12\tX\n",
                                  {status(0, 18, 6, "26.562 GB/s", "NVIDIA H100 NVL")});
  EXPECT_EQ(count_of(got, "NVLINKS_FEWER_BY_DESIGN"), 1);
  EXPECT_EQ(count_of(got, "NVLINK_DOWN"), 0);
}

// A link that is down is missing at both ends: GPU0 and GPU2 have five of six.
TEST(MergeLinks, FindsTheDirectLinkThatIsDownByItsTwoEnds) {
  const std::string v100 = "Tesla V100-SXM2-16GB";
  std::string all;
  for (int gpu = 0; gpu < 4; ++gpu)
    all += status(gpu, 6, gpu % 2 == 0 ? 1 : 0, "25.781 GB/s", v100);
  const TopologyRead got = merged(
      "\tGPU0\tGPU1\tGPU2\tGPU3\nGPU0\tX\tNV2\tNV2\tNV2\nGPU1\tNV2\tX\tNV2\tNV2\n"
      "GPU2\tNV2\tNV2\tX\tNV2\nGPU3\tNV2\tNV2\tNV2\tX\n",
      {all});
  EXPECT_EQ(count_of(got, "NVLINK_DOWN_WHERE"), 0);
  EXPECT_EQ(links_up(got.topology, 0), 5);
  EXPECT_EQ(links_up(got.topology, 1), 6);
  EXPECT_EQ(links_up(got.topology, 2), 5);
}

TEST(MergeLinks, SaysWhereItCannotTellWhichLinkIsDown) {
  const TopologyRead got =
      merged("\tGPU0\tGPU1\tGPU2\nGPU0\tX\tNV2\tNV2\nGPU1\tNV2\tX\tNV2\nGPU2\tNV2\tNV2\tX\n",
             {status(0, 4, 1, "25.781 GB/s", "Tesla V100-SXM2-16GB")});
  EXPECT_EQ(links_up(got.topology, 0), 3);
  EXPECT_EQ(count_of(got, "NVLINK_DOWN_WHERE"), 1);
}

TEST(MergeLinks, ASlowerRateThanTheGenerationHasIsAWarning) {
  const TopologyRead got = merged("\tGPU0\tGPU1\nGPU0\tX\tNV4\nGPU1\tNV4\tX\n",
                                  {status(0, 4, 0, "14.062 GB/s", "NVIDIA RTX A6000")});
  EXPECT_EQ(count_of(got, "NVLINK_RATE_DIFFERS"), 1);
}

TEST(MergeLinks, ReadsCapabilitiesToo) {
  std::string text = "GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-0)\n";
  for (int i = 0; i < 18; ++i) {
    const std::string link = "\t Link " + std::to_string(i) + ", ";
    text += link + "P2P is supported: true\n" + link +
            "Link is supported: " + (i == 3 ? "false" : "true") + "\n";
  }
  EXPECT_EQ(links_up(merged(kSwitched, {text}).topology, 0), 17);
}

TEST(MergeXml, TakesLinkStatesAndPeersForATopologyOfAnotherFormat) {
  const std::string xml = machine(gpu("0000:01:00.0", 0, nvlink("0000:02:00.0", "12")) +
                                  gpu("0000:02:00.0", 1, nvlink("0000:01:00.0", "12")));
  const std::string a100 = "NVIDIA A100-SXM4-80GB";
  const TopologyRead got =
      merged(xml, {status(0, 12, 4, "25 GB/s", a100) + status(1, 12, 4, "25 GB/s", a100),
                   "\tGPU0\tGPU1\n GPU0\tX\tOK\n GPU1\tOK\tX\n"});
  EXPECT_EQ(links_up(got.topology, 0), 8);
  EXPECT_EQ(links_up(got.topology, 1), 8);
  EXPECT_EQ(access(got.topology, 0), "yes");
}

TEST(MergeXml, ComparesAMatrixWithTheGraph) {
  const std::string xml = machine(bridge("0000:01:00.0", gpu("0000:02:00.0", 0)) +
                                  bridge("0000:03:00.0", gpu("0000:04:00.0", 1)));
  // Two switches of one NUMA node: PHB.
  EXPECT_EQ(count_of(merged(xml, {"\tGPU0\tGPU1\nGPU0\tX\tPHB\nGPU1\tPHB\tX\n"}), "FILES_DISAGREE"),
            0);
  const TopologyRead got = merged(xml, {"\tGPU0\tGPU1\nGPU0\tX\tPIX\nGPU1\tPIX\tX\n"});
  EXPECT_THAT(warning_of(got, "FILES_DISAGREE").message,
              HasSubstr("GPU0-GPU1: PIX in line 2, PHB there"));
  EXPECT_THAT(warning_of(got, "FILES_DISAGREE").message, HasSubstr("base.xml"));
}

TEST(MergeXml, RefusesAFileThatAddsNothing) {
  const std::vector<TopologyText> with = {{"other.xml", machine(gpu("0000:01:00.0", 0))}};
  const auto result = read_device_matrix({"base.txt", kPcie}, with);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, "FACTS_UNKNOWN");
  EXPECT_EQ(result.error().where.file, "other.xml");
}

}  // namespace
}  // namespace weft::io::test
