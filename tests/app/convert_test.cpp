#include "weft/app/convert.hpp"

#include "weft/app/show.hpp"
#include "weft/app/write_output.hpp"

#include "tests/app/support.hpp"
#include <gmock/gmock.h>

namespace weft::app {
namespace {

using report::Json;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// Everything but the name that a topology has from its file.
Json meaning_of(const std::string& file) {
  Json json = Json::parse(show({.topology = {file, ""}})->json.str());
  json.erase("topology");
  return json;
}

TEST(Convert, WritesXmlThatMeansTheSame) {
  const TemporaryFolder folder;
  for (const char* name : {"dgx-h100.xml", "dgx-1v.xml", "mi300x.xml"}) {
    const auto report = convert({.topology = {example(name), ""}, .output = folder / name});
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(meaning_of(folder / name), meaning_of(example(name))) << name;
  }
}

TEST(Convert, WritesTheJsonOfShow) {
  const TemporaryFolder folder;
  const std::string out = folder / "topo.json";
  ASSERT_TRUE(convert({.topology = {example("dgx-1v.xml"), ""}, .output = out}));
  EXPECT_EQ(content_of(out), show({.topology = {example("dgx-1v.xml"), ""}})->json.str());
}

TEST(Convert, GivesTheFileItselfForStandardOutput) {
  const auto report =
      convert({.topology = {example("guest-8gpu-skeleton.xml"), ""}, .output = "-"});
  EXPECT_THAT(report->document, StartsWith("<system version=\"1\">"));
  // What is to be said stays out of the file.
  EXPECT_THAT(report->text, HasSubstr("FABRIC_HIDDEN"));
}

TEST(Convert, RefusesToWriteOverItsInput) {
  const TemporaryFolder folder;
  const std::string input = folder / "topo.xml";
  std::filesystem::copy_file(example("dgx-1v.xml"), input);
  const std::string same = folder / "link.xml";
  std::filesystem::create_symlink(input, same);
  for (const std::string& output : {input, same})
    EXPECT_EQ(convert({.topology = {input, ""}, .output = output}).error().code, "OUTPUT_IS_INPUT");
  EXPECT_EQ(content_of(input), content_of(example("dgx-1v.xml")));
}

TEST(Convert, SaysWhatIsWrongInOneError) {
  const TemporaryFolder folder;
  const auto code = [&](const std::string& output, const std::string& dialect = "") {
    const auto report =
        convert({.topology = {example("dgx-1v.xml"), ""}, .output = output, .dialect = dialect});
    return report ? std::string("fine") : report.error().code;
  };
  EXPECT_EQ(code(folder / "topo.unknown"), "FORMAT_UNWRITABLE");
  EXPECT_EQ(code(folder / "topo.xml", "nvidia"), "DIALECT_UNKNOWN");
  EXPECT_EQ(code(folder / "topo.json", "nccl"), "DIALECT_UNKNOWN");
  EXPECT_EQ(code(folder / "topo.xml", "rccl"), "NCCL_XML_DIALECT");  // it has NVLinks
  EXPECT_EQ(code(folder / "missing/topo.xml"), "FILE_UNWRITABLE");
}

TEST(WriteOutput, ReplacesTheContent) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_output(folder / "a", "a long content"));
  ASSERT_TRUE(write_output(folder / "a", "short"));
  EXPECT_EQ(content_of(folder / "a"), "short");
}

TEST(WriteOutput, NamesTheReasonForNotWriting) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "folder");
  EXPECT_THAT(write_output(folder / "folder", "x").error().message, HasSubstr("is a folder"));
  EXPECT_THAT(write_output(folder / "no/file", "x").error().message, HasSubstr("no folder"));
  if (!std::filesystem::exists("/dev/full"))
    GTEST_SKIP() << "no /dev/full to stand for a full disk";
  EXPECT_THAT(write_output("/dev/full", std::string(1 << 20, 'x')).error().message,
              HasSubstr("in full"));
}

}  // namespace
}  // namespace weft::app
