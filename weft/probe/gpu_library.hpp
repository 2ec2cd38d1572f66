// What the vendors' management libraries say of GPUs, as lines of text. The libraries are opened at
// run time: nothing of them is needed to build.
//
//   /weft/nvml       gpu 0 0000:18:00.0 NVIDIA H100 80GB HBM3
//                    nvlink 0 3 up 0000:07:00.0 switch 4     gpu, link, state, far end, its kind,
//                    p2p 0 1 ok                              NVLink's version
//   /weft/rocm-smi   gpu 0 0000:0c:00.0
//                    link 0 1 xgmi 1 50000                   type, hops, MB/s (0: not stated)
// Sources: nvml.h (R525), rocm_smi.h (5.4). Threads: none.
#pragma once

#include <optional>
#include <string>

namespace weft::probe {

// nullopt where there is no such library, or it does not start; not on a recorded machine.
std::optional<std::string> library_text(const std::string& path, bool is_live);
std::string library_fault(const std::string& path, bool is_live);

}  // namespace weft::probe
