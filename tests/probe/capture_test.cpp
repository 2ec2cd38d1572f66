// A capture gives the same topology elsewhere, and does not tell whose machine it is.
#include "weft/probe/capture.hpp"

#include "tests/probe/support.hpp"

namespace weft::probe::test {
namespace {

TEST(Capture, GivesTheSameTopologyElsewhere) {
  MachineFiles files = small_machine();
  const auto machine = recorded_source(files.recording());
  Recording recording;
  const auto recorder = recording_source(*machine, recording);
  const auto here = read_machine(*recorder, "here");
  const auto there = read_capture(write_capture(recording), "there");
  ASSERT_TRUE(here && there);
  ASSERT_EQ(here->topology.component_count(), there->topology.component_count());
  ASSERT_EQ(here->topology.link_count(), there->topology.link_count());
  for (std::size_t i = 0; i < here->topology.link_count(); ++i)
    EXPECT_EQ(here->topology.link(LinkId(i)).model.name(),
              there->topology.link(LinkId(i)).model.name());
  ASSERT_EQ(here->warnings.size(), there->warnings.size());
  for (std::size_t i = 0; i < here->warnings.size(); ++i)
    EXPECT_EQ(here->warnings[i].message, there->warnings[i].message);  // the reasons too
}

TEST(Capture, ReplacesNamesByTheSameOnesEverywhere) {
  Recording recording;
  recording.files["/sys/class/net/enx0a1b2c3d4e5f/address"] = "0a:1b:2c:3d:4e:5f\n";
  recording.files["/a"] = "guid 506b:4b03:00cc:02a6 and 0a:1b:2c:3d:4e:5f again";
  recording.folders["/sys/class/net"] = {"enx0a1b2c3d4e5f", "eno1"};
  recording.files["/pci"] = "0000:0a:00.0 ff:ff:ff:ff:ff:ff";
  const Recording out = anonymised(recording);
  EXPECT_EQ(out.files.at("/pci"), "0000:0a:00.0 ff:ff:ff:ff:ff:ff");  // no names
  const std::string all = write_capture(recording);
  for (const char* secret : {"0a:1b:2c", "0a1b2c3d4e5f", "506b:4b03"})
    EXPECT_EQ(all.find(secret), std::string::npos) << secret;
  // The interface's name in the path, in the folder and the address are one machine's.
  const std::string renamed = out.folders.at("/sys/class/net")[0];
  EXPECT_TRUE(out.files.contains("/sys/class/net/" + renamed + "/address"));
  const std::string address = out.files.at("/sys/class/net/" + renamed + "/address").substr(0, 17);
  EXPECT_NE(out.files.at("/a").find(address), std::string::npos) << out.files.at("/a");
}

TEST(Capture, ClearsSerialNumbersInConfigSpace) {
  Recording recording;
  std::string config(512, '\0');
  config[0x100] = 3;  // Device Serial Number
  config[0x102] = 1;
  for (std::size_t i = 0x104; i < 0x10c; ++i) config[i] = '\x77';
  recording.files["/sys/bus/pci/devices/0000:01:00.0/config"] = config;
  const std::string out = anonymised(recording).files.begin()->second;
  EXPECT_EQ(out.find('\x77'), std::string::npos);
  EXPECT_EQ(out[0x100], 3);
}

TEST(Capture, RefusesWhatIsCutOffOrOfAnotherVersion) {
  const std::string whole = write_capture(small_machine().recording());
  EXPECT_TRUE(is_capture(whole));
  EXPECT_EQ(read_capture(whole.substr(0, whole.size() / 2), "x").error().code, "CAPTURE_INVALID");
  std::string other = whole;
  other.replace(other.find("\"#version\": 1"), 13, "\"#version\": 9");
  EXPECT_EQ(read_capture(other, "x").error().code, "CAPTURE_INVALID");
}

}  // namespace
}  // namespace weft::probe::test
