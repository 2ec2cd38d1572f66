// Every figure of tests/oracles/collective.csv from the library's own functions. How each is found
// is one line of the table below; a row without one fails.
#include "weft/collective/algorithm.hpp"
#include "weft/collective/bounds.hpp"
#include "weft/collective/bruck.hpp"
#include "weft/collective/chain.hpp"
#include "weft/collective/in_network.hpp"
#include "weft/collective/tree.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "tests/oracles/rows.hpp"
#include <gtest/gtest.h>

namespace weft::collective::test {
namespace {

using Json = nlohmann::json;

// What a row says, as values of Weft.
struct In {
  const Json& json;

  double number(const char* key) const { return json.at(key).get<double>(); }
  Rank rank(const char* key) const { return json.at(key).get<Rank>(); }
  Rank n() const { return rank("n"); }
  Bytes size() const { return Bytes(number(json.contains("S") ? "S" : "S_total")); }
  AlphaBeta net() const {
    return {microseconds(json.value("alpha_us", 0.0)), gigabytes_per_second(number("B_GBps"))};
  }
  Cluster cluster() const { return {rank("nodes"), rank("g")}; }
};

double time_us(const char* algorithm, Collective collective, const Shape& shape, Bytes size,
               const Levels& levels) {
  return in_microseconds(find_algorithm(algorithm).value()->time(collective, shape, size, levels));
}

double flat_us(const char* algorithm, Collective collective, const In& in) {
  return time_us(algorithm, collective, {.ranks = in.n()}, in.size(), same_everywhere(in.net()));
}

// S of an all-to-all is what a rank holds for all.
double all_to_all_us(const char* algorithm, const In& in, const char* each) {
  return time_us(algorithm, Collective::all_to_all, {.ranks = in.n()},
                 Bytes(in.number(each) * in.n()), same_everywhere(in.net()));
}

std::uint64_t steps(const char* algorithm, Collective collective, Rank n) {
  return find_algorithm(algorithm).value()->steps(collective, {.ranks = n});
}

// Chunks of S/n that the busiest rank sends.
double chunks_sent(const char* algorithm, Collective collective, Rank n) {
  const Bytes size(1.0 * n);
  return find_algorithm(algorithm).value()->most_sent(collective, {.ranks = n}, size).value();
}

std::vector<std::uint64_t> blocks(Collective collective, Rank n) {
  std::vector<std::uint64_t> sent;
  for (std::uint32_t k = 0; k < ceil_log2(n); ++k) sent.push_back(bruck_blocks(collective, n, k));
  return sent;
}

Json parents(Rank n, TreePlace (*place)(Rank, Rank)) {
  Json all = Json::array();
  for (Rank rank = 0; rank < n; ++rank) {
    const auto parent = place(rank, n).parent;
    all.push_back(parent ? static_cast<int>(*parent) : -1);
  }
  return all;
}

int depth(Rank n) {
  int deepest = 0;
  for (Rank rank = 0; rank < n; ++rank) {
    int edges = 0;
    for (auto parent = place_in_tree(rank, n).parent; parent; ++edges)
      parent = place_in_tree(*parent, n).parent;
    deepest = std::max(deepest, edges);
  }
  return deepest;
}

// As NCCL counts it: ranks with a child in both trees.
int inner_in_both(Rank n) {
  int count = 0;
  for (Rank rank = 0; rank < n; ++rank)
    count +=
        !place_in_tree(rank, n).children.empty() && !place_in_second_tree(rank, n).children.empty()
            ? 1
            : 0;
  return count;
}

// Pods of consecutive ranks; the ring goes through them in turn or from pod to pod.
std::size_t ring_crossings(const In& in, bool round_robin) {
  const Rank n = in.rank("ranks");
  const Rank per_pod = n / in.rank("pods");
  std::vector<Rank> order;
  std::vector<std::uint32_t> pod;
  for (Rank i = 0; i < n; ++i) {
    order.push_back(round_robin ? i % in.rank("pods") * per_pod + i / in.rank("pods") : i);
    pod.push_back(i / per_pod);
  }
  return crossings(order, pod);
}

LogP logp(const In& in) {
  return {.latency = in.number("L"),
          .overhead = in.number("o"),
          .gap = in.json.value("g", 0.0),
          .processors = in.json.value("P", 2U)};
}

double hierarchical_us(const In& in) {
  const AlphaBeta inside{microseconds(in.number("a_intra_us")),
                         gigabytes_per_second(in.number("B_intra_GBps"))};
  const AlphaBeta between{microseconds(in.number("a_inter_us")),
                          gigabytes_per_second(in.number("B_inter_GBps"))};
  return time_us("hierarchical", Collective::all_reduce,
                 {.ranks = in.rank("nodes") * in.rank("g"), .per_node = in.rank("g")}, in.size(),
                 {inside, between, between});
}

Json ring(const In& in) {
  const std::map<std::string, Collective> kinds = {{"allreduce", Collective::all_reduce},
                                                   {"allgather", Collective::all_gather},
                                                   {"reducescatter", Collective::reduce_scatter}};
  return flat_us("ring", kinds.at(in.json.at("op").get<std::string>()), in);
}

// By the beginning of the row's name; the longest that fits.
const std::map<std::string, std::function<Json(const In&)>>& figures() {
  using enum Collective;
  static const std::map<std::string, std::function<Json(const In&)>> kFigures = {
      {"coll.ring.", ring},
      {"coll.nvls.push_bytes", [](const In& in) { return nvls_push_bytes(in.size()).value(); }},
      {"coll.nvls.pull_bytes",
       [](const In& in) { return nvls_pull_bytes(in.size(), in.n()).value(); }},
      {"coll.nvls.speedup_limit", [](const In& in) { return in_network_gain(in.n()); }},
      {"coll.sharp.speedup_large", [](const In& in) { return in_network_gain(in.n()); }},
      {"coll.nvls.push_busbw_GBps",
       [](const In& in) {
         return in_gigabytes_per_second(
             nvls_push_busbw(gigabytes_per_second(in.number("link_GBps_dir")), in.n()));
       }},
      {"coll.nvls.pull_busbw_GBps",
       [](const In& in) {
         return in_gigabytes_per_second(
             nvls_pull_busbw(gigabytes_per_second(in.number("link_GBps_dir")), in.n()));
       }},
      {"coll.sharp.allreduce_us",
       [](const In& in) {
         return in_microseconds(
             sharp_all_reduce_time(in.rank("levels"), microseconds(in.number("a_nic_us")),
                                   microseconds(in.number("a_sw_us")), in.size(), in.net().rate));
       }},
      {"coll.switchml.bytes_per_worker",
       [](const In& in) { return nvls_push_bytes(in.size()).value(); }},
      {"coll.switchml.slots",
       [](const In& in) {
         return switch_slots(gigabits_per_second(in.number("gbps")),
                             microseconds(in.number("rtt_us")), Bytes(in.number("pkt_payload")));
       }},
      {"coll.lb.allreduce_us",
       [](const In& in) {
         return in_microseconds(least_bytes(all_reduce, in.n(), in.size()) / in.net().rate);
       }},
      {"coll.lb.allgather_us",
       [](const In& in) {
         return in_microseconds(least_bytes(all_gather, in.n(), in.size()) / in.net().rate);
       }},
      {"coll.lb.latency_steps", [](const In& in) { return least_steps(all_reduce, in.n()); }},
      {"coll.rhd.steps",
       [](const In& in) { return steps("halving_doubling", all_reduce, in.n()); }},
      {"coll.rhd.bytes_per_rank",
       [](const In& in) {
         return find_algorithm("halving_doubling")
             .value()
             ->most_sent(all_reduce, {.ranks = in.n()}, in.size())
             .value();
       }},
      {"coll.rhd_us", [](const In& in) { return flat_us("halving_doubling", all_reduce, in); }},
      {"coll.rd_us", [](const In& in) { return flat_us("recursive_doubling", all_reduce, in); }},
      {"coll.binomial.bcast_us", [](const In& in) { return flat_us("binomial", broadcast, in); }},
      {"coll.scatter_allgather.bcast_us",
       [](const In& in) { return flat_us("scatter_allgather", broadcast, in); }},
      {"coll.bruck.allgather.steps",
       [](const In& in) { return steps("bruck", all_gather, in.n()); }},
      {"coll.bruck.allgather.blocks_sent", [](const In& in) { return blocks(all_gather, in.n()); }},
      {"coll.bruck.alltoall.blocks_sent",
       [](const In& in) {
         std::uint64_t total = 0;
         for (const std::uint64_t sent : blocks(all_to_all, in.n())) total += sent;
         return total;
       }},
      {"coll.bruck.alltoall_us",
       [](const In& in) { return all_to_all_us("bruck", in, "m_bytes_per_peer"); }},
      {"coll.pairwise.alltoall_us",
       [](const In& in) { return all_to_all_us("pairwise", in, "m_bytes_per_peer"); }},
      // A chain of depth d has d + 1 ranks.
      {"coll.pipelined_chain.opt_chunks",
       [](const In& in) { return best_pieces(in.rank("depth") + 1, in.size(), in.net()); }},
      {"coll.pipelined_chain_us",
       [](const In& in) {
         return time_us("chain", broadcast,
                        {.ranks = in.rank("depth") + 1, .pieces = in.rank("chunks")}, in.size(),
                        same_everywhere(in.net()));
       }},
      {"coll.dbt.allreduce_us.large",
       [](const In& in) {
         return in_microseconds(double_tree_limit(in.n(), in.size(), in.net()));
       }},
      {"coll.hier2.allreduce_us", hierarchical_us},
      {"coll.hier2.inter_bytes_per_nic",
       [](const In& in) { return hierarchical_nic_bytes(in.cluster(), in.size()).value(); }},
      {"coll.flat_ring.nic_bytes",
       [](const In& in) { return flat_ring_nic_bytes(in.cluster(), in.size()).value(); }},
      {"coll.a2a.internode_fraction",
       [](const In& in) { return internode_fraction(in.cluster()); }},
      {"coll.a2a.rail_us",
       [](const In& in) {
         return in_microseconds(rail_all_to_all_time(
             in.cluster(), Bytes(in.number("m")), gigabytes_per_second(in.number("B_nic_GBps")),
             gigabytes_per_second(in.number("B_nvl_GBps"))));
       }},
      {"nccl.btree.parents",
       [](const In& in) { return parents(in.rank("nranks"), place_in_tree); }},
      {"nccl.dtree.second_parents",
       [](const In& in) { return parents(in.rank("nranks"), place_in_second_tree); }},
      {"nccl.btree.depth", [](const In& in) { return depth(in.rank("nranks")); }},
      {"nccl.dtree.interior_overlap",
       [](const In& in) { return inner_in_both(in.rank("nranks")); }},
      {"model.hockney_us",
       [](const In& in) { return in_microseconds(in.net().message(in.size())); }},
      {"model.hockney.half_bw_size_bytes",
       [](const In& in) { return in.net().half_bandwidth_size().value(); }},
      {"model.logp.small_msg_us", [](const In& in) { return logp(in).small_message(); }},
      {"model.logp.k_msgs_us", [](const In& in) { return logp(in).small_messages(in.rank("k")); }},
      {"model.logp.bcast", [](const In& in) { return logp(in).broadcast(); }},
      {"model.loggp.msg_us",
       [](const In& in) {
         return long_message(logp(in), in.number("G_ns_per_B") * 1e-3, in.rank("k"));
       }},
      {"sim.ring_allreduce.chunks_sent",
       [](const In& in) { return chunks_sent("ring", Collective::all_reduce, in.n()); }},
      {"sim.rhd_allreduce.chunks_sent",
       [](const In& in) {
         return chunks_sent("halving_doubling", Collective::all_reduce, in.n());
       }},
      {"sim.bruck_allgather.steps",
       [](const In& in) { return steps("bruck", Collective::all_gather, in.n()); }},
      {"sched.ring_cross_pod_edges.contiguous",
       [](const In& in) { return ring_crossings(in, false); }},
      {"sched.ring_cross_pod_edges.roundrobin",
       [](const In& in) { return ring_crossings(in, true); }}};
  return kFigures;
}

const std::function<Json(const In&)>* figure_for(const std::string& name) {
  const std::function<Json(const In&)>* found = nullptr;
  std::size_t longest = 0;
  for (const auto& [prefix, figure] : figures())
    if (name.starts_with(prefix) && prefix.size() > longest) {
      found = &figure;
      longest = prefix.size();
    }
  return found;
}

TEST(CollectiveOracles, AreReproduced) {
  int checked = 0;
  for (const oracles::Row& row : oracles::rows("collective")) {
    if (row.name.starts_with("dgx1v.")) continue;  // cube_mesh_test.cpp
    SCOPED_TRACE(row.name);
    const auto* figure = figure_for(row.name);
    ASSERT_NE(figure, nullptr);
    const Json found = (*figure)(In{row.inputs});
    if (row.expected.is_number())
      EXPECT_NEAR(found.get<double>(), row.expected.get<double>(), row.tolerance);
    else
      EXPECT_EQ(found, row.expected);
    ++checked;
  }
  EXPECT_EQ(checked, 64);
}

}  // namespace
}  // namespace weft::collective::test
