#include "weft/io/simai.hpp"

#include "weft/base/parse.hpp"
#include "weft/facts/gpus.hpp"
#include "weft/io/remarks.hpp"
#include "weft/io/text_lines.hpp"
#include "weft/link/fixed.hpp"
#include "weft/topology/builder.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>

#include <fmt/format.h>

namespace weft::io {
namespace {

using topology::ComponentKind;
using topology::Provenance;

std::vector<std::string_view> words(std::string_view line) {
  std::vector<std::string_view> all;
  for (line = trimmed(line); !line.empty(); line = trimmed(line)) {
    const auto end = std::min(line.find_first_of(" \t"), line.size());
    all.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
  return all;
}

struct Counts {
  std::int64_t nodes = 0, gpus_per_server = 0, nvswitches = 0, switches = 0, links = 0;
  std::string gpu;
  std::int64_t gpus() const { return nodes - nvswitches - switches; }
};

std::optional<Counts> counts_of(std::string_view line) {
  const auto parts = words(line);
  if (parts.size() != 6) return std::nullopt;
  std::array<std::int64_t, 5> numbers{};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto value = parse_integer(parts[i]);
    if (!value || *value < 0 || *value > 50'000'000) return std::nullopt;
    numbers.at(i) = *value;
  }
  Counts counts{numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], std::string(parts[5])};
  if (counts.gpus() <= 0 || counts.gpus_per_server <= 0) return std::nullopt;
  return counts;
}

// "2400Gbps" "100Mbps"; 0 where it is neither.
double bits_per_second(std::string_view text) {
  double value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc{} || !(value > 0)) return 0;
  const std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
  for (const auto& [name, factor] :
       {std::pair{"Tbps", 1e12}, {"Gbps", 1e9}, {"Mbps", 1e6}, {"Kbps", 1e3}, {"bps", 1.0}})
    if (unit == name && value < 1e6) return value * factor;
  return 0;
}

// "0.0005ms" "1us" "500ns"; negative where it is none.
double seconds(std::string_view text) {
  double value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc{} || !(value >= 0) || value > 1e9) return -1;
  const std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
  for (const auto& [name, factor] : {std::pair{"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}, {"s", 1.0}})
    if (unit == name) return value * factor;
  return -1;
}

class Reader {
 public:
  Reader(const TopologyText& input, Remarks& remarks)
      : input_(input), remarks_(remarks), builder_(input.name) {}

  Expected<topology::Topology> run();

 private:
  tl::unexpected<Error> invalid(std::string what, int line) const {
    return remarks_.error("SIMAI_INVALID", std::move(what),
                          "Make the file again with gen_Topo_Template.py.", line);
  }
  void add_components();
  Expected<void> link(std::string_view line, int number);
  void connect(std::size_t a, std::size_t b, const link::LinkModelPtr& network,
               const link::LinkModelPtr& nvlink);
  link::LinkModelPtr model(double bits, double delay, const char* kind);
  bool is_gpu(std::size_t id) const { return id < static_cast<std::size_t>(counts_.gpus()); }
  bool is_nvswitch(std::size_t id) const {
    return !is_gpu(id) && id < static_cast<std::size_t>(counts_.gpus() + counts_.nvswitches);
  }

  const TopologyText& input_;
  Remarks& remarks_;
  topology::Builder builder_;
  Counts counts_;
  std::vector<ComponentId> ids_;
  std::map<std::string, link::LinkModelPtr> models_;
  link::LinkModelPtr inside_;
  std::int64_t links_ = 0;
};

void Reader::add_components() {
  const facts::Gpu* gpu = facts::find_gpu(counts_.gpu);
  for (std::int64_t i = 0; i < counts_.nodes; ++i) {
    const auto id = static_cast<std::size_t>(i);
    topology::Attributes attributes;
    if (is_gpu(id)) {
      const auto server = static_cast<std::int32_t>(i / counts_.gpus_per_server);
      attributes.set("model", gpu != nullptr ? gpu->name : counts_.gpu, Provenance::assumed);
      attributes.set("dev", std::to_string(i % counts_.gpus_per_server));
      ids_.push_back(builder_.add(ComponentKind::gpu, {.server = server}, std::move(attributes)));
    } else if (is_nvswitch(id)) {
      // NVSwitches are listed server by server.
      const auto servers = std::max<std::int64_t>(1, counts_.gpus() / counts_.gpus_per_server);
      const auto per_server = std::max<std::int64_t>(1, counts_.nvswitches / servers);
      const auto server = static_cast<std::int32_t>((i - counts_.gpus()) / per_server);
      ids_.push_back(builder_.add(ComponentKind::nvswitch, {.server = server}));
    } else {
      attributes.set("name", fmt::format("node{}", i));
      ids_.push_back(builder_.add(ComponentKind::network_switch, {}, std::move(attributes)));
    }
  }
}

link::LinkModelPtr Reader::model(double bits, double delay, const char* kind) {
  auto& known = models_[fmt::format("{} {} {}", bits, delay, kind)];
  if (known == nullptr)
    known = link::fixed_link({.name = fmt::format("{:g} Gb/s {}", bits / 1e9, kind),
                              .kind = kind,
                              .rate = gigabits_per_second(bits / 1e9),
                              .latency = Seconds(delay),
                              .source = "rate and delay of the topology file"});
  return known;
}

void Reader::connect(std::size_t a, std::size_t b, const link::LinkModelPtr& network,
                     const link::LinkModelPtr& nvlink) {
  // The switch above, the GPU below; between switches the later one, which is nearer to the top.
  const std::size_t upper = is_gpu(a) ? b : (is_gpu(b) ? a : std::max(a, b));
  const std::size_t lower = upper == a ? b : a;
  if (is_nvswitch(upper) || is_gpu(upper)) {
    const LinkId link = builder_.connect(ids_[upper], ids_[lower], nvlink, Provenance::specified);
    for (const LinkId way : {link, topology::Topology::opposite(link)})
      builder_.attributes(way).set("count", "1");
    return;
  }
  if (!is_gpu(lower)) {
    builder_.connect(ids_[upper], ids_[lower], network, Provenance::specified);
    return;
  }
  const auto server =
      static_cast<std::int32_t>(lower / static_cast<std::size_t>(counts_.gpus_per_server));
  const ComponentId nic = builder_.add(ComponentKind::nic, {.server = server});
  builder_.connect(ids_[lower], nic, inside_, Provenance::assumed);
  builder_.connect(ids_[upper], nic, network, Provenance::specified);
}

Expected<void> Reader::link(std::string_view line, int number) {
  const auto parts = words(line);
  if (parts.size() < 4) return invalid("a link needs two nodes, a rate and a delay", number);
  const auto a = parse_integer(parts[0]);
  const auto b = parse_integer(parts[1]);
  if (!a || !b || *a < 0 || *b < 0 || *a >= counts_.nodes || *b >= counts_.nodes || *a == *b)
    return invalid(
        fmt::format("'{} {}' are not two of the {} nodes", parts[0], parts[1], counts_.nodes),
        number);
  const double bits = bits_per_second(parts[2]);
  const double delay = seconds(parts[3]);
  if (bits <= 0 || delay < 0)
    return invalid(fmt::format("'{} {}' are no rate and delay", parts[2], parts[3]), number);
  connect(static_cast<std::size_t>(*a), static_cast<std::size_t>(*b),
          model(bits, delay, "ethernet"), model(bits, delay, "nvlink"));
  ++links_;
  return {};
}

Expected<topology::Topology> Reader::run() {
  std::string_view text = input_.text;
  std::string_view line;
  next_line(text, line);
  const auto counts = counts_of(line);
  if (!counts) return invalid("the first line needs five numbers and the GPU's name", 1);
  counts_ = *counts;
  // A node takes at least a few bytes of the file.
  if (counts_.nodes > static_cast<std::int64_t>(input_.text.size()))
    return invalid(fmt::format("{} nodes in a file of {} bytes", counts_.nodes, input_.text.size()),
                   1);
  inside_ = link::fixed_link({.name = "GPU to its NIC, no PCIe stated",
                              .kind = "internal",
                              .rate = kUnlimited,
                              .latency = Seconds(0),
                              .source = "not limiting: the file joins GPUs to switches"});
  builder_.attributes().set("format", "simai");
  add_components();
  next_line(text, line);  // the ids of switches, which follow from the counts
  for (int number = 3; next_line(text, line); ++number) {
    if (trimmed(line).empty()) continue;
    if (auto done = link(line, number); !done) return tl::make_unexpected(std::move(done.error()));
  }
  if (links_ != counts_.links)
    remarks_.add("SIMAI_LINKS_MISSING",
                 fmt::format("the file states {} links and holds {}", counts_.links, links_),
                 "A file that was cut off looks so; make it again.");
  if (links_ == 0) return invalid("the file holds no link", 3);
  return std::move(builder_).build();
}

}  // namespace

bool is_simai(std::string_view text) {
  std::string_view line;
  return next_line(text, line) && counts_of(line).has_value();
}

Expected<TopologyRead> read_simai(const TopologyText& input) {
  Remarks remarks(input.name);
  auto topology = Reader(input, remarks).run();
  if (!topology) return tl::make_unexpected(std::move(topology.error()));
  return TopologyRead{std::move(*topology), std::move(remarks).take()};
}

}  // namespace weft::io
