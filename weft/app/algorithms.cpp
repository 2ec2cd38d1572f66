#include "weft/app/algorithms.hpp"

#include "weft/report/algorithm_report.hpp"

namespace weft::app {

Expected<Report> algorithms() {
  const auto all = collective::algorithms();
  return Report{report::to_text(all), report::to_json(all)};
}

}  // namespace weft::app
