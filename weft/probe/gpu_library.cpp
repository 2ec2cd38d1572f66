#include "weft/probe/gpu_library.hpp"

#include "weft/probe/library.hpp"

#include <array>
#include <cstdint>
#include <map>

#include <fmt/format.h>

namespace weft::probe {
namespace {

struct Answer {
  std::string text;
  std::string fault;  // empty where the text is good
};

struct NvmlPci {  // nvmlPciInfo_t, version 3
  std::array<char, 16> legacy;
  unsigned domain, bus, device, id, subsystem;
  std::array<char, 32> busid;
};

std::string busid(unsigned domain, unsigned bus, unsigned device) {
  return fmt::format("{:04x}:{:02x}:{:02x}.0", domain, bus, device);
}

Answer ask_nvml() {
  using Handle = void*;
  constexpr int kReads = 0;  // nvmlGpuP2PCapsIndex: reading a peer's memory
  const Library nvml({"libnvidia-ml.so.1", "libnvidia-ml.so"});
  if (!nvml.is_open()) return {{}, nvml.fault()};
  const auto init = nvml.function<int()>("nvmlInit_v2");
  const auto shutdown = nvml.function<int()>("nvmlShutdown");
  const auto count_of = nvml.function<int(unsigned*)>("nvmlDeviceGetCount_v2");
  const auto handle_of = nvml.function<int(unsigned, Handle*)>("nvmlDeviceGetHandleByIndex_v2");
  const auto pci_of = nvml.function<int(Handle, NvmlPci*)>("nvmlDeviceGetPciInfo_v3");
  const auto name_of = nvml.function<int(Handle, char*, unsigned)>("nvmlDeviceGetName");
  const auto state_of = nvml.function<int(Handle, unsigned, int*)>("nvmlDeviceGetNvLinkState");
  const auto far_of =
      nvml.function<int(Handle, unsigned, NvmlPci*)>("nvmlDeviceGetNvLinkRemotePciInfo_v2");
  const auto kind_of =
      nvml.function<int(Handle, unsigned, int*)>("nvmlDeviceGetNvLinkRemoteDeviceType");
  const auto version_of =
      nvml.function<int(Handle, unsigned, unsigned*)>("nvmlDeviceGetNvLinkVersion");
  const auto peer_of = nvml.function<int(Handle, Handle, int, int*)>("nvmlDeviceGetP2PStatus");
  if (init == nullptr || count_of == nullptr || handle_of == nullptr || pci_of == nullptr)
    return {{}, "libnvidia-ml lacks a function that every version since R418 has"};
  if (const int status = init(); status != 0)
    return {{},
            fmt::format("nvmlInit ended with {}: the driver is not loaded, or not reachable from "
                        "this container",
                        status)};
  unsigned count = 0;
  count_of(&count);
  std::string text;
  std::map<unsigned, Handle> handles;
  for (unsigned i = 0; i < count; ++i) {
    Handle handle = nullptr;
    NvmlPci pci{};
    if (handle_of(i, &handle) != 0 || pci_of(handle, &pci) != 0) continue;
    handles[i] = handle;
    std::array<char, 96> name{};
    if (name_of != nullptr) name_of(handle, name.data(), name.size() - 1);
    text += fmt::format("gpu {} {} {}\n", i, busid(pci.domain, pci.bus, pci.device), name.data());
    for (unsigned link = 0; state_of != nullptr && link < 36; ++link) {
      int state = 0;
      if (state_of(handle, link, &state) != 0) break;
      NvmlPci far{};
      int kind = -1;
      unsigned version = 0;
      const bool knows_far = far_of != nullptr && far_of(handle, link, &far) == 0;
      if (kind_of != nullptr && kind_of(handle, link, &kind) != 0) kind = -1;
      if (version_of != nullptr) version_of(handle, link, &version);
      const char* word =
          kind == 0 ? "gpu" : (kind == 1 ? "cpu" : (kind == 2 ? "switch" : "unknown"));
      text += fmt::format("nvlink {} {} {} {} {} {}\n", i, link, state == 1 ? "up" : "down",
                          knows_far ? busid(far.domain, far.bus, far.device) : "-", word, version);
    }
  }
  for (const auto& [a, first] : handles)
    for (const auto& [b, second] : handles) {
      int status = -1;
      if (a == b || peer_of == nullptr || peer_of(first, second, kReads, &status) != 0) continue;
      text += fmt::format("p2p {} {} {}\n", a, b, status == 0 ? "ok" : "no");
    }
  if (shutdown != nullptr) shutdown();
  return {text, {}};
}

Answer ask_rocm() {
  const Library rocm({"librocm_smi64.so", "librocm_smi64.so.7", "librocm_smi64.so.6",
                      "librocm_smi64.so.5", "/opt/rocm/lib/librocm_smi64.so"});
  if (!rocm.is_open()) return {{}, rocm.fault()};
  const auto init = rocm.function<int(std::uint64_t)>("rsmi_init");
  const auto shutdown = rocm.function<int()>("rsmi_shut_down");
  const auto count_of = rocm.function<int(std::uint32_t*)>("rsmi_num_monitor_devices");
  const auto pci_of = rocm.function<int(std::uint32_t, std::uint64_t*)>("rsmi_dev_pci_id_get");
  const auto link_of = rocm.function<int(std::uint32_t, std::uint32_t, std::uint64_t*, int*)>(
      "rsmi_topo_get_link_type");
  const auto rate_of =
      rocm.function<int(std::uint32_t, std::uint32_t, std::uint64_t*, std::uint64_t*)>(
          "rsmi_minmax_bandwidth_get");
  if (init == nullptr || count_of == nullptr || pci_of == nullptr)
    return {{}, "librocm_smi64 lacks a function that every version since 5.0 has"};
  if (const int status = init(0); status != 0)
    return {{}, fmt::format("rsmi_init ended with {}: the amdgpu driver is not loaded", status)};
  std::uint32_t count = 0;
  count_of(&count);
  std::string text;
  for (std::uint32_t i = 0; i < count; ++i) {
    std::uint64_t id = 0;  // domain from bit 32, bus from 8, device from 3, function from 0
    if (pci_of(i, &id) != 0) continue;
    text += fmt::format("gpu {} {:04x}:{:02x}:{:02x}.{}\n", i, id >> 32U, (id >> 8U) & 0xffU,
                        (id >> 3U) & 0x1fU, id & 7U);
  }
  for (std::uint32_t a = 0; link_of != nullptr && a < count; ++a)
    for (std::uint32_t b = 0; b < count; ++b) {
      std::uint64_t hops = 0;
      int type = 0;  // 1 PCIe, 2 xGMI
      if (a == b || link_of(a, b, &hops, &type) != 0) continue;
      std::uint64_t least = 0;
      std::uint64_t most = 0;
      if (rate_of != nullptr) rate_of(a, b, &least, &most);
      text += fmt::format("link {} {} {} {} {}\n", a, b, type == 2 ? "xgmi" : "pcie", hops, most);
    }
  if (shutdown != nullptr) shutdown();
  return {text, {}};
}

Answer ask(const std::string& path) {
  if (path == "/weft/nvml") return ask_nvml();
  if (path == "/weft/rocm-smi") return ask_rocm();
  return {{}, "there is no such library"};
}

}  // namespace

std::optional<std::string> library_text(const std::string& path, bool is_live) {
  if (!is_live) return std::nullopt;
  Answer answer = ask(path);
  return answer.fault.empty() ? std::optional(std::move(answer.text)) : std::nullopt;
}

std::string library_fault(const std::string& path, bool is_live) {
  return is_live ? ask(path).fault : "libraries are asked on the machine itself only";
}

}  // namespace weft::probe
