// The formats that a topology can be written in: one row a format, chosen by the end of the file's
// name or by --format. Errors: FORMAT_UNWRITABLE, and those of the writers.
#pragma once

#include "weft/app/open.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weft::app {

struct ExportFormat {
  std::string_view name;                  // "slurm"
  std::string_view title;                 // "Slurm topology.conf"
  std::vector<std::string_view> endings;  // ".conf"; of several formats the first row that fits
  Expected<std::string> (*write)(const Opened& opened);
};

std::span<const ExportFormat> export_formats();

// `format` where it is not empty, else what the name's end tells.
Expected<const ExportFormat*> export_format(const std::string& output, const std::string& format);

}  // namespace weft::app
