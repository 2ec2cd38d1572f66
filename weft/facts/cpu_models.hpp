// Single models of the processors in cpus.hpp: cores, power, and where its memory or its socket
// links differ from those of the family. Data: weft/facts/data/cpu-models.toml. Threads: immutable.
#pragma once

#include "weft/facts/cpus.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace weft::facts {

struct CpuModel {
  std::string name;  // "epyc-7742"
  std::vector<std::string> aliases;
  std::string pretty;  // "AMD EPYC 7742 (Rome)"
  std::string cpu;     // a name of cpus()
  int cores = 0;
  double tdp_watts = 0;  // 0: not published
  // What differs from the family; empty or 0: as in the family.
  std::string socket_link;
  int socket_links = 0;
  int memory_MTps = 0;
  int memory_channels = 0;
  Evidence evidence;
};

const std::vector<CpuModel>& cpu_models();
class Record;
CpuModel read_cpu_model(const Record& record);  // one entry

const CpuModel* find_cpu_model(std::string_view name);  // or alias; null where unknown

// The family with what the model has of its own.
Cpu as_cpu(const CpuModel& model, const Cpu& family);

}  // namespace weft::facts
