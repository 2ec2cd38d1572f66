// Runs a fuzz target on files instead of on what a fuzzer makes up, so that every compiler and
// every test run checks what past fuzzing found. Arguments: files, or folders of files. Errors: 1
// where an argument cannot be read or holds no file; what the target itself does with an input ends
// it.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

std::vector<std::filesystem::path> files_of(const std::filesystem::path& argument) {
  if (!std::filesystem::is_directory(argument)) return {argument};
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(argument))
    if (entry.is_regular_file()) files.push_back(entry.path());
  return files;
}

bool replay(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    std::fprintf(stderr, "replay: cannot read %s\n", file.c_str());
    return false;
  }
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  const std::vector<std::uint8_t> input(bytes.begin(), bytes.end());
  // Named beforehand: if the target ends the program, this line says on which input.
  std::printf("%s\n", file.c_str());
  std::fflush(stdout);
  LLVMFuzzerTestOneInput(input.data(), input.size());
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  bool all_read = argc > 1;
  for (int i = 1; i < argc; ++i) {
    const auto files = files_of(argv[i]);
    if (files.empty()) std::fprintf(stderr, "replay: no file in %s\n", argv[i]);
    all_read = all_read && !files.empty();
    for (const auto& file : files) all_read = replay(file) && all_read;
  }
  return all_read ? 0 : 1;
}
