// A data file of weft/facts/data, embedded at build time (cmake/WeftEmbed.cmake).
#pragma once

#include <string_view>

namespace weft::facts {

struct EmbeddedFile {
  const char* name;       // "pcie.toml"
  std::string_view text;  // TOML
};

}  // namespace weft::facts
