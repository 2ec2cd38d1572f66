#include "weft/report/table.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace weft::report {
namespace {

TEST(Table, AlignsNumbersRightAndWordsLeft) {
  Table table;
  table.column("name", Align::left).column("GB/s");
  table.row({"pcie4x16", "27.08"});
  table.row({"a", "400"});
  EXPECT_EQ(table.text(),
            "name       GB/s\n"
            "pcie4x16  27.08\n"
            "a           400\n");
}

TEST(Table, EndsNoLineWithBlanks) {
  Table table;
  table.column("name", Align::left).column("state", Align::left);
  table.row({"long name", ""});
  table.row({"a", "down"});
  EXPECT_EQ(table.text(),
            "name       state\n"
            "long name\n"
            "a          down\n");
}

// "└─ " is three columns of nine bytes; a table that counted bytes would shift what follows.
TEST(Table, CountsAUtf8SequenceAsOneColumn) {
  EXPECT_EQ(display_width("└─ gpu[0]"), 9U);
  Table table;
  table.column("", Align::left).column("what", Align::left);
  table.row({"└─ gpu[0]", "A100"});
  table.row({"   gpu[1]", "A100"});
  EXPECT_EQ(table.text(),
            "           what\n"
            "└─ gpu[0]  A100\n"
            "   gpu[1]  A100\n");
}

TEST(Table, IndentsEachLineAndDropsTitlesThatAreAllEmpty) {
  Table table;
  table.column("", Align::left).column("", Align::left);
  table.row({"A", "x"});
  table.row({"BB", "y"});
  EXPECT_EQ(table.text(2),
            "  A   x\n"
            "  BB  y\n");
}

TEST(Table, ShowsWhatIsNotPrintableAsEscapesAndCutsWhatNobodyReads) {
  Table table;
  table.column("name", Align::left).column("n");
  table.row({"a\x1b[31m\nb", "1"});
  table.row({std::string(1'000'000, 'x'), "2"});
  const std::string text = table.text();
  EXPECT_NE(text.find("a\\x1b[31m\\nb"), std::string::npos);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 3);  // titles and two rows
  EXPECT_LT(text.size(), 400u);
}

}  // namespace
}  // namespace weft::report
