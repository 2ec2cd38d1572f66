#include "weft/app/export.hpp"

#include "weft/base/suggest.hpp"
#include "weft/io/dot.hpp"
#include "weft/io/infiniband.hpp"
#include "weft/io/infragraph.hpp"
#include "weft/io/nccl_xml.hpp"
#include "weft/io/simgrid.hpp"
#include "weft/io/slurm.hpp"
#include "weft/report/topology_report.hpp"
#include "weft/report/topology_svg.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace weft::app {
namespace {

template <auto Write>
Expected<std::string> of_topology(const Opened& opened) {
  return Write(opened.topology);
}

Expected<std::string> nccl(const Opened& opened) {
  return io::write_nccl_xml(opened.topology, io::NcclDialect::nccl);
}
Expected<std::string> rccl(const Opened& opened) {
  return io::write_nccl_xml(opened.topology, io::NcclDialect::rccl);
}
Expected<std::string> json(const Opened& opened) {
  return report::topology_json(opened.topology, report::distances(route::Router(opened.topology)),
                               opened.warnings);
}

const std::vector<ExportFormat>& formats() {
  static const std::vector<ExportFormat> all = {
      {"simgrid",
       "SimGrid platform",
       {".simgrid.xml", "platform.xml"},
       of_topology<io::write_simgrid>},
      {"nccl", "NCCL topology XML", {}, nccl},
      {"rccl", "RCCL topology XML", {}, rccl},
      {"json", "JSON of `weft show`", {".json"}, json},
      {"slurm", "Slurm topology.conf", {".conf"}, of_topology<io::write_slurm_conf>},
      {"ibsim", "ibsim net file", {".net"}, of_topology<io::write_ibsim>},
      {"infragraph", "InfraGraph", {".yaml", ".yml"}, of_topology<io::write_infragraph>},
      {"dot", "Graphviz DOT", {".dot", ".gv"}, of_topology<io::write_dot>},
      {"svg", "SVG picture", {".svg"}, of_topology<report::topology_svg>},
  };
  return all;
}

}  // namespace

std::span<const ExportFormat> export_formats() { return formats(); }

Expected<const ExportFormat*> export_format(const std::string& output, const std::string& format) {
  std::vector<std::string> names;
  for (const ExportFormat& known : formats()) {
    names.emplace_back(known.name);
    if (!format.empty() ? known.name == format : std::ranges::any_of(known.endings, [&](auto end) {
          return output.ends_with(end);
        }))
      return &known;
  }
  if (!format.empty())
    return fail("FORMAT_UNWRITABLE", fmt::format("'{}' is no format to write", format),
                known_names(format, names));
  return fail("FORMAT_UNWRITABLE",
              fmt::format("the name '{}' does not tell the format to write", output),
              "End it in .xml (NCCL or RCCL topology), .json, .conf (Slurm), .net (ibsim), .yaml "
              "(InfraGraph), .simgrid.xml, .dot or .svg, or say --format; - writes XML to standard "
              "output.");
}

}  // namespace weft::app
