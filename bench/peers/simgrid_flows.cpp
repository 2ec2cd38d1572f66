// Plays flows over named links with SimGrid, as a peer of `weft flows`: same bytes, same paths.
//
//   simgrid_flows FILE.csv BYTES_PER_SECOND      prints flow,fct_s; on stderr seconds of processor
//                                                time for building, routing and solving
// FILE.csv: flow,src,dst,bytes,links with links as 3;17;4. Every flow has a zone of two hosts, so
// that no table of all pairs is needed. The model is plain max-min: CM02 without latency, TCP
// window, weights, factors or cross traffic; each direction of a cable is a link of its own.
#include <cstdio>
#include <ctime>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <simgrid/s4u.hpp>

namespace sg4 = simgrid::s4u;

static double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Flow {
  std::string name;
  double bytes;
  std::vector<std::size_t> links;
  sg4::Host* from = nullptr;
  sg4::Host* to = nullptr;
};

static std::vector<Flow> read(const char* path, std::size_t& links) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  std::vector<Flow> flows;
  while (std::getline(file, line)) {
    std::stringstream fields(line);
    std::string name, src, dst, bytes, path_text, link;
    std::getline(fields, name, ',');
    std::getline(fields, src, ',');
    std::getline(fields, dst, ',');
    std::getline(fields, bytes, ',');
    std::getline(fields, path_text, ',');
    Flow flow{name, std::stod(bytes), {}};
    for (std::stringstream parts(path_text); std::getline(parts, link, ';');) {
      flow.links.push_back(std::stoul(link));
      links = std::max(links, flow.links.back() + 1);
    }
    flows.push_back(std::move(flow));
  }
  return flows;
}

int main(int argc, char** argv) {
  std::size_t count = 0;
  sg4::Engine engine(&argc, argv);
  if (argc != 3) return 2;
  for (const char* flag : {"network/model:CM02", "network/TCP-gamma:0", "network/weight-S:0",
                           "network/bandwidth-factor:1", "network/latency-factor:1",
                           "network/crosstraffic:0", "maxmin/precision:1e-9"})
    sg4::Engine::set_config(flag);
  std::vector<Flow> flows = read(argv[1], count);
  const double rate = std::stod(argv[2]);
  const double t0 = processor_seconds();
  auto* root = sg4::create_full_zone("root");
  std::vector<const sg4::Link*> links;
  for (std::size_t i = 0; i < count; ++i)
    links.push_back(root->create_link("l" + std::to_string(i), rate)->set_latency(0)->seal());
  std::vector<sg4::NetZone*> zones;
  for (Flow& flow : flows) {
    auto* zone = sg4::create_full_zone("z" + flow.name);
    zone->set_parent(root);
    flow.from = zone->create_host("a" + flow.name, 1e9)->seal();
    flow.to = zone->create_host("b" + flow.name, 1e9)->seal();
    zones.push_back(zone);
  }
  const double t1 = processor_seconds();
  for (std::size_t f = 0; f < flows.size(); ++f) {
    std::vector<sg4::LinkInRoute> route;
    for (const std::size_t link : flows[f].links) route.emplace_back(links[link]);
    zones[f]->add_route(flows[f].from->get_netpoint(), flows[f].to->get_netpoint(), nullptr,
                        nullptr, route, false);
    zones[f]->seal();
  }
  root->seal();
  const double t2 = processor_seconds();
  std::vector<double> end(flows.size());
  sg4::Actor::create("all", flows.front().from, [&] {
    std::vector<sg4::CommPtr> comms;
    for (const Flow& flow : flows)
      comms.push_back(
          sg4::Comm::sendto_async(flow.from, flow.to, static_cast<uint64_t>(flow.bytes)));
    sg4::Comm::wait_all(comms);
    for (std::size_t f = 0; f < flows.size(); ++f) end[f] = comms[f]->get_finish_time();
  });
  engine.run();
  const double t3 = processor_seconds();
  for (std::size_t f = 0; f < flows.size(); ++f)
    std::printf("%s,%.12g\n", flows[f].name.c_str(), end[f]);
  std::fprintf(stderr, "%.6f %.6f %.6f\n", t1 - t0, t2 - t1, t3 - t2);
}
