#include "weft/probe/capture.hpp"

#include <cctype>
#include <map>

#include <fmt/format.h>

namespace weft::probe {
namespace {

bool is_hex(char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; }

// How many groups of `digits` hexadecimal digits with ':' between stand at `at`.
std::size_t groups_at(const std::string& text, std::size_t at, std::size_t digits) {
  std::size_t groups = 0;
  while (at + digits <= text.size()) {
    for (std::size_t i = 0; i < digits; ++i)
      if (!is_hex(text[at + i])) return groups;
    if (at + digits < text.size() && is_hex(text[at + digits])) return groups;
    ++groups;
    at += digits;
    if (at >= text.size() || text[at] != ':') return groups;
    ++at;
  }
  return groups;
}

class Names {
 public:
  std::string replaced(const std::string& text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
      const bool begins = at == 0 || !(is_hex(text[at - 1]) || text[at - 1] == ':');
      const std::size_t bytes = begins ? groups_at(text, at, 2) : 0;
      const std::size_t words = begins ? groups_at(text, at, 4) : 0;
      if (bytes == 6 || bytes == 20) {  // MAC; InfiniBand's has 20 bytes
        out += address(text.substr(at, bytes * 3 - 1), bytes);
        at += bytes * 3 - 1;
      } else if (words == 4 || words == 8) {  // GUID, GID
        out += guid(text.substr(at, words * 5 - 1), words);
        at += words * 5 - 1;
      } else if (text.compare(at, 3, "enx") == 0 && hex_name(text, at + 3)) {
        out += "enx" + plain(text.substr(at + 3, 12));
        at += 15;
      } else {
        out += text[at++];
      }
    }
    return out;
  }

 private:
  static bool hex_name(const std::string& text, std::size_t at) {
    if (at + 12 > text.size()) return false;
    for (std::size_t i = 0; i < 12; ++i)
      if (!is_hex(text[at + i])) return false;
    return at + 12 == text.size() || !is_hex(text[at + 12]);
  }
  std::size_t number(const std::string& original) {
    return numbers_.try_emplace(original, numbers_.size() + 1).first->second;
  }
  std::string address(const std::string& original, std::size_t bytes) {
    if (original.find_first_not_of("0:f") == std::string::npos) return original;  // none, broadcast
    std::string digits = fmt::format("02{:0{}x}", number(plain_of(original)), 2 * (bytes - 1));
    return grouped(digits, 2);
  }
  std::string guid(const std::string& original, std::size_t words) {
    if (original.find_first_not_of("0:f") == std::string::npos) return original;
    return grouped(fmt::format("02{:0{}x}", number(original), 4 * words - 2), 4);
  }
  std::string plain(const std::string& original) {
    return fmt::format("02{:010x}", number(original));
  }
  static std::string plain_of(const std::string& original) {
    std::string out;
    for (const char c : original)
      if (c != ':') out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
  }
  static std::string grouped(const std::string& digits, std::size_t of) {
    std::string out;
    for (std::size_t i = 0; i < digits.size(); ++i) {
      if (i > 0 && i % of == 0) out += ':';
      out += digits[i];
    }
    return out;
  }

  std::map<std::string, std::size_t> numbers_;
};

// The Device Serial Number capability (0x0003) holds a MAC or a serial number in 8 bytes.
std::string without_serial(std::string config) {
  const auto word = [&](std::size_t at) {
    return static_cast<unsigned>(static_cast<unsigned char>(config[at])) |
           static_cast<unsigned>(static_cast<unsigned char>(config[at + 1])) << 8U;
  };
  std::size_t at = 0x100;
  for (int step = 0; step < 96 && at >= 0x100 && at + 12 <= config.size(); ++step) {
    if (word(at) == 0x0003)
      for (std::size_t i = 4; i < 12; ++i) config[at + i] = '\0';
    at = (word(at + 2) >> 4U) & 0xffcU;
  }
  return config;
}

}  // namespace

Recording anonymised(const Recording& recording) {
  Names names;
  Recording out;
  for (const auto& [path, content] : recording.files)
    out.files[names.replaced(path)] =
        path.ends_with("/config") ? without_serial(content) : names.replaced(content);
  for (const auto& [path, list] : recording.folders)
    for (const std::string& name : list)
      out.folders[names.replaced(path)].push_back(names.replaced(name));
  for (const auto& [path, target] : recording.links)
    out.links[names.replaced(path)] = names.replaced(target);
  for (const auto& [path, why] : recording.absent) out.absent[names.replaced(path)] = why;
  return out;
}

}  // namespace weft::probe
