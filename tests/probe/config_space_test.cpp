// Config space by hand: PCI Express Base Specification 4.0, 7.5.3 (control at +8) and 7.7.8 (ACS).
#include "weft/probe/records.hpp"

#include <string>

#include <gtest/gtest.h>

namespace weft::probe {
namespace {

void put(std::string& config, std::size_t at, unsigned word) {
  config[at] = static_cast<char>(word & 0xffU);
  config[at + 1] = static_cast<char>(word >> 8U);
}

std::string port(unsigned type, unsigned control, unsigned acs) {
  std::string config(4096, '\0');
  put(config, 0x06, 0x10);             // status: there is a list of capabilities
  put(config, 0x34, 0x40);             // the first one
  put(config, 0x40, 0x50U << 8U | 5);  // MSI, next at 0x50
  put(config, 0x50, 0x10);             // PCI Express
  put(config, 0x52, 2 | type << 4U);   // version 2, the port's type
  put(config, 0x58, control);
  put(config, 0x100, 0x0001);  // error reporting, version 1, next at 0x148
  put(config, 0x102, 0x1U | 0x148U << 4U);
  put(config, 0x148, 0x000d);  // ACS, last
  put(config, 0x14a, 0x1);
  put(config, 0x14e, acs);
  return config;
}

TEST(ConfigSpace, ReadsPortTypePayloadRequestAndOrdering) {
  PciFunction function;
  // Payload code 1 (256 B) in bits 5-7, request code 5 (4096 B) in bits 12-14, relaxed ordering
  // bit 4.
  read_config(port(6, 1U << 5U | 5U << 12U | 1U << 4U, 0), function);
  EXPECT_EQ(function.port, topology::PciPort::downstream);
  EXPECT_EQ(function.attributes.get("mps"), "256");
  EXPECT_EQ(function.attributes.get("mrrs"), "4096");
  EXPECT_EQ(function.attributes.get("relaxed_ordering"), "on");
  EXPECT_EQ(function.attributes.get("acs"), "off");
}

TEST(ConfigSpace, NamesWhatRedirects) {
  PciFunction function;
  read_config(port(4, 0, 0x1d), function);  // SrcValid, ReqRedir, CmpltRedir, UpstreamFwd
  EXPECT_EQ(function.port, topology::PciPort::root);
  EXPECT_EQ(function.attributes.get("acs"), "ReqRedir CmpltRedir UpstreamFwd");
  PciFunction only_source;
  read_config(port(4, 0, 0x1), only_source);
  EXPECT_EQ(only_source.attributes.get("acs"), "off");
}

TEST(ConfigSpace, EndsWhereAListLeadsInACircleOrOut) {
  std::string config = port(6, 0, 0);
  put(config, 0x40, 0x40U << 8U | 5);  // points to itself
  put(config, 0x102, 0x1U | 0x100U << 4U);
  PciFunction function;
  read_config(config, function);
  EXPECT_FALSE(function.attributes.has("mps"));
  read_config(std::string(256, '\xff'), function);
  read_config("", function);
}

}  // namespace
}  // namespace weft::probe
