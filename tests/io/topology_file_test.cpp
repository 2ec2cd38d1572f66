// Formats are recognised by content, and what is none of them is said to be so.
#include "weft/io/topology_file.hpp"

#include "weft/facts/codes.hpp"
#include "weft/io/xml_text.hpp"

#include <regex>
#include <set>
#include <string>

#include "tests/io/support.hpp"
#include <gtest/gtest.h>

namespace weft::io::test {
namespace {

TEST(TopologyFile, RecognisesAnXmlByItsOutermostElement) {
  EXPECT_EQ(root_element("<system version=\"1\">"), "system");
  EXPECT_EQ(root_element("<system>"), "system");
  EXPECT_EQ(root_element("<system/>"), "system");
  EXPECT_EQ(root_element("\xEF\xBB\xBF<?xml version=\"1.0\"?>\r\n<!-- <graphs> -->\n<system>"),
            "system");
  EXPECT_EQ(root_element("<!DOCTYPE topology SYSTEM \"hwloc2.dtd\">\n<topology>"), "topology");
  EXPECT_EQ(root_element("<!DOCTYPE a [<!ENTITY b \">\">]><system>"), "system");
}

TEST(TopologyFile, RecognisesNoXmlInOtherText) {
  for (const char* text : {"", " ", "system", "<!-- <system>", "<?xml", "<!DOCTYPE a [", "<",
                           "  GPU0  GPU1\nGPU0  X  NV4"})
    EXPECT_EQ(root_element(text), "") << text;
}

TEST(TopologyFile, FindsLinesFromOffsets) {
  const LineIndex lines("a\nbc\n\nd");
  EXPECT_EQ(lines.line_of(0), 1);
  EXPECT_EQ(lines.line_of(1), 1);  // the line break belongs to its line
  EXPECT_EQ(lines.line_of(2), 2);
  EXPECT_EQ(lines.line_of(6), 4);
  EXPECT_EQ(lines.line_of(-1), 0);
}

TEST(TopologyFile, RefusesAnEmptyFile) {
  EXPECT_EQ(read_error("").code, "FILE_EMPTY");
  EXPECT_EQ(read_error(" \n\t\r\n").code, "FILE_EMPTY");
}

TEST(TopologyFile, RefusesABinaryFile) {
  EXPECT_EQ(read_error(std::string("<\0s\0y\0s\0t\0e\0m\0", 14)).code, "FORMAT_BINARY");
}

TEST(TopologyFile, ListsTheKnownFormatsForUnknownContent) {
  const Error error = read_error("nothing that anyone writes");
  EXPECT_EQ(error.code, "FORMAT_UNKNOWN");
  for (const TopologyFormat& format : topology_formats())
    EXPECT_NE(error.hint.find(format.description), std::string::npos) << error.hint;
}

TEST(TopologyFile, SaysThatAGraphIsNotAMachine) {
  const Error error = read_error("<graphs version=\"1\"><graph id=\"0\"/></graphs>");
  EXPECT_EQ(error.code, "NCCL_GRAPH_XML");
  EXPECT_NE(error.hint.find("NCCL_TOPO_DUMP_FILE"), std::string::npos);
}

TEST(TopologyFile, ReadsFilesFromDosAndWithByteOrderMark) {
  std::string text = machine(gpu("0000:01:00.0", 0));
  text = "\xEF\xBB\xBF\r\n" + std::regex_replace(text, std::regex("\n"), "\r\n");
  EXPECT_EQ(read(text).topology.all(topology::ComponentKind::gpu).size(), 1u);
}

// `weft explain CODE` must know what this layer says.
TEST(TopologyFile, EveryCodeIsExplained) {
  std::set<std::string> codes;
  const std::regex code("\"([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\"");
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::string(WEFT_SOURCE_DIR) + "/weft/io")) {
    if (entry.path().extension() != ".cpp") continue;
    const std::string text = read_file(entry.path());
    for (std::sregex_iterator found(text.begin(), text.end(), code), end; found != end; ++found)
      codes.insert((*found)[1]);
  }
  for (const char* word : {"HCCS_SW", "H_B"}) codes.erase(word);  // words of matrices
  EXPECT_GE(codes.size(), 40u);
  for (const std::string& name : codes) EXPECT_NE(facts::find_code(name), nullptr) << name;
}

}  // namespace
}  // namespace weft::io::test
