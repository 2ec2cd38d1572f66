#include "weft/facts/congestion.hpp"

#include "weft/facts/reader.hpp"

namespace weft::facts {
namespace {

PauseResponse read_response(const Record& r) {
  return {.gbps = r.number("Gbps"), .bit_times = r.number("bit_times"), .evidence = r.evidence()};
}

Congestion load() {
  const Document file("congestion.toml");
  const Record root = file.root();
  const Record pause = root.record("pause");
  Congestion all{.pause_frame_bytes = pause.figure("frame_bytes"),
                 .cable_ns_per_m = pause.figure("cable_ns_per_m"),
                 .pause_responses = {},
                 .dcqcn_gain = {},
                 .mathis_constant = {}};
  for (const Record& r : pause.records("response")) {
    all.pause_responses.push_back(read_response(r));
    r.done();
  }
  pause.done();
  const Record dcqcn = root.record("dcqcn");
  all.dcqcn_gain = dcqcn.figure("gain");
  dcqcn.done();
  const Record tcp = root.record("tcp");
  all.mathis_constant = tcp.figure("mathis_constant");
  tcp.done();
  root.done();
  return all;
}

}  // namespace

const Congestion& congestion() {
  static const Congestion all = load();
  return all;
}

}  // namespace weft::facts
