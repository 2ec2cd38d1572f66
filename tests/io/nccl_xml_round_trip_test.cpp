// XML → graph → XML gives the same elements, attributes, nesting and order back.
#include "weft/io/nccl_xml.hpp"

#include "tests/io/support.hpp"
#include <gtest/gtest.h>

namespace weft::io::test {
namespace {

std::string round_trip_difference(const std::filesystem::path& file) {
  const std::string text = read_file(file);
  const auto first = read_topology({file.filename().string(), text});
  if (!first) return to_string(first.error());
  for (auto& w : first->warnings)
    std::cout << file.filename().string() << ":" << w.where.line << ": " << w.code << ": "
              << w.message << "\n";
  const auto written = write_nccl_xml(first->topology, nccl_dialect_of(first->topology));
  if (!written) return to_string(written.error());
  return difference(text, *written);
}

TEST(NcclXmlRoundTrip, EachRealFileComesBackTheSame) {
  if (!std::filesystem::exists(shared_topologies()))
    GTEST_SKIP() << "the real files beside the checkout are not here";
  int same = 0;
  const auto files = xml_files(shared_topologies());
  for (const auto& file : files) {
    const std::string found = round_trip_difference(file);
    EXPECT_EQ(found, "") << file;
    if (found.empty()) ++same;
  }
  RecordProperty("isomorphic", same);
  EXPECT_EQ(same, static_cast<int>(files.size()));
}

}  // namespace
}  // namespace weft::io::test
