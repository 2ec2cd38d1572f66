#include "weft/io/yaml_text.hpp"

#include "weft/base/parse.hpp"

#include <cmath>
#include <string>

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

namespace weft::io {
namespace {

// References may stand for each other many times over: a small text could become a huge tree.
constexpr std::size_t kMostValues = 4'000'000;
constexpr int kDeepest = 64;

class Conversion {
 public:
  bool too_large = false;

  nlohmann::json value(const YAML::Node& node, int depth) {
    if (++count_ > kMostValues || depth > kDeepest) too_large = true;
    if (too_large) return nullptr;
    if (node.IsScalar()) return scalar(node);
    if (node.IsSequence()) {
      auto list = nlohmann::json::array();
      for (const YAML::Node& item : node) list.push_back(value(item, depth + 1));
      return list;
    }
    if (!node.IsMap()) return nullptr;
    auto object = nlohmann::json::object();
    for (const auto& entry : node)
      if (entry.first.IsScalar()) object[entry.first.Scalar()] = value(entry.second, depth + 1);
    return object;
  }

 private:
  static nlohmann::json scalar(const YAML::Node& node) {
    const std::string& text = node.Scalar();
    const bool is_quoted = node.Tag() == "!";
    if (is_quoted) return text;
    if (text == "true" || text == "True") return true;
    if (text == "false" || text == "False") return false;
    if (text == "~" || text == "null") return nullptr;
    if (const auto whole = parse_integer(text)) return *whole;
    if (const auto number = parse_number(text); number && std::isfinite(*number)) return *number;
    return text;
  }

  std::size_t count_ = 0;
};

}  // namespace

Expected<nlohmann::json> parse_yaml(const TopologyText& input, const Remarks& remarks) {
  constexpr std::size_t kLargest = std::size_t{64} << 20;
  if (input.text.size() > kLargest)
    return remarks.error("YAML_TOO_LARGE", "more than 64 MiB of YAML",
                         "Check that this is the file you meant.");
  // The parser reports by exceptions; they end here.
  try {
    Conversion conversion;
    auto json = conversion.value(YAML::Load(input.text), 0);
    if (conversion.too_large)
      return remarks.error("YAML_TOO_LARGE",
                           "the YAML stands for more values, or deeper ones, than any topology has",
                           "Check its references and nesting.");
    return json;
  } catch (const YAML::Exception& error) {
    return remarks.error("YAML_MALFORMED", fmt::format("not well-formed YAML: {}", error.msg),
                         "Check the indentation, and that the file is whole.",
                         error.mark.is_null() ? 0 : error.mark.line + 1);
  }
}

}  // namespace weft::io
