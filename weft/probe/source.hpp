// The files that a machine is read from: the real ones, or those of a recorded machine.
//
// Paths are absolute, "/sys/bus/pci/devices". A file that is not there, or that may not be read, is
// absent; `why` says which. What libraries say of GPUs comes as files too ("/weft/nvml", see
// gpu_library.hpp), so that a recorded machine has all of it. Threads: none.
#pragma once

#include "weft/base/error.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft::probe {

class Source {
 public:
  virtual ~Source() = default;

  virtual std::optional<std::string> read(const std::string& path) = 0;
  virtual std::vector<std::string> list(const std::string& folder) = 0;  // sorted names
  // Where a symbolic link leads, as it is written.
  virtual std::optional<std::string> link(const std::string& path) = 0;
  virtual std::string why(const std::string& path) = 0;  // "No such file or directory"

  std::string text(const std::string& path);       // trimmed; empty where absent
  std::string link_name(const std::string& path);  // last part of where it leads
  std::optional<long long> number(const std::string& path);
};

// This machine. `root` is put in front of paths: "" or a folder with a copy of /sys.
std::unique_ptr<Source> live_source(std::string root = "");

// All that was read of a machine.
struct Recording {
  std::map<std::string, std::string> files;
  std::map<std::string, std::vector<std::string>> folders;
  std::map<std::string, std::string> links;
  std::map<std::string, std::string> absent;  // path → why
};

std::unique_ptr<Source> recorded_source(Recording recording);
// Passes on what `from` says and keeps it in `into`; both must outlive it.
std::unique_ptr<Source> recording_source(Source& from, Recording& into);

}  // namespace weft::probe
