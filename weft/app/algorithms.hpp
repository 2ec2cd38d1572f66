// `weft algorithms`: the collectives, the algorithms that do them, and what each costs.
#pragma once

#include "weft/app/report.hpp"

namespace weft::app {

Expected<Report> algorithms();

}  // namespace weft::app
