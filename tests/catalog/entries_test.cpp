// A person's own entries: read, laid over ours, built; and every mistake as an error with its
// place.
#include "tests/catalog/support.hpp"

namespace weft::catalog::test {
namespace {

constexpr const char* kServer = R"toml(
[[server]]
name = "my-box"
aliases = ["mine"]
pretty = "my box"
cpu = "genoa"
sockets = 2
gpu = "h100-sxm5"
gpus = 8
board = "hgx-h100-8"
nics = [{ model = "connectx-7", line = "ib-ndr", numbers = [0, 1] }]
pcie = [
  { node = 0, chip = "pex89144", gpus = [0, 1, 2, 3], nics = [0] },
  { node = 1, chip = "pex89144", gpus = [4, 5, 6, 7], nics = [1] },
]
source = "my notes"
tag = "estimate"
)toml";

// `text` with `what` in place of `with`.
std::string changed(std::string text, const std::string& what, const std::string& with) {
  const auto at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), with);
}

Expected<Catalog> with(const std::string& text) {
  return read_catalog("my.toml", text).and_then([](const Catalog& own) {
    return merged(shipped(), own);
  });
}

Error error_of(const std::string& text) {
  const auto catalog = with(text);
  if (catalog) {
    ADD_FAILURE() << "no error for:\n" << text;
    return {};
  }
  EXPECT_EQ(catalog.error().where.file, "my.toml");
  EXPECT_FALSE(catalog.error().hint.empty());
  return catalog.error();
}

TEST(OwnEntries, OneEntryIsAllThatANewServerTakes) {
  const auto catalog = with(kServer);
  ASSERT_TRUE(catalog.has_value()) << to_string(catalog.error());
  for (const char* name : {"my-box", "mine", "MY-BOX"}) {
    const auto t = build_server(*catalog, name);
    ASSERT_TRUE(t.has_value()) << to_string(t.error());
    EXPECT_EQ(count(*t, ComponentKind::gpu), 8u);
    EXPECT_EQ(count(*t, ComponentKind::nvswitch), 4u);
    EXPECT_EQ(fabric_links(*t), 144);
    EXPECT_EQ(count(*t, ComponentKind::pcie_switch), 2u);
  }
  EXPECT_FALSE(build_server("my-box").has_value());  // ours are as they were
}

TEST(OwnEntries, AnEntryTakesThePlaceOfTheOneWithItsName) {
  const auto catalog = with(changed(kServer, "\"my-box\"", "\"dgx-1v\""));
  ASSERT_TRUE(catalog.has_value()) << to_string(catalog.error());
  EXPECT_EQ(catalog->servers.size(), shipped().servers.size());
  EXPECT_EQ(build_server(*catalog, "dgx-1v")->all(ComponentKind::nvswitch).size(), 4u);
}

TEST(OwnEntries, MayNameDevicesOfTheSameFile) {
  const std::string gpu = R"toml(
[[gpu]]
name = "my-gpu"
pretty = "My GPU"
vendor = "me"
pcie_gen = 5
pcie_lanes = 16
memory_GB = 80
fabric = "nvlink"
fabric_gen = 4
fabric_links = 18
peer_access = false
source = "my notes"
tag = "estimate"
)toml";
  std::string text = changed(kServer, "gpu = \"h100-sxm5\"", "gpu = \"my-gpu\"");
  text = changed(text, "board = \"hgx-h100-8\"\n", "");
  const auto catalog = with(gpu + text);
  ASSERT_TRUE(catalog.has_value()) << to_string(catalog.error());
  const auto t = build_server(*catalog, "mine");
  EXPECT_EQ(t->attributes(t->all(ComponentKind::gpu)[0]).get("model"), "my-gpu");
  EXPECT_EQ(t->attributes(t->all(ComponentKind::gpu)[0]).get("peer_access"), "no");
}

TEST(OwnEntries, BrokenTomlIsNamedWithItsLine) {
  const Error error = error_of("[[server]]\nname = = 1\n");
  EXPECT_EQ(error.code, "CATALOG_SYNTAX");
  EXPECT_EQ(error.where.line, 2);
}

TEST(OwnEntries, AMissingFigureIsNamed) {
  const Error error = error_of(changed(kServer, "sockets = 2\n", ""));
  EXPECT_EQ(error.code, "CATALOG_MISSING");
  EXPECT_NE(error.message.find("'sockets'"), std::string::npos) << error.message;
  EXPECT_EQ(error.where.line, 2);
  EXPECT_EQ(error_of(changed(kServer, "source = \"my notes\"\n", "")).code, "CATALOG_MISSING");
  // GPU 7 hangs nowhere.
  EXPECT_EQ(error_of(changed(kServer, "[4, 5, 6, 7]", "[4, 5, 6]")).code, "CATALOG_MISSING");
}

TEST(OwnEntries, AMisspeltKeyIsNamedWithItsLine) {
  const Error error = error_of(changed(kServer, "sockets = 2\n", "sockets = 2\nsokets = 2\n"));
  EXPECT_EQ(error.code, "CATALOG_KEY");
  EXPECT_EQ(error.where.line, 8);
}

TEST(OwnEntries, UnknownNamesSuggestTheNearest) {
  const std::pair<const char*, std::pair<const char*, const char*>> all[] = {
      {"cpu = \"genoa\"", {"cpu = \"genoaa\"", "genoa"}},
      {"gpu = \"h100-sxm5\"", {"gpu = \"h100-sxm6\"", "h100-sxm5"}},
      {"board = \"hgx-h100-8\"", {"board = \"hgx-h100-9\"", "hgx-h100-8"}},
      {"model = \"connectx-7\"", {"model = \"conectx-7\"", "connectx-7"}},
      {"line = \"ib-ndr\"", {"line = \"ib-ndx\"", ""}},
      {"chip = \"pex89144\"", {"chip = \"pex89145\"", "pex89144"}},
  };
  for (const auto& [right, wrong] : all) {
    const Error error = error_of(changed(kServer, right, wrong.first));
    EXPECT_EQ(error.code, "CATALOG_NAME") << right;
    EXPECT_NE(error.hint.find(wrong.second), std::string::npos) << error.hint;
  }
}

TEST(OwnEntries, ContradictionsAreNamedWithBothFigures) {
  const std::string gpu =
      "[[gpu]]\nname = \"g\"\npretty = \"G\"\nvendor = \"v\"\npcie_gen = 5\npcie_lanes = 16\n"
      "memory_GB = 80\nfabric = \"nvlink\"\nfabric_gen = 4\nfabric_links = 18\n"
      "fabric_GBps = 900\nsource = \"s\"\ntag = \"spec\"\n";
  // 18 links of 25 GB/s are 450 GB/s; 900 is both directions together.
  Error error = error_of(gpu);
  EXPECT_EQ(error.code, "CATALOG_CONTRADICTION");
  EXPECT_NE(error.message.find("450"), std::string::npos) << error.message;
  EXPECT_NE(error.message.find("900"), std::string::npos) << error.message;
  EXPECT_TRUE(with(changed(gpu, "900", "450")).has_value());

  // A ConnectX-6 has ports of 200 Gb/s, and NDR is 400.
  error = error_of(changed(kServer, "\"connectx-7\"", "\"connectx-6\""));
  EXPECT_EQ(error.code, "CATALOG_CONTRADICTION") << error.message;
  // The board is built with H100 and the like.
  error = error_of(changed(kServer, "gpu = \"h100-sxm5\"", "gpu = \"mi300x\""));
  EXPECT_EQ(error.code, "CATALOG_CONTRADICTION") << error.message;
  // Eight GPUs are placed where the entry has four.
  error = error_of(changed(kServer, "gpus = 8", "gpus = 4"));
  EXPECT_EQ(error.code, "CATALOG_CONTRADICTION") << error.message;
  // Two sockets of one node have no node 2.
  error = error_of(changed(kServer, "node = 1", "node = 2"));
  EXPECT_EQ(error.code, "CATALOG_CONTRADICTION") << error.message;
  // A socket of EPYC 9004 has 12 memory channels, so that no 16 nodes have one each.
  error = error_of(changed(kServer, "sockets = 2", "sockets = 2\nnodes_per_socket = 16"));
  EXPECT_EQ(error.code, "CATALOG_CONTRADICTION") << error.message;
  // A PEX88096 has 98 lanes; eight GPUs and an uplink take 144.
  error = error_of(changed(changed(changed(kServer, "gpus = [4, 5, 6, 7], nics", "nics"),
                                   "[0, 1, 2, 3]", "[0, 1, 2, 3, 4, 5, 6, 7]"),
                           "pex89144", "pex88096"));
  EXPECT_EQ(error.code, "CATALOG_CONTRADICTION") << error.message;
  EXPECT_NE(error.message.find("98"), std::string::npos) << error.message;
}

TEST(OwnEntries, TwoOfAFileMayNotShareAName) {
  const Error error = error_of(std::string(kServer) + kServer);
  EXPECT_EQ(error.code, "CATALOG_DUPLICATE");
  EXPECT_NE(error.message.find("line 2"), std::string::npos) << error.message;
}

TEST(OwnEntries, AnythingThatIsNoEntryIsRefused) {
  EXPECT_EQ(error_of("[[sever]]\nname = \"x\"\n").code, "CATALOG_KEY");
  EXPECT_EQ(error_of(changed(kServer, "sockets = 2", "sockets = \"two\"")).code, "CATALOG_INVALID");
  EXPECT_EQ(error_of(changed(kServer, "\"estimate\"", "\"guess\"")).code, "CATALOG_INVALID");
}

// Counts that would fill memory, and figures that nothing has, end at the line that states them.
TEST(OwnEntries, AbsurdCountsAreRefusedWithTheirLine) {
  const std::pair<const char*, const char*> all[] = {
      {"sockets = 2", "sockets = 100000000"},
      {"sockets = 2", "sockets = 1000"},
      {"sockets = 2", "sockets = 2\nnodes_per_socket = 17"},
      {"gpus = 8", "gpus = 100000000"},
      {"numbers = [0, 1]", "numbers = [0, 100000000]"},
      {"node = 1", "node = 100000000"},
      {"line = \"ib-ndr\"", "line = \"ib-ndr\", ports = 100000000"},
  };
  for (const auto& [right, wrong] : all) {
    const Error error = error_of(changed(kServer, right, wrong));
    EXPECT_EQ(error.code, "CATALOG_INVALID") << wrong;
    EXPECT_GT(error.where.line, 2) << wrong;
  }
}

TEST(OwnEntries, FiguresBeyondAllThatIsSoldAreRefused) {
  const std::string gpu =
      "[[gpu]]\nname = \"g\"\npretty = \"G\"\nvendor = \"v\"\npcie_gen = 5\npcie_lanes = 16\n"
      "memory_GB = 80\nmemory_GBps = 2000\nsource = \"s\"\ntag = \"spec\"\n";
  EXPECT_TRUE(with(gpu).has_value());
  for (const auto& [right, wrong] : {std::pair{"memory_GB = 80", "memory_GB = -3"},
                                     std::pair{"memory_GBps = 2000", "memory_GBps = 1e308"},
                                     std::pair{"pcie_gen = 5", "pcie_gen = 99"},
                                     std::pair{"pcie_lanes = 16", "pcie_lanes = 16000000"}}) {
    const Error error = error_of(changed(gpu, right, wrong));
    EXPECT_EQ(error.code, "CATALOG_INVALID") << wrong;
    EXPECT_GT(error.where.line, 0) << wrong;
  }
}

TEST(OwnEntries, ALinkMustLeadWhereItIsUsed) {
  const char* devices = "chip = \"pex89144\", gpus = [0, 1, 2, 3]";
  const std::pair<const char*, const char*> all[] = {
      {devices, "chip = \"pex89144\", link = \"eth100\", gpus = [0, 1, 2, 3]"},
      {devices, "chip = \"pex89144\", uplink = \"nvlink4x2\", gpus = [0, 1, 2, 3]"},
      {"line = \"ib-ndr\"", "line = \"pcie5x16\""},
  };
  for (const auto& [right, wrong] : all)
    EXPECT_EQ(error_of(changed(kServer, right, wrong)).code, "CATALOG_INVALID") << wrong;
  // Without a switch there is nothing that the uplink could lead to.
  EXPECT_EQ(error_of(changed(kServer, devices, "uplink = \"pcie5x16\", gpus = [0, 1, 2, 3]")).code,
            "CATALOG_MISSING");
}

TEST(OwnEntries, AnEntryThatTakesThePlaceOfOursIsListed) {
  const auto fresh = with(kServer);
  ASSERT_TRUE(fresh.has_value());
  EXPECT_TRUE(fresh->warnings.empty());
  const auto over = with(changed(kServer, "\"my-box\"", "\"dgx-1v\""));
  ASSERT_TRUE(over.has_value());
  ASSERT_EQ(over->warnings.size(), 1u);
  EXPECT_EQ(over->warnings[0].code, "CATALOG_REPLACED");
  EXPECT_EQ(over->warnings[0].where.file, "my.toml");
  EXPECT_EQ(over->warnings[0].where.line, 2);
}

}  // namespace
}  // namespace weft::catalog::test
