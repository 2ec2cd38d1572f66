#include "weft/io/matrix/nvlink_status.hpp"

#include "weft/base/parse.hpp"
#include "weft/facts/lines.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace weft::io::matrix {
namespace {

constexpr int kMostLinks = 64;  // of a GPU; more is not the output of this command

// "GPU 0: NVIDIA A100-SXM4-80GB (UUID: GPU-…)".
bool read_gpu(const Line& line, std::vector<GpuReport>& gpus) {
  const std::vector<Word>& words = line.words;
  if (words.size() < 3 || words[0].text != "GPU" || !words[1].text.ends_with(':')) return false;
  const int number =
      plain_number(std::string_view(words[1].text).substr(0, words[1].text.size() - 1));
  if (number < 0) return false;
  GpuReport report;
  report.line = line.number;
  report.gpu = number;
  for (std::size_t i = 2; i < words.size() && !words[i].text.starts_with("(UUID"); ++i)
    report.name += (report.name.empty() ? "" : " ") + words[i].text;
  // -s, -c and -L may stand one after the other.
  const auto known = std::find_if(gpus.begin(), gpus.end(),
                                  [&](const GpuReport& gpu) { return gpu.gpu == number; });
  if (known != gpus.end()) {
    GpuReport again = std::move(*known);
    gpus.erase(known);
    if (again.name.empty()) again.name = report.name;
    gpus.push_back(std::move(again));
  } else {
    gpus.push_back(std::move(report));
  }
  return true;
}

// The number of a link: "0:" of -s, "0," of -c; -1 for all else.
int link_number(const Line& line, char behind) {
  if (line.words.size() < 3 || line.words[0].text != "Link") return -1;
  std::string_view word = line.words[1].text;
  if (!word.ends_with(behind)) return -1;
  word.remove_suffix(1);
  const int number = plain_number(word);
  return number < kMostLinks ? number : -1;
}

}  // namespace

bool read_nvlink_line(const Line& line, std::vector<GpuReport>& gpus) {
  if (read_gpu(line, gpus)) return true;
  if (gpus.empty()) return false;
  GpuReport& gpu = gpus.back();
  if (contains(line.text, "all links are inactive")) {
    gpu.has_links = true;
    return true;
  }
  if (const int link = link_number(line, ':'); link >= 0) {
    const std::string& value = line.words[2].text;
    const auto rate = parse_number(value);
    const bool is_down = contains(value, "inactive") || contains(value, "off");
    if (!rate && !is_down) return false;  // another of nvlink's listings
    gpu.links[link] = {!is_down, rate.value_or(0)};
    gpu.has_links = true;
    return true;
  }
  if (const int link = link_number(line, ','); link >= 0) {
    const bool is_supported = contains(line.text, "Link is supported");
    if (is_supported) {
      gpu.links.try_emplace(link);
      gpu.has_links = true;
      if (contains(line.words.back().text, "false")) gpu.links[link].is_up = false;
    }
    return true;
  }
  return false;
}

int generation_of_rate(double gigabytes_per_second) {
  // V100 reports what its wires do, 25.78125 Gb/s a lane, and not the 25 of its data sheet.
  constexpr double kReportedByV100 = 25.781;
  constexpr double kTolerance = 0.1;
  const auto is = [&](double rate) { return std::abs(rate - gigabytes_per_second) < kTolerance; };
  if (is(kReportedByV100)) return 2;
  int found = 0;
  for (const facts::NvlinkGeneration& known : facts::nvlink_generations())
    if (is(known.signal_gbps * known.lanes / 8)) found = known.gen;
  return found;
}

}  // namespace weft::io::matrix
