#include "weft/app/catalog_files.hpp"

#include "weft/app/open.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <utility>

namespace weft::app {
namespace {

namespace fs = std::filesystem;

// A person's file; ours have a few thousand lines.
constexpr std::size_t kMostBytes = std::size_t{8} << 20U;

fs::path from_environment(const char* variable) {
  const char* value = std::getenv(variable);
  return value == nullptr ? fs::path() : fs::path(value);
}

fs::path configuration() {
  const fs::path base = from_environment("XDG_CONFIG_HOME");
  if (base.is_absolute()) return base / "weft";
  const fs::path home = from_environment("HOME");
  return home.is_absolute() ? home / ".config" / "weft" : fs::path();
}

}  // namespace

std::vector<std::string> configured_catalogs() {
  std::vector<std::string> files;
  std::error_code none;  // a folder that is not there has no files
  for (fs::directory_iterator file(configuration(), none), end; !none && file != end;
       file.increment(none))
    if (file->path().extension() == ".toml") files.push_back(file->path().string());
  std::ranges::sort(files);
  return files;
}

Expected<catalog::Catalog> open_catalog(const std::vector<std::string>& files) {
  std::vector<std::string> all = configured_catalogs();
  all.insert(all.end(), files.begin(), files.end());
  catalog::Catalog merged = catalog::shipped();
  for (const std::string& file : all) {
    const auto text = read_input(file, kMostBytes, "a catalogue file (TOML)");
    if (!text) return tl::make_unexpected(text.error());
    const auto own = catalog::read_catalog(file == "-" ? "standard input" : file, *text);
    if (!own) return tl::make_unexpected(own.error());
    auto over = catalog::merged(std::move(merged), *own);
    if (!over) return tl::make_unexpected(std::move(over.error()));
    merged = std::move(*over);
  }
  return merged;
}

}  // namespace weft::app
