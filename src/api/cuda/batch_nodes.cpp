// SPDX-License-Identifier: Apache-2.0
// Graph nodes of stream memory operations, which only the driver API has.
#include "api/cuda/entry.h"
#include "api/cuda/stream_values.h"
#include "cuda_bodies.h"

namespace riffle::api::cuda {

cudart::Converted<graph::NodeParams> batch_node(const CUDA_BATCH_MEM_OP_NODE_PARAMS* params) {
  if (params == nullptr || params->flags != 0 ||
      (params->paramArray == nullptr && params->count != 0))
    return std::unexpected(cudaErrorInvalidValue);
  auto made = batch_params(params->ctx, {params->paramArray, params->count});
  if (!made) return std::unexpected(cudaErrorInvalidValue);
  return std::move(*made);
}

CUresult graph_add_batch_mem_op_node(CUgraphNode* node, CUgraph graph,
                                     const CUgraphNode* dependencies, size_t num_dependencies,
                                     const CUDA_BATCH_MEM_OP_NODE_PARAMS* node_params) {
  return to_result(cudart::add_node(node, graph, dependencies, nullptr, num_dependencies,
                                    batch_node(node_params)));
}

CUresult graph_batch_mem_op_node_get_params(CUgraphNode node,
                                            CUDA_BATCH_MEM_OP_NODE_PARAMS* node_params_out) {
  auto* const params = cudart::params_of<graph::BatchMemOpParams>(node);
  if (params == nullptr || node_params_out == nullptr) return CUDA_ERROR_INVALID_VALUE;
  // The array is the node's, valid until its parameters are set.
  *node_params_out = {
      .ctx = reinterpret_cast<CUcontext>(params->context),
      .count = static_cast<unsigned>(params->count),
      .paramArray = reinterpret_cast<CUstreamBatchMemOpParams*>(params->parameters.data()),
      .flags = 0};
  return CUDA_SUCCESS;
}

CUresult graph_batch_mem_op_node_set_params(CUgraphNode node,
                                            const CUDA_BATCH_MEM_OP_NODE_PARAMS* node_params) {
  return to_result(cudart::set_params(node, batch_node(node_params)));
}

CUresult graph_exec_batch_mem_op_node_set_params(CUgraphExec graph_exec, CUgraphNode node,
                                                 const CUDA_BATCH_MEM_OP_NODE_PARAMS* node_params) {
  return to_result(cudart::set_params(graph_exec, node, batch_node(node_params)));
}

}  // namespace riffle::api::cuda
