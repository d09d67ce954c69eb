// SPDX-License-Identifier: Apache-2.0
// Earlier forms of entry points whose answers have another type, or more of them, than the newest form's: addresses and
// sizes of 32 bits before CUDA 3.2, the place of an error beside the result. Where only arguments differ, the row of the
// table says how.
#include "api/cuda/first_forms.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <utility>

#include "api/cuda/context.h"
#include "api/cuda/entry.h"
#include "api/cuda/graph_params.h"
#include "api/cuda/in.h"
#include "api/cudart/memory_batch.h"
#include "cuda_bodies.h"
#include "cudart_calls.h"
#include "runtime/context/owned_memory.h"
#include "runtime/engine/observer.h"
#include "runtime/memory/imported.h"

namespace riffle::api::cuda {
namespace {

constexpr std::size_t kLargest = std::numeric_limits<unsigned>::max();

/// What a form of 32 bits answers with.
unsigned clamped(std::size_t value) {
  return static_cast<unsigned>(value < kLargest ? value : kLargest);
}

/// Memory whose address has 32 bits: only these forms need it.
CUresult allocate_low(CUdeviceptr_v1* pointer, std::size_t bytes) {
  *pointer = 0;
  const int device = current_context().device();
  auto mapping = memory::Mapping::map_low(bytes);
  if (!mapping) return to_result(mapping.error().code);
  const auto made = memory::add_import(std::move(*mapping), 0, bytes, device);
  if (!made) return to_result(made.error().code);
  context::note_memory(*made, current_context().home());
  engine::notify_resource_made({.kind = engine::ResourceKind::kDeviceMemory,
                                .handle = reinterpret_cast<std::uintptr_t>(*made),
                                .bytes = bytes});
  *pointer = static_cast<CUdeviceptr_v1>(reinterpret_cast<std::uintptr_t>(*made));
  return CUDA_SUCCESS;
}

/// Writes an address that `ask` finds. One that does not fit is none of this form's.
template <class Ask>
CUresult narrow(CUdeviceptr_v1* pointer, Ask&& ask) {
  CUdeviceptr wide = 0;
  const CUresult result = ask(pointer != nullptr ? &wide : nullptr);
  if (result != CUDA_SUCCESS || pointer == nullptr) return result;
  if (wide > kLargest) return CUDA_ERROR_INVALID_VALUE;
  *pointer = static_cast<CUdeviceptr_v1>(wide);
  return CUDA_SUCCESS;
}

template <class Ask>
CUresult narrow_size(unsigned* bytes, Ask&& ask) {
  std::size_t wide = 0;
  const CUresult result = ask(bytes != nullptr ? &wide : nullptr);
  if (result == CUDA_SUCCESS && bytes != nullptr) *bytes = clamped(wide);
  return result;
}

}  // namespace

Newest<CUDA_ARRAY_DESCRIPTOR> newest(const CUDA_ARRAY_DESCRIPTOR_v1* given) {
  if (given == nullptr) return {};
  return Newest<CUDA_ARRAY_DESCRIPTOR>({.Width = given->Width,
                                        .Height = given->Height,
                                        .Format = given->Format,
                                        .NumChannels = given->NumChannels});
}

Newest<CUDA_ARRAY3D_DESCRIPTOR> newest(const CUDA_ARRAY3D_DESCRIPTOR_v1* given) {
  if (given == nullptr) return {};
  return Newest<CUDA_ARRAY3D_DESCRIPTOR>({.Width = given->Width,
                                          .Height = given->Height,
                                          .Depth = given->Depth,
                                          .Format = given->Format,
                                          .NumChannels = given->NumChannels,
                                          .Flags = given->Flags});
}

Newest<CUDA_MEMCPY2D> newest(const CUDA_MEMCPY2D_v1* given) {
  if (given == nullptr) return {};
  return Newest<CUDA_MEMCPY2D>({.srcXInBytes = given->srcXInBytes,
                                .srcY = given->srcY,
                                .srcMemoryType = given->srcMemoryType,
                                .srcHost = given->srcHost,
                                .srcDevice = given->srcDevice,
                                .srcArray = given->srcArray,
                                .srcPitch = given->srcPitch,
                                .dstXInBytes = given->dstXInBytes,
                                .dstY = given->dstY,
                                .dstMemoryType = given->dstMemoryType,
                                .dstHost = given->dstHost,
                                .dstDevice = given->dstDevice,
                                .dstArray = given->dstArray,
                                .dstPitch = given->dstPitch,
                                .WidthInBytes = given->WidthInBytes,
                                .Height = given->Height});
}

Newest<CUDA_MEMCPY3D> newest(const CUDA_MEMCPY3D_v1* given) {
  if (given == nullptr) return {};
  return Newest<CUDA_MEMCPY3D>({.srcXInBytes = given->srcXInBytes,
                                .srcY = given->srcY,
                                .srcZ = given->srcZ,
                                .srcLOD = given->srcLOD,
                                .srcMemoryType = given->srcMemoryType,
                                .srcHost = given->srcHost,
                                .srcDevice = given->srcDevice,
                                .srcArray = given->srcArray,
                                .reserved0 = given->reserved0,
                                .srcPitch = given->srcPitch,
                                .srcHeight = given->srcHeight,
                                .dstXInBytes = given->dstXInBytes,
                                .dstY = given->dstY,
                                .dstZ = given->dstZ,
                                .dstLOD = given->dstLOD,
                                .dstMemoryType = given->dstMemoryType,
                                .dstHost = given->dstHost,
                                .dstDevice = given->dstDevice,
                                .dstArray = given->dstArray,
                                .reserved1 = given->reserved1,
                                .dstPitch = given->dstPitch,
                                .dstHeight = given->dstHeight,
                                .WidthInBytes = given->WidthInBytes,
                                .Height = given->Height,
                                .Depth = given->Depth});
}

Newest<CUDA_KERNEL_NODE_PARAMS> newest(const CUDA_KERNEL_NODE_PARAMS_v1* given) {
  if (given == nullptr) return {};
  CUDA_KERNEL_NODE_PARAMS same = {};  // no kernel, and the current context
  static_assert(offsetof(CUDA_KERNEL_NODE_PARAMS, kern) == sizeof *given);
  std::memcpy(&same, given, sizeof *given);
  return Newest<CUDA_KERNEL_NODE_PARAMS>(same);
}

CUresult device_total_mem(unsigned int* bytes, CUdevice device) {
  return narrow_size(bytes, [&](size_t* wide) { return device_total_mem_v2(wide, device); });
}

CUresult ctx_create(CUcontext* context, unsigned int flags, CUdevice device) {
  const CUresult result = ctx_create_v2(context, flags, device);
  if (result == CUDA_SUCCESS) current_context().settings.api_version = 3010;
  return result;
}

CUresult ctx_create_v3(CUcontext* context, CUexecAffinityParam* params, int num_params,
                       unsigned int flags, CUdevice device) {
  CUctxCreateParams same = {
      .execAffinityParams = params, .numExecAffinityParams = num_params, .cigParams = nullptr};
  return ctx_create_v4(context, &same, flags, device);
}

CUresult module_get_global(CUdeviceptr_v1* pointer, unsigned int* bytes, CUmodule module,
                           const char* name) {
  return narrow(pointer, [&](CUdeviceptr* wide) {
    return narrow_size(
        bytes, [&](size_t* size) { return module_get_global_v2(wide, size, module, name); });
  });
}

CUresult mem_get_info(unsigned int* free, unsigned int* total) {
  return narrow_size(free, [&](size_t* wide_free) {
    return narrow_size(total, [&](size_t* wide_total) {
      return to_result(checked::cudaMemGetInfo(wide_free, wide_total));
    });
  });
}

CUresult mem_alloc(CUdeviceptr_v1* pointer, unsigned int bytes) {
  if (pointer == nullptr || bytes == 0) return CUDA_ERROR_INVALID_VALUE;
  return allocate_low(pointer, bytes);
}

CUresult mem_alloc_pitch(CUdeviceptr_v1* pointer, unsigned int* pitch, unsigned int width_in_bytes,
                         unsigned int height, unsigned int element_size_bytes) {
  constexpr std::size_t kAlignment = 512;
  if (pointer == nullptr || pitch == nullptr || width_in_bytes == 0 || height == 0 ||
      (element_size_bytes != 4 && element_size_bytes != 8 && element_size_bytes != 16))
    return CUDA_ERROR_INVALID_VALUE;
  const std::size_t row = (width_in_bytes + kAlignment - 1) / kAlignment * kAlignment;
  if (row > kLargest) return CUDA_ERROR_OUT_OF_MEMORY;
  *pitch = static_cast<unsigned>(row);
  return allocate_low(pointer, row * height);
}

CUresult mem_get_address_range(CUdeviceptr_v1* base, unsigned int* size, CUdeviceptr_v1 pointer) {
  return narrow(base, [&](CUdeviceptr* wide) {
    return narrow_size(
        size, [&](size_t* bytes) { return mem_get_address_range_v2(wide, bytes, pointer); });
  });
}

CUresult mem_host_get_device_pointer(CUdeviceptr_v1* device_pointer, void* pointer,
                                     unsigned int flags) {
  return narrow(device_pointer, [&](CUdeviceptr* wide) {
    return mem_host_get_device_pointer_v2(wide, pointer, flags);
  });
}

CUresult memcpy_batch_async(CUdeviceptr* dsts, CUdeviceptr* srcs, size_t* sizes, size_t count,
                            CUmemcpyAttributes* attrs, size_t* attrs_idxs, size_t num_attrs,
                            size_t* fail_idx, CUstream stream) {
  return to_result(cudart::memcpy_batch_async(in(dsts), in(srcs), sizes, count, in(attrs),
                                              attrs_idxs, num_attrs, fail_idx, stream));
}

CUresult memcpy_3d_batch_async(size_t num_ops, CUDA_MEMCPY3D_BATCH_OP* op_list, size_t* fail_idx,
                               unsigned long long flags, CUstream stream) {
  return to_result(cudart::memcpy_3d_batch_async(num_ops, in(op_list), fail_idx, flags, stream));
}

CUresult array_get_descriptor(CUDA_ARRAY_DESCRIPTOR_v1* array_descriptor, CUarray array) {
  if (array_descriptor == nullptr) return CUDA_ERROR_INVALID_VALUE;
  CUDA_ARRAY_DESCRIPTOR wide;
  const CUresult result = array_get_descriptor_v2(&wide, array);
  if (result != CUDA_SUCCESS) return result;
  *array_descriptor = {.Width = clamped(wide.Width),
                       .Height = clamped(wide.Height),
                       .Format = wide.Format,
                       .NumChannels = wide.NumChannels};
  return CUDA_SUCCESS;
}

CUresult array_3d_get_descriptor(CUDA_ARRAY3D_DESCRIPTOR_v1* array_descriptor, CUarray array) {
  if (array_descriptor == nullptr) return CUDA_ERROR_INVALID_VALUE;
  CUDA_ARRAY3D_DESCRIPTOR wide;
  const CUresult result = array_3d_get_descriptor_v2(&wide, array);
  if (result != CUDA_SUCCESS) return result;
  *array_descriptor = {.Width = clamped(wide.Width),
                       .Height = clamped(wide.Height),
                       .Depth = clamped(wide.Depth),
                       .Format = wide.Format,
                       .NumChannels = wide.NumChannels,
                       .Flags = wide.Flags};
  return CUDA_SUCCESS;
}

CUresult tex_ref_set_address(unsigned int* byte_offset, CUtexref texture, CUdeviceptr_v1 pointer,
                             unsigned int bytes) {
  return narrow_size(byte_offset, [&](size_t* wide) {
    return tex_ref_set_address_v2(wide, texture, pointer, bytes);
  });
}

CUresult tex_ref_get_address(CUdeviceptr_v1* device_pointer, CUtexref texture) {
  return narrow(device_pointer,
                [&](CUdeviceptr* wide) { return tex_ref_get_address_v2(wide, texture); });
}

CUresult graph_kernel_node_get_params(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS_v1* node_params) {
  if (node_params == nullptr) return CUDA_ERROR_INVALID_VALUE;
  CUDA_KERNEL_NODE_PARAMS wide;
  const CUresult result = graph_kernel_node_get_params_v2(node, &wide);
  if (result == CUDA_SUCCESS) std::memcpy(node_params, &wide, sizeof *node_params);
  return result;
}

CUresult graph_instantiate_v2(CUgraphExec* graph_exec, CUgraph graph, CUgraphNode* error_node,
                              char* log_buffer, size_t buffer_size) {
  cudaGraphInstantiateParams params = {};
  const CUresult result =
      to_result(checked::cudaGraphInstantiateWithParams(nullptr, graph_exec, graph, &params));
  if (error_node != nullptr) *error_node = params.errNode_out;
  if (log_buffer == nullptr || buffer_size == 0) return result;
  const char* text = "";
  if (result != CUDA_SUCCESS) get_error_string(result, &text);
  const std::size_t length = std::min(std::strlen(text), buffer_size - 1);
  std::memcpy(log_buffer, text, length);
  log_buffer[length] = '\0';
  return result;
}

CUresult graph_exec_update(CUgraphExec graph_exec, CUgraph graph, CUgraphNode* error_node_out,
                           CUgraphExecUpdateResult* update_result_out) {
  cudaGraphExecUpdateResultInfo info = {};
  const CUresult result = to_result(checked::cudaGraphExecUpdate(graph_exec, graph, &info));
  if (error_node_out != nullptr) *error_node_out = info.errorNode;
  if (update_result_out != nullptr)
    *update_result_out = static_cast<CUgraphExecUpdateResult>(info.result);
  return result;
}

}  // namespace riffle::api::cuda
