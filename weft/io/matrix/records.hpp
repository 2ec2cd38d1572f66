// What the commands of a paste say, as plain records, between the text and the graph.
//
// `scan` (scan.cpp) finds the blocks of a text, the readers (device_matrix, peer_table, rocm, …)
// turn tables into the records, `settle` makes one consistent matrix of them, `build` the graph.
#pragma once

#include "weft/base/error.hpp"
#include "weft/io/matrix/dialect.hpp"
#include "weft/io/matrix/table.hpp"
#include "weft/io/remarks.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft::io::matrix {

struct Device {
  Label label;
  std::string name;      // of a NIC, from the legend: "mlx5_0"
  std::string cpus;      // "0-23,48-71"; empty where not stated, and so below
  std::string numa;      // "0", "0-1"
  std::string gpu_numa;  // the NUMA node of its own memory, on coherent machines
};

struct Cell {
  Relation relation;
  std::string word;  // as it stands; empty where the text has none
  int line = 0;
  int column = 0;

  bool is_given() const { return !word.empty(); }
};

// Accelerators by number, then NICs in the order of the columns; cells[row * size + column].
struct Matrix {
  std::string file;
  const Dialect* dialect = nullptr;
  int line = 0;
  std::vector<Device> devices;
  std::vector<Cell> cells;

  std::size_t size() const { return devices.size(); }
  Cell& at(std::size_t row, std::size_t column) { return cells[row * size() + column]; }
  const Cell& at(std::size_t row, std::size_t column) const { return cells[row * size() + column]; }
  std::size_t accelerators() const;
};

// `nvidia-smi topo -p2p`: status[a][b] of the GPUs that have a row and a column.
struct PeerTable {
  std::string file;
  int line = 0;
  char capability = '?';  // r w n a p as asked for; '?' where the paste does not say
  std::vector<int> gpus;
  std::vector<std::vector<std::string>> status;
};

// `nvidia-smi nvlink -s` and -c, and the lines "GPU 0: name" of -L.
struct LinkState {
  bool is_up = true;
  double gigabytes_per_second = 0;  // 0: not stated
};
struct GpuReport {
  std::string file;
  int line = 0;
  int gpu = 0;
  std::string name;                // "NVIDIA H100 80GB HBM3"
  std::map<int, LinkState> links;  // by number; empty where only the name is known
  bool has_links = false;          // the state of its links is stated, even if there is none
};

// All of one text.
struct Paste {
  std::string file;
  std::vector<Matrix> matrices;
  std::vector<PeerTable> peers;
  std::vector<GpuReport> gpus;

  bool empty() const { return matrices.empty() && peers.empty() && gpus.empty(); }
};

// Cells, legends and headings of a table as a matrix. `names`: NIC0 → mlx5_0.
using Names = std::map<std::string, std::string>;
Expected<Matrix> matrix_of(const Table& table, const Names& names, const std::string& vendor,
                           Remarks& remarks);

bool is_peer_table(const Table& table);
Expected<PeerTable> peers_of(const Table& table, char capability, Remarks& remarks);

}  // namespace weft::io::matrix
