// A recorded machine in small pieces: two sockets, a PCIe switch with a GPU and a NIC, and so on.
#pragma once

#include "weft/probe/probe.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

namespace weft::probe::test {

class MachineFiles {
 public:
  MachineFiles() {
    file("/proc/cpuinfo",
         "processor\t: 0\nvendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 143\n"
         "model name\t: Intel(R) Xeon(R) Platinum 8480\n");
    for (const int node : {0, 1}) {
      const std::string n = std::to_string(node);
      entry("/sys/devices/system/node", "node" + n);
      const std::string at = "/sys/devices/system/node/node" + n;
      file(at + "/meminfo", "Node " + n + " MemTotal:       1048576 kB\n");
      file(at + "/distance", node == 0 ? "10 21\n" : "21 10\n");
      file(at + "/cpulist", node == 0 ? "0-1\n" : "2-3\n");
    }
    for (const int cpu : {0, 1, 2, 3}) {
      const std::string at = "/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/topology/";
      file(at + "physical_package_id", std::to_string(cpu / 2));
      file(at + "core_id", std::to_string(cpu % 2));
    }
  }

  // `path`: where it hangs, e.g. "0000:16:01.0/0000:17:00.0".
  MachineFiles& function(const std::string& path, const std::string& class_code,
                         const std::string& vendor, const std::string& device, int numa,
                         const std::string& speed = "32.0 GT/s PCIe",
                         const std::string& width = "16",
                         const std::string& most = "32.0 GT/s PCIe") {
    const std::string busid = path.substr(path.rfind('/') + 1);
    entry("/sys/bus/pci/devices", busid);
    const std::string at = "/sys/bus/pci/devices/" + busid;
    recording_.links[at] = "../../../devices/pci0000:16/" + path;
    file(at + "/class", class_code + "\n");
    file(at + "/vendor", vendor + "\n");
    file(at + "/device", device + "\n");
    file(at + "/current_link_speed", speed + "\n");
    file(at + "/current_link_width", width + "\n");
    file(at + "/max_link_speed", most + "\n");
    file(at + "/max_link_width", "16\n");
    file(at + "/numa_node", std::to_string(numa) + "\n");
    return *this;
  }

  MachineFiles& rdma(const std::string& name, const std::string& busid, const std::string& layer,
                     const std::string& rate, const std::string& node = "1: CA") {
    entry("/sys/class/infiniband", name);
    const std::string at = "/sys/class/infiniband/" + name;
    recording_.links[at + "/device"] = "../../../" + busid;
    file(at + "/node_type", node + "\n");
    entry(at + "/ports", "1");
    file(at + "/ports/1/link_layer", layer + "\n");
    file(at + "/ports/1/rate", rate + "\n");
    file(at + "/ports/1/state", "4: ACTIVE\n");
    return *this;
  }

  MachineFiles& interface(const std::string& name, const std::string& device_path,
                          const std::string& speed) {
    entry("/sys/class/net", name);
    const std::string at = "/sys/class/net/" + name;
    recording_.links[at + "/device"] = device_path;
    file(at + "/mtu", "9000\n");
    if (!speed.empty()) file(at + "/speed", speed + "\n");
    for (const char* queue : {"rx-0", "rx-1", "tx-0"}) entry(at + "/queues", queue);
    return *this;
  }

  MachineFiles& file(const std::string& path, std::string content) {
    recording_.files[path] = std::move(content);
    return *this;
  }
  MachineFiles& entry(const std::string& folder, const std::string& name) {
    auto& list = recording_.folders[folder];
    if (std::find(list.begin(), list.end(), name) == list.end()) list.push_back(name);
    return *this;
  }
  Recording& recording() { return recording_; }

  Probed read() const {
    const auto source = recorded_source(recording_);
    auto probed = read_machine(*source, "recorded");
    if (!probed) throw std::runtime_error(to_string(probed.error()));
    return std::move(*probed);
  }

 private:
  Recording recording_;
};

inline int count_of(const Probed& probed, std::string_view code) {
  int found = 0;
  for (const Warning& warning : probed.warnings) found += warning.code == code ? 1 : 0;
  return found;
}

// A GPU and a NIC below one switch, on the first socket.
inline MachineFiles small_machine() {
  MachineFiles files;
  files.function("0000:16:01.0", "0x060400", "0x8086", "0x352a", 0)
      .function("0000:16:01.0/0000:17:00.0", "0x060400", "0x1000", "0xc030", 0)
      .function("0000:16:01.0/0000:17:00.0/0000:18:00.0", "0x060400", "0x1000", "0xc030", 0)
      .function("0000:16:01.0/0000:17:00.0/0000:18:00.0/0000:19:00.0", "0x030200", "0x10de",
                "0x2330", 0)
      .function("0000:16:01.0/0000:17:00.0/0000:18:01.0", "0x060400", "0x1000", "0xc030", 0)
      .function("0000:16:01.0/0000:17:00.0/0000:18:01.0/0000:1a:00.0", "0x020700", "0x15b3",
                "0x1021", 0)
      .rdma("mlx5_0", "0000:1a:00.0", "InfiniBand", "400 Gb/sec (4X NDR)");
  return files;
}

}  // namespace weft::probe::test
