#include "weft/link/fixed.hpp"

#include "weft/base/assert.hpp"
#include "weft/link/factor_link.hpp"

#include <memory>
#include <utility>

namespace weft::link {

LinkModelPtr fixed_link(FixedOptions options) {
  WEFT_ASSERT(options.rate > Bandwidth(0), "a link of a stated rate has a rate above 0");
  return std::make_shared<const FactorLink>(FactorLink::Line{
      .name = std::move(options.name),
      .kind = std::move(options.kind),
      .factors = {{Role::signalling, "stated rate", in_gigabytes_per_second(options.rate),
                   std::move(options.source)}},
      .latency = options.latency,
      .sharing = std::move(options.sharing)});
}

}  // namespace weft::link
