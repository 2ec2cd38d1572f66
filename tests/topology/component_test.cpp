#include "weft/topology/component.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace weft::topology {
namespace {

TEST(ComponentKind, EveryKindHasAWordThatLeadsBackToIt) {
  for (int i = 0; i <= static_cast<int>(ComponentKind::outside); ++i) {
    const auto kind = static_cast<ComponentKind>(i);
    EXPECT_EQ(kind_from_word(word(kind)), kind) << word(kind);
  }
}

TEST(ComponentKind, UnknownWordsAreNoKind) {
  for (const char* text : {"", "GPU", "gpus", "gpu ", "accelerator"})
    EXPECT_EQ(kind_from_word(text), std::nullopt) << text;
}

TEST(Place, IsPrintedFromTheOutsideInAsFarAsKnown) {
  EXPECT_EQ(to_string(Place{}), "");
  EXPECT_EQ(to_string(Place{.server = 0}), "server 0");
  EXPECT_EQ(to_string(Place{.server = 3, .rack = 7, .row = 2, .hall = 1, .site = 0}),
            "site 0, hall 1, row 2, rack 7, server 3");
  EXPECT_EQ(to_string(Place{.server = 3, .hall = 1}), "hall 1, server 3");
}

TEST(Attributes, KeepTheOrderInWhichKeysCameFirst) {
  Attributes list;
  list.set("b", "1");
  list.set("a", "2");
  list.set("b", "3", Provenance::measured);
  std::vector<std::string> keys;
  for (const Attribute& entry : list) keys.push_back(entry.key);
  EXPECT_EQ(keys, (std::vector<std::string>{"b", "a"}));
  EXPECT_EQ(*list.find("b"), (Attribute{"b", "3", Provenance::measured}));
}

TEST(Attributes, AbsentKeysAreEmptyAndCanBeToldFromEmptyValues) {
  Attributes list;
  list.set("empty", "");
  EXPECT_EQ(list.get("absent"), "");
  EXPECT_EQ(list.find("absent"), nullptr);
  EXPECT_FALSE(list.has("absent"));
  EXPECT_TRUE(list.has("empty"));
  list.remove("empty");
  list.remove("absent");
  EXPECT_TRUE(list.empty());
}

TEST(Provenance, HasAWordEach) {
  EXPECT_EQ(word(Provenance::measured), "measured");
  EXPECT_EQ(word(Provenance::trained), "trained");
  EXPECT_EQ(word(Provenance::specified), "spec");
  EXPECT_EQ(word(Provenance::assumed), "assumed");
}

}  // namespace
}  // namespace weft::topology
