#include "weft/probe/source.hpp"

#include "weft/base/parse.hpp"
#include "weft/probe/gpu_library.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

namespace weft::probe {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostBytes = std::size_t{4}
                                   << 20;  // /proc/cpuinfo of 1000 processors is 2 MB

class Live : public Source {
 public:
  explicit Live(std::string root) : root_(std::move(root)) {}

  std::optional<std::string> read(const std::string& path) override {
    if (path.starts_with("/weft/")) return library_text(path, root_.empty());
    errno = 0;
    std::ifstream file(root_ + path, std::ios::binary);
    if (!file) return std::nullopt;
    std::string content;
    char block[4096];
    while (file.read(block, sizeof block) || file.gcount() > 0) {
      content.append(block, static_cast<std::size_t>(file.gcount()));
      if (content.size() > kMostBytes) break;
    }
    // sysfs refuses at reading, not at opening: a speed of an interface that is down.
    if (file.bad()) return std::nullopt;
    return content;
  }

  std::vector<std::string> list(const std::string& folder) override {
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator entry(root_ + folder, error), end; !error && entry != end;
         entry.increment(error))
      names.push_back(entry->path().filename().string());
    std::ranges::sort(names);
    return names;
  }

  std::optional<std::string> link(const std::string& path) override {
    std::error_code error;
    const fs::path target = fs::read_symlink(root_ + path, error);
    return error ? std::nullopt : std::optional(target.string());
  }

  std::string why(const std::string& path) override {
    if (path.starts_with("/weft/")) return library_fault(path, root_.empty());
    errno = 0;
    std::ifstream file(root_ + path, std::ios::binary);
    if (file) file.peek();
    return errno == 0 ? "it cannot be read" : std::strerror(errno);
  }

 private:
  std::string root_;
};

class Recorded : public Source {
 public:
  explicit Recorded(Recording recording) : recording_(std::move(recording)) {}

  std::optional<std::string> read(const std::string& path) override {
    const auto found = recording_.files.find(path);
    return found == recording_.files.end() ? std::nullopt : std::optional(found->second);
  }
  std::vector<std::string> list(const std::string& folder) override {
    const auto found = recording_.folders.find(folder);
    return found == recording_.folders.end() ? std::vector<std::string>() : found->second;
  }
  std::optional<std::string> link(const std::string& path) override {
    const auto found = recording_.links.find(path);
    return found == recording_.links.end() ? std::nullopt : std::optional(found->second);
  }
  std::string why(const std::string& path) override {
    const auto found = recording_.absent.find(path);
    return found == recording_.absent.end() ? "it was not recorded" : found->second;
  }

 private:
  Recording recording_;
};

class Recorder : public Source {
 public:
  Recorder(Source& from, Recording& into) : from_(from), into_(into) {}

  std::optional<std::string> read(const std::string& path) override {
    auto content = from_.read(path);
    if (content) into_.files[path] = *content;
    return content;
  }
  std::vector<std::string> list(const std::string& folder) override {
    auto names = from_.list(folder);
    if (!names.empty()) into_.folders[folder] = names;
    return names;
  }
  std::optional<std::string> link(const std::string& path) override {
    auto target = from_.link(path);
    if (target) into_.links[path] = *target;
    return target;
  }
  std::string why(const std::string& path) override { return into_.absent[path] = from_.why(path); }

 private:
  Source& from_;
  Recording& into_;
};

}  // namespace

std::string Source::text(const std::string& path) {
  const auto content = read(path);
  if (!content) return {};
  const auto first = content->find_first_not_of(" \t\n\0");
  if (first == std::string::npos) return {};
  return content->substr(first, content->find_last_not_of(" \t\n\0") - first + 1);
}

std::string Source::link_name(const std::string& path) {
  const auto target = link(path);
  return target ? target->substr(target->rfind('/') + 1) : std::string();
}

std::optional<long long> Source::number(const std::string& path) {
  const auto value = parse_integer(text(path));
  return value ? std::optional<long long>(*value) : std::nullopt;
}

std::unique_ptr<Source> live_source(std::string root) {
  return std::make_unique<Live>(std::move(root));
}

std::unique_ptr<Source> recorded_source(Recording recording) {
  return std::make_unique<Recorded>(std::move(recording));
}

std::unique_ptr<Source> recording_source(Source& from, Recording& into) {
  return std::make_unique<Recorder>(from, into);
}

}  // namespace weft::probe
