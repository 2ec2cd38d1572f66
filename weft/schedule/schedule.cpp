#include "weft/schedule/schedule.hpp"

namespace weft::schedule {

bool sends(Op op) {
  return op == Op::send || op == Op::recv_copy_send || op == Op::recv_reduce_send;
}

bool receives(Op op) {
  return op == Op::recv || op == Op::recv_reduce || op == Op::recv_copy_send ||
         op == Op::recv_reduce_send;
}

const char* word(Op op) {
  switch (op) {
    case Op::send:
      return "send";
    case Op::recv:
      return "recv";
    case Op::recv_reduce:
      return "recv_reduce";
    case Op::recv_copy_send:
      return "recv_copy_send";
    case Op::recv_reduce_send:
      return "recv_reduce_send";
    case Op::copy:
      return "copy";
    case Op::compute:
      return "compute";
  }
  return "?";
}

Bytes bytes_of(const Schedule& schedule, const Move& move, Bytes size) {
  const Buffer& buffer = schedule.buffers[move.buffer];
  return size *
         (buffer.size * move.chunks / static_cast<double>(buffer.chunks) / schedule.channels);
}

Bytes bytes_sent(const Schedule& schedule, Rank rank, Bytes size) {
  Bytes total{0};
  std::vector<Move> moves;
  for (const PhasePtr& phase : schedule.phases) {
    moves.clear();
    phase->moves(rank, moves);
    for (const Move& move : moves)
      if (sends(move.op))
        total += bytes_of(schedule, move, size) * static_cast<double>(phase->repeat()) *
                 static_cast<double>(schedule.channels);
  }
  return total;
}

}  // namespace weft::schedule
