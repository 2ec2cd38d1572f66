#include "weft/io/topology_file.hpp"

#include "weft/io/device_matrix.hpp"
#include "weft/io/htsim.hpp"
#include "weft/io/hwloc_xml.hpp"
#include "weft/io/infiniband.hpp"
#include "weft/io/infragraph.hpp"
#include "weft/io/lspci.hpp"
#include "weft/io/nccl_graph.hpp"
#include "weft/io/nccl_xml.hpp"
#include "weft/io/netbox.hpp"
#include "weft/io/simai.hpp"
#include "weft/io/simgrid.hpp"
#include "weft/io/slurm.hpp"
#include "weft/io/xml_text.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include <fmt/format.h>

namespace weft::io {
namespace {

constexpr std::array kFormats = {
    TopologyFormat{"nccl-xml", "NCCL or RCCL topology XML (NCCL_TOPO_DUMP_FILE)", is_nccl_xml,
                   read_nccl_xml},
    TopologyFormat{"device-matrix",
                   "a device matrix (nvidia-smi topo -m, rocm-smi --showtopo and others)",
                   is_device_matrix, read_device_matrix},
    TopologyFormat{"hwloc-xml", "hwloc XML (lstopo FILE.xml)", is_hwloc_xml, read_hwloc_xml},
    TopologyFormat{"infiniband", "ibnetdiscover, iblinkinfo or an ibsim net file",
                   is_infiniband_dump, read_infiniband_dump},
    TopologyFormat{"slurm-conf", "Slurm's topology.conf", is_slurm_conf, read_slurm_conf},
    TopologyFormat{"slurm-yaml", "Slurm's topology.yaml", is_slurm_yaml, read_slurm_yaml},
    TopologyFormat{"infragraph", "InfraGraph (YAML or JSON)", is_infragraph, read_infragraph},
    TopologyFormat{"netbox-cables", "NetBox's cables as CSV", is_netbox_cables, read_netbox_cables},
    TopologyFormat{"simgrid", "a SimGrid platform", is_simgrid, read_simgrid},
    TopologyFormat{"htsim", "an htsim fat tree", is_htsim, read_htsim},
    TopologyFormat{"simai", "a SimAI topology", is_simai, read_simai},
    TopologyFormat{"lspci", "lspci -vv or lspci -tv", is_lspci, read_lspci}};

std::string known_formats() {
  std::string list;
  for (const TopologyFormat& format : kFormats) list += format.description + std::string(", ");
  return list + "a capture of `weft capture`, a cluster file (TOML with a table [cluster])";
}

}  // namespace

std::span<const TopologyFormat> topology_formats() { return kFormats; }

Expected<TopologyRead> read_topology(const TopologyText& input) {
  const Where where{input.name, 0, 0};
  const std::string_view text = input.text;
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    return fail("FILE_EMPTY", "the file is empty; expected a topology",
                fmt::format("Give one of: {}.", known_formats()), where);
  if (text.find('\0') != std::string_view::npos)
    return fail("FORMAT_BINARY", "the file is binary; expected a topology as text",
                "Unpack it where it is compressed, and convert UTF-16 to UTF-8.", where);
  for (const TopologyFormat& format : kFormats)
    if (format.recognises(text)) return format.read(input);
  if (is_nccl_graph(text)) {
    const auto graphs = read_nccl_graph(input);
    return fail("NCCL_GRAPH_XML",
                fmt::format("the file holds what NCCL chose (NCCL_GRAPH_DUMP_FILE: {}), not the "
                            "machine; expected its topology",
                            graphs ? summary(*graphs) : graphs.error().message),
                "Dump the machine with NCCL_TOPO_DUMP_FILE=topo.xml and give that file.", where);
  }
  if (root_element(text) == "html" || root_element(text) == "HTML")
    return fail("FORMAT_HTML", "the file is a web page; expected a topology as text",
                "Copy the text of the output from the page, or download the raw file.", where);
  return fail("FORMAT_UNKNOWN", "the file is of no known format",
              fmt::format("Known are: {}.", known_formats()), where);
}

}  // namespace weft::io
