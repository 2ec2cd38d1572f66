// What the tests of the formats share: files, and a comparison of XML that is not Weft's own.
#pragma once

#include "weft/io/topology_file.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace weft::io::test {

std::string read_file(const std::filesystem::path& path);

std::filesystem::path examples();           // of this checkout
std::filesystem::path shared_topologies();  // real files beside the checkout, may be absent
std::vector<std::filesystem::path> xml_files(const std::filesystem::path& folder);

// Two XML texts say the same: elements, nesting, order of children, attributes in any order.
// Comments and white space do not count. Empty, or where they first differ.
std::string difference(const std::string& a, const std::string& b);

// Small machines as text. `devices` are the elements inside the one cpu.
std::string machine(const std::string& devices, const std::string& version = "1");
// A pci element with a gpu of sm 80 in it, and `links` inside that, on one line.
std::string gpu(const std::string& busid, int dev, const std::string& links = "");
std::string nvlink(const std::string& target, const std::string& count,
                   const std::string& target_class = "0x030200");
std::string bridge(const std::string& busid, const std::string& devices);
// A NIC with one port of `mbps`.
std::string nic(const std::string& busid, const std::string& device_class, const std::string& mbps);

// Reads a text that must be fine.
TopologyRead read(std::string text);
// The error of a text that must not be.
Error read_error(std::string text);
// How often a code is among the warnings.
int count_of(const TopologyRead& read, std::string_view code);

}  // namespace weft::io::test
