#include "weft/base/printable.hpp"

#include "weft/base/error.hpp"

#include <string>

#include <gtest/gtest.h>

namespace weft {
namespace {

TEST(Printable, LeavesTextAsItIs) {
  for (const char* text : {"", "gpu[0]", "ConnectX-7, 400 Gb/s", "Größe", "日本語", "🙂", "a … b"})
    EXPECT_EQ(printable(text), text);
}

TEST(Printable, ShowsControlCharactersAsEscapes) {
  EXPECT_EQ(printable("a\x1b[31mred"), "a\\x1b[31mred");
  EXPECT_EQ(printable("one\ntwo\tthree\r"), "one\\ntwo\\tthree\\r");
  EXPECT_EQ(printable(std::string_view("nul\0", 4)), "nul\\x00");
  EXPECT_EQ(printable("\x7f"), "\\x7f");
  EXPECT_EQ(printable("\u009b"
                      "31m"),
            "\\u009b31m");  // CSI as one character
  EXPECT_EQ(printable("\u202e"
                      "0upg"),
            "\\u202e0upg");  // from right to left
}

TEST(Printable, ShowsBytesThatAreNoUtf8AsEscapes) {
  EXPECT_EQ(printable("\xff"), "\\xff");
  EXPECT_EQ(printable("\xc3"), "\\xc3");                             // cut short
  EXPECT_EQ(printable("\xc0\xaf"), "\\xc0\\xaf");                    // overlong
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");           // a surrogate
  EXPECT_EQ(printable("\xf5\x80\x80\x80"), "\\xf5\\x80\\x80\\x80");  // beyond Unicode
  EXPECT_EQ(printable("\xe2\x80 x"), "\\xe2\\x80 x");
}

TEST(PrintableLines, KeepNewlinesOnly) { EXPECT_EQ(printable_lines("a\nb\x1b\n"), "a\nb\\x1b\n"); }

TEST(Told, CutsWordsThatNobodyReads) {
  const std::string digits(5'000'000, '0');
  EXPECT_EQ(told("a bus id '" + digits + "' is wrong"),
            "a bus id '" + std::string(79, '0') + "…' is wrong");
}

TEST(Told, CutsTextsThatNobodyReads) {
  std::string many;
  for (int i = 0; i < 1'000'000; ++i) many += "0 ";
  EXPECT_LT(told(many).size(), 2100u);
  EXPECT_TRUE(told(many).ends_with("…"));
}

TEST(Told, HalvesNoCharacter) {
  EXPECT_EQ(told(std::string(79, 'a') + "öb"), std::string(79, 'a') + "…");
}

TEST(Told, IsWhatErrorsSay) {
  const Error error{"CODE", "'a\x1b[2J'", {"f\x1b.xml", 1, 0}, "use\nit"};
  EXPECT_EQ(to_string(error), "f\\x1b.xml:1: 'a\\x1b[2J' (CODE)\n  use\\nit");
}

}  // namespace
}  // namespace weft
