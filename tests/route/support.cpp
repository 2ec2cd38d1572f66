#include "tests/route/support.hpp"

#include "weft/link/fixed.hpp"

#include <utility>

#include <gtest/gtest.h>

namespace weft::route::test {
namespace {

topology::HostNuma node(const char* vendor, int family, int model, int numa_id, int socket) {
  return {.numa_id = numa_id,
          .socket = socket,
          .arch = "x86_64",
          .vendor = vendor,
          .family = family,
          .model = model,
          .attributes = {}};
}

ComponentId add_gpu(Builder& builder, ComponentId above, const char* model) {
  topology::Attributes attributes;
  attributes.set("model", model);
  const ComponentId id = builder.add(ComponentKind::gpu, {}, std::move(attributes));
  builder.connect(above, id, pcie4(), Provenance::trained);
  return id;
}

ComponentId add_below(Builder& builder, ComponentId above, ComponentKind kind) {
  const ComponentId id = builder.add(kind);
  builder.connect(above, id, pcie4(), Provenance::trained);
  return id;
}

Path checked(Expected<Path> found) {
  if (found) return std::move(*found);
  ADD_FAILURE() << to_string(found.error());
  return {};
}

}  // namespace

topology::HostNuma rome(int numa_id, int socket) {
  return node("AuthenticAMD", 23, 49, numa_id, socket);
}

topology::HostNuma skylake(int numa_id, int socket) {
  return node("GenuineIntel", 6, 85, numa_id, socket);
}

link::LinkModelPtr pcie4() {
  static const link::LinkModelPtr model = link::pcie_link({.gen = 4, .lanes = 16}).value();
  return model;
}

link::LinkModelPtr fixed(const char* kind, double gBps, double latency_ns) {
  return link::fixed_link({.name = kind,
                           .kind = kind,
                           .rate = gigabytes_per_second(gBps),
                           .latency = nanoseconds(latency_ns),
                           .source = "stated"});
}

Topology two_sockets(topology::HostNuma (*cpu)(int, int), const char* gpu_model) {
  Builder builder("two sockets");
  const auto frame = add_host(builder, std::vector{cpu(0, 0), cpu(1, 1)}, {.server = 0});
  const ComponentId first = add_below(builder, frame.numa[0], ComponentKind::pcie_switch);
  const ComponentId nested = add_below(builder, first, ComponentKind::pcie_switch);
  const ComponentId beside = add_below(builder, frame.numa[0], ComponentKind::pcie_switch);
  const ComponentId far = add_below(builder, frame.numa[1], ComponentKind::pcie_switch);
  for (const ComponentId above : {first, first, nested, beside, far})
    add_gpu(builder, above, gpu_model);
  const ComponentId near_nic = add_below(builder, first, ComponentKind::nic);
  add_below(builder, far, ComponentKind::nic);
  builder.connect(near_nic, builder.add(ComponentKind::port), fixed("network", 25),
                  Provenance::specified);
  return std::move(builder).build();
}

Topology four_nodes() {
  Builder builder("four nodes");
  const auto frame =
      add_host(builder, std::vector{rome(0, 0), rome(1, 0), rome(2, 1), rome(3, 1)}, {});
  for (const ComponentId numa : frame.numa) add_gpu(builder, numa, "a100");
  return std::move(builder).build();
}

ComponentId gpu(const Topology& t, std::size_t i) { return t.all(ComponentKind::gpu)[i]; }
ComponentId nic(const Topology& t, std::size_t i) { return t.all(ComponentKind::nic)[i]; }
ComponentId memory(const Topology& t, std::size_t i) { return t.all(ComponentKind::memory)[i]; }

LinkId link_between(const Topology& t, const char* from, const char* to) {
  const ComponentId start = t.find(from).value();
  const ComponentId end = t.find(to).value();
  for (const LinkId leaving : t.links_of(start))
    if (t.link(leaving).to == end) return leaving;
  ADD_FAILURE() << "no link from " << from << " to " << to;
  return {};
}

double weight_on(const Path& path, ResourceId resource) {
  double weight = 0;
  int times = 0;
  for (const Use& use : path.uses)
    if (use.resource == resource) {
      weight = use.weight;
      ++times;
    }
  EXPECT_LE(times, 1) << "a path names each resource once";
  return weight;
}

double weight_on(const Topology& t, const Path& path, const char* from, const char* to) {
  return weight_on(path, Topology::resource_of(link_between(t, from, to)));
}

Path path(const Topology& t, ComponentId from, ComponentId to, const Policy& policy,
          link::Engine engine) {
  return checked(Router(t, policy).path(from, to, engine));
}

Path path(const Topology& t, ComponentId from, ComponentId to, Mode mode, const Policy& policy) {
  return checked(Router(t, policy).path(from, to, link::Engine::kernel, mode));
}

}  // namespace weft::route::test
