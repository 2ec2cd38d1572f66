// Each thing that can be wrong with a topology XML is one error or a listed warning with its line.
#include <string>

#include "tests/io/support.hpp"
#include <gtest/gtest.h>

namespace weft::io::test {
namespace {

const std::string kA = "0000:01:00.0";
const std::string kB = "0000:02:00.0";

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

// The code of the error, and that it has a line, a message and a hint.
std::string code_of(std::string text) {
  const Error error = read_error(std::move(text));
  EXPECT_EQ(error.where.file, "topo.xml") << to_string(error);
  EXPECT_FALSE(error.hint.empty()) << to_string(error);
  EXPECT_FALSE(error.message.empty()) << to_string(error);
  return error.code;
}

int line_of(std::string text) { return read_error(std::move(text)).where.line; }

TEST(NcclXmlBadInput, ATruncatedFile) {
  const std::string whole = machine(gpu(kA, 0) + gpu(kB, 1));
  // Cut anywhere behind the name of the first element: never an answer from half a file.
  for (std::size_t length = 9; length + 2 < whole.size(); ++length) {
    const Error error = read_error(whole.substr(0, length));
    EXPECT_EQ(error.code, "XML_TRUNCATED") << length << ": " << to_string(error);
  }
}

TEST(NcclXmlBadInput, AFileOfAHundredMegabytes) {
  constexpr std::size_t kHundredMegabytes = 100'000'000;
  std::string large = machine(gpu(kA, 0));
  large += "<!--" + std::string(kHundredMegabytes, ' ') + "-->";
  EXPECT_EQ(code_of(std::move(large)), "FILE_TOO_LARGE");
}

TEST(NcclXmlBadInput, TagsThatCloseInTheWrongOrder) {
  EXPECT_EQ(code_of("<system version=\"1\">\n<cpu numaid=\"0\">\n</system></cpu></system>"),
            "XML_MALFORMED");
  EXPECT_EQ(line_of("<system version=\"1\">\n<cpu numaid=\"0\">\n</system></cpu></system>"), 3);
}

TEST(NcclXmlBadInput, AnAttributeThatStandsTwice) {
  EXPECT_EQ(code_of(machine("<pci busid=\"" + kA + "\" busid=\"" + kB + "\"/>")), "XML_MALFORMED");
}

TEST(NcclXmlBadInput, TwoTopologiesInOneFile) {
  EXPECT_EQ(code_of(machine(gpu(kA, 0)) + machine(gpu(kB, 0))), "NCCL_XML_NESTING");
}

TEST(NcclXmlBadInput, ASystemWithoutCpu) {
  EXPECT_EQ(code_of("<system version=\"1\"/>"), "NCCL_XML_EMPTY");
}

TEST(NcclXmlBadInput, AGpuOutsideAPciElement) {
  EXPECT_EQ(code_of(machine("<gpu dev=\"0\"/>")), "NCCL_XML_NESTING");
  EXPECT_EQ(line_of(machine("<gpu dev=\"0\"/>")), 3);
}

TEST(NcclXmlBadInput, AGpuWithoutAnyParent) {
  EXPECT_EQ(code_of("<system version=\"1\"><gpu dev=\"0\"/></system>"), "NCCL_XML_NESTING");
}

TEST(NcclXmlBadInput, APciElementInsideAGpu) {
  EXPECT_EQ(code_of(machine(gpu(kA, 0, "<pci busid=\"" + kB + "\"/>"))), "NCCL_XML_NESTING");
}

TEST(NcclXmlBadInput, ACpuInsideAPciElement) {
  EXPECT_EQ(code_of(machine(bridge(kA, "<cpu numaid=\"1\"/>"))), "NCCL_XML_NESTING");
}

TEST(NcclXmlBadInput, ANetOutsideANic) {
  EXPECT_EQ(code_of(machine(bridge(kA, "<net name=\"a\"/>"))), "NCCL_XML_NESTING");
  EXPECT_EQ(code_of(machine("<net name=\"a\"/>")), "NCCL_XML_NESTING");
}

TEST(NcclXmlBadInput, AnNvlinkOutsideAGpu) {
  EXPECT_EQ(code_of(machine(bridge(kA, nvlink(kB, "1")))), "NCCL_XML_NESTING");
}

TEST(NcclXmlBadInput, TwoGpusInOnePciElement) {
  EXPECT_EQ(code_of(machine("<pci busid=\"" + kA + "\"><gpu dev=\"0\"/><gpu dev=\"1\"/></pci>")),
            "NCCL_XML_NESTING");
}

TEST(NcclXmlBadInput, ADeviceBelowAGpu) {
  EXPECT_EQ(code_of(machine("<pci busid=\"" + kA + "\" class=\"0x030200\"><pci busid=\"" + kB +
                            "\"/></pci>")),
            "PCI_BELOW_ENDPOINT");
}

TEST(NcclXmlBadInput, ADeviceThatIsItsOwnAncestor) {
  EXPECT_EQ(code_of(machine(bridge(kA, bridge(kB, bridge(kA, ""))))), "BUSID_CYCLE");
}

TEST(NcclXmlBadInput, TwoGpusWithOneBusId) {
  EXPECT_EQ(code_of(machine(gpu(kA, 0) + gpu(kA, 1))), "BUSID_REPEATED");
  // Spelt otherwise it is the same address.
  EXPECT_EQ(code_of(machine(gpu("0000:0a:00.0", 0) + gpu("00000000:0A:00.0", 1))),
            "BUSID_REPEATED");
}

TEST(NcclXmlBadInput, TwoBridgesWithOneBusIdAreOnlyRemarked) {
  EXPECT_EQ(count_of(read(machine(bridge(kA, gpu(kB, 0)) + bridge(kA, gpu("0000:03:00.0", 1)))),
                     "BRIDGE_REPEATED"),
            1);
}

TEST(NcclXmlBadInput, ABusIdThatIsNone) {
  for (const char* busid : {"", "01:00.0", "0000:01:00", "0000:01:00.0 ", "zzzz:01:00.0",
                            "0000:01:00.00", "-000:01:00.0", "000000000:01:00.0", "0000.01:00.0"})
    EXPECT_EQ(code_of(machine(gpu(busid, 0))), "BUSID_MALFORMED") << busid;
  EXPECT_EQ(code_of(machine("<pci class=\"0x030200\"/>")), "BUSID_MALFORMED");
  EXPECT_EQ(code_of(machine(gpu(kA, 0, nvlink("there", "1")))), "BUSID_MALFORMED");
}

TEST(NcclXmlBadInput, AWidthThatPcieDoesNotHave) {
  for (const char* width : {"-1", "17", "3", "x16", "16.0", "99999999999999999999"})
    EXPECT_EQ(code_of(machine("<pci busid=\"" + kA + "\" link_width=\"" + width + "\"/>")),
              "LINK_WIDTH_INVALID")
        << width;
}

TEST(NcclXmlBadInput, ANumaNodeWithoutNumberIsOnlyRemarked) {
  for (const char* cpu : {"<cpu numaid=\"-1\">", "<cpu>"}) {
    const TopologyRead r = read(std::string("<system version=\"1\">") + cpu + gpu(kA, 0) +
                                "</cpu>" + cpu + gpu(kB, 1) + "</cpu></system>");
    EXPECT_EQ(count_of(r, "NUMA_UNKNOWN"), 1);
  }
}

TEST(NcclXmlBadInput, ANumaNodeThatIsNoNumber) {
  for (const char* numa : {"a", "", "-2", "1.5"})
    EXPECT_EQ(code_of(std::string("<system version=\"1\"><cpu numaid=\"") + numa + "\"/></system>"),
              "NUMA_INVALID")
        << numa;
}

TEST(NcclXmlBadInput, TwoNumaNodesWithOneNumber) {
  EXPECT_EQ(code_of("<system version=\"1\">\n<cpu numaid=\"0\"/>\n<cpu numaid=\"0\"/></system>"),
            "NUMA_REPEATED");
}

TEST(NcclXmlBadInput, ALinkCountThatCannotBe) {
  for (const char* count : {"0", "-1", "65", "1000000000000", "two", "", "1.5"})
    EXPECT_EQ(code_of(machine(gpu(kA, 0, nvlink(kB, count)) + gpu(kB, 1))), "LINK_COUNT_INVALID")
        << count;
  EXPECT_EQ(code_of(machine(gpu(kA, 0, "<nvlink target=\"" + kB + "\"/>") + gpu(kB, 1))),
            "LINK_COUNT_INVALID");
}

TEST(NcclXmlBadInput, LinkCountsThatAddUpToTooMany) {
  EXPECT_EQ(code_of(machine(gpu(kA, 0, nvlink(kB, "40") + nvlink(kB, "40")) + gpu(kB, 1))),
            "LINK_COUNT_INVALID");
}

TEST(NcclXmlBadInput, ACoherentLinkWithoutRate) {
  EXPECT_EQ(code_of(machine(gpu(kA, 0, "<c2c count=\"10\"/>"))), "C2C_INVALID");
  EXPECT_EQ(code_of(machine(gpu(kA, 0, "<c2c bw=\"0\" count=\"10\"/>"))), "C2C_INVALID");
}

TEST(NcclXmlBadInput, NvlinkAndXgmiTogether) {
  EXPECT_EQ(
      code_of(machine(gpu(kA, 0, nvlink(kB, "1")) +
                      gpu(kB, 1, "<xgmi target=\"" + kA + "\" count=\"1\" tclass=\"0x030200\"/>"))),
      "NCCL_XML_MIXED");
}

TEST(NcclXmlBadInput, AMissingVersionIsOnlyRemarked) {
  EXPECT_EQ(count_of(read("<system><cpu numaid=\"0\">" + gpu(kA, 0) + "</cpu></system>"),
                     "NCCL_XML_VERSION_DOUBTFUL"),
            1);
}

TEST(NcclXmlBadInput, AVersionThatDoesNotExistYet) {
  for (const char* version : {"3", "0", "", "one", "1.0"})
    EXPECT_EQ(code_of(machine(gpu(kA, 0), version)), "NCCL_XML_VERSION") << version;
}

TEST(NcclXmlBadInput, ADevThatIsNoNumber) {
  for (const char* dev : {"a", "-1", "", "0x1", "99999999999"})
    EXPECT_EQ(code_of(machine("<pci busid=\"" + kA + "\"><gpu dev=\"" + dev + "\"/></pci>")),
              "GPU_DEV_INVALID")
        << dev;
}

TEST(NcclXmlBadInput, TwoGpusWithOneDev) {
  EXPECT_EQ(code_of(machine(gpu(kA, 0) + gpu(kB, 0))), "GPU_DEV_REPEATED");
  EXPECT_EQ(line_of(machine(gpu(kA, 0) + gpu(kB, 0))), 4);
}

TEST(NcclXmlBadInput, TwoGpusWithOneRank) {
  EXPECT_EQ(code_of(machine("<pci busid=\"" + kA + "\"><gpu rank=\"3\"/></pci><pci busid=\"" + kB +
                            "\"><gpu rank=\"3\"/></pci>")),
            "GPU_RANK_REPEATED");
  EXPECT_EQ(code_of(machine("<pci busid=\"" + kA + "\"><gpu rank=\"x\"/></pci>")),
            "GPU_RANK_INVALID");
}

TEST(NcclXmlBadInput, APortNumberThatIsNone) {
  EXPECT_EQ(code_of(machine("<nic><net dev=\"first\"/></nic>")), "NET_DEV_INVALID");
  EXPECT_EQ(
      count_of(read(machine("<nic><net dev=\"0\"/><net dev=\"0\"/></nic>")), "NET_DEV_REPEATED"),
      1);
}

TEST(NcclXmlBadInput, ElementsTooDeepInEachOther) {
  for (const int depth : {100, 5000, 100'000}) {
    std::string deep = "<system version=\"1\"><cpu numaid=\"0\">";
    for (int i = 0; i < depth; ++i) deep += "<pci busid=\"0000:01:00.0\">";
    deep += repeated("</pci>", depth) + "</cpu></system>";
    EXPECT_EQ(code_of(std::move(deep)), "XML_TOO_DEEP") << depth;
  }
  EXPECT_EQ(code_of(machine(repeated("<a>", 5000) + repeated("</a>", 5000))), "XML_TOO_DEEP");
}

TEST(NcclXmlBadInput, ElementsWithEndlessParts) {
  std::string attributes;
  for (int i = 0; i < 100'000; ++i) attributes += " a" + std::to_string(i) + "=\"1\"";
  EXPECT_EQ(code_of(machine("<pci busid=\"" + kA + "\"" + attributes + "/>")), "XML_TOO_MANY");
  EXPECT_EQ(code_of(machine(repeated("<a/>", 100'000))), "XML_TOO_MANY");
}

TEST(NcclXmlBadInput, EntitiesThatWouldGrow) {
  EXPECT_EQ(code_of("<!DOCTYPE system [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;\">]>\n" +
                    machine("<pci busid=\"&b;\"/>")),
            "XML_ENTITIES");
  EXPECT_EQ(code_of("<!DOCTYPE system [<!ENTITY a SYSTEM \"file:///etc/passwd\">]>\n" +
                    machine("<pci busid=\"&a;\"/>")),
            "XML_ENTITIES");
}

TEST(NcclXmlBadInput, UnknownElementsAndTextAreOnlyRemarked) {
  const TopologyRead r = read(machine(gpu(kA, 0) + "<fpga/>hello"));
  EXPECT_EQ(count_of(r, "NCCL_XML_ELEMENT_UNKNOWN"), 1);
  EXPECT_EQ(count_of(r, "XML_TEXT_IGNORED"), 1);
}

}  // namespace
}  // namespace weft::io::test
