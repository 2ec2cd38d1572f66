#include "weft/route/copy_time.hpp"

#include "weft/base/assert.hpp"

#include <algorithm>
#include <cmath>

namespace weft::route {

Seconds peer_copy_time(Bytes size, Bandwidth rate, Seconds start) { return start + size / rate; }

Seconds serial_copy_time(Bytes size, Bandwidth first, Bandwidth second, Seconds start) {
  return 2 * start + size / first + size / second;
}

Seconds pipelined_copy_time(Bytes size, Bytes chunk, Bandwidth first, Bandwidth second,
                            Seconds start) {
  WEFT_ASSERT(chunk > Bytes(0), "a chunk holds bytes");
  const double chunks = std::max(1.0, std::ceil(size / chunk));
  const Bytes last = size - chunk * (chunks - 1);
  const Seconds full_in = start + chunk / first;
  const Seconds full_out = start + chunk / second;
  const Seconds last_in = start + last / first;
  const Seconds last_out = start + last / second;
  if (chunks == 1) return last_in + last_out;
  // The time is the longest way through the stages: it changes from the first to the second stage
  // at one chunk. All but the last are equal, so only the first, the last and the one before count.
  return std::max({full_in + full_out * (chunks - 1) + last_out,
                   full_in * (chunks - 1) + full_out + last_out,
                   full_in * (chunks - 1) + last_in + last_out});
}

Bytes best_chunk(Bytes size, Bandwidth rate, Seconds start, int stages) {
  WEFT_ASSERT(stages >= 2, "one stage has nothing to overlap with");
  const double bytes = std::sqrt(size.value() * (start * rate).value() / (stages - 1));
  return std::min(size, Bytes(bytes));
}

}  // namespace weft::route
