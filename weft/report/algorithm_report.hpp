// The algorithms with the collectives that they do and what each costs; one of them drawn.
#pragma once

#include "weft/collective/algorithm.hpp"

#include <span>
#include <string>

namespace weft::report {

// Steps and bytes are those of the shape; what does not fit it is left out of the table.
std::string to_text(std::span<const collective::Algorithm> algorithms,
                    const collective::Shape& shape);
// {algorithms: [{name, collectives, formula, pipelined, about, costs}]}
std::string to_json(std::span<const collective::Algorithm> algorithms,
                    const collective::Shape& shape);

struct DrawnAlgorithm {
  const collective::Algorithm& algorithm;
  const collective::Shape& shape;
  const schedule::Schedule& schedule;  // one of its collectives in that shape
};

// Its costs and, up to kMostDrawn ranks, who sends what to whom (schedule_diagram.hpp).
std::string to_text(const DrawnAlgorithm& drawn);
// {name, collectives, formula, pipelined, about, costs, drawn}
std::string to_json(const DrawnAlgorithm& drawn);

}  // namespace weft::report
