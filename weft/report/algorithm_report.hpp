// The algorithms with the collectives that they do and what each costs.
#pragma once

#include "weft/collective/algorithm.hpp"

#include <span>
#include <string>

namespace weft::report {

std::string to_text(std::span<const collective::Algorithm> algorithms);
// {algorithms: [{name, collectives, formula, pipelined}]}
std::string to_json(std::span<const collective::Algorithm> algorithms);

}  // namespace weft::report
