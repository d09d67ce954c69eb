// SPDX-License-Identifier: Apache-2.0
// Copies in all their forms: linear, pitched, boxes, between devices, to and from symbols.
#include <vector>

#include "api/cudart/array_copy.h"
#include "api/cudart/captured.h"
#include "api/cudart/entry.h"
#include "api/cudart/memory_copy.h"
#include "api/cudart/pitch.h"
#include "cudart_bodies.h"
#include "device/cpu/printf.h"
#include "runtime/memory/transfer.h"
#include "runtime/module/module.h"

namespace riffle::api::cudart {
namespace {

using memory::CopyExtent;
using memory::CopyRequest;
using memory::Direction;
using memory::SyncBehaviour;

// As hardware shows the nodes that it captured: nothing that the call was not told.
graph::CopySide side_of(char* pointer, const memory::PitchedLayout& layout) {
  const std::size_t pitch = layout.row_pitch_bytes;
  return {.pointer = pointer,
          .pitch_bytes = pitch,
          .height = pitch != 0 ? layout.slice_pitch_bytes / pitch : 0};
}

std::optional<cudaError_t> capture_copy(StreamObject& stream, const CopyRequest& request,
                                        Direction direction, const graph::CopyParams* given) {
  if (request.box.is_empty()) return cudaSuccess;
  if (const Status good = memory::check_copy(memory::registry(), request, direction); !good)
    return to_cuda(good);
  return captured(stream, [&] {
    graph::CopyParams params;
    if (given != nullptr) {
      params = *given;
    } else {
      params.destination = side_of(request.destination, request.destination_layout);
      params.source = side_of(const_cast<char*>(request.source), request.source_layout);
      params.extent = request.box;
    }
    params.direction = direction;
    params.is_flat = request.box.rows() == 1;
    params.device = stream.context->device();
    return params;
  });
}

// The contexts, other than the stream's, of the devices whose memory a copy touches. The copy is serialised
// with their work too: it comes after what their legacy streams cover, and before what follows. So are synchronous
// copies, and asynchronous ones between two devices in the legacy stream.
class OtherDevices {
 public:
  OtherDevices(const StreamObject& stream, const CopyRequest& request, SyncBehaviour call) {
    const bool is_asynchronous = call == SyncBehaviour::kAsynchronous;
    if (device_count() == 1 || (is_asynchronous && !is_legacy(stream))) return;
    const int destination = device_of(request.destination);
    const int source = device_of(request.source);
    const bool is_between = destination != kNone && source != kNone && destination != source;
    if (is_asynchronous && !is_between) return;
    for (const Context* const context : context::all_contexts()) {
      if (context == stream.context || context->engine() == nullptr) continue;
      if (context->device() == destination || context->device() == source)
        engines_.push_back(context->engine());
    }
  }
  void go_before(engine::Stream& stream) const {
    for (engine::ContextStreams* const other : engines_)
      stream.enqueue_wait(other->legacy().record());
  }
  void go_after(engine::Stream& stream) const {
    for (engine::ContextStreams* const other : engines_)
      other->legacy().enqueue_wait(stream.record());
  }

 private:
  static constexpr int kNone = -1;
  static int device_of(const void* side) {
    const auto allocation = memory::registry().find(side);
    return allocation && allocation->kind == memory::MemoryType::kDevice ? allocation->device
                                                                         : kNone;
  }
  static bool is_legacy(const StreamObject& stream) {
    return stream.stream == &stream.context->engine()->legacy();
  }

  std::vector<engine::ContextStreams*> engines_;
};

}  // namespace

cudaError_t copy(const CopyRequest& request, cudaMemcpyKind kind, cudaStream_t handle,
                 SyncBehaviour call, const graph::CopyParams* given) {
  if (!is_kind(kind)) return request.box.is_empty() ? cudaSuccess : cudaErrorInvalidMemcpyDirection;
  StreamObject* const stream = find_stream(handle);
  if (stream == nullptr) [[unlikely]]
    return cudaErrorInvalidResourceHandle;
  if (stream->capture.is_capturing()) [[unlikely]] {
    if (const auto node = capture_copy(*stream, request, static_cast<Direction>(kind), given))
      return *node;
  }
  const auto direction = static_cast<Direction>(kind);
  const OtherDevices others(*stream, request, call);
  others.go_before(*stream->stream);
  const Status status = memory::copy(*stream->stream, memory::registry(), request, direction, call);
  others.go_after(*stream->stream);
  if (call == SyncBehaviour::kSynchronous) device::flush_printf();
  return to_cuda(status);
}

namespace {

CopyRequest pitched(void* dst, std::size_t dpitch, const void* src, std::size_t spitch,
                    std::size_t width, std::size_t height) {
  return {.destination = static_cast<char*>(dst),
          .source = static_cast<const char*>(src),
          .box = {width, height, 1},
          .destination_layout = {dpitch, 0},
          .source_layout = {spitch, 0}};
}

cudaError_t copy_2d(void* dst, std::size_t dpitch, const void* src, std::size_t spitch,
                    std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream,
                    SyncBehaviour call) {
  if (width != 0 && height != 0) {
    for (const std::size_t pitch : {dpitch, spitch}) {
      const cudaError_t bad = check_pitch(pitch, width, height);
      if (bad != cudaSuccess) return bad;
    }
  }
  return copy(pitched(dst, dpitch, src, spitch, width, height), kind, stream, call);
}

// Works for cudaMemcpy3DParms and cudaMemcpy3DPeerParms: same fields.
template <class Parameters>
cudaError_t copy_3d(const Parameters* parameters, cudaMemcpyKind kind, cudaStream_t stream,
                    SyncBehaviour call) {
  const auto& extent = parameters->extent;
  if (extent.width == 0 || extent.height == 0 || extent.depth == 0) return cudaSuccess;
  if (!is_kind(kind)) return cudaErrorInvalidMemcpyDirection;
  const auto params = box_copy(*parameters);
  if (!params) return params.error();
  const bool has_array = parameters->srcArray != nullptr || parameters->dstArray != nullptr;
  return copy(params->request(), kind, stream, call, has_array ? &*params : nullptr);
}

cudaError_t copy_3d_peer(const cudaMemcpy3DPeerParms* p, cudaStream_t stream, SyncBehaviour call) {
  if (p == nullptr) return cudaErrorInvalidValue;
  if (!is_device(p->srcDevice) || !is_device(p->dstDevice)) return cudaErrorInvalidDevice;
  return copy_3d(p, cudaMemcpyDeviceToDevice, stream, call);
}

bool are_devices(int first, int second) { return is_device(first) && is_device(second); }

// The part of a variable's storage on the current device; the error of CUDA when it is none.
cudaError_t symbol_range(const void* symbol, std::size_t offset, std::size_t count,
                         char*& address) {
  const auto variable = module::variable_for(symbol, current_context().device());
  if (!variable) return to_cuda(variable.error());
  if (offset > variable->size || count > variable->size - offset) return cudaErrorInvalidValue;
  address = static_cast<char*>(variable->address) + offset;
  return cudaSuccess;
}

cudaError_t copy_to_symbol(const void* symbol, const void* src, std::size_t count,
                           std::size_t offset, cudaMemcpyKind kind, cudaStream_t stream,
                           SyncBehaviour call) {
  if (count == 0) return cudaSuccess;
  char* destination = nullptr;
  const cudaError_t found = symbol_range(symbol, offset, count, destination);
  if (found != cudaSuccess) return found;
  if (kind != cudaMemcpyHostToDevice && kind != cudaMemcpyDeviceToDevice &&
      kind != cudaMemcpyDefault) {
    return cudaErrorInvalidMemcpyDirection;
  }
  return copy(memory::flat_copy(destination, src, count), kind, stream, call);
}

cudaError_t copy_from_symbol(void* dst, const void* symbol, std::size_t count, std::size_t offset,
                             cudaMemcpyKind kind, cudaStream_t stream, SyncBehaviour call) {
  if (count == 0) return cudaSuccess;
  char* source = nullptr;
  const cudaError_t found = symbol_range(symbol, offset, count, source);
  if (found != cudaSuccess) return found;
  if (kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyDeviceToDevice &&
      kind != cudaMemcpyDefault) {
    return cudaErrorInvalidMemcpyDirection;
  }
  return copy(memory::flat_copy(dst, source, count), kind, stream, call);
}

}  // namespace

cudaError_t memcpy(cudaStream_t default_stream, void* dst, const void* src, size_t count,
                   cudaMemcpyKind kind) {
  return copy(memory::flat_copy(dst, src, count), kind, default_stream,
              SyncBehaviour::kSynchronous);
}

cudaError_t memcpy_async(void* dst, const void* src, size_t count, cudaMemcpyKind kind,
                         cudaStream_t stream) {
  return copy(memory::flat_copy(dst, src, count), kind, stream, SyncBehaviour::kAsynchronous);
}

cudaError_t memcpy_2d(cudaStream_t default_stream, void* dst, size_t dpitch, const void* src,
                      size_t spitch, size_t width, size_t height, cudaMemcpyKind kind) {
  return copy_2d(dst, dpitch, src, spitch, width, height, kind, default_stream,
                 SyncBehaviour::kSynchronous);
}

cudaError_t memcpy_2d_async(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                            size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_2d(dst, dpitch, src, spitch, width, height, kind, stream,
                 SyncBehaviour::kAsynchronous);
}

cudaError_t memcpy_3d(cudaStream_t default_stream, const cudaMemcpy3DParms* p) {
  return p == nullptr ? cudaErrorInvalidValue
                      : copy_3d(p, p->kind, default_stream, SyncBehaviour::kSynchronous);
}

cudaError_t memcpy_3d_async(const cudaMemcpy3DParms* p, cudaStream_t stream) {
  return p == nullptr ? cudaErrorInvalidValue
                      : copy_3d(p, p->kind, stream, SyncBehaviour::kAsynchronous);
}

cudaError_t memcpy_3d_peer(cudaStream_t default_stream, const cudaMemcpy3DPeerParms* p) {
  return copy_3d_peer(p, default_stream, SyncBehaviour::kSynchronous);
}

cudaError_t memcpy_3d_peer_async(const cudaMemcpy3DPeerParms* p, cudaStream_t stream) {
  return copy_3d_peer(p, stream, SyncBehaviour::kAsynchronous);
}

cudaError_t memcpy_peer(void* dst, int dstDevice, const void* src, int srcDevice, size_t count) {
  if (count == 0) return cudaSuccess;
  if (!are_devices(srcDevice, dstDevice)) return cudaErrorInvalidDevice;
  return copy(memory::flat_copy(dst, src, count), cudaMemcpyDeviceToDevice, cudaStreamLegacy,
              SyncBehaviour::kSynchronous);
}

cudaError_t memcpy_peer_async(void* dst, int dstDevice, const void* src, int srcDevice,
                              size_t count, cudaStream_t stream) {
  if (count == 0) return cudaSuccess;
  if (!are_devices(srcDevice, dstDevice)) return cudaErrorInvalidDevice;
  return copy(memory::flat_copy(dst, src, count), cudaMemcpyDeviceToDevice, stream,
              SyncBehaviour::kAsynchronous);
}

cudaError_t memcpy_to_symbol(cudaStream_t default_stream, const void* symbol, const void* src,
                             size_t count, size_t offset, cudaMemcpyKind kind) {
  return copy_to_symbol(symbol, src, count, offset, kind, default_stream,
                        SyncBehaviour::kSynchronous);
}

cudaError_t memcpy_to_symbol_async(const void* symbol, const void* src, size_t count, size_t offset,
                                   cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_to_symbol(symbol, src, count, offset, kind, stream, SyncBehaviour::kAsynchronous);
}

cudaError_t memcpy_from_symbol(cudaStream_t default_stream, void* dst, const void* symbol,
                               size_t count, size_t offset, cudaMemcpyKind kind) {
  return copy_from_symbol(dst, symbol, count, offset, kind, default_stream,
                          SyncBehaviour::kSynchronous);
}

cudaError_t memcpy_from_symbol_async(void* dst, const void* symbol, size_t count, size_t offset,
                                     cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_from_symbol(dst, symbol, count, offset, kind, stream, SyncBehaviour::kAsynchronous);
}

cudaError_t get_symbol_address(void** devPtr, const void* symbol) {
  const auto variable = module::variable_for(symbol, current_context().device());
  if (!variable) return to_cuda(variable.error());
  if (devPtr == nullptr) return cudaErrorInvalidValue;
  *devPtr = variable->address;
  return cudaSuccess;
}

cudaError_t get_symbol_size(size_t* size, const void* symbol) {
  const auto variable = module::variable_for(symbol, current_context().device());
  if (!variable) return to_cuda(variable.error());
  if (size == nullptr) return cudaErrorInvalidValue;
  *size = variable->size;
  return cudaSuccess;
}

}  // namespace riffle::api::cudart
