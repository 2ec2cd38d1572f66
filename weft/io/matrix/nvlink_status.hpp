// `nvidia-smi nvlink -s` (state and rate of each link), `nvlink -c` (what each link can do) and
// `nvidia-smi -L` (what the GPUs are called).
#pragma once

#include "weft/io/matrix/records.hpp"
#include "weft/io/matrix/text.hpp"

#include <vector>

namespace weft::io::matrix {

// Adds what a line says to the last GPU that was named; false where it says nothing of the kind.
bool read_nvlink_line(const Line& line, std::vector<GpuReport>& gpus);

// The generation whose links nvidia-smi reports at this rate, in GB/s; 0: none. Generations 2 and 3
// can report the same, and move the same data: 3.
int generation_of_rate(double gigabytes_per_second);

}  // namespace weft::io::matrix
