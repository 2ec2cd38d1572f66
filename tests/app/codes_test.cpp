// Every code that the program can say has a text, and errors that are the machine's have their own
// exit code.
#include "weft/facts/codes.hpp"

#include "weft/app/algorithms.hpp"
#include "weft/app/explain_code.hpp"
#include "weft/collective/algorithm.hpp"

#include <regex>
#include <set>

#include "tests/app/support.hpp"
#include <gmock/gmock.h>

namespace weft::app {
namespace {

using report::Json;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;

std::string without_comments(const std::string& source) {
  return std::regex_replace(source, std::regex("//[^\n]*"), "");
}

// The first words of codes: "SIZE" of SIZE_INVALID. NCCL's are also those of its variables.
std::set<std::string> first_words() {
  std::set<std::string> words;
  for (const facts::CodeText& text : facts::code_texts())
    words.insert(text.code.substr(0, text.code.find('_')));
  words.erase("NCCL");
  return words;
}

// Codes stand where errors and warnings are made, or in a table and then look like other codes.
std::set<std::string> codes_in(const std::string& source) {
  static const std::regex kMade(
      R"re((?:fail|warning|error|for_device|add|invalid|blame)\(\s*"([A-Z][A-Z0-9_]{2,})")re");
  static const std::regex kNamed(R"re("(([A-Z][A-Z0-9]*)(?:_[A-Z0-9]+)+)")re");
  static const std::set<std::string> kFirstWords = first_words();
  std::set<std::string> codes;
  for (std::sregex_iterator it(source.begin(), source.end(), kMade), end; it != end; ++it)
    codes.insert((*it)[1]);
  for (std::sregex_iterator it(source.begin(), source.end(), kNamed), end; it != end; ++it)
    if (kFirstWords.contains((*it)[2])) codes.insert((*it)[1]);
  return codes;
}

TEST(Codes, AreFoundWhereTheyAreMade) {
  const std::string source = R"(
    return fail("USAGE", "x");
    remarks.for_device(
        "XML_TEXT_IGNORED", y);
    constexpr Kind kSize = {"SIZE_INVALID", "size"};  // fail("NOT_THIS")
    words = {"LL128", "HCCS_SW", "NCCL_ALGO"};)";
  EXPECT_EQ(codes_in(without_comments(source)),
            (std::set<std::string>{"SIZE_INVALID", "USAGE", "XML_TEXT_IGNORED"}));
}

TEST(Codes, HaveATextEach) {
  std::size_t files = 0;
  const auto root = std::filesystem::path(WEFT_SOURCE_DIR) / "weft";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    const auto extension = entry.path().extension();
    if (extension != ".cpp" && extension != ".hpp") continue;
    ++files;
    for (const std::string& code : codes_in(without_comments(content_of(entry.path()))))
      EXPECT_NE(facts::find_code(code), nullptr)
          << entry.path().string() << " says " << code
          << ", which weft/facts/data/codes_*.toml does not explain";
  }
  EXPECT_GT(files, 100U);
}

TEST(ExplainCode, TakesAnySpelling) {
  for (const char* code : {"ACS_REDIRECT", "acs_redirect", "Acs-Redirect"}) {
    const auto report = explain_code(code);
    ASSERT_TRUE(report) << code;
    const Json json = Json::parse(report->json.str());
    EXPECT_EQ(keys_of(json),
              (std::vector<std::string>{"code", "kind", "title", "text", "what_to_do"}));
    EXPECT_EQ(json["kind"], "finding");
  }
}

TEST(ExplainCode, SuggestsTheNearest) {
  const auto report = explain_code("ACS_REDIRCT");
  EXPECT_EQ(report.error().code, "CODE_UNKNOWN");
  EXPECT_THAT(report.error().hint, HasSubstr("'ACS_REDIRECT'"));
}

TEST(ExplainCode, ListsAllByKind) {
  const auto report = explain_code("");
  EXPECT_EQ(Json::parse(report->json.str())["codes"].size(), facts::code_texts().size());
  for (const facts::CodeText& code : facts::code_texts())
    EXPECT_THAT(report->text, HasSubstr("\n  " + code.code + " "));
}

TEST(RunTimeFailure, IsTheMachinesFaultAndNotTheInputs) {
  EXPECT_TRUE(is_run_time_failure(fail("FILE_UNWRITABLE", "").value()));
  EXPECT_FALSE(is_run_time_failure(fail("FILE_MISSING", "").value()));
  EXPECT_FALSE(is_run_time_failure(fail("NO_SUCH_CODE", "").value()));
}

// 2 (n-1) messages and 2 (n-1)/n of the data for n = 8.
TEST(Algorithms, AreListedWithWhatTheyCost) {
  const auto report = algorithms();
  EXPECT_THAT(report->text, ContainsRegex("all_reduce +ring +14 +1.75 S +1.75"));
  const Json json = Json::parse(report->json.str());
  EXPECT_EQ(json["algorithms"].size(), collective::algorithms().size());
  EXPECT_EQ(
      keys_of(json["algorithms"][0]),
      (std::vector<std::string>{"name", "collectives", "formula", "pipelined", "about", "costs"}));
}

}  // namespace
}  // namespace weft::app
