// SPDX-License-Identifier: Apache-2.0
// Graphs: the calls whose structures differ from the runtime's.
#include <bit>
#include <cstddef>
#include <cstring>

#include "api/cuda/context.h"
#include "api/cuda/copy.h"
#include "api/cuda/entry.h"
#include "api/cuda/graph_params.h"
#include "api/cuda/stream_values.h"
#include "api/cudart/array.h"
#include "cuda_bodies.h"
#include "cudart_calls.h"

namespace riffle::api::cuda {
namespace {

CUfunction function_in(const CUDA_KERNEL_NODE_PARAMS& params) {
  return params.func != nullptr ? params.func : reinterpret_cast<CUfunction>(params.kern);
}

struct ShownSide {
  CUmemorytype type = CU_MEMORYTYPE_UNIFIED;
  void* pointer = nullptr;
  CUarray array = nullptr;
  std::size_t x = 0;
  std::size_t element_bytes = 1;
};

ShownSide shown_side(cudaArray_t array, const cudaPitchedPtr& pointer, const cudaPos& position) {
  if (array == nullptr) return {.pointer = pointer.ptr, .x = position.x};
  const auto* const object = cudart::find_array(array);
  const std::size_t bytes = object != nullptr ? object->array.element_bytes : 1;
  return {.type = CU_MEMORYTYPE_ARRAY,
          .array = reinterpret_cast<CUarray>(array),
          .x = position.x * bytes,
          .element_bytes = bytes};
}

/// A graph's node belongs to a context: the named one, or the thread's.
CUresult check_named(CUcontext context) {
  if (context != nullptr && find_context(context) == nullptr) return CUDA_ERROR_INVALID_CONTEXT;
  return context == nullptr && context::current == nullptr ? CUDA_ERROR_INVALID_CONTEXT
                                                           : CUDA_SUCCESS;
}

}  // namespace

std::expected<KernelNode, CUresult> kernel_node(const CUDA_KERNEL_NODE_PARAMS& params) {
  const CUfunction function = function_in(params);
  auto arguments = LaunchArguments::make(function, params.kernelParams, params.extra);
  if (!arguments) return std::unexpected(arguments.error());
  KernelNode made{.params = {}, .arguments = std::move(*arguments)};
  made.params.func = function;
  made.params.gridDim = dim3(params.gridDimX, params.gridDimY, params.gridDimZ);
  made.params.blockDim = dim3(params.blockDimX, params.blockDimY, params.blockDimZ);
  made.params.sharedMemBytes = params.sharedMemBytes;
  made.params.kernelParams = made.arguments.get();
  return made;
}

CUDA_KERNEL_NODE_PARAMS shown_kernel(const cudaKernelNodeParams& params) {
  return {.func = static_cast<CUfunction>(params.func),
          .gridDimX = params.gridDim.x,
          .gridDimY = params.gridDim.y,
          .gridDimZ = params.gridDim.z,
          .blockDimX = params.blockDim.x,
          .blockDimY = params.blockDim.y,
          .blockDimZ = params.blockDim.z,
          .sharedMemBytes = params.sharedMemBytes,
          .kernelParams = params.kernelParams,
          .extra = nullptr,
          .kern = nullptr,
          .ctx = context::current != nullptr ? handle_of(*context::current) : nullptr};
}

CUDA_MEMCPY3D shown_copy(const cudaMemcpy3DParms& params) {
  const ShownSide source = shown_side(params.srcArray, params.srcPtr, params.srcPos);
  const ShownSide destination = shown_side(params.dstArray, params.dstPtr, params.dstPos);
  CUDA_MEMCPY3D copy = {};
  copy.srcXInBytes = source.x;
  copy.srcY = params.srcPos.y;
  copy.srcZ = params.srcPos.z;
  copy.srcMemoryType = source.type;
  copy.srcDevice = reinterpret_cast<CUdeviceptr>(source.pointer);
  copy.srcArray = source.array;
  copy.srcPitch = params.srcPtr.pitch;
  copy.srcHeight = params.srcPtr.ysize;
  copy.dstXInBytes = destination.x;
  copy.dstY = params.dstPos.y;
  copy.dstZ = params.dstPos.z;
  copy.dstMemoryType = destination.type;
  copy.dstDevice = reinterpret_cast<CUdeviceptr>(destination.pointer);
  copy.dstArray = destination.array;
  copy.dstPitch = params.dstPtr.pitch;
  copy.dstHeight = params.dstPtr.ysize;
  copy.WidthInBytes = params.extent.width * source.element_bytes;
  if (source.type != CU_MEMORYTYPE_ARRAY)
    copy.WidthInBytes = params.extent.width * destination.element_bytes;
  copy.Height = params.extent.height;
  copy.Depth = params.extent.depth;
  return copy;
}

CUresult graph_add_kernel_node_v2(CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies,
                                  size_t num_dependencies,
                                  const CUDA_KERNEL_NODE_PARAMS* node_params) {
  if (node_params == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const auto params = kernel_node(*node_params);
  if (!params) return params.error();
  return to_result(checked::cudaGraphAddKernelNode(node, graph, dependencies, num_dependencies,
                                                   &params->params));
}

CUresult graph_kernel_node_get_params_v2(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS* node_params) {
  if (node_params == nullptr) return CUDA_ERROR_INVALID_VALUE;
  cudaKernelNodeParams params;
  const CUresult result = to_result(checked::cudaGraphKernelNodeGetParams(node, &params));
  if (result == CUDA_SUCCESS) *node_params = shown_kernel(params);
  return result;
}

CUresult graph_kernel_node_set_params_v2(CUgraphNode node,
                                         const CUDA_KERNEL_NODE_PARAMS* node_params) {
  if (node_params == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const auto params = kernel_node(*node_params);
  if (!params) return params.error();
  return to_result(checked::cudaGraphKernelNodeSetParams(node, &params->params));
}

CUresult graph_exec_kernel_node_set_params_v2(CUgraphExec graph_exec, CUgraphNode node,
                                              const CUDA_KERNEL_NODE_PARAMS* node_params) {
  if (node_params == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const auto params = kernel_node(*node_params);
  if (!params) return params.error();
  return to_result(checked::cudaGraphExecKernelNodeSetParams(graph_exec, node, &params->params));
}

CUresult graph_add_memcpy_node(CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies,
                               size_t num_dependencies, const CUDA_MEMCPY3D* copy_params,
                               CUcontext context) {
  if (copy_params == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (const CUresult bad = check_named(context); bad != CUDA_SUCCESS) return bad;
  const auto params = box_copy(*copy_params);
  if (!params) return params.error();
  return to_result(
      checked::cudaGraphAddMemcpyNode(node, graph, dependencies, num_dependencies, &*params));
}

CUresult graph_memcpy_node_get_params(CUgraphNode node, CUDA_MEMCPY3D* node_params) {
  if (node_params == nullptr) return CUDA_ERROR_INVALID_VALUE;
  cudaMemcpy3DParms params;
  const CUresult result = to_result(checked::cudaGraphMemcpyNodeGetParams(node, &params));
  if (result == CUDA_SUCCESS) *node_params = shown_copy(params);
  return result;
}

CUresult graph_memcpy_node_set_params(CUgraphNode node, const CUDA_MEMCPY3D* node_params) {
  if (node_params == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const auto params = box_copy(*node_params);
  if (!params) return params.error();
  return to_result(checked::cudaGraphMemcpyNodeSetParams(node, &*params));
}

CUresult graph_exec_memcpy_node_set_params(CUgraphExec graph_exec, CUgraphNode node,
                                           const CUDA_MEMCPY3D* copy_params, CUcontext context) {
  if (copy_params == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (const CUresult bad = check_named(context); bad != CUDA_SUCCESS) return bad;
  const auto params = box_copy(*copy_params);
  if (!params) return params.error();
  return to_result(checked::cudaGraphExecMemcpyNodeSetParams(graph_exec, node, &*params));
}

namespace {

const cudaMemsetParams* same_fill(const CUDA_MEMSET_NODE_PARAMS* params) {
  static_assert(sizeof(cudaMemsetParams) == sizeof(CUDA_MEMSET_NODE_PARAMS));
  return reinterpret_cast<const cudaMemsetParams*>(params);
}

}  // namespace

CUresult graph_add_memset_node(CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies,
                               size_t num_dependencies,
                               const CUDA_MEMSET_NODE_PARAMS* memset_params, CUcontext context) {
  if (const CUresult bad = check_named(context); bad != CUDA_SUCCESS) return bad;
  return to_result(checked::cudaGraphAddMemsetNode(node, graph, dependencies, num_dependencies,
                                                   same_fill(memset_params)));
}

CUresult graph_exec_memset_node_set_params(CUgraphExec graph_exec, CUgraphNode node,
                                           const CUDA_MEMSET_NODE_PARAMS* memset_params,
                                           CUcontext context) {
  if (const CUresult bad = check_named(context); bad != CUDA_SUCCESS) return bad;
  return to_result(
      checked::cudaGraphExecMemsetNodeSetParams(graph_exec, node, same_fill(memset_params)));
}

CUresult graph_instantiate_with_params(CUstream default_stream, CUgraphExec* graph_exec,
                                       CUgraph graph,
                                       CUDA_GRAPH_INSTANTIATE_PARAMS* instantiate_params) {
  static_assert(sizeof(cudaGraphInstantiateParams) == sizeof(CUDA_GRAPH_INSTANTIATE_PARAMS));
  return to_result(checked::cudaGraphInstantiateWithParams(
      default_stream, graph_exec, graph,
      reinterpret_cast<cudaGraphInstantiateParams*>(instantiate_params)));
}

CUresult graph_conditional_handle_create(CUgraphConditionalHandle* handle_out, CUgraph graph,
                                         CUcontext context, unsigned int default_launch_value,
                                         unsigned int flags) {
  if (const CUresult bad = check_named(context); bad != CUDA_SUCCESS) return bad;
  static_assert(sizeof(CUgraphConditionalHandle) == sizeof(cudaGraphConditionalHandle));
  return to_result(checked::cudaGraphConditionalHandleCreate(
      reinterpret_cast<cudaGraphConditionalHandle*>(handle_out), graph, default_launch_value,
      flags));
}

namespace {

/// Of all kinds but copies and kernels the runtime's structure is a beginning of the driver's.
class NodeParams {
 public:
  explicit NodeParams(CUgraphNodeParams& given)
      : given_(given), same_(std::bit_cast<cudaGraphNodeParams>(given)) {
    static_assert(sizeof(cudaGraphNodeParams) == sizeof(CUgraphNodeParams));
    static_assert(offsetof(cudaGraphNodeParams, memset) == offsetof(CUgraphNodeParams, memset));
    if (given.type == CU_GRAPH_NODE_TYPE_MEMCPY) {
      const auto copy = box_copy(given.memcpy.copyParams);
      result_ = copy ? CUDA_SUCCESS : copy.error();
      same_.memcpy = {};
      if (copy) same_.memcpy.copyParams = *copy;
    } else if (given.type == CU_GRAPH_NODE_TYPE_KERNEL) {
      CUDA_KERNEL_NODE_PARAMS kernel;
      static_assert(sizeof kernel == sizeof given.kernel);
      std::memcpy(&kernel, &given.kernel, sizeof kernel);
      auto node = kernel_node(kernel);
      result_ = node ? CUDA_SUCCESS : node.error();
      if (!node) return;
      arguments_ = std::move(node->arguments);
      same_.kernel.func = node->params.func;
      same_.kernel.kernelParams = arguments_.get();
      same_.kernel.extra = nullptr;
    }
  }

  template <class Call>
  CUresult with(Call&& call) {
    if (result_ != CUDA_SUCCESS) return result_;
    const CUresult result = to_result(call(&same_));
    if (result == CUDA_SUCCESS && (given_.type == CU_GRAPH_NODE_TYPE_MEM_ALLOC ||
                                   given_.type == CU_GRAPH_NODE_TYPE_CONDITIONAL))
      std::memcpy(&given_, &same_, sizeof same_);
    return result;
  }

 private:
  CUgraphNodeParams& given_;
  cudaGraphNodeParams same_;
  LaunchArguments arguments_;
  CUresult result_ = CUDA_SUCCESS;
};

/// A kind that the runtime API does not have. Null for others.
const CUDA_BATCH_MEM_OP_NODE_PARAMS* batch_in(const CUgraphNodeParams& params) {
  static_assert(sizeof params.memOp == sizeof(CUDA_BATCH_MEM_OP_NODE_PARAMS));
  return params.type == CU_GRAPH_NODE_TYPE_BATCH_MEM_OP
             ? reinterpret_cast<const CUDA_BATCH_MEM_OP_NODE_PARAMS*>(&params.memOp)
             : nullptr;
}

}  // namespace

CUresult graph_add_node_v2(CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies,
                           const CUgraphEdgeData* dependency_data, size_t num_dependencies,
                           CUgraphNodeParams* node_params) {
  if (node_params == nullptr) return CUDA_ERROR_INVALID_VALUE;
  static_assert(sizeof(CUgraphEdgeData) == sizeof(cudaGraphEdgeData));
  const auto* const edges = reinterpret_cast<const cudaGraphEdgeData*>(dependency_data);
  if (const auto* const batch = batch_in(*node_params)) {
    return to_result(
        cudart::add_node(node, graph, dependencies, edges, num_dependencies, batch_node(batch)));
  }
  return NodeParams(*node_params).with([&](cudaGraphNodeParams* params) {
    return checked::cudaGraphAddNode(node, graph, dependencies, edges, num_dependencies, params);
  });
}

CUresult graph_add_node(CUgraphNode* node, CUgraph graph, const CUgraphNode* dependencies,
                        size_t num_dependencies, CUgraphNodeParams* node_params) {
  return graph_add_node_v2(node, graph, dependencies, nullptr, num_dependencies, node_params);
}

CUresult graph_node_set_params(CUgraphNode node, CUgraphNodeParams* node_params) {
  if (node_params == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (const auto* const batch = batch_in(*node_params))
    return to_result(cudart::set_params(node, batch_node(batch)));
  return NodeParams(*node_params).with([&](cudaGraphNodeParams* params) {
    return checked::cudaGraphNodeSetParams(node, params);
  });
}

CUresult graph_exec_node_set_params(CUgraphExec graph_exec, CUgraphNode node,
                                    CUgraphNodeParams* node_params) {
  if (node_params == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (const auto* const batch = batch_in(*node_params))
    return to_result(cudart::set_params(graph_exec, node, batch_node(batch)));
  return NodeParams(*node_params).with([&](cudaGraphNodeParams* params) {
    return checked::cudaGraphExecNodeSetParams(graph_exec, node, params);
  });
}

}  // namespace riffle::api::cuda
