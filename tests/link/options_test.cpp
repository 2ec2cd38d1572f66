#include "weft/link/options.hpp"

#include "weft/link/family.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace weft::link {
namespace {

TEST(PacketSize, MayBeABareNumberOfBytesOrHaveAUnit) {
  EXPECT_EQ(*parse_packet_size("256"), 256);
  EXPECT_EQ(*parse_packet_size("512B"), 512);
  EXPECT_EQ(*parse_packet_size("4KiB"), 4096);
}

TEST(PacketSize, IsAWholePositiveNumberOfBytes) {
  for (const char* text : {"", "0", "-256", "0.5B", "1.3KiB", "8X", "1TiB", "99999999999999999999"})
    EXPECT_EQ(parse_packet_size(text).error().code, "SIZE_INVALID") << text;
}

// What a family claims to have, the command line can be told.
TEST(LinkOptions, HaveARowForEachThatAFamilyNames) {
  for (const Family& family : families())
    for (const std::string& name : family.options)
      EXPECT_TRUE(std::ranges::any_of(
          link_options(), [&](const LinkOption& option) { return option.name == name; }))
          << family.name << " " << name;
}

TEST(LinkOptions, AreNotedAsGivenOnceRead) {
  for (const LinkOption& option : link_options()) {
    LinkOptions options;
    EXPECT_FALSE(option.given(options)) << option.name;
    if (!option.value.empty()) continue;
    ASSERT_TRUE(option.read("", options)) << option.name;
    EXPECT_TRUE(option.given(options)) << option.name;
  }
}

}  // namespace
}  // namespace weft::link
