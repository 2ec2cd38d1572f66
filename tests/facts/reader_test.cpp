#include "weft/facts/reader.hpp"

#include "weft/base/assert.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace weft::facts {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

struct Row {
  int a = 0;
  Evidence evidence;
};

Row read_row(const Record& r) { return {r.integer("a"), r.evidence()}; }

std::vector<Row> rows_of(const char* text) {
  return Document("sample.toml", text).table<Row>("row", read_row);
}

TEST(Reader, ReadsEveryEntryOfATableWithItsEvidence) {
  const auto rows = rows_of(
      "[[row]]\na = 1\nsource = \"x\"\ntag = \"spec\"\n"
      "[[row]]\na = 2\nsource = \"y\"\ntag = \"measured\"\ndate = \"2024\"\n");
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[1].a, 2);
  EXPECT_EQ(rows[0].evidence.tag, Tag::spec);
  EXPECT_EQ(to_string(rows[1].evidence), "y (measured, 2024)");
}

TEST(Reader, NamesFileAndLineOfBrokenSyntax) {
  EXPECT_THAT([] { rows_of("[[row]]\na = = 1\n"); },
              ThrowsMessage<InternalError>(HasSubstr("weft/facts/data/sample.toml:2:")));
}

TEST(Reader, RefusesAnEntryWithoutSource) {
  EXPECT_THAT(
      [] { rows_of("[[row]]\na = 1\ntag = \"spec\"\n"); },
      ThrowsMessage<InternalError>(HasSubstr("sample.toml:1: the key 'source' is missing")));
}

TEST(Reader, RefusesAnUnknownTag) {
  EXPECT_THAT([] { rows_of("[[row]]\na = 1\nsource = \"x\"\ntag = \"guess\"\n"); },
              ThrowsMessage<InternalError>(HasSubstr("the tag 'guess' is not one of")));
}

TEST(Reader, RefusesAMisspeltKey) {
  EXPECT_THAT([] { rows_of("[[row]]\na = 1\nsource = \"x\"\ntag = \"spec\"\nsoruce = \"y\"\n"); },
              ThrowsMessage<InternalError>(HasSubstr("sample.toml:5: the key 'soruce'")));
}

TEST(Reader, RefusesAValueOfAnotherType) {
  EXPECT_THAT([] { rows_of("[[row]]\na = \"1\"\nsource = \"x\"\ntag = \"spec\"\n"); },
              ThrowsMessage<InternalError>(HasSubstr("sample.toml:2: 'a' must be a number")));
}

TEST(Reader, RefusesFiguresBelowZeroAndWithoutAnEnd) {
  for (const std::string& figure : std::vector<std::string>{"-1", "inf", "nan"}) {
    const std::string text = "[[row]]\na = " + figure + "\nsource = \"x\"\ntag = \"spec\"\n";
    EXPECT_THAT([&] { rows_of(text.c_str()); },
                ThrowsMessage<InternalError>(HasSubstr("sample.toml:2: 'a' is ")));
  }
}

TEST(Reader, RefusesAFractionWhereAWholeNumberIsNeeded) {
  EXPECT_THAT([] { rows_of("[[row]]\na = 1.5\nsource = \"x\"\ntag = \"spec\"\n"); },
              ThrowsMessage<InternalError>(HasSubstr("'a' must be a whole number")));
}

TEST(Reader, KnowsNoFileThatIsNotEmbedded) {
  EXPECT_THAT([] { Document("nothing.toml"); },
              ThrowsMessage<InternalError>(HasSubstr("nothing.toml")));
}

}  // namespace
}  // namespace weft::facts
