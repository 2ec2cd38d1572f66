// InfraGraph's records as the file has them.
#pragma once

#include "weft/io/remarks.hpp"
#include "weft/io/topology_file.hpp"

#include <map>
#include <string>
#include <vector>

namespace weft::io::infragraph {

struct Component {
  std::string name;
  std::string choice;  // cpu xpu npu nic memory switch port custom device
  std::string description;
  int count = 1;
};

struct Endpoint {
  std::string owner;      // instance or device with its slice; empty inside a device
  std::string component;  // with its slice
};

struct Edge {
  Endpoint a;
  Endpoint b;
  std::string link;
  bool many_to_many = false;
};

struct LinkType {
  std::string description;
  double gigabits = 0;  // per second; 0: not stated
};

struct Device {
  std::string name;
  std::vector<Component> components;
  std::vector<Edge> edges;
  std::map<std::string, LinkType> links;

  const Component* find(std::string_view name) const;
  bool has(std::string_view choice) const;
};

struct Instance {
  std::string name;
  std::string device;
  int count = 1;
};

struct Infrastructure {
  std::string name;
  std::map<std::string, Device> devices;
  std::vector<Instance> instances;
  std::vector<Edge> edges;
  std::map<std::string, LinkType> links;
};

Expected<Infrastructure> parse(const TopologyText& input, const Remarks& remarks);

// "nic[0:2]" of 8 → {nic, 0, 2}; without brackets all. As in Python, the end is not included.
struct Slice {
  std::string name;
  int first = 0;
  int last = 0;
};
Expected<Slice> parse_slice(const std::string& text, int count, const Remarks& remarks);

Expected<TopologyRead> build(const Infrastructure& infrastructure, const TopologyText& input,
                             Remarks& remarks);

}  // namespace weft::io::infragraph
