#include "weft/io/matrix/fabric.hpp"

#include "weft/facts/boards.hpp"
#include "weft/facts/lines.hpp"
#include "weft/io/matrix/fabric_link.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace weft::io::matrix {
namespace {

using topology::Builder;
using topology::ComponentKind;
using topology::Provenance;

bool is_board_mounted(const facts::Gpu& gpu) {
  const auto& boards = facts::boards();
  return std::any_of(boards.begin(), boards.end(), [&](const facts::Board& board) {
    return !board.optional &&
           std::find(board.gpus.begin(), board.gpus.end(), gpu.name) != board.gpus.end();
  });
}

// Some board on which so many GPUs or more are joined by that many NVLinks each to each.
bool is_known_mesh(int links, std::size_t gpus) {
  const auto& boards = facts::boards();
  return std::any_of(boards.begin(), boards.end(), [&](const facts::Board& board) {
    const auto count = static_cast<std::size_t>(board.gpu_count);
    return count >= gpus && board.mesh.size() == count * (count - 1) / 2 &&
           std::all_of(board.mesh.begin(), board.mesh.end(),
                       [&](const facts::MeshEdge& edge) { return edge.links == links; });
  });
}

using Island = std::vector<std::size_t>;  // accelerators that private links join

class Connector {
 public:
  Connector(Builder& builder, const Matrix& matrix, const Settled& settled,
            const Products& products, const std::vector<ComponentId>& gpus, Remarks& remarks)
      : builder_(builder),
        matrix_(matrix),
        settled_(settled),
        products_(products),
        gpus_(gpus),
        remarks_(remarks) {}

  Expected<void> run();

 private:
  using Done = Expected<void>;

  std::vector<Island> islands() const;
  Done connect(const Island& island);
  bool is_switched(const Island& island) const;
  const Relation* stated_switch(const Island& island) const;
  bool meets_switch(const Island& island, std::size_t member) const;
  int to_switch(const Island& island, std::size_t member) const;
  Done through_switches(const Island& island);
  Done directly(const Island& island);
  Done beside_switches(const Island& island);
  int between(const Island& island, std::size_t a, std::size_t b) const;
  const facts::Board* board_of(const Island& island) const;
  Done join(ComponentId upper, ComponentId lower, std::size_t member, const Relation& relation,
            int links);
  void compare_with_product(const Island& island, std::size_t member, int links);
  void look_for_missing(const std::vector<Island>& islands);

  const Relation& relation(std::size_t a, std::size_t b) const {
    return settled_.fabric_between(a, b);
  }
  const std::string& name(std::size_t i) const { return matrix_.devices[i].label.text; }

  Builder& builder_;
  const Matrix& matrix_;
  const Settled& settled_;
  const Products& products_;
  const std::vector<ComponentId>& gpus_;
  Remarks& remarks_;
};

Expected<void> Connector::run() {
  const std::vector<Island> found = islands();
  for (const Island& island : found)
    if (island.size() > 1)
      if (const auto done = connect(island); !done) return done;
  look_for_missing(found);
  return {};
}

std::vector<Island> Connector::islands() const {
  std::vector<Island> found;
  std::vector<bool> seen(gpus_.size(), false);
  for (std::size_t first = 0; first < gpus_.size(); ++first) {
    if (seen[first]) continue;
    Island island = {first};
    seen[first] = true;
    for (std::size_t at = 0; at < island.size(); ++at)
      for (std::size_t next = 0; next < gpus_.size(); ++next)
        if (!seen[next] && relation(island[at], next).nearness == Nearness::fabric) {
          seen[next] = true;
          island.push_back(next);
        }
    std::sort(island.begin(), island.end());
    found.push_back(std::move(island));
  }
  return found;
}

Expected<void> Connector::connect(const Island& island) {
  if (is_switched(island)) {
    if (auto done = through_switches(island); !done) return done;
    return beside_switches(island);
  }
  for (const std::size_t member : island) {
    if (links_of(settled_, member) <= most_direct_links()) continue;
    std::string peers;
    for (const std::size_t other : island)
      if (relation(member, other).links > 0)
        peers += fmt::format("{}NV{} to {}", peers.empty() ? "" : ", ",
                             relation(member, other).links, name(other));
    return remarks_.error(
        "MATRIX_IMPOSSIBLE",
        fmt::format("{} has {}: direct links would be {}, and its peers are not all joined to "
                    "each other, as an NVSwitch would join them",
                    name(member), peers, links_of(settled_, member)),
        "Check the rows of these GPUs, or run the command again.", matrix_.at(member, member).line);
  }
  return directly(island);
}

// Some pair whose word says that a switch joins it; others may be neighbours on a card. Null
// without.
const Relation* Connector::stated_switch(const Island& island) const {
  for (const std::size_t a : island)
    for (const std::size_t b : island)
      if (relation(a, b).nearness == Nearness::fabric && relation(a, b).switched)
        return &relation(a, b);
  return nullptr;
}

bool Connector::meets_switch(const Island& island, std::size_t member) const {
  return std::any_of(island.begin(), island.end(), [&](std::size_t other) {
    return relation(member, other).nearness == Nearness::fabric && relation(member, other).switched;
  });
}

// All meet all, as wide as the narrower of the two, and more links than a GPU has for its pairs.
bool Connector::is_switched(const Island& island) const {
  if (stated_switch(island) != nullptr) return true;
  const Relation& first = relation(island[0], island[1]);
  if (first.links == 0 || island.size() < 3) return false;
  bool fits_directly = true;
  bool is_even = true;
  for (const std::size_t a : island) {
    const facts::Gpu* gpu = products_.gpus[a];
    const int sum = links_of(settled_, a);
    fits_directly =
        fits_directly && (gpu != nullptr ? sum <= gpu->fabric_links : sum <= most_direct_links());
    for (const std::size_t b : island) {
      if (a == b) continue;
      if (relation(a, b).links != std::min(to_switch(island, a), to_switch(island, b)))
        return false;
      is_even = is_even && relation(a, b).links == first.links;
    }
  }
  if (!fits_directly) return true;
  // Where the product is not known, some board has to be wired like that.
  if (products_.gpus[island[0]] != nullptr || first.fabric != "nvlink") return false;
  return is_even && !is_known_mesh(first.links, island.size());
}

int Connector::to_switch(const Island& island, std::size_t member) const {
  int links = 0;
  for (const std::size_t other : island) links = std::max(links, relation(member, other).links);
  return links;
}

const facts::Board* Connector::board_of(const Island& island) const {
  const facts::Gpu* gpu = products_.common();
  if (gpu == nullptr || island.size() != gpus_.size()) return nullptr;
  return facts::find_board(gpu->name, static_cast<int>(island.size()));
}

Expected<void> Connector::through_switches(const Island& island) {
  const Relation* stated = stated_switch(island);
  const Relation& relation = stated != nullptr ? *stated : this->relation(island[0], island[1]);
  const facts::Board* board = board_of(island);
  const bool is_board =
      board != nullptr && !board->switches.empty() &&
      std::all_of(island.begin(), island.end(), [&](std::size_t member) {
        return links_on(*board, static_cast<int>(member)) == to_switch(island, member);
      });
  for (const std::size_t member : island)
    compare_with_product(island, member, to_switch(island, member));
  const auto add_switch = [&](std::string_view model) {
    topology::Attributes attributes;
    if (!model.empty()) attributes.set("model", model, Provenance::assumed);
    return builder_.add(ComponentKind::nvswitch, {.server = 0}, std::move(attributes));
  };
  if (!is_board) {
    const ComponentId hub = add_switch(relation.fabric == "nvlink" ? "" : relation.fabric);
    for (const std::size_t member : island) {
      if (stated != nullptr && !meets_switch(island, member)) continue;
      const int links = relation.links > 0 ? to_switch(island, member) : 0;
      if (const auto done = join(gpus_[member], hub, member, relation, links); !done) return done;
    }
    return {};
  }
  std::vector<ComponentId> switches;
  for (const facts::SwitchWiring& wiring : board->switches) {
    switches.push_back(add_switch(board->switch_chip));
    for (int i = 0; i < wiring.gpu_count; ++i) {
      const auto member = static_cast<std::size_t>(wiring.first_gpu + i);
      const auto done =
          join(gpus_[member], switches.back(), member, relation, wiring.links_per_gpu);
      if (!done) return done;
    }
  }
  for (std::size_t s = 0; s < board->switches.size(); ++s)
    if (const int twin = board->switches[s].twin; twin > static_cast<int>(s))
      if (const auto done = join(switches[s], switches[static_cast<std::size_t>(twin)], 0, relation,
                                 board->switches[s].trunks);
          !done)
        return done;
  remarks_.add("FABRIC_ASSUMED",
               fmt::format("the matrix does not show NVSwitches; the links of each GPU are spread "
                           "over those of {} ({})",
                           board->name, to_string(board->evidence)),
               "GPUs are taken in the order of their numbers.", matrix_.line);
  return {};
}

// Twins of one card that have a link of their own next to that to the switches. Where its rate is
// not known, a guess may be slower than the switches are, and these join the two all the same.
Expected<void> Connector::beside_switches(const Island& island) {
  if (stated_switch(island) == nullptr) return {};
  for (const std::size_t a : island)
    for (const std::size_t b : island) {
      const Relation& pair = relation(a, b);
      if (a >= b || pair.nearness != Nearness::fabric || pair.switched) continue;
      const auto made = fabric_link(pair.fabric, pair.links, products_, products_.gpus[a]);
      if (!made) return tl::make_unexpected(made.error());
      if (made->code == "FABRIC_RATE_UNKNOWN" && meets_switch(island, a) && meets_switch(island, b))
        remarks_.for_device(
            made->code,
            fmt::format("no rate is published for {} links; the two devices of each "
                        "are taken to meet through the switches",
                        pair.fabric),
            name(a), matrix_.line, "A measurement between them would tell.");
      else if (auto done = join(gpus_[a], gpus_[b], a, pair, pair.links); !done)
        return done;
    }
  return {};
}

Expected<void> Connector::directly(const Island& island) {
  for (std::size_t i = 0; i < island.size(); ++i) {
    int links = 0;
    for (std::size_t j = 0; j < island.size(); ++j) {
      const std::size_t a = island[i];
      const std::size_t b = island[j];
      if (relation(a, b).nearness != Nearness::fabric) continue;
      links += between(island, i, j);
      if (j < i) continue;
      const auto done = join(gpus_[a], gpus_[b], a, relation(a, b), between(island, i, j));
      if (!done) return done;
    }
    if (relation(island[0], island[1]).links > 0) compare_with_product(island, island[i], links);
  }
  return {};
}

// Links of a pair: counted by the matrix, else as the board has them, else a fair part, else one.
int Connector::between(const Island& island, std::size_t i, std::size_t j) const {
  const Relation& pair = relation(island[i], island[j]);
  if (pair.links > 0) return pair.links;
  const auto a = static_cast<int>(std::min(i, j));
  const auto b = static_cast<int>(std::max(i, j));
  if (const facts::Board* board = board_of(island))
    for (const facts::MeshEdge& edge : board->mesh)
      if (std::min(edge.a, edge.b) == a && std::max(edge.a, edge.b) == b) return edge.links;
  return 1;
}

Expected<void> Connector::join(ComponentId upper, ComponentId lower, std::size_t member,
                               const Relation& relation, int links) {
  auto made = fabric_link(relation.fabric, links, products_, products_.gpus[member]);
  if (!made) return tl::make_unexpected(std::move(made.error()));
  const LinkId down = builder_.connect(upper, lower, made->model, made->provenance);
  for (const LinkId direction : {down, topology::Topology::opposite(down)})
    builder_.attributes(direction).set("count", std::to_string(made->links),
                                       links > 0 ? Provenance::trained : Provenance::assumed);
  if (!made->remark.empty())
    remarks_.for_device(made->code, made->remark, name(member), matrix_.line,
                        "The rate follows from what is published; a measurement would tell.");
  return {};
}

void Connector::compare_with_product(const Island& island, std::size_t member, int links) {
  const facts::Gpu* gpu = products_.gpus[member];
  if (gpu == nullptr || links == 0) return;
  const facts::Board* board = board_of(island);
  // A pair of NVIDIA's shares all links by its bridge; of others it may be part of a mesh.
  const bool is_nvlink = gpu->fabric == facts::Fabric::nvlink;
  const int expected = board != nullptr ? links_on(*board, static_cast<int>(member))
                       : is_switched(island) || (is_nvlink && island.size() == 2)
                           ? gpu->fabric_links
                           : 0;
  if (links >= expected) return;
  remarks_.for_device("NVLINK_DOWN",
                      fmt::format("a GPU shows {} {} where {} has {}", links,
                                  is_nvlink ? "NVLinks" : "private links",
                                  board != nullptr ? board->name : gpu->pretty, expected),
                      name(member), matrix_.at(member, member).line,
                      is_nvlink ? "Look at nvidia-smi nvlink -s, and for Xid 74 in the kernel log."
                                : "Look at what the driver says of the links of this GPU.");
}

// On a board all GPUs are joined; a pair with a bridge says nothing about the others.
void Connector::look_for_missing(const std::vector<Island>& islands) {
  const bool is_board = std::any_of(islands.begin(), islands.end(),
                                    [](const Island& island) { return island.size() > 2; });
  for (const Island& island : islands) {
    if (island.size() > 1) continue;
    const facts::Gpu* gpu = products_.gpus[island.front()];
    const bool should = gpu != nullptr ? gpu->fabric != facts::Fabric::none && gpus_.size() > 1 &&
                                             is_board_mounted(*gpu)
                                       : is_board;
    if (!should) continue;
    remarks_.for_device("SXM_WITHOUT_NVLINK",
                        is_board ? "a GPU has no private link, although others have"
                                 : "the GPUs have no private links, although such GPUs are joined "
                                   "by them",
                        name(island.front()), matrix_.at(island.front(), island.front()).line,
                        gpu != nullptr && gpu->vendor != "nvidia"
                            ? "Look at what the driver says of its links; a bridge may be missing, "
                              "and a virtual machine can hide them."
                            : "Look at nvidia-smi nvlink -s and the fabric manager; a virtual "
                              "machine or MIG can hide NVLink.");
  }
}

}  // namespace

Expected<void> connect_fabric(Builder& builder, const Matrix& matrix, const Settled& settled,
                              const Products& products, const std::vector<ComponentId>& gpus,
                              Remarks& remarks) {
  return Connector(builder, matrix, settled, products, gpus, remarks).run();
}

}  // namespace weft::io::matrix
