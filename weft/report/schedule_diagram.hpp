// Who sends which chunk to whom in each iteration of each phase, for schedules of a few ranks.
#pragma once

#include "weft/report/json.hpp"
#include "weft/schedule/schedule.hpp"

#include <string>

namespace weft::report {

// Beyond, a line does not fit on a page.
inline constexpr schedule::Rank kMostDrawn = 16;

// A table per phase: a line per iteration, a column per rank that sends.
std::string diagram_text(const schedule::Schedule& schedule);
// {ranks, root, buffers: [{name, chunks}], phases: [{name, iterations, messages: [{iteration, from,
// to, chunks, adds}]}]}
Json diagram_json(const schedule::Schedule& schedule);

}  // namespace weft::report
