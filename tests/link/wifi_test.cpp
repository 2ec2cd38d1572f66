#include "weft/link/wifi.hpp"

#include "weft/link/two_way.hpp"

#include <gtest/gtest.h>

namespace weft::link {
namespace {

double Mbps(Bandwidth rate) { return rate.value() * 8 / 1e6; }

LinkModelPtr make(const WifiOptions& options) { return wifi_link(options).value(); }

// Of the air, before waiting and headers: everything but control and framing.
double air_Mbps(const WifiOptions& options) {
  double rate = 1;
  const Waterfall waterfall = make(options)->waterfall({});
  for (const Factor& factor : waterfall.factors())
    if (factor.role != Role::control && factor.role != Role::framing) rate *= factor.value;
  return rate * 8e3;
}

TEST(Wifi, RatesAreThoseOfTheStandardsTables) {
  // 802.11n, one stream, 20 MHz, MCS 7, 0.4 us: 52 x 6 x 5/6 bit in 3.6 us = 72.2 Mb/s.
  EXPECT_NEAR(air_Mbps({.generation = "wifi4", .streams = 1, .mhz = 20, .mcs = 7}), 72.2, 0.05);
  // 802.11ac, one stream, 80 MHz, MCS 9, 0.4 us: 433.3 Mb/s.
  EXPECT_NEAR(air_Mbps({.generation = "wifi5", .streams = 1, .mhz = 80, .mcs = 9}), 433.3, 0.05);
  // 802.11ax, two streams, 80 MHz, MCS 11, 0.8 us: 1201 Mb/s.
  EXPECT_NEAR(air_Mbps({.generation = "wifi6", .streams = 2, .mhz = 80, .mcs = 11}), 1201, 0.5);
  // 802.11be, two streams, 320 MHz, MCS 13, 0.8 us: 5765 Mb/s.
  EXPECT_NEAR(air_Mbps({.generation = "wifi7", .streams = 2, .mhz = 320, .mcs = 13}), 5765, 1);
}

TEST(Wifi, AnAggregatePaysForTheChannelOnce) {
  // Wi-Fi 6, 1201 Mb/s: frames of 1500 B take 1560 B (26 + 16 + 8 + 4 + 4 of headers, padded), and
  // 256 of them 2.66 ms; AIFS 43, half a window 67.5, preamble 36 + 2 x 7.2, SIFS 16 and 40 us of
  // acknowledgement are 217 us: 0.925.
  EXPECT_DOUBLE_EQ(wifi_frame_bytes(1500), 1560);
  const Bandwidth rate = gigabits_per_second(1.20098);
  const WifiExchange exchange = wifi_exchange(*facts::find_wifi("wifi6"), 2, rate,
                                              microseconds(13.6), wifi_frame_bytes(1500));
  EXPECT_EQ(exchange.frames, 256);
  EXPECT_NEAR(in_microseconds(exchange.channel - exchange.data), 217, 14);
  EXPECT_NEAR(exchange.share(), 2660.0 / (2660 + 217), 0.005);
}

TEST(Wifi, ASlowStationFillsTheLongestTransmission) {
  // MCS 0 at 20 MHz: 8.6 Mb/s; 5.484 ms hold 3 frames of 1560 B.
  const WifiExchange exchange =
      wifi_exchange(*facts::find_wifi("wifi6"), 1, gigabits_per_second(0.0086), microseconds(13.6),
                    wifi_frame_bytes(1500));
  EXPECT_EQ(exchange.frames, 3);
  EXPECT_LE(in_microseconds(exchange.data), 5484);
}

TEST(Wifi, AllStationsShareTheChannel) {
  const LinkModelPtr channel = make({});
  EXPECT_EQ(channel->sharing().duplex, Duplex::shared);
  const Bandwidth alone = channel->waterfall({}).usable();
  EXPECT_NEAR(Mbps(per_device(*channel, {}, 5)), Mbps(alone) / 5, 1e-9);
  EXPECT_NEAR(Mbps(copies_both_ways(*channel, Engine::nic).sum()), Mbps(alone), 1e-6);
}

TEST(Wifi, TrainingFieldsComeInPairs) {
  EXPECT_EQ(wifi_training_fields(1), 1);
  EXPECT_EQ(wifi_training_fields(2), 2);
  EXPECT_EQ(wifi_training_fields(3), 4);
  EXPECT_EQ(wifi_training_fields(7), 8);
}

TEST(Wifi, ASchemeThatHoldsNoWholeBitsIsSkipped) {
  // 802.11ac at 20 MHz has no MCS 9 for one stream: 52 x 8 x 5/6 is no whole number.
  EXPECT_NE(make({.generation = "wifi5", .streams = 1, .mhz = 20})->name().find("MCS 8"),
            std::string::npos);
  EXPECT_FALSE(wifi_link({.generation = "wifi5", .streams = 1, .mhz = 20, .mcs = 9}));
  EXPECT_TRUE(wifi_link({.generation = "wifi5", .streams = 3, .mhz = 20, .mcs = 9}));
}

TEST(Wifi, WhatAGenerationDoesNotHaveIsOneClearError) {
  for (const auto& bad :
       {wifi_link({.generation = "wifi9"}), wifi_link({.streams = 0}), wifi_link({.streams = 9}),
        wifi_link({.mhz = 320}), wifi_link({.mcs = 12}), wifi_link({.guard = microseconds(0.5)}),
        wifi_link({.mtu = 9000})}) {
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().code, "LINK_INVALID");
    EXPECT_FALSE(bad.error().hint.empty());
  }
}

}  // namespace
}  // namespace weft::link
