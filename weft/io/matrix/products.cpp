#include "weft/io/matrix/products.hpp"

#include "weft/facts/lines.hpp"
#include "weft/io/matrix/nvlink_status.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

namespace weft::io::matrix {
namespace {

using topology::Provenance;

// Generations 2 to 4 all move 25 GB/s a link, so this is the least wrong for an unknown GPU.
constexpr int kUnknownNvlink = 3;
// Accelerators of 2018 to 2023 have it, and those before and after in equal parts less and more.
constexpr int kUnknownPcie = 4;

// In generations that full-size GPUs have so many links of: 6 is V100, 12 A100, 18 H100; with more
// than the usual one has, the first that can have so many. Null where no GPU has.
const facts::NvlinkGeneration* generation_of_links(int links) {
  const facts::NvlinkGeneration* fits = facts::find_nvlink(kUnknownNvlink);
  for (const facts::NvlinkGeneration& known : facts::nvlink_generations()) {
    if (known.gen == 0) continue;  // between the dies of a module
    if (known.links_per_gpu == links) return &known;
    if (fits->links_per_gpu < links && known.links_per_gpu > links) fits = &known;
  }
  return fits->links_per_gpu < links ? nullptr : fits;
}

int pcie_of_nvlink(int generation) {
  for (const facts::Gpu& gpu : facts::gpus())
    if (gpu.fabric == facts::Fabric::nvlink && gpu.fabric_gen == generation && gpu.pcie_gen > 0)
      return gpu.pcie_gen;
  return kUnknownPcie;
}

class Finder {
 public:
  Finder(const Matrix& matrix, const Settled& settled, const facts::Gpu* stated,
         const std::vector<GpuReport>& reports, Remarks& remarks)
      : matrix_(matrix), settled_(settled), stated_(stated), reports_(reports), remarks_(remarks) {}

  Expected<Products> run();

 private:
  Expected<void> name_gpus();
  Expected<void> check_fabric() const;
  Expected<void> find_nvlink();
  Expected<void> check_count(const facts::NvlinkGeneration* generation, int links) const;
  void find_pcie();
  void say_what_is_doubtful();

  const GpuReport* report_of(const Device& device) const;
  bool has_fabric(std::size_t device, std::string_view fabric) const;
  int most_links() const;
  // Every row has the same links and meets several others, as with NVSwitches or a full mesh.
  bool is_group() const;

  const Matrix& matrix_;
  const Settled& settled_;
  const facts::Gpu* stated_;
  const std::vector<GpuReport>& reports_;
  Remarks& remarks_;
  Products products_;
};

Expected<Products> Finder::run() {
  if (const auto done = name_gpus(); !done) return tl::make_unexpected(done.error());
  if (const auto done = check_fabric(); !done) return tl::make_unexpected(done.error());
  if (const auto done = find_nvlink(); !done) return tl::make_unexpected(done.error());
  find_pcie();
  say_what_is_doubtful();
  return std::move(products_);
}

Expected<void> Finder::name_gpus() {
  for (std::size_t i = 0; i < matrix_.accelerators(); ++i) {
    const Device& device = matrix_.devices[i];
    const GpuReport* report = report_of(device);
    const facts::Gpu* named = report != nullptr ? facts::find_gpu(report->name) : nullptr;
    if (stated_ != nullptr && named != nullptr && named != stated_)
      return fail(
          "GPU_MODEL_CONFLICT",
          fmt::format("{} is a {}, not a {}", device.label.text, report->name, stated_->name),
          "Leave out --gpu: the file already says what its GPUs are.",
          {report->file, report->line, 0});
    if (report != nullptr && named == nullptr && stated_ == nullptr && !report->name.empty())
      remarks_.for_device(
          "GPU_NAME_UNKNOWN",
          fmt::format("'{}' is not a known GPU, so nothing follows from the name", report->name),
          device.label.text, report->line, "Name the nearest with --gpu.");
    products_.gpus.push_back(stated_ != nullptr ? stated_ : named);
  }
  return {};
}

// A product that cannot have the links that the matrix shows was named by mistake.
Expected<void> Finder::check_fabric() const {
  for (std::size_t i = 0; i < products_.gpus.size(); ++i) {
    const facts::Gpu* gpu = products_.gpus[i];
    if (gpu == nullptr) continue;
    const Device& device = matrix_.devices[i];
    const auto refuse = [&](std::string message) -> Expected<void> {
      return remarks_.error("GPU_MODEL_CONFLICT", std::move(message),
                            "Name the GPU that nvidia-smi -L shows.", matrix_.line);
    };
    for (std::size_t j = 0; j < products_.gpus.size(); ++j) {
      const Relation& relation = settled_.fabric_between(i, j);
      if (relation.nearness != Nearness::fabric) continue;
      const bool fits =
          (relation.fabric == "nvlink" && gpu->fabric == facts::Fabric::nvlink) ||
          (relation.fabric == "xgmi" && gpu->fabric == facts::Fabric::xgmi) ||
          (relation.fabric != "nvlink" && relation.fabric != "xgmi" &&
           gpu->fabric != facts::Fabric::nvlink && gpu->fabric != facts::Fabric::xgmi);
      const std::string word =
          matrix_.at(i, j).is_given() ? matrix_.at(i, j).word : matrix_.at(j, i).word;
      if (!fits)
        return refuse(fmt::format("{} has {} to {}, which a {} does not have", device.label.text,
                                  word, matrix_.devices[j].label.text, gpu->pretty));
      if (gpu->fabric_links > 0 && relation.links > gpu->fabric_links)
        return refuse(fmt::format("{} has {} to {}, and a {} has {} links", device.label.text, word,
                                  matrix_.devices[j].label.text, gpu->pretty, gpu->fabric_links));
    }
  }
  return {};
}

// So many links as no GPU of the generation has are no GPU's, or not of one generation. Null: of
// any.
Expected<void> Finder::check_count(const facts::NvlinkGeneration* generation, int links) const {
  if (generation != nullptr && links <= generation->links_per_gpu) return {};
  const std::string whose = generation == nullptr
                                ? "no GPU that is known has so many"
                                : fmt::format("GPUs with NVLink {} have {} at most",
                                              generation->gen, generation->links_per_gpu);
  return remarks_.error("MATRIX_IMPOSSIBLE",
                        fmt::format("a GPU has {} NVLinks, and {}", links, whose),
                        "Check the numbers behind NV, or run the command again.", matrix_.line);
}

Expected<void> Finder::find_nvlink() {
  bool any = false;
  for (std::size_t i = 0; i < matrix_.accelerators(); ++i) any = any || has_fabric(i, "nvlink");
  if (!any) return {};
  for (const facts::Gpu* gpu : products_.gpus)
    if (gpu != nullptr && gpu->fabric == facts::Fabric::nvlink) {
      products_.nvlink =
          products_.nvlink == 0 ? gpu->fabric_gen : std::min(products_.nvlink, gpu->fabric_gen);
      products_.nvlink_provenance = Provenance::trained;
    }
  if (products_.nvlink > 0) return {};
  products_.nvlink_provenance = Provenance::trained;
  for (const GpuReport& report : reports_)
    for (const auto& [number, link] : report.links)
      if (products_.nvlink == 0) products_.nvlink = generation_of_rate(link.gigabytes_per_second);
  const int links = most_links();
  if (products_.nvlink > 0) return check_count(facts::find_nvlink(products_.nvlink), links);
  products_.nvlink_provenance = Provenance::assumed;
  const facts::NvlinkGeneration* usual = facts::find_nvlink(kUnknownNvlink);
  const facts::NvlinkGeneration* generation =
      is_group() || links > usual->links_per_gpu ? generation_of_links(links) : usual;
  if (auto possible = check_count(generation, links); !possible) return possible;
  products_.nvlink = generation->gen;
  const std::string doubt =
      links > usual->links_per_gpu && links != generation->links_per_gpu
          ? fmt::format(", and no GPU that is known has just so many (of NVLink {}, {})",
                        generation->gen, generation->links_per_gpu)
          : "";
  remarks_.add("NVLINK_GENERATION_UNKNOWN",
               fmt::format("the matrix does not say which GPUs these are; links of NVLink {} are "
                           "assumed, since the GPUs have {} of them{}",
                           products_.nvlink, links, doubt),
               "Name the GPU: --gpu h100-sxm5, or give nvidia-smi nvlink -s with it.",
               matrix_.line);
  return {};
}

void Finder::find_pcie() {
  const facts::Gpu* product = nullptr;
  for (const facts::Gpu* gpu : products_.gpus)
    if (gpu != nullptr && gpu->pcie_gen > 0 && product == nullptr) product = gpu;
  std::string why = "as most accelerators have";
  products_.pcie_gen = kUnknownPcie;
  if (product != nullptr) {
    products_.pcie_gen = product->pcie_gen;
    products_.pcie_lanes = product->pcie_lanes;
    why = fmt::format("after {}", product->pretty);
  } else if (products_.nvlink > 0) {
    products_.pcie_gen = pcie_of_nvlink(products_.nvlink);
    why = fmt::format("as GPUs with NVLink {} have", products_.nvlink);
  }
  remarks_.add("LINK_SPEED_UNKNOWN",
               fmt::format("a matrix states no PCIe speeds; PCIe {}.0 x{} is assumed for every "
                           "device and switch, {}",
                           products_.pcie_gen, products_.pcie_lanes, why),
               product != nullptr ? "A topology that NCCL dumps (NCCL_TOPO_DUMP_FILE) has them."
                                  : "Name the GPU with --gpu, or give a topology that NCCL dumps "
                                    "(NCCL_TOPO_DUMP_FILE), which has them.",
               matrix_.line);
}

void Finder::say_what_is_doubtful() {
  for (std::size_t i = 0; i < products_.gpus.size(); ++i) {
    const facts::Gpu* gpu = products_.gpus[i];
    if (gpu == nullptr || gpu->doubt.empty() || !has_fabric(i, "nvlink")) continue;
    remarks_.for_device("FABRIC_RATE_DOUBTFUL", fmt::format("{}: {}", gpu->pretty, gpu->doubt),
                        matrix_.devices[i].label.text, matrix_.line,
                        "Scale figures of these links by hand.");
  }
}

const GpuReport* Finder::report_of(const Device& device) const {
  const auto found = std::find_if(reports_.begin(), reports_.end(), [&](const GpuReport& report) {
    return report.gpu == device.label.number;
  });
  return found == reports_.end() ? nullptr : &*found;
}

bool Finder::has_fabric(std::size_t device, std::string_view fabric) const {
  for (std::size_t other = 0; other < settled_.size; ++other) {
    const Relation& relation = settled_.fabric_between(device, other);
    if (relation.nearness == Nearness::fabric && relation.fabric == fabric) return true;
  }
  return false;
}

// Of one GPU: to one peer where switches join them, over all peers where links are direct.
int Finder::most_links() const {
  int most = 0;
  for (std::size_t i = 0; i < matrix_.accelerators(); ++i) {
    int widest = 0;
    for (std::size_t j = 0; j < matrix_.accelerators(); ++j)
      widest = std::max(widest, settled_.fabric_between(i, j).links);
    const int sum = links_of(settled_, i);
    most = std::max(most, sum <= most_direct_links() ? sum : widest);
  }
  return most;
}

bool Finder::is_group() const {
  for (std::size_t i = 0; i < matrix_.accelerators(); ++i) {
    int peers = 0;
    for (std::size_t j = 0; j < matrix_.accelerators(); ++j)
      peers += settled_.fabric_between(i, j).links > 0 ? 1 : 0;
    if (peers > 1) return true;
  }
  return false;
}

}  // namespace

const facts::Gpu* Products::common() const {
  if (gpus.empty()) return nullptr;
  const bool same = std::all_of(gpus.begin(), gpus.end(),
                                [&](const facts::Gpu* gpu) { return gpu == gpus.front(); });
  return same ? gpus.front() : nullptr;
}

int links_on(const facts::Board& board, int gpu) {
  int links = 0;
  for (const facts::SwitchWiring& wiring : board.switches)
    if (gpu >= wiring.first_gpu && gpu < wiring.first_gpu + wiring.gpu_count)
      links += wiring.links_per_gpu;
  for (const facts::MeshEdge& edge : board.mesh)
    if (edge.a == gpu || edge.b == gpu) links += edge.links;
  return links;
}

int most_direct_links() {
  int most = 0;
  for (const facts::Board& board : facts::boards()) {
    const facts::Gpu* gpu = board.gpus.empty() ? nullptr : facts::find_gpu(board.gpus.front());
    if (!board.mesh.empty() && gpu != nullptr && gpu->fabric == facts::Fabric::nvlink)
      most = std::max(most, links_on(board, 0));
  }
  return most;
}

int links_of(const Settled& settled, std::size_t device) {
  int links = 0;
  for (std::size_t other = 0; other < settled.size; ++other)
    links += settled.fabric_between(device, other).links;
  return links;
}

Expected<Products> find_products(const Matrix& matrix, const Settled& settled,
                                 const facts::Gpu* stated, const std::vector<GpuReport>& reports,
                                 Remarks& remarks) {
  return Finder(matrix, settled, stated, reports, remarks).run();
}

}  // namespace weft::io::matrix
