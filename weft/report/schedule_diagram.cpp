#include "weft/report/schedule_diagram.hpp"

#include "weft/report/table.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace weft::report {
namespace {

using schedule::Move;
using schedule::Op;
using schedule::Phase;
using schedule::Rank;
using schedule::Schedule;

// Of a phase with many iterations the first ones show how it goes on.
constexpr std::uint64_t kMostIterations = 16;

std::vector<std::uint64_t> chunks_of(const Schedule& s, std::uint32_t buffer,
                                     const schedule::Block& block) {
  std::vector<std::uint64_t> chunks;
  for (std::uint32_t i = 0; i < block.chunks; ++i)
    chunks.push_back(chunk_at(block, i, s.buffers[buffer].chunks));
  return chunks;
}

// "0-3,6": rising by one is a range.
std::string ranges(const std::vector<std::uint64_t>& chunks) {
  std::string text;
  for (std::size_t i = 0; i < chunks.size();) {
    std::size_t last = i;
    while (last + 1 < chunks.size() && chunks[last + 1] == chunks[last] + 1) ++last;
    text += fmt::format("{}{}", text.empty() ? "" : ",", chunks[i]);
    if (last > i) text += fmt::format("-{}", chunks[last]);
    i = last + 1;
  }
  return text;
}

std::vector<Move> moves_of(const Phase& phase, Rank rank) {
  std::vector<Move> moves;
  phase.moves(rank, moves);
  return moves;
}

// What a rank sends, or copies, in one iteration.
std::string cell(const Schedule& s, const Phase& phase, Rank rank, std::uint64_t iteration) {
  std::string text;
  const std::vector<Move> moves = moves_of(phase, rank);
  for (std::uint32_t i = 0; i < moves.size(); ++i) {
    const Move& move = moves[i];
    const bool copies = move.op == Op::copy;
    if (!copies && !sends(move.op)) continue;
    const std::string chunks =
        ranges(chunks_of(s, move.buffer, move.block(phase.chunk(rank, i, iteration))));
    if (!text.empty()) text += ", ";
    text += copies
                ? fmt::format(
                      "{}[{}] = {}[{}]", s.buffers[move.buffer].name, chunks,
                      s.buffers[move.source].name,
                      ranges(chunks_of(s, move.source,
                                       move.source_block(phase.source_chunk(rank, i, iteration)))))
                : fmt::format("[{}] to {}", chunks, move.receiver());
  }
  return text.empty() ? "-" : text;
}

bool adds(const Schedule& s, const Phase& phase) {
  for (Rank rank = 0; rank < s.ranks; ++rank)
    for (const Move& move : moves_of(phase, rank))
      if (move.op == Op::recv_reduce || move.op == Op::recv_reduce_send) return true;
  return false;
}

std::string phase_text(const Schedule& s, const Phase& phase) {
  const std::uint64_t repeat = phase.repeat();
  std::string out = fmt::format("\n{}{}{}\n", phase.name(),
                                repeat > 1 ? fmt::format(", {} iterations", repeat) : "",
                                adds(s, phase) ? "; receivers add" : "");
  Table table;
  table.column(repeat > 1 ? "iteration" : "");
  for (Rank rank = 0; rank < s.ranks; ++rank)
    table.column(fmt::format("rank {}", rank), Align::left);
  for (std::uint64_t i = 0; i < std::min(repeat, kMostIterations); ++i) {
    std::vector<std::string> cells = {repeat > 1 ? std::to_string(i) : ""};
    for (Rank rank = 0; rank < s.ranks; ++rank) cells.push_back(cell(s, phase, rank, i));
    table.row(std::move(cells));
  }
  out += table.text(2);
  if (repeat > kMostIterations)
    out += fmt::format("  and {} more likewise\n", repeat - kMostIterations);
  return out;
}

// The n-th message between two ranks is the n-th that the second receives from the first.
bool is_added(const Phase& phase, Rank from, Rank to, std::size_t nth) {
  for (const Move& move : moves_of(phase, to))
    if (receives(move.op) && move.peer == from && nth-- == 0)
      return move.op == Op::recv_reduce || move.op == Op::recv_reduce_send;
  return false;
}

Json messages_json(const Schedule& s, const Phase& phase) {
  Json all = Json::array();
  for (std::uint64_t iteration = 0; iteration < phase.repeat(); ++iteration)
    for (Rank rank = 0; rank < s.ranks; ++rank) {
      std::map<Rank, std::size_t> sent;
      const std::vector<Move> moves = moves_of(phase, rank);
      for (std::uint32_t i = 0; i < moves.size(); ++i) {
        if (!sends(moves[i].op)) continue;
        const Rank to = moves[i].receiver();
        all.push_back({{"iteration", iteration},
                       {"from", rank},
                       {"to", to},
                       {"chunks", chunks_of(s, moves[i].buffer,
                                            moves[i].block(phase.chunk(rank, i, iteration)))},
                       {"adds", is_added(phase, rank, to, sent[to]++)}});
      }
    }
  return all;
}

}  // namespace

std::string diagram_text(const Schedule& s) {
  std::string buffers;
  for (const schedule::Buffer& buffer : s.buffers)
    buffers += fmt::format("{}'{}' of {} chunk{}", buffers.empty() ? "" : ", ", buffer.name,
                           buffer.chunks, buffer.chunks == 1 ? "" : "s");
  std::string out =
      fmt::format("{} on {} ranks{}, {}: which chunks go to whom\n", s.name, s.ranks,
                  schedule::rooted(s.collective) ? fmt::format(", root {}", s.root) : "", buffers);
  for (const schedule::PhasePtr& phase : s.phases) out += phase_text(s, *phase);
  return out;
}

Json diagram_json(const Schedule& s) {
  Json json = {{"ranks", s.ranks}, {"root", s.root}};
  json["buffers"] = Json::array();
  for (const schedule::Buffer& buffer : s.buffers)
    json["buffers"].push_back({{"name", buffer.name}, {"chunks", buffer.chunks}});
  json["phases"] = Json::array();
  for (const schedule::PhasePtr& phase : s.phases)
    json["phases"].push_back({{"name", phase->name()},
                              {"iterations", phase->repeat()},
                              {"messages", messages_json(s, *phase)}});
  return json;
}

}  // namespace weft::report
