#include "weft/app/convert.hpp"

#include "weft/app/write_output.hpp"
#include "weft/base/parse.hpp"
#include "weft/io/nccl_xml.hpp"
#include "weft/report/json.hpp"
#include "weft/report/topology_report.hpp"
#include "weft/report/warnings.hpp"

#include <filesystem>
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

std::string as_json(const Opened& opened) {
  return report::topology_json(opened.topology, report::distances(route::Router(opened.topology)),
                               opened.warnings);
}

Expected<Written> written(const Opened& opened, const ConvertRequest& request) {
  const std::string extension = std::filesystem::path(request.output).extension().string();
  if (request.output == "-" || extension == ".xml") return as_xml(opened, request.dialect);
  if (extension == ".json" && !request.dialect.empty())
    return fail("DIALECT_UNKNOWN", "JSON has no dialects; --dialect is about XML",
                "Leave it out, or end the name in .xml.");
  if (extension == ".json") return Written{"JSON of `weft show`", as_json(opened)};
  return fail("FORMAT_UNWRITABLE",
              fmt::format("the name '{}' does not tell the format to write", request.output),
              "End it in .xml for NCCL or RCCL topology XML, or in .json; - writes XML to standard "
              "output.");
}

}  // namespace

Expected<Report> convert(const ConvertRequest& request) {
  if (!request.dialect.empty() && request.dialect != "nccl" && request.dialect != "rccl")
    return fail("DIALECT_UNKNOWN", fmt::format("'{}' is not a dialect", request.dialect),
                "Use nccl or rccl, or leave it out.");
  if (auto fine = check_not_input(request.output, request.topology.name); !fine)
    return tl::make_unexpected(std::move(fine.error()));
  const auto opened = open(request.topology);
  if (!opened) return tl::make_unexpected(opened.error());
  auto result = written(*opened, request);
  if (!result) return tl::make_unexpected(std::move(result.error()));

  Report report;
  report.text = report::to_text(opened->warnings);
  if (request.output == "-") {
    report.document = std::move(result->content);
    report.json = as_json(*opened);
    return report;
  }
  if (auto done = write_output(request.output, result->content); !done)
    return tl::make_unexpected(std::move(done.error()));
  const auto size = static_cast<double>(result->content.size());
  report.text += fmt::format("{} is written: {}, {}\n", request.output, result->format,
                             print_size(Bytes(size)));
  report.json = report::dump({{"input", opened->topology.name()},
                              {"output", request.output},
                              {"format", result->format},
                              {"bytes", result->content.size()},
                              {"warnings", report::to_json(opened->warnings)}});
  return report;
}

}  // namespace weft::app
