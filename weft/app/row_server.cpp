#include "weft/app/row_server.hpp"

#include "weft/base/parse.hpp"
#include "weft/catalog/build_server.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace weft::app {
namespace {

constexpr const char* kOrigin = "source = \"a validation row\"\ntag = \"estimate\"\n";

class RowServer {
 public:
  RowServer(const catalog::Catalog& catalog, const io::ValidationRow& row)
      : catalog_(catalog), row_(row) {}

  // The text of a catalogue file. `switched`: GPUs below PCIe switches.
  Expected<std::string> entries(bool switched);
  bool has_gpus() const { return gpus_ > 0; }

 private:
  std::string_view fact(std::string_view key) const {
    return row_.option("hw." + std::string(key));
  }
  double number(std::string_view key, double fallback = 0) const {
    const auto stated = parse_number(fact(key));
    return stated ? *stated : fallback;
  }
  int whole(std::string_view key, int fallback = 0) const {
    return static_cast<int>(std::lround(number(key, fallback)));
  }

  void read_pcie();
  std::string stand_in() const;
  Expected<void> add_gpu();
  void add_board();
  void add_cpu();
  Expected<void> add_nics();
  void add_server(bool switched);

  const catalog::Catalog& catalog_;
  const io::ValidationRow& row_;
  std::string text_;
  int pcie_gen_ = 4;
  int pcie_lanes_ = 16;
  int gpus_ = 0;
  std::string gpu_;
  std::string board_;
  std::string cpu_;
  std::string nic_;
  std::string line_;
  int nics_ = 0;
};

void RowServer::read_pcie() {
  const auto json = nlohmann::json::parse(fact("pcie"), nullptr, false);
  if (!json.is_array() || json.size() != 2 || !json[0].is_number() || !json[1].is_number()) return;
  pcie_gen_ = std::clamp(json[0].get<int>(), 1, 6);
  pcie_lanes_ = json[1].get<int>();
}

// What links and PCIe make of a GPU that no catalogue has: one of the same generation.
std::string RowServer::stand_in() const {
  if (!fact("xgmi").empty() || fact("vendor") == "amd")
    return fact("xgmi").empty() ? "mi210" : "mi300x";
  switch (whole("nvl")) {
    case 1:
      return "p100-sxm2";
    case 2:
      return "v100-sxm2-32gb";
    case 3:
      return "a100-sxm4-80gb";
    case 4:
      return "h100-sxm5";
    case 5:
      return "b200-sxm";
    default:
      return pcie_gen_ <= 3 ? "v100-pcie-16gb" : pcie_gen_ == 4 ? "a100-pcie-80gb" : "h100-pcie";
  }
}

// "A100" is the SXM module where NVLinks are stated and the card where none are.
Expected<void> RowServer::add_gpu() {
  const std::string stated(fact("gpu"));
  if (stated.empty()) {
    // A copy that only says which PCIe it went over: any GPU on it.
    const std::string& word = row_.operation;
    if (word != "h2d" && word != "d2h" && word != "p2p") return {};
    gpus_ = word == "p2p" ? 2 : 1;
    gpu_ = stand_in();
    return {};
  }
  gpus_ = whole("g", 1);
  if (gpus_ < 1 || gpus_ > 128)
    return fail("ROW_HARDWARE", fmt::format("a server with {} GPUs", gpus_),
                "Expected 1 to 128 in hw.g.");
  std::vector<std::string> tries = {stated};
  const bool is_card = stated.ends_with("P");
  const std::string bare = is_card ? stated.substr(0, stated.size() - 1) : stated;
  if (is_card || (whole("nvl") == 0 && fact("xgmi").empty() && fact("c2c").empty()))
    tries = {bare + "-pcie", stated};
  for (const std::string& name : tries)
    if (const facts::Gpu* known = find(catalog_.gpus, name)) {
      gpu_ = known->name;
      return {};
    }
  gpu_ = stand_in();
  if (find(catalog_.gpus, gpu_) != nullptr) return {};
  return fail("ROW_HARDWARE", fmt::format("no catalogue has a GPU '{}'", stated),
              "Add it with --catalog FILE.toml, as a [[gpu]].");
}

// As the makers build it, else one plane of switches, or links shared among all peers.
void RowServer::add_board() {
  const facts::Gpu* gpu = find(catalog_.gpus, gpu_);
  if (gpu == nullptr || gpus_ < 2) return;
  const int links = whole("links", fact("xgmi").empty() ? 0 : gpu->fabric_links);
  if (links < 1 || gpu->fabric == facts::Fabric::none) return;
  for (const auto& entry : catalog_.boards)
    if (entry.row.gpu_count == gpus_ && !entry.row.optional && links == gpu->fabric_links &&
        std::ranges::find(entry.row.gpus, gpu_) != entry.row.gpus.end()) {
      board_ = entry.row.name;
      return;
    }
  board_ = "row-board";
  const int generation = whole("nvl");
  const auto chip = std::ranges::find_if(catalog_.nvswitches, [&](const auto& entry) {
    return entry.row.nvlink_gen == generation && entry.row.name.starts_with("nvswitch");
  });
  const bool is_mesh = gpus_ <= 4 || generation < 2 || chip == catalog_.nvswitches.end();
  text_ += fmt::format("[[board]]\nname = \"row-board\"\ngpus = [\"{}\"]\ngpu_count = {}\n", gpu_,
                       gpus_);
  if (is_mesh) {
    text_ += fmt::format("full_mesh = {}\n", std::max(1, links / (gpus_ - 1)));
  } else {
    text_ += fmt::format("switch_chip = \"{}\"\nswitches = [{{ links_per_gpu = 1, times = {} }}]\n",
                         chip->row.name, links);
  }
  text_ += kOrigin;
}

struct NamedRate {
  const char* name;
  double GBps;
};
constexpr std::array<NamedRate, 9> kSocketLinks = {{{"qpi6.4", 12.8},
                                                    {"qpi8.0", 16.0},
                                                    {"qpi9.6", 19.2},
                                                    {"upi10.4", 20.8},
                                                    {"upi11.2", 22.4},
                                                    {"xgmi2", 32.0},
                                                    {"xgmi2-18", 36.0},
                                                    {"upi16", 48.0},
                                                    {"xgmi3", 64.0}}};

void RowServer::add_cpu() {
  const std::string_view vendor = fact("cpu");
  const std::string_view arch = fact("arch");
  const int rate = whole("mt");
  const bool is_amd = vendor == "amd" || arch == "chiplet" || fact("vendor") == "amd";
  if (vendor == "grace")
    cpu_ = "grace";
  else if (vendor == "arm")
    cpu_ = "ampere-altra";
  else if (vendor == "power")
    cpu_ = "power9";
  else if (is_amd) {
    if (rate > 0)
      cpu_ = rate < 3000 ? "naples" : rate < 4000 ? "milan" : rate < 5600 ? "genoa" : "turin";
    else
      cpu_ = pcie_gen_ <= 3 ? "naples" : pcie_gen_ == 4 ? "milan" : "genoa";
  } else if (rate > 0) {
    cpu_ = arch == "ring" ? (whole("ddr", 4) == 3 ? "ivy-bridge"
                             : rate < 2400        ? "haswell"
                                                  : "broadwell")
           : rate < 3200  ? "skylake"
           : rate < 4400  ? "ice-lake"
           : rate < 5600  ? "sapphire-rapids"
           : rate < 6400  ? "emerald-rapids"
                          : "granite-rapids";
  } else {
    cpu_ = pcie_gen_ <= 3 ? "skylake" : pcie_gen_ == 4 ? "ice-lake" : "sapphire-rapids";
  }
  if (rate <= 0) return;
  const double link = number("ll");
  text_ += fmt::format(
      "[[cpu_model]]\nname = \"row-cpu\"\npretty = \"{}\"\ncpu = \"{}\"\n"
      "cores = {}\nmemory_MTps = {}\nmemory_channels = {}\n",
      "the CPU of the row", cpu_, 16, rate, std::max(1, whole("ch", 4)));
  if (link > 0) {
    const auto nearest = std::ranges::min_element(kSocketLinks, {}, [link](const NamedRate& each) {
      return std::abs(std::log(each.GBps / link));
    });
    text_ += fmt::format("socket_link = \"{}\"\nsocket_links = {}\n", nearest->name,
                         std::max(1, whole("nl", 1)));
  }
  text_ += kOrigin;
  cpu_ = "row-cpu";
}

struct Adapter {
  double gbps;
  const char* infiniband;  // model, line
  const char* infiniband_line;
  const char* ethernet;
  const char* ethernet_line;
};
constexpr std::array<Adapter, 9> kAdapters = {{
    {10, "", "", "x710", "eth10"},
    {25, "", "", "connectx-4-lx", "eth25"},
    {40, "connectx-3", "ib-fdr10", "connectx-3", "eth40"},
    {50, "", "", "connectx-5", "eth50"},
    {56, "connectx-3", "ib-fdr", "connectx-3", "eth40"},
    {100, "connectx-5", "ib-edr", "connectx-5", "eth100"},
    {200, "connectx-6", "ib-hdr", "connectx-6", "eth200"},
    {400, "connectx-7", "ib-ndr", "connectx-7", "eth400"},
    {800, "connectx-8", "ib-xdr", "connectx-8", "eth800"},
}};

const Adapter* adapter(double gbps) {
  const auto found = std::ranges::find_if(
      kAdapters, [gbps](const Adapter& each) { return std::abs(each.gbps - gbps) < 0.01 * gbps; });
  return found == kAdapters.end() ? nullptr : &*found;
}

// `nic` is what a server has in all; one a GPU is usual, else the fewest of a rate that there is.
Expected<void> RowServer::add_nics() {
  const double all = number("nic") * 8;
  double one = number("gbps");
  if (all <= 0 && one <= 0) return {};
  if (one <= 0)
    for (const int count : {gpus_, 1, 2, 4, 8, 16, 32})
      if (count > 0 && adapter(all / count) != nullptr) {
        one = all / count;
        break;
      }
  const std::string_view net = fact("net");
  if (net.starts_with("efa")) {
    one = net == "efa_p3" || net == "efa_p4" || net == "efa_p5" ? 100 : 200;
    nic_ = net == "efa_p3" || net == "efa_p4" ? "efa" : net == "efa_p5" ? "efa-v2" : "efa-v3";
    line_ = one > 100 ? "eth200" : "eth100";
  } else {
    const Adapter* known = adapter(one);
    if (known == nullptr)
      return fail("ROW_HARDWARE", fmt::format("no NIC has {:g} Gb/s", one),
                  "State the rate of one NIC in hw.gbps: 25, 40, 100, 200, 400.");
    const bool is_infiniband = net == "ib" && known->infiniband[0] != '\0';
    nic_ = is_infiniband ? known->infiniband : known->ethernet;
    line_ = is_infiniband ? known->infiniband_line : known->ethernet_line;
    if (net == "iwarp") nic_ = one > 40 ? "chelsio-t6" : "chelsio-t5";
  }
  nics_ = all > 0 ? std::max(1, static_cast<int>(std::lround(all / one))) : 1;
  // More would not fit the lanes of the switches that are assumed; their rate is stated in all.
  nics_ = std::min(nics_, 8);
  return {};
}

void RowServer::add_server(bool switched) {
  const int sockets = gpus_ <= 1 && fact("nl").empty() && row_.option("numa").empty() ? 1 : 2;
  text_ += fmt::format("[[server]]\nname = \"{}\"\npretty = \"{}\"\ncpu = \"{}\"\nsockets = {}\n",
                       "row-server", "the server of the row", cpu_, sockets);
  if (gpus_ > 0) text_ += fmt::format("gpu = \"{}\"\ngpus = {}\n", gpu_, gpus_);
  if (!board_.empty()) text_ += fmt::format("board = \"{}\"\n", board_);
  std::vector<int> numbers(static_cast<std::size_t>(nics_));
  for (int i = 0; i < nics_; ++i) numbers[static_cast<std::size_t>(i)] = i;
  if (nics_ > 0)
    text_ += fmt::format("nics = [{{ model = \"{}\", line = \"{}\", numbers = [{}] }}]\n", nic_,
                         line_, fmt::join(numbers, ", "));
  const char* chip = pcie_gen_ <= 3 ? "pex8796" : pcie_gen_ == 4 ? "pex88096" : "pex89144";
  const int a_group = switched ? 2 : 1;
  const int groups = std::max(1, (gpus_ + a_group - 1) / a_group);
  const bool is_coherent = !fact("c2c").empty() || cpu_ == "grace";
  text_ += "pcie = [\n";
  for (int group = 0; group < groups; ++group) {
    std::vector<int> gpus;
    std::vector<int> nics;
    for (int i = group * a_group; i < std::min(gpus_, (group + 1) * a_group); ++i)
      gpus.push_back(i);
    for (int i = 0; i < nics_; ++i)
      if (i * groups / std::max(1, nics_) == group) nics.push_back(i);
    const int node = sockets > 1 && group >= (groups + 1) / 2 ? 1 : 0;
    if (is_coherent) gpus.clear();
    if (gpus.empty() && nics.empty()) continue;
    text_ += fmt::format("  {{ node = {}, {}", node,
                         switched ? fmt::format("chip = \"{}\", ", chip) : std::string());
    if (!gpus.empty())
      text_ += fmt::format("link = \"pcie{}x{}\", gpus = [{}], ", pcie_gen_, pcie_lanes_,
                           fmt::join(gpus, ", "));
    text_ += fmt::format("nics = [{}] }},\n", fmt::join(nics, ", "));
  }
  text_ += "]\n";
  if (is_coherent && gpus_ > 0) {
    text_ += "coherent = [\n";
    for (int i = 0; i < gpus_; ++i)
      text_ += fmt::format("  {{ node = {}, gpus = [{}] }},\n", i * sockets / gpus_, i);
    text_ += "]\n";
  }
  text_ += kOrigin;
}

Expected<std::string> RowServer::entries(bool switched) {
  text_.clear();
  gpu_.clear();
  board_.clear();
  read_pcie();
  if (auto done = add_gpu(); !done) return tl::make_unexpected(std::move(done.error()));
  add_cpu();
  add_board();
  if (auto done = add_nics(); !done) return tl::make_unexpected(std::move(done.error()));
  add_server(switched);
  return text_;
}

Expected<topology::Topology> built(const catalog::Catalog& catalog, const std::string& text) {
  const auto own = catalog::read_catalog("a row", text);
  if (!own) return tl::make_unexpected(own.error());
  const auto all = catalog::merged(catalog, *own);
  if (!all) return tl::make_unexpected(all.error());
  return catalog::build_server(*all, "row-server");
}

}  // namespace

Expected<topology::Topology> server_of_row(const catalog::Catalog& catalog,
                                           const io::ValidationRow& row) {
  if (find(catalog.servers, row.server) != nullptr)
    return catalog::build_server(catalog, row.server);
  const bool has_facts = std::ranges::any_of(
      row.options, [](const auto& option) { return option.first.starts_with("hw."); });
  if (!has_facts)
    return fail("ROW_HARDWARE",
                fmt::format("no catalogue has a server '{}', and the row has no hw", row.server),
                "Add the server with --catalog FILE.toml, or say in hw what it is.");
  RowServer server(catalog, row);
  // Boards of modules hang on PCIe switches, cards on root ports where there are enough.
  const bool first = !row.option("hw.nvl").empty() || !row.option("hw.xgmi").empty();
  std::optional<Error> why;
  for (const bool switched : {first, !first}) {
    const auto text = server.entries(switched);
    if (!text) return tl::make_unexpected(text.error());
    auto topology = built(catalog, *text);
    if (topology) return topology;
    if (!why) why = topology.error();
  }
  return tl::make_unexpected(*why);
}

}  // namespace weft::app
