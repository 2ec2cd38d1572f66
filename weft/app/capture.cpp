#include "weft/app/capture.hpp"

#include "weft/app/write_output.hpp"
#include "weft/base/parse.hpp"
#include "weft/probe/capture.hpp"
#include "weft/report/json.hpp"
#include "weft/report/topology_report.hpp"
#include "weft/report/warnings.hpp"

#include <fmt/format.h>

namespace weft::app {

Expected<Report> capture(const CaptureRequest& request) {
  const auto machine = probe::live_source(request.root);
  probe::Recording recording;
  const auto recorder = probe::recording_source(*machine, recording);
  const auto probed = probe::read_machine(*recorder, "live");
  if (!probed) return tl::make_unexpected(probed.error());
  std::string document = probe::write_capture(recording);

  Report report;
  report.text = report::to_text(probed->warnings) +
                fmt::format("{}\n", report::counts_text(probed->topology));
  const auto size = document.size();
  if (request.output == "-") {
    report.document = std::move(document);
  } else {
    if (auto done = write_output(request.output, document); !done)
      return tl::make_unexpected(std::move(done.error()));
    report.text += fmt::format(
        "{} is written: {} files of this machine, {}; MAC addresses and GUIDs "
        "are replaced\n",
        request.output, recording.files.size(), print_size(Bytes(static_cast<double>(size))));
  }
  report.json = report::dump({{"output", request.output},
                              {"files", recording.files.size()},
                              {"bytes", size},
                              {"warnings", report::to_json(probed->warnings)}});
  return report;
}

}  // namespace weft::app
