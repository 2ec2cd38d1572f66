#include "weft/facts/boards.hpp"

#include "weft/facts/reader.hpp"

#include <algorithm>

namespace weft::facts {
namespace {

std::vector<SwitchWiring> read_switches(const Record& board, int gpu_count) {
  std::vector<SwitchWiring> switches;
  for (const Record& r : board.records("switches")) {
    const int times = r.integer_or("times", 1);
    if (times < 1) r.malformed("'times' must be at least 1");
    switches.insert(switches.end(), static_cast<std::size_t>(times),
                    {.first_gpu = r.integer_or("first_gpu", 0),
                     .gpu_count = r.integer_or("gpus", gpu_count),
                     .links_per_gpu = r.integer("links_per_gpu"),
                     .twin = r.integer_or("twin", -1),
                     .trunks = r.integer_or("trunks", 0)});
    r.done();
  }
  return switches;
}

std::vector<MeshEdge> read_mesh(const Record& board, int gpu_count) {
  std::vector<MeshEdge> mesh;
  const std::vector<int> flat = board.integers("mesh");  // a, b, links, a, b, links, …
  if (flat.size() % 3 != 0) board.malformed("'mesh' must hold triples of a, b and links");
  for (std::size_t i = 0; i < flat.size(); i += 3)
    mesh.push_back({flat[i], flat[i + 1], flat[i + 2]});
  if (const int links = board.integer_or("full_mesh", 0); links > 0)
    for (int a = 0; a < gpu_count; ++a)
      for (int b = a + 1; b < gpu_count; ++b) mesh.push_back({a, b, links});
  return mesh;
}

}  // namespace

Board read_board(const Record& r) {
  const int gpu_count = r.integer("gpu_count");
  Board board{.name = r.text("name"),
              .gpus = r.texts("gpus"),
              .gpu_count = gpu_count,
              .optional = r.flag_or("optional", false),
              .switch_chip = r.text_or("switch_chip", ""),
              .switches = read_switches(r, gpu_count),
              .mesh = read_mesh(r, gpu_count),
              .evidence = r.evidence()};
  if (board.switches.empty() == board.mesh.empty())
    r.malformed("a board has either switches or mesh edges");
  return board;
}

const std::vector<Board>& boards() {
  static const auto rows = Document("boards.toml").table<Board>("board", read_board);
  return rows;
}

const Board* find_board(std::string_view gpu, int gpu_count) {
  const auto found = std::ranges::find_if(boards(), [&](const Board& board) {
    return !board.optional && board.gpu_count == gpu_count &&
           std::ranges::find(board.gpus, gpu) != board.gpus.end();
  });
  return found == boards().end() ? nullptr : &*found;
}

const Board* find_board(std::string_view name) {
  const auto found = std::ranges::find(boards(), name, &Board::name);
  return found == boards().end() ? nullptr : &*found;
}

}  // namespace weft::facts
