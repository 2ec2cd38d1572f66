#include "weft/collective/exchange_phase.hpp"

namespace weft::collective {

schedule::Move move_of(schedule::Op op, schedule::Rank peer, const schedule::Block& block,
                       std::uint32_t buffer) {
  return {.op = op,
          .peer = peer,
          .buffer = buffer,
          .chunks = block.chunks,
          .run = block.run,
          .stride = block.stride,
          .wraps = block.wraps};
}

}  // namespace weft::collective
