#include "weft/app/write_output.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

namespace weft::app {
namespace {

namespace fs = std::filesystem;

tl::unexpected<Error> unwritable(const std::string& name, const std::string& why,
                                 const std::string& hint) {
  return fail("FILE_UNWRITABLE", why, hint, {.file = name});
}

}  // namespace

Expected<void> check_not_input(const std::string& output, const std::string& input) {
  std::error_code error;
  if (output == "-" || input == "-" || !fs::equivalent(output, input, error) || error) return {};
  return fail("OUTPUT_IS_INPUT", fmt::format("'{}' is the file that is read", output),
              "Give the result a name of its own.");
}

Expected<void> write_output(const std::string& name, const std::string& content) {
  std::error_code error;
  const fs::path path(name);
  if (fs::is_directory(path, error))
    return unwritable(name, "it is a folder, not a file", "Name a file in it.");
  if (path.has_parent_path() && !fs::exists(path.parent_path(), error))
    return unwritable(
        name, fmt::format("there is no folder '{}' to write it into", path.parent_path().string()),
        "Make the folder first.");
  const bool is_new = !fs::exists(path, error);
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  if (!file)
    return unwritable(name,
                      fmt::format("it cannot be opened for writing: {}", std::strerror(errno)),
                      "Check the permissions of the file and its folder.");
  file.write(content.data(), static_cast<std::streamsize>(content.size()));
  file.close();
  if (file) return {};
  const std::string reason = std::strerror(errno);
  if (is_new) fs::remove(path, error);
  return unwritable(name, fmt::format("it cannot be written in full: {}", reason),
                    "Check the space on the disk.");
}

}  // namespace weft::app
