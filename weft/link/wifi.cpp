#include "weft/link/wifi.hpp"

#include "weft/base/parse.hpp"
#include "weft/base/suggest.hpp"
#include "weft/link/factor_link.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include <fmt/format.h>

namespace weft::link {
namespace {

tl::unexpected<Error> invalid(std::string message, std::string hint) {
  return fail("LINK_INVALID", std::move(message), std::move(hint));
}

class WifiLink final : public FactorLink {
 public:
  WifiLink(Line line, int mtu) : FactorLink(std::move(line)), mtu_(mtu) {}

  Load load(const Transfer&) const override { return {wifi_frame_bytes(mtu_) / mtu_, 0}; }

 protected:
  std::vector<Factor> framing(const Transfer&) const override {
    return {{Role::framing,
             fmt::format("frames of {} B payload in {:.0f} B", mtu_, wifi_frame_bytes(mtu_)),
             mtu_ / wifi_frame_bytes(mtu_), to_string(facts::wifi().frame.header.evidence)}};
  }

 private:
  int mtu_;
};

// Everything that the options name, looked up.
struct Choice {
  const facts::WifiGeneration& generation;
  int subcarriers = 0;
  facts::WifiMcs mcs{};
  Seconds guard{0};
};

bool holds_whole_bits(const facts::WifiMcs& mcs, int subcarriers, int streams) {
  return subcarriers * mcs.bits * streams * mcs.code.num % mcs.code.den == 0;
}

Expected<facts::WifiMcs> choose_mcs(const facts::WifiGeneration& generation, int subcarriers,
                                    const WifiOptions& options) {
  const auto possible = [&](const facts::WifiMcs& mcs) {
    return !generation.whole_bits || holds_whole_bits(mcs, subcarriers, options.streams);
  };
  const auto& schemes = facts::wifi().mcs;
  if (options.mcs > generation.highest_mcs)
    return invalid(fmt::format("{} has no MCS {}", generation.pretty, options.mcs),
                   fmt::format("Use 0 to {}.", generation.highest_mcs));
  if (options.mcs >= 0) {
    const facts::WifiMcs& mcs = schemes[static_cast<std::size_t>(options.mcs)];
    if (!possible(mcs))
      return invalid(
          fmt::format("{} has no MCS {} at {} MHz with {} stream{}", generation.pretty, options.mcs,
                      options.mhz, options.streams, options.streams == 1 ? "" : "s"),
          "Use the one below.");
    return mcs;
  }
  int highest = generation.highest_mcs;
  while (!possible(schemes[static_cast<std::size_t>(highest)])) --highest;  // MCS 0 always is
  return schemes[static_cast<std::size_t>(highest)];
}

Expected<Choice> choose(const WifiOptions& options) {
  const facts::WifiGeneration* generation = facts::find_wifi(options.generation);
  if (generation == nullptr) {
    std::vector<std::string> known;
    for (const auto& row : facts::wifi().generations) known.push_back(row.name);
    return invalid(fmt::format("Wi-Fi has no generation '{}'", options.generation),
                   known_names(options.generation, known));
  }
  if (options.streams < 1 || options.streams > generation->max_streams)
    return invalid(fmt::format("{} has no {} spatial streams", generation->pretty, options.streams),
                   fmt::format("Use 1 to {}.", generation->max_streams));
  const auto width = std::ranges::find(generation->widths, options.mhz, &facts::WifiWidth::mhz);
  if (width == generation->widths.end()) {
    std::vector<int> known;
    for (const facts::WifiWidth& each : generation->widths) known.push_back(each.mhz);
    return invalid(fmt::format("{} has no channels of {} MHz", generation->pretty, options.mhz),
                   fmt::format("Use {} MHz.", fmt::join(known, ", ")));
  }
  const double guard_us =
      options.guard > Seconds(0) ? in_microseconds(options.guard) : generation->guards_us.front();
  const auto same = [&](double us) { return std::abs(us - guard_us) < 1e-6; };
  if (std::ranges::none_of(generation->guards_us, same))
    return invalid(fmt::format("{} has no guard interval of {}", generation->pretty,
                               print_time(microseconds(guard_us))),
                   fmt::format("Use {} us.", fmt::join(generation->guards_us, ", ")));
  if (options.mtu < 68 || options.mtu > 2304)
    return invalid(fmt::format("{} B is not an MTU of Wi-Fi", options.mtu),
                   "Use 68 to 2304; 1500 is usual.");
  auto mcs = choose_mcs(*generation, width->data_subcarriers, options);
  if (!mcs) return tl::make_unexpected(std::move(mcs.error()));
  return Choice{*generation, width->data_subcarriers, *mcs, microseconds(guard_us)};
}

FactorLink::Line line_of(const Choice& choice, const WifiOptions& options) {
  const facts::WifiGeneration& generation = choice.generation;
  const std::string source = to_string(generation.evidence);
  const std::string schemes = to_string(facts::wifi().mcs_evidence);
  const Seconds symbol = microseconds(generation.symbol_us) + choice.guard;
  const Bandwidth rate = wifi_rate({.streams = options.streams,
                                    .data_subcarriers = choice.subcarriers,
                                    .bits = choice.mcs.bits,
                                    .code = choice.mcs.code.factor(),
                                    .symbol = symbol});
  const WifiExchange exchange =
      wifi_exchange(generation, options.streams, rate, symbol, wifi_frame_bytes(options.mtu));
  return {
      .name = fmt::format("{} {} x {} MHz, MCS {}", generation.pretty, options.streams, options.mhz,
                          choice.mcs.index),
      .kind = "wifi",
      .factors = {{Role::signalling,
                   fmt::format("{} subcarriers x {} bit in {}", choice.subcarriers, choice.mcs.bits,
                               print_time(symbol)),
                   choice.subcarriers * choice.mcs.bits / 8.0 / symbol.value() / 1e9, source},
                  {Role::lanes, fmt::format("{} spatial streams", options.streams),
                   static_cast<double>(options.streams), "antennas of both sides"},
                  {Role::line_code, "code " + choice.mcs.code.name, choice.mcs.code.factor(),
                   schemes},
                  {Role::control,
                   fmt::format("{} of data in {}: waiting, preamble, acknowledgement of {} frames",
                               print_time(exchange.data), print_time(exchange.channel),
                               exchange.frames),
                   exchange.share(), to_string(facts::wifi().channel.sifs_us.evidence)}},
      .latency = exchange.channel - exchange.data,
      .sharing = shared_by_devices("radio channel", source)};
}

}  // namespace

Bandwidth wifi_rate(const WifiRate& rate) {
  return Bytes(rate.streams * rate.data_subcarriers * rate.bits * rate.code / 8) / rate.symbol;
}

int wifi_training_fields(int streams) { return streams <= 1 ? 1 : (streams + 1) / 2 * 2; }

double wifi_frame_bytes(int mtu) {
  const facts::WifiFrame& f = facts::wifi().frame;
  const double bytes =
      f.header.value + f.encryption.value + f.llc.value + mtu + f.fcs.value + f.delimiter.value;
  return std::ceil(bytes / f.alignment.value) * f.alignment.value;
}

WifiExchange wifi_exchange(const facts::WifiGeneration& generation, int streams, Bandwidth rate,
                           Seconds symbol, double frame_bytes) {
  const facts::WifiChannel& c = facts::wifi().channel;
  const Seconds preamble =
      microseconds(generation.preamble_us + generation.training_us * wifi_training_fields(streams));
  const double fits = (rate * (microseconds(c.longest_us.value) - preamble)).value() / frame_bytes;
  WifiExchange exchange;
  exchange.frames = static_cast<int>(
      std::max(1.0, std::floor(std::min({static_cast<double>(generation.most_frames),
                                         generation.most_bytes / frame_bytes, fits}))));
  exchange.on_air = Bytes(exchange.frames * frame_bytes);
  exchange.data = exchange.on_air / rate;
  constexpr double kServiceAndTail = 22.0 / 8;  // bytes: 16 bits of service field, 6 of tail
  const double symbols =
      std::ceil((exchange.on_air + Bytes(kServiceAndTail)) / (rate * symbol) - 1e-9);
  const double waited = c.sifs_us.value + c.slot_us.value * c.aifs_slots.value +
                        c.slot_us.value * c.contention_window.value / 2;
  exchange.channel = microseconds(waited) + preamble + symbol * symbols +
                     microseconds(c.sifs_us.value + generation.acknowledgement_us);
  return exchange;
}

Expected<LinkModelPtr> wifi_link(const WifiOptions& options) {
  auto choice = choose(options);
  if (!choice) return tl::make_unexpected(std::move(choice.error()));
  return std::make_shared<const WifiLink>(line_of(*choice, options), options.mtu);
}

}  // namespace weft::link
