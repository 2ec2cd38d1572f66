// What a link gives beyond one transfer one way: both directions at once, several devices busy on
// it, and what the software of a host pays for the bytes.
#pragma once

#include "weft/link/host_cost.hpp"
#include "weft/link/two_way.hpp"
#include "weft/report/json.hpp"

#include <optional>
#include <string>

namespace weft::report {

struct LinkUse {
  link::Sharing sharing;
  link::TwoWay both;                    // a copy each way
  std::optional<Bandwidth> upward;      // alone and towards the CPU, where that is another rate
  int devices = 0;                      // busy at once
  std::optional<Bandwidth> per_device;  // of a medium that devices share
  std::optional<link::HostCost> host;   // at the usable rate
};

LinkUse use_of(const link::LinkModel& model, const link::Transfer& transfer, int devices);

std::string to_text(
    const LinkUse& use);  // sentences, one a line; empty where there is nothing to say
void add_to(Json& json, const LinkUse& use);

// As cells of a comparison; empty where a link has nothing of the kind.
std::string both_ways_cell(const LinkUse& use);
std::string per_device_cell(const LinkUse& use);
std::string cores_cell(const LinkUse& use);
std::string memory_cell(const LinkUse& use);
std::string host_latency_cell(const LinkUse& use);

}  // namespace weft::report
