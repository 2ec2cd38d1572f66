#include "weft/facts/memory_access.hpp"

#include "weft/facts/find.hpp"
#include "weft/facts/reader.hpp"

#include <algorithm>

namespace weft::facts {
namespace {

MemoryAccess read_class(const Record& r) {
  return {.name = r.text("name"),
          .pretty = r.text("pretty"),
          .cpus = r.texts("cpus"),
          .read = r.number("read"),
          .turnaround = r.number("turnaround"),
          .latency_ns = r.number("latency_ns"),
          .split_ns = r.number("split_ns"),
          .other_part_ns = r.number("other_part_ns"),
          .lines = r.number("lines"),
          .rows = r.texts("rows"),
          .alone = r.flag_or("alone", false),
          .evidence = r.evidence()};
}

StreamKernel read_kernel(const Record& r) {
  return {.name = r.text("name"), .writes = r.number("writes"), .evidence = r.evidence()};
}

struct Remote {
  Figure intel_ns;
  Figure amd_ns;
  Figure other_ns;
};

Remote read_remote(const Record& r) {
  return {.intel_ns = r.figure("intel_ns"),
          .amd_ns = r.figure("amd_ns"),
          .other_ns = r.figure("other_ns")};
}

struct Tables {
  std::vector<MemoryAccess> classes;
  std::vector<StreamKernel> kernels;
  Remote remote;
  Figure device_share;
};

const Tables& tables() {
  static const Tables all = [] {
    const Document file("memory-access.toml");
    const Record root = file.root();
    Tables read{.classes = file.table<MemoryAccess>("class", read_class),
                .kernels = file.table<StreamKernel>("kernel", read_kernel),
                .remote = read_section(root, "remote", read_remote),
                .device_share = root.figure("device_share")};
    return read;
  }();
  return all;
}

}  // namespace

const std::vector<MemoryAccess>& memory_access_classes() { return tables().classes; }

const Figure& device_memory_share() { return tables().device_share; }

const MemoryAccess& memory_access_of(std::string_view cpu) {
  const auto& classes = memory_access_classes();
  for (const MemoryAccess& row : classes)
    if (std::ranges::find(row.cpus, cpu) != row.cpus.end()) return row;
  return classes.back();
}

const std::vector<StreamKernel>& stream_kernels() { return tables().kernels; }

const StreamKernel* find_stream_kernel(std::string_view name) {
  return find_row(stream_kernels(), &StreamKernel::name, name);
}

const Figure& remote_memory_ns(std::string_view vendor) {
  const Remote& remote = tables().remote;
  if (vendor == "GenuineIntel") return remote.intel_ns;
  if (vendor == "AuthenticAMD" || vendor == "HygonGenuine") return remote.amd_ns;
  return remote.other_ns;
}

}  // namespace weft::facts
