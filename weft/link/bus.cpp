#include "weft/link/bus.hpp"

#include "weft/base/suggest.hpp"
#include "weft/link/factor_link.hpp"

#include <memory>
#include <optional>
#include <vector>

#include <fmt/format.h>

namespace weft::link {
namespace {

enum class Way { any, up };

class BusLink final : public FactorLink {
 public:
  BusLink(Line line, const facts::Bus& bus, Way way)
      : FactorLink(line), line_(std::move(line)), bus_(bus), way_(way) {}

  Load load(const Transfer& transfer) const override {
    const facts::BusBurst* burst = burst_of(transfer);
    return burst == nullptr ? Load{} : bus_load(*burst, clock_bytes(), slower(*burst));
  }

  LinkModelPtr upward() const override {
    if (!bus_.up || way_ == Way::up) return nullptr;
    return std::make_shared<const BusLink>(line_, bus_, Way::up);
  }

 protected:
  std::vector<Factor> framing(const Transfer& transfer) const override {
    const facts::BusBurst* burst = burst_of(transfer);
    if (burst == nullptr) return {};
    std::vector<Factor> factors;
    const std::string source = to_string(burst->evidence);
    if (slower(*burst) > 1)
      factors.push_back({Role::framing,
                         fmt::format("{} transfer{} a clock on the way up", burst->transfers,
                                     burst->transfers == 1 ? "" : "s"),
                         1 / slower(*burst), source});
    const double data = burst->bytes * slower(*burst) / clock_bytes();
    factors.push_back({Role::framing,
                       fmt::format("bursts of {} B: {:.4g} of {:.4g} clocks carry data",
                                   burst->bytes, data, data + burst->clocks),
                       data / (data + burst->clocks), source});
    return factors;
  }

 private:
  double clock_bytes() const { return bus_.width_bits / 8.0 * bus_.transfers; }

  double slower(const facts::BusBurst& burst) const {
    return static_cast<double>(bus_.transfers) / burst.transfers;
  }

  const facts::BusBurst* burst_of(const Transfer& transfer) const {
    const auto& burst = way_ == Way::up               ? bus_.up
                        : transfer.verb == Verb::read ? bus_.read
                                                      : bus_.write;
    return burst ? &*burst : nullptr;
  }

  Line line_;
  facts::Bus bus_;
  Way way_;
};

FactorLink::Line line_of(const facts::Bus& bus) {
  const std::string source = to_string(bus.evidence);
  std::vector<Factor> factors = {
      {Role::signalling,
       fmt::format("{:.5g} MHz x {} transfer{} a clock on a wire", bus.clock_MHz, bus.transfers,
                   bus.transfers == 1 ? "" : "s"),
       bus.clock_MHz * bus.transfers / 8e3, source},
      {Role::lanes, fmt::format("{} data wires", bus.width_bits),
       static_cast<double>(bus.width_bits), source}};
  if (bus.utilisation)
    factors.push_back({Role::device_class, "data clocks that memory traffic fills",
                       bus.utilisation->value, to_string(bus.utilisation->evidence)});
  return {.name = bus.pretty,
          .kind = bus.kind,
          .factors = std::move(factors),
          .latency = bus.latency,
          .sharing = bus.shared ? shared_by_devices(bus.pretty + " wires", source)
                                : half_duplex(bus.pretty + " wires", source)};
}

void set_bytes(std::optional<facts::BusBurst>& burst, int bytes) {
  if (burst) burst->bytes = bytes;
}

}  // namespace

Bandwidth bus_peak(double clock_MHz, int width_bits, int transfers) {
  return Bandwidth(clock_MHz * 1e6 * width_bits / 8 * transfers);
}

Load bus_load(const facts::BusBurst& burst, double clock_bytes, double slower) {
  const double data_clocks = burst.bytes * slower / clock_bytes;
  const auto bytes_of = [&](double clocks) { return clocks * clock_bytes / burst.bytes; };
  return {bytes_of(data_clocks + burst.clocks), bytes_of(burst.request_clocks)};
}

Expected<LinkModelPtr> bus_link(const BusOptions& options) {
  const facts::Bus* known = facts::find_bus(options.name);
  if (known == nullptr) {
    std::vector<std::string> names;
    for (const facts::Bus& bus : facts::buses()) names.push_back(bus.name);
    const std::string guess = did_you_mean(options.name, names);
    return fail("LINK_INVALID", fmt::format("The bus '{}' is not known", options.name),
                guess.empty() ? fmt::format("Known are {}.", fmt::join(names, " ")) : guess);
  }
  facts::Bus bus = *known;
  if (options.burst != 0) {
    if (!bus.write)
      return fail("LINK_INVALID", fmt::format("{} moves cache lines, not bursts", bus.pretty),
                  "Leave --burst out.");
    if (options.burst < bus.width_bits / 8 || options.burst > 4096)
      return fail("LINK_INVALID",
                  fmt::format("{} B is not a burst of {}", options.burst, bus.pretty),
                  fmt::format("Use {} to 4096 B.", bus.width_bits / 8));
    set_bytes(bus.read, options.burst);
    set_bytes(bus.write, options.burst);
  }
  return std::make_shared<const BusLink>(line_of(bus), bus, Way::any);
}

}  // namespace weft::link
