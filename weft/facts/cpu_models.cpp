#include "weft/facts/cpu_models.hpp"

#include "weft/facts/find.hpp"
#include "weft/facts/lines.hpp"
#include "weft/facts/reader.hpp"

namespace weft::facts {

CpuModel read_cpu_model(const Record& r) {
  CpuModel model{.name = r.text("name"),
                 .aliases = r.texts("aliases"),
                 .pretty = r.text("pretty"),
                 .cpu = r.text("cpu"),
                 .cores = r.integer("cores"),
                 .tdp_watts = r.number_or("tdp_W", 0),
                 .socket_link = r.text_or("socket_link", ""),
                 .socket_links = r.integer_or("socket_links", 0),
                 .memory_MTps = r.integer_or("memory_MTps", 0),
                 .memory_channels = r.integer_or("memory_channels", 0),
                 .evidence = r.evidence()};
  if (!model.socket_link.empty() && find_cpu_link(model.socket_link) == nullptr)
    r.malformed("the link '" + model.socket_link + "' is not in cpu-links.toml",
                DataFault::unknown_name);
  return model;
}

const std::vector<CpuModel>& cpu_models() {
  static const auto rows = Document("cpu-models.toml").table<CpuModel>("cpu_model", read_cpu_model);
  return rows;
}

const CpuModel* find_cpu_model(std::string_view name) { return find_named(cpu_models(), name); }

Cpu as_cpu(const CpuModel& model, const Cpu& family) {
  Cpu cpu = family;
  cpu.name = model.name;
  cpu.pretty = model.pretty;
  if (!model.socket_link.empty()) cpu.socket_link = model.socket_link;
  if (model.socket_links > 0) cpu.socket_links = model.socket_links;
  const double transfers = cpu.memory_MTps * static_cast<double>(cpu.memory_channels);
  if (model.memory_MTps > 0) cpu.memory_MTps = model.memory_MTps;
  if (model.memory_channels > 0) cpu.memory_channels = model.memory_channels;
  cpu.memory_peak =
      family.memory_peak * (cpu.memory_MTps * static_cast<double>(cpu.memory_channels) / transfers);
  cpu.evidence = model.evidence;
  return cpu;
}

}  // namespace weft::facts
