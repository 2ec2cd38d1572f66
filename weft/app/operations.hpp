// The operations, one function each; the table of their words is operation.cpp. Private to the
// layer.
#pragma once

#include "weft/app/operation.hpp"

namespace weft::app {

Expected<OperationResult> run_h2d(const topology::Topology&, const Parameters&);
Expected<OperationResult> run_d2h(const topology::Topology&, const Parameters&);
Expected<OperationResult> run_p2p(const topology::Topology&, const Parameters&);
Expected<OperationResult> run_copy(const topology::Topology&, const Parameters&);
Expected<OperationResult> run_dma_read(const topology::Topology&, const Parameters&);
Expected<OperationResult> run_dma_write(const topology::Topology&, const Parameters&);
Expected<OperationResult> run_dma_latency(const topology::Topology&, const Parameters&);
Expected<OperationResult> run_rdma_write(const topology::Topology&, const Parameters&);
Expected<OperationResult> run_rdma_read(const topology::Topology&, const Parameters&);
Expected<OperationResult> run_rdma_latency(const topology::Topology&, const Parameters&);
Expected<OperationResult> run_tcp(const topology::Topology&, const Parameters&);
Expected<OperationResult> run_stream(const topology::Topology&, const Parameters&);
Expected<OperationResult> run_memory_latency(const topology::Topology&, const Parameters&);

}  // namespace weft::app
