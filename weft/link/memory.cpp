#include "weft/link/memory.hpp"

#include "weft/base/suggest.hpp"
#include "weft/facts/classes.hpp"
#include "weft/facts/lines.hpp"
#include "weft/link/factor_link.hpp"

#include <memory>
#include <vector>

#include <fmt/format.h>

namespace weft::link {

Bandwidth memory_peak(double mega_transfers, int bytes, int channels) {
  return Bandwidth(mega_transfers * 1e6 * bytes * channels);
}

Bandwidth mixed_access(Bandwidth local_rate, Bandwidth remote_rate, Ratio local) {
  const double part = local.value();
  return Bandwidth(1 / (part / local_rate.value() + (1 - part) / remote_rate.value()));
}

Expected<LinkModelPtr> memory_link(const MemoryOptions& options) {
  const facts::MemoryKind* kind = facts::find_memory(options.memory);
  if (kind == nullptr) {
    std::vector<std::string> known;
    for (const auto& row : facts::memory_kinds()) known.push_back(row.name);
    return fail("LINK_INVALID", fmt::format("The memory '{}' is not known", options.memory),
                known_names(options.memory, known));
  }
  if (options.mega_transfers < 100 || options.mega_transfers > 20000)
    return fail("LINK_INVALID",
                fmt::format("{} MT/s is not a grade of memory", options.mega_transfers),
                fmt::format("Usual for {} are {}.", kind->name, fmt::join(kind->usual, ", ")));
  if (options.channels < 1 || options.channels > 64)
    return fail("LINK_INVALID",
                fmt::format("{} {}s of memory are not possible", options.channels, kind->unit),
                "Use 1 to 64; a socket has 4 to 12 channels, an accelerator 4 to 8 stacks.");
  const std::string source = to_string(kind->evidence);
  return std::make_shared<const FactorLink>(FactorLink::Line{
      .name = fmt::format("{}-{} x{}", kind->name, options.mega_transfers, options.channels),
      .kind = "memory",
      .factors = {{Role::signalling,
                   fmt::format("{} MT/s of {} B a {}", options.mega_transfers, kind->bytes,
                               kind->unit),
                   options.mega_transfers * 1e-3 * kind->bytes, source},
                  {Role::lanes, fmt::format("{} {}s", options.channels, kind->unit),
                   static_cast<double>(options.channels), "as many as the node has"},
                  {Role::device_class, "streaming access", kind->stream, source}},
      .latency = nanoseconds(facts::classes().latency.memory_ns.value),
      .sharing = half_duplex(fmt::format("memory {}s", kind->unit), source)});
}

}  // namespace weft::link
