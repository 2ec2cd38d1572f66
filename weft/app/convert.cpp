#include "weft/app/convert.hpp"

#include "weft/app/export.hpp"
#include "weft/app/write_output.hpp"
#include "weft/base/parse.hpp"
#include "weft/io/guest_xml.hpp"
#include "weft/io/lspci.hpp"
#include "weft/io/nccl_xml.hpp"
#include "weft/report/json.hpp"
#include "weft/report/warnings.hpp"

#include <utility>

#include <fmt/format.h>

namespace weft::app {
namespace {

struct Written {
  std::string format;  // "NCCL topology XML"
  std::string content;
};

Expected<Written> as_xml(const Opened& opened, const std::string& dialect) {
  io::NcclDialect wanted = io::nccl_dialect_of(opened.topology);
  if (dialect == "nccl") wanted = io::NcclDialect::nccl;
  if (dialect == "rccl") wanted = io::NcclDialect::rccl;
  auto content = io::write_nccl_xml(opened.topology, wanted);
  if (!content) return tl::make_unexpected(std::move(content.error()));
  const bool is_nccl = wanted == io::NcclDialect::nccl;
  return Written{is_nccl ? "NCCL topology XML" : "RCCL topology XML", std::move(*content)};
}

// For a virtual machine on the host that was opened.
Expected<Written> for_guest(Opened& opened, const std::string& guest) {
  constexpr std::size_t kMostBytes = std::size_t{64} << 20U;
  auto text = read_input(guest, kMostBytes, "what lspci printed in the guest");
  if (!text) return tl::make_unexpected(std::move(text.error()));
  const auto functions = io::list_lspci({guest, std::move(*text)});
  if (!functions) return tl::make_unexpected(functions.error());
  auto written = io::write_guest_xml(opened.topology, *functions);
  if (!written) return tl::make_unexpected(std::move(written.error()));
  opened.warnings.insert(opened.warnings.end(), written->warnings.begin(), written->warnings.end());
  return Written{"NCCL topology XML for the guest", std::move(written->xml)};
}

Expected<Written> written(Opened& opened, const ConvertRequest& request) {
  if (!request.guest.empty()) return for_guest(opened, request.guest);
  const bool is_xml = request.output == "-" || request.output.ends_with(".xml");
  const auto format = export_format(request.output, request.format);
  if (request.format.empty() && is_xml && !format) return as_xml(opened, request.dialect);
  if (!format) return tl::make_unexpected(format.error());
  if (!request.dialect.empty())
    return fail("DIALECT_UNKNOWN",
                fmt::format("{} has no dialects; --dialect is about NCCL's XML", (*format)->title),
                "Leave it out, or end the name in .xml.");
  auto content = (*format)->write(opened);
  if (!content) return tl::make_unexpected(std::move(content.error()));
  return Written{std::string((*format)->title), std::move(*content)};
}

}  // namespace

Expected<Report> convert(const ConvertRequest& request) {
  if (!request.dialect.empty() && request.dialect != "nccl" && request.dialect != "rccl")
    return fail("DIALECT_UNKNOWN", fmt::format("'{}' is not a dialect", request.dialect),
                "Use nccl or rccl, or leave it out.");
  if (auto fine = check_not_input(request.output, request.topology.name); !fine)
    return tl::make_unexpected(std::move(fine.error()));
  auto opened = open(request.topology);
  if (!opened) return tl::make_unexpected(opened.error());
  auto result = written(*opened, request);
  if (!result) return tl::make_unexpected(std::move(result.error()));

  Report report;
  report.text = report::to_text(opened->warnings);
  report::Json json = {{"input", opened->topology.name()},
                       {"output", request.output},
                       {"format", result->format},
                       {"bytes", result->content.size()},
                       {"warnings", report::to_json(opened->warnings)}};
  if (request.output == "-") {
    json["content"] = result->content;
    report.document = std::move(result->content);
  } else {
    if (auto done = write_output(request.output, result->content); !done)
      return tl::make_unexpected(std::move(done.error()));
    const auto size = static_cast<double>(result->content.size());
    report.text += fmt::format("{} is written: {}, {}\n", request.output, result->format,
                               print_size(Bytes(size)));
  }
  report.json = report::dump(json);
  return report;
}

}  // namespace weft::app
