#include "weft/probe/records.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace weft::probe {

void Remarks::add(std::string code, std::string message, std::string hint) {
  remarks_.push_back({warning(std::move(code), std::move(message), std::move(hint)), {}});
}

void Remarks::for_device(const std::string& code, const std::string& message,
                         const std::string& device, const std::string& hint) {
  const auto known = std::ranges::find_if(remarks_, [&](const Remark& remark) {
    return remark.warning.code == code && remark.warning.message == message;
  });
  if (known == remarks_.end()) {
    add(code, message, hint);
    remarks_.back().devices.push_back(device);
  } else {
    known->devices.push_back(device);
  }
}

std::vector<Warning> Remarks::take() && {
  constexpr std::size_t kNamed = 4;
  std::vector<Warning> warnings;
  for (Remark& remark : remarks_) {
    const std::size_t count = remark.devices.size();
    if (count > kNamed) {
      remark.devices.resize(kNamed);
      remark.devices.emplace_back("…");
    }
    if (count == 1) remark.warning.message += fmt::format(" ({})", remark.devices.front());
    if (count > 1)
      remark.warning.message +=
          fmt::format(" ({} times: {})", count, fmt::join(remark.devices, ", "));
    warnings.push_back(std::move(remark.warning));
  }
  return warnings;
}

}  // namespace weft::probe
