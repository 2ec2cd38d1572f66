#include "weft/app/open.hpp"
#include "weft/base/parse.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include <fmt/format.h>
#include <zlib.h>

namespace weft::app {
namespace {

tl::unexpected<Error> too_large(const std::string& name, std::size_t most) {
  return fail("FILE_TOO_LARGE",
              fmt::format("it holds more than {}, which no topology needs",
                          print_size(Bytes(static_cast<double>(most)))),
              "Check that this is the file you meant.", {.file = name});
}

Expected<std::string> read_stream(std::istream& stream, const std::string& name, std::size_t most) {
  std::string content;
  char block[1 << 16];
  while (stream.read(block, sizeof block) || stream.gcount() > 0) {
    content.append(block, static_cast<std::size_t>(stream.gcount()));
    if (content.size() > most) return too_large(name, most);
  }
  if (stream.bad()) return fail("FILE_UNREADABLE", "reading it failed", "", {.file = name});
  return content;
}

bool is_gzip(const std::string& content) {
  return content.size() > 2 && content[0] == '\x1f' && content[1] == '\x8b';
}

Expected<std::string> unpacked(const std::string& content, const std::string& name,
                               std::size_t most) {
  z_stream stream{};
  constexpr int kGzip = 16 + MAX_WBITS;
  if (inflateInit2(&stream, kGzip) != Z_OK)
    return fail("FILE_UNREADABLE", "zlib did not start", "", {.file = name});
  std::string packed = content;
  stream.next_in = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_in = static_cast<uInt>(packed.size());
  std::string plain;
  int status = Z_OK;
  char block[1 << 16];
  while (status == Z_OK && plain.size() <= most) {
    stream.next_out = reinterpret_cast<Bytef*>(block);
    stream.avail_out = sizeof block;
    status = inflate(&stream, Z_NO_FLUSH);
    plain.append(block, sizeof block - stream.avail_out);
  }
  inflateEnd(&stream);
  if (plain.size() > most) return too_large(name, most);
  if (status != Z_STREAM_END)
    return fail("GZIP_DAMAGED", "it starts as a gzip file but cannot be unpacked",
                "Unpack it with gunzip to see what is wrong, or copy it again.", {.file = name});
  return plain;
}

}  // namespace

Expected<std::string> read_input(const std::string& name, std::size_t most,
                                 const std::string& wanted) {
  Expected<std::string> content = std::string();
  if (name == "-") {
    content = read_stream(std::cin, "standard input", most);
  } else {
    std::error_code error;
    const auto status = std::filesystem::status(name, error);
    if (!std::filesystem::exists(status))
      return fail("FILE_MISSING", fmt::format("there is no file '{}'", name),
                  fmt::format("Give the path of {}, or - to paste one.", wanted));
    if (std::filesystem::is_directory(status))
      return fail("FILE_UNREADABLE", "it is a folder, not a file", "Name a file in it.",
                  {.file = name});
    std::ifstream file(name, std::ios::binary);
    if (!file)
      return fail("FILE_UNREADABLE", fmt::format("it cannot be opened: {}", std::strerror(errno)),
                  "Check its permissions.", {.file = name});
    content = read_stream(file, name, most);
  }
  if (content && is_gzip(*content)) return unpacked(*content, name, most);
  return content;
}

}  // namespace weft::app
