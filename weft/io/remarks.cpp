#include "weft/io/remarks.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace weft::io {
namespace {

constexpr std::size_t kNamed = 4;  // devices that one warning names

std::string list(const std::vector<std::string>& devices) {
  if (devices.size() <= kNamed) return fmt::format("{}", fmt::join(devices, ", "));
  return fmt::format("{}, …", fmt::join(devices.begin(), devices.end() - 1, ", "));
}

}  // namespace

void Remarks::add(std::string code, std::string message, std::string hint, int line) {
  remarks_.push_back(
      {{std::move(code), std::move(message), {file_, line, 0}, std::move(hint)}, {}, 0});
}

void Remarks::for_device(const std::string& code, const std::string& message,
                         std::string_view device, int line, const std::string& hint) {
  const auto [entry, is_new] = grouped_.try_emplace(code + '\n' + message, remarks_.size());
  if (is_new) add(code, message, hint, line);
  Remark& remark = remarks_[entry->second];
  ++remark.count;
  // One more than are named, to know that there are more.
  if (remark.devices.size() > kNamed) return;
  if (std::find(remark.devices.begin(), remark.devices.end(), device) == remark.devices.end())
    remark.devices.emplace_back(device);
}

std::vector<Warning> Remarks::take() && {
  std::vector<Warning> warnings;
  warnings.reserve(remarks_.size());
  for (Remark& remark : remarks_) {
    if (remark.count == 1)
      remark.warning.message += fmt::format(" ({})", list(remark.devices));
    else if (remark.count > 1)
      remark.warning.message += fmt::format(" ({} times: {})", remark.count, list(remark.devices));
    warnings.push_back(std::move(remark.warning));
  }
  return warnings;
}

tl::unexpected<Error> Remarks::error(std::string code, std::string message, std::string hint,
                                     int line) const {
  return fail(std::move(code), std::move(message), std::move(hint), {file_, line, 0});
}

}  // namespace weft::io
