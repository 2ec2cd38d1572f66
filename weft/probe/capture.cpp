#include "weft/probe/capture.hpp"

#include <cctype>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace weft::probe {
namespace {

using nlohmann::json;

constexpr const char* kFormat = "weft-capture";
constexpr int kVersion = 1;

// Config space and what else is no text, in hexadecimal.
bool is_text(const std::string& content) {
  for (const char c : content) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > 126 || (byte < 32 && c != '\n' && c != '\t' && c != '\r')) return false;
  }
  return true;
}

json encoded(const std::string& content) {
  if (is_text(content)) return content;
  std::string hex;
  for (const char c : content) hex += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return json{{"hex", hex}};
}

std::optional<std::string> decoded(const json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_object() || !value.contains("hex") || !value["hex"].is_string())
    return std::nullopt;
  const auto& hex = value["hex"].get_ref<const std::string&>();
  std::string content;
  const auto digit = [](char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0
               ? c - '0'
               : std::tolower(static_cast<unsigned char>(c)) - 'a' + 10;
  };
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    if (std::isxdigit(static_cast<unsigned char>(hex[i])) == 0 ||
        std::isxdigit(static_cast<unsigned char>(hex[i + 1])) == 0)
      return std::nullopt;
    content += static_cast<char>(digit(hex[i]) * 16 + digit(hex[i + 1]));
  }
  return content;
}

json part(const json& in, const char* name) {
  const auto found = in.find(name);
  return found != in.end() && found->is_object() ? *found : json::object();
}

tl::unexpected<Error> invalid(std::string what, const std::string& file) {
  return fail("CAPTURE_INVALID", std::move(what), "Record the machine again with weft capture.",
              {.file = file});
}

}  // namespace

bool is_capture(std::string_view text) {
  const auto brace = text.find_first_not_of(" \t\r\n");
  return brace != std::string_view::npos && text[brace] == '{' &&
         text.substr(brace, 200).find(kFormat) != std::string_view::npos;
}

std::string write_capture(const Recording& recording) {
  const Recording named = anonymised(recording);
  json out = json::object();
  // First in the file, so that it is recognised by its beginning.
  out["#format"] = kFormat;
  out["#version"] = kVersion;
  out["files"] = json::object();
  for (const auto& [path, content] : named.files) out["files"][path] = encoded(content);
  out["folders"] = named.folders;
  out["links"] = named.links;
  out["absent"] = named.absent;
  return out.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

Expected<Recording> parse_capture(const std::string& text, const std::string& file) {
  const json in = json::parse(text, nullptr, false);
  if (in.is_discarded() || !in.is_object() || in.value("#format", json()) != kFormat)
    return invalid("the capture is cut off or no JSON", file);
  if (in.value("#version", json()) != kVersion)
    return invalid(fmt::format("the capture is of another version than {}", kVersion), file);
  Recording recording;
  const json files = part(in, "files");
  for (const auto& [path, value] : files.items()) {
    auto content = decoded(value);
    if (!content)
      return invalid(fmt::format("the file '{}' is neither text nor hexadecimal", path), file);
    recording.files[path] = std::move(*content);
  }
  const json folders = part(in, "folders");
  for (const auto& [path, list] : folders.items())
    for (const json& name : list)
      if (name.is_string()) recording.folders[path].push_back(name.get<std::string>());
  const json links = part(in, "links");
  for (const auto& [path, value] : links.items())
    if (value.is_string()) recording.links[path] = value.get<std::string>();
  const json absent = part(in, "absent");
  for (const auto& [path, value] : absent.items())
    if (value.is_string()) recording.absent[path] = value.get<std::string>();
  return recording;
}

Expected<Probed> read_capture(const std::string& text, const std::string& file) {
  auto recording = parse_capture(text, file);
  if (!recording) return tl::make_unexpected(std::move(recording.error()));
  const auto source = recorded_source(std::move(*recording));
  return read_machine(*source, file);
}

}  // namespace weft::probe
