// The commands that print a matrix of devices, and what each of their words means: one row each in
// dialect.cpp, from which everything else follows.
//
// A word is matched with upper and lower case alike; "NV" with `counted` stands for NV1, NV2 and so
// on. Sources: the legends that the commands print.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace weft::io::matrix {

// What is between two devices, nearest first. `fabric` is a private link, in which PCIe does not
// show; `unknown` is what the command itself does not know.
enum class Nearness : std::uint8_t { self, fabric, pix, pxb, phb, node, sys, unknown };
std::string_view word(Nearness nearness);  // nvidia-smi's word: "PIX"

struct Relation {
  Nearness nearness = Nearness::unknown;
  int links = 0;                 // of a fabric; 0 where the word does not tell
  std::string_view fabric = {};  // "nvlink" "xgmi" "hccs" …
  bool switched = false;         // the private links meet in a switch
  bool operator==(const Relation&) const = default;
};

struct CellWord {
  std::string_view word;
  Nearness nearness = Nearness::unknown;
  std::string_view fabric = {};
  bool counted = false;
  bool switched = false;
};

struct Dialect {
  std::string_view command;                   // "nvidia-smi topo -m"
  std::string_view vendor;                    // as in facts/gpus.hpp; empty where several use it
  std::span<const std::string_view> devices;  // what its devices are called: "GPU"
  std::span<const CellWord> words;
};

std::span<const Dialect> dialects();
const Dialect& rocm_dialect();  // of sections rather than of one matrix: rocm.cpp

// What a cell says; nullopt for a word that the dialect does not have.
std::optional<Relation> relation_of(const Dialect& dialect, std::string_view word);
// "X, SYS, NODE, …, NV#" for messages.
std::string words_of(const Dialect& dialect);

// A device as a table names it: "GPU3", "GPU[3]", "Phy-ID12", "mlx5_0".
struct Label {
  std::string text;
  std::string prefix;  // "GPU"; of a NIC the text without its number
  int number = -1;     // of an accelerator
  bool is_accelerator = false;
};
std::optional<Label> label_of(std::string_view word);
bool operator==(const Label& a, const Label& b);

}  // namespace weft::io::matrix
