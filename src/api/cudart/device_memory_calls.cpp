// SPDX-License-Identifier: Apache-2.0
// Copies, fills and allocations that kernels make.
//
// Where the memory lies is not asked: on hardware these are kernels, and a wild address is their fault.
#include "api/cudart/device_calls.h"
#include "device/cpu/device_heap.h"
#include "runtime/memory/operations.h"

namespace riffle::api::cudart::device_calls {
namespace {

using memory::CopyExtent;

bool stays_on_device(cudaMemcpyKind kind) {
  return kind == cudaMemcpyDeviceToDevice || kind == cudaMemcpyDefault;
}

cudaError_t copy(std::uint32_t thread, const memory::CopyRequest& request, cudaMemcpyKind kind,
                 cudaStream_t stream) {
  return answer(thread, [&](dynamic::Grid& grid, const device::DeviceCaller& caller) {
    if (!stays_on_device(kind)) return cudaErrorInvalidMemcpyDirection;
    const CopyExtent& box = request.box;
    if (box.is_empty()) return cudaSuccess;
    if (box.rows() > 1 && (request.destination_layout.row_pitch_bytes < box.width ||
                           request.source_layout.row_pitch_bytes < box.width))
      return cudaErrorInvalidPitchValue;
    return to_cuda(grid.enqueue(number_of(stream), caller.block, [request](engine::Stream& in) {
      memory::enqueue_copy(in, request);
    }));
  });
}

cudaError_t fill(std::uint32_t thread, const memory::FillRequest& request, cudaStream_t stream) {
  return answer(thread, [&](dynamic::Grid& grid, const device::DeviceCaller& caller) {
    const CopyExtent& box = request.box;
    if (box.is_empty()) return cudaSuccess;
    if (box.rows() > 1 && request.layout.row_pitch_bytes < box.width) return cudaErrorInvalidValue;
    return to_cuda(grid.enqueue(number_of(stream), caller.block, [request](engine::Stream& in) {
      memory::enqueue_fill(in, request);
    }));
  });
}

memory::FillRequest filled(void* pointer, int value, const CopyExtent& box,
                           const memory::PitchedLayout& layout) {
  return {.destination = static_cast<char*>(pointer),
          .box = box,
          .layout = layout,
          .value = static_cast<unsigned char>(value)};
}

struct Side {
  char* begin;
  memory::PitchedLayout layout;
};

Side side_of(const cudaPitchedPtr& pointer, const cudaPos& at) {
  const std::size_t slice = pointer.pitch * pointer.ysize;
  return {static_cast<char*>(pointer.ptr) + at.x + at.y * pointer.pitch + at.z * slice,
          {pointer.pitch, slice}};
}

}  // namespace

cudaError_t memcpy_async(std::uint32_t thread, void* dst, const void* src, std::size_t count,
                         cudaMemcpyKind kind, cudaStream_t stream) {
  return copy(thread, memory::flat_copy(dst, src, count), kind, stream);
}

cudaError_t memcpy_2d_async(std::uint32_t thread, void* dst, std::size_t dpitch, const void* src,
                            std::size_t spitch, std::size_t width, std::size_t height,
                            cudaMemcpyKind kind, cudaStream_t stream) {
  const memory::CopyRequest request{.destination = static_cast<char*>(dst),
                                    .source = static_cast<const char*>(src),
                                    .box = {width, height, 1},
                                    .destination_layout = {dpitch, 0},
                                    .source_layout = {spitch, 0}};
  return copy(thread, request, kind, stream);
}

cudaError_t memcpy_3d_async(std::uint32_t thread, const cudaMemcpy3DParms* parameters,
                            cudaStream_t stream) {
  const cudaMemcpy3DParms p = *parameters;
  const bool has_array = p.srcArray != nullptr || p.dstArray != nullptr;
  const Side to = side_of(p.dstPtr, p.dstPos);
  const Side from = side_of(p.srcPtr, p.srcPos);
  const memory::CopyRequest request{.destination = has_array ? nullptr : to.begin,
                                    .source = has_array ? nullptr : from.begin,
                                    .box = {p.extent.width, p.extent.height, p.extent.depth},
                                    .destination_layout = to.layout,
                                    .source_layout = from.layout};
  if (has_array) {
    return answer(thread, [](dynamic::Grid&, const device::DeviceCaller&) {
      return cudaErrorNotSupported;  // CUDA has none of these either
    });
  }
  return copy(thread, request, p.kind, stream);
}

cudaError_t memset_async(std::uint32_t thread, void* pointer, int value, std::size_t count,
                         cudaStream_t stream) {
  return fill(thread, filled(pointer, value, {count, 1, 1}, {}), stream);
}

cudaError_t memset_2d_async(std::uint32_t thread, void* pointer, std::size_t pitch, int value,
                            std::size_t width, std::size_t height, cudaStream_t stream) {
  return fill(thread, filled(pointer, value, {width, height, 1}, {pitch, 0}), stream);
}

cudaError_t memset_3d_async(std::uint32_t thread, void* pointer, std::size_t pitch,
                            std::size_t ysize, int value, std::size_t width, std::size_t height,
                            std::size_t depth, cudaStream_t stream) {
  return fill(thread, filled(pointer, value, {width, height, depth}, {pitch, pitch * ysize}),
              stream);
}

cudaError_t malloc(std::uint32_t thread, void** pointer, std::size_t bytes) {
  void* memory = nullptr;
  const cudaError_t result =
      answer(thread, [&](dynamic::Grid&, const device::DeviceCaller& caller) {
        if (bytes == 0) return cudaErrorInvalidValue;
        memory = device::heap_allocate(caller.device, bytes);
        return memory != nullptr ? cudaSuccess : cudaErrorMemoryAllocation;
      });
  if (result == cudaSuccess) *pointer = memory;
  return result;
}

cudaError_t free(std::uint32_t thread, void* pointer) {
  if (pointer == nullptr) return cudaSuccess;
  return answer(thread, [&](dynamic::Grid&, const device::DeviceCaller& caller) {
    const bool done = device::heap_free(caller.device, pointer) == device::HeapFree::kDone;
    return done ? cudaSuccess : cudaErrorInvalidValue;
  });
}

}  // namespace riffle::api::cudart::device_calls
