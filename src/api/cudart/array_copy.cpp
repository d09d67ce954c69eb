// SPDX-License-Identifier: Apache-2.0
// Copies to, from and between arrays: boxes of elements, rectangles of bytes, and runs of bytes that
// go on in the next row.
#include "api/cudart/array_copy.h"

#include <algorithm>

#include "api/cudart/array.h"
#include "api/cudart/entry.h"
#include "api/cudart/memory_copy.h"
#include "api/cudart/pitch.h"
#include "cudart_bodies.h"

namespace riffle::api::cudart {
namespace {

using graph::CopyParams;
using graph::CopySide;
using memory::CopyExtent;
using memory::SyncBehaviour;

CopySide side_of(cudaArray_const_t handle, const memory::Array& array, std::size_t x, std::size_t y,
                 std::size_t z = 0) {
  return {.pointer = array.base,
          .pitch_bytes = array.layout.row_pitch_bytes,
          .height = array.extent.rows(),
          .x = x,
          .y = y,
          .z = z,
          .array = reinterpret_cast<std::uintptr_t>(handle)};
}

CopySide side_of(const void* pointer, std::size_t pitch_bytes) {
  return {.pointer = static_cast<char*>(const_cast<void*>(pointer)), .pitch_bytes = pitch_bytes};
}

/// `box` in bytes. `has_array`: on one side or both.
Converted<CopySide> side_of(const BoxSide& side, const CopyExtent& box, std::size_t element_bytes,
                            bool has_array) {
  const std::size_t x = side.position.x * element_bytes;
  if (side.array == nullptr) {
    const cudaPitchedPtr& pointer = side.pointer;
    if (pointer.ptr == nullptr) return std::unexpected(cudaErrorInvalidValue);
    if (!lie_inside(pointer.pitch, x, box.width, box.rows() == 1) ||
        !lie_inside(pointer.ysize, side.position.y, box.height, box.depth == 1)) {
      return std::unexpected(cudaErrorInvalidValue);
    }
    CopySide memory = side_of(pointer.ptr, pointer.pitch);
    memory.height = pointer.ysize;
    if (!has_array) memory.row_bytes = pointer.xsize;
    memory.x = x;
    memory.y = side.position.y;
    memory.z = side.position.z;
    return memory;
  }
  const ArrayObject* const object = find_array(side.array);
  if (object == nullptr) return std::unexpected(cudaErrorInvalidResourceHandle);
  if (object->array.element_bytes != element_bytes || side.pointer.ptr != nullptr ||
      !object->array.contains(x, side.position.y, side.position.z, box)) {
    return std::unexpected(cudaErrorInvalidValue);
  }
  return side_of(side.array, object->array, x, side.position.y, side.position.z);
}

/// A place in an array, in bytes and rows.
struct Place {
  cudaArray_const_t handle;
  std::size_t x;
  std::size_t y;
};

const memory::Array* array_at(const Place& place) {
  const ArrayObject* const object = find_array(place.handle);
  return object == nullptr ? nullptr : &object->array;
}

cudaError_t copy_params(const CopyParams& params, cudaMemcpyKind kind, cudaStream_t stream,
                        SyncBehaviour call) {
  return copy(params.request(), kind, stream, call, &params);
}

bool is_into_array(cudaMemcpyKind kind) {
  return kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice ||
         kind == cudaMemcpyDefault;
}

bool is_out_of_array(cudaMemcpyKind kind) {
  return kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice ||
         kind == cudaMemcpyDefault;
}

bool is_between_arrays(cudaMemcpyKind kind) {
  return kind == cudaMemcpyDeviceToDevice || kind == cudaMemcpyDefault;
}

// ---- Rectangles ----

enum class Way : std::uint8_t { kToArray, kFromArray };

cudaError_t copy_rectangle(Way way, const Place& place, const void* memory, std::size_t pitch,
                           const CopyExtent& box, cudaMemcpyKind kind, cudaStream_t stream,
                           SyncBehaviour call) {
  if (box.is_empty()) return cudaSuccess;
  if (way == Way::kToArray ? !is_into_array(kind) : !is_out_of_array(kind))
    return cudaErrorInvalidMemcpyDirection;
  const memory::Array* const array = array_at(place);
  if (array == nullptr) return cudaErrorInvalidResourceHandle;
  if (memory == nullptr || !array->contains(place.x, place.y, 0, box)) return cudaErrorInvalidValue;
  if (const cudaError_t bad = check_pitch(pitch, box.width, box.height); bad != cudaSuccess) {
    return bad;
  }
  CopyParams params;
  params.extent = box;
  params.element_bytes = array->element_bytes;
  const CopySide inside = side_of(place.handle, *array, place.x, place.y);
  const CopySide outside = side_of(memory, pitch);
  params.destination = way == Way::kToArray ? inside : outside;
  params.source = way == Way::kToArray ? outside : inside;
  return copy_params(params, kind, stream, call);
}

cudaError_t copy_rectangle(const Place& to, const Place& from, const CopyExtent& box,
                           cudaMemcpyKind kind, cudaStream_t stream) {
  if (box.is_empty()) return cudaSuccess;
  if (!is_between_arrays(kind)) return cudaErrorInvalidMemcpyDirection;
  const memory::Array* const origin = array_at(from);
  if (origin == nullptr) return cudaErrorInvalidResourceHandle;
  if (to.handle == nullptr) return cudaErrorInvalidValue;  // as hardware, for rectangles only
  const memory::Array* const target = array_at(to);
  if (target == nullptr) return cudaErrorInvalidResourceHandle;
  if (!target->contains(to.x, to.y, 0, box) || !origin->contains(from.x, from.y, 0, box))
    return cudaErrorInvalidValue;
  CopyParams params;
  params.extent = box;
  params.element_bytes = target->element_bytes;
  params.destination = side_of(to.handle, *target, to.x, to.y);
  params.source = side_of(from.handle, *origin, from.x, from.y);
  return copy_params(params, kind, stream, SyncBehaviour::kSynchronous);
}

// ---- Runs of bytes that go on in the next row ----

/// Whether `count` bytes from the place on lie in the array's first slice.
bool contains_run(const memory::Array& array, const Place& place, std::size_t count) {
  const std::size_t row = array.row_bytes();
  if (place.x >= row || place.y >= array.extent.rows()) return false;
  return count <= (array.extent.rows() - place.y) * row - place.x;
}

/// The next piece of a run: the rest of a row, or all whole rows.
CopyExtent next_piece(const memory::Array& array, const Place& place, std::size_t count) {
  const std::size_t row = array.row_bytes();
  if (place.x == 0 && count >= row) return {row, count / row, 1};
  return {std::min(row - place.x, count), 1, 1};
}

void advance(const memory::Array& array, Place& place, std::size_t bytes) {
  const std::size_t at = place.x + bytes;
  place.x = at % array.row_bytes();
  place.y += at / array.row_bytes();
}

cudaError_t copy_run(Way way, Place place, const void* memory, std::size_t count,
                     cudaMemcpyKind kind, cudaStream_t stream, SyncBehaviour call) {
  // As hardware: of an unknown kind it copies nothing, and does not say so.
  if (count == 0 || !is_kind(kind)) return cudaSuccess;
  if (way == Way::kToArray ? !is_into_array(kind) : !is_out_of_array(kind))
    return cudaErrorInvalidMemcpyDirection;
  const memory::Array* const array = array_at(place);
  if (array == nullptr) return cudaErrorInvalidResourceHandle;
  if (memory == nullptr || !contains_run(*array, place, count)) return cudaErrorInvalidValue;
  const char* at = static_cast<const char*>(memory);
  while (count != 0) {
    const CopyExtent box = next_piece(*array, place, count);
    const cudaError_t copied =
        copy_rectangle(way, place, at, array->row_bytes(), box, kind, stream, call);
    if (copied != cudaSuccess) return copied;
    at += box.bytes();
    count -= box.bytes();
    advance(*array, place, box.bytes());
  }
  return cudaSuccess;
}

cudaError_t copy_run(Place to, Place from, std::size_t count, cudaMemcpyKind kind,
                     cudaStream_t stream) {
  if (count == 0) return cudaSuccess;
  if (!is_between_arrays(kind)) return cudaErrorInvalidMemcpyDirection;
  const memory::Array* const target = array_at(to);
  const memory::Array* const origin = array_at(from);
  if (target == nullptr || origin == nullptr) return cudaErrorInvalidResourceHandle;
  if (!contains_run(*target, to, count) || !contains_run(*origin, from, count))
    return cudaErrorInvalidValue;
  while (count != 0) {
    CopyExtent box = next_piece(*target, to, count);
    const CopyExtent other = next_piece(*origin, from, count);
    if (box.width != other.width) box = {std::min(box.width, other.width), 1, 1};
    box.height = std::min(box.height, other.height);
    if (const cudaError_t copied = copy_rectangle(to, from, box, kind, stream);
        copied != cudaSuccess)
      return copied;
    count -= box.bytes();
    advance(*target, to, box.bytes());
    advance(*origin, from, box.bytes());
  }
  return cudaSuccess;
}

}  // namespace

Converted<CopyParams> box_copy(const BoxSide& source, const BoxSide& destination,
                               const cudaExtent& extent) {
  for (const BoxSide* const side : {&source, &destination}) {
    if (side->array == nullptr && side->pointer.ptr != nullptr && overlap(side->pointer, extent))
      return std::unexpected(cudaErrorInvalidPitchValue);
  }
  CopyParams params;
  const cudaArray_t any = destination.array != nullptr ? destination.array : source.array;
  if (any != nullptr) {
    const ArrayObject* const object = find_array(any);
    if (object == nullptr) return std::unexpected(cudaErrorInvalidResourceHandle);
    params.element_bytes = object->array.element_bytes;
  }
  params.extent = {extent.width * params.element_bytes, extent.height, extent.depth};
  const auto to = side_of(destination, params.extent, params.element_bytes, any != nullptr);
  if (!to) return std::unexpected(to.error());
  const auto from = side_of(source, params.extent, params.element_bytes, any != nullptr);
  if (!from) return std::unexpected(from.error());
  params.destination = *to;
  params.source = *from;
  return params;
}

cudaError_t memcpy_2d_to_array(cudaStream_t default_stream, cudaArray_t dst, size_t wOffset,
                               size_t hOffset, const void* src, size_t spitch, size_t width,
                               size_t height, cudaMemcpyKind kind) {
  return copy_rectangle(Way::kToArray, {dst, wOffset, hOffset}, src, spitch, {width, height, 1},
                        kind, default_stream, SyncBehaviour::kSynchronous);
}

cudaError_t memcpy_2d_to_array_async(cudaArray_t dst, size_t wOffset, size_t hOffset,
                                     const void* src, size_t spitch, size_t width, size_t height,
                                     cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_rectangle(Way::kToArray, {dst, wOffset, hOffset}, src, spitch, {width, height, 1},
                        kind, stream, SyncBehaviour::kAsynchronous);
}

cudaError_t memcpy_2d_from_array(cudaStream_t default_stream, void* dst, size_t dpitch,
                                 cudaArray_const_t src, size_t wOffset, size_t hOffset,
                                 size_t width, size_t height, cudaMemcpyKind kind) {
  return copy_rectangle(Way::kFromArray, {src, wOffset, hOffset}, dst, dpitch, {width, height, 1},
                        kind, default_stream, SyncBehaviour::kSynchronous);
}

cudaError_t memcpy_2d_from_array_async(void* dst, size_t dpitch, cudaArray_const_t src,
                                       size_t wOffset, size_t hOffset, size_t width, size_t height,
                                       cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_rectangle(Way::kFromArray, {src, wOffset, hOffset}, dst, dpitch, {width, height, 1},
                        kind, stream, SyncBehaviour::kAsynchronous);
}

cudaError_t memcpy_2d_array_to_array(cudaStream_t default_stream, cudaArray_t dst,
                                     size_t wOffsetDst, size_t hOffsetDst, cudaArray_const_t src,
                                     size_t wOffsetSrc, size_t hOffsetSrc, size_t width,
                                     size_t height, cudaMemcpyKind kind) {
  return copy_rectangle({dst, wOffsetDst, hOffsetDst}, {src, wOffsetSrc, hOffsetSrc},
                        {width, height, 1}, kind, default_stream);
}

cudaError_t memcpy_to_array(cudaStream_t default_stream, cudaArray_t dst, size_t wOffset,
                            size_t hOffset, const void* src, size_t count, cudaMemcpyKind kind) {
  return copy_run(Way::kToArray, {dst, wOffset, hOffset}, src, count, kind, default_stream,
                  SyncBehaviour::kSynchronous);
}

cudaError_t memcpy_to_array_async(cudaArray_t dst, size_t wOffset, size_t hOffset, const void* src,
                                  size_t count, cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_run(Way::kToArray, {dst, wOffset, hOffset}, src, count, kind, stream,
                  SyncBehaviour::kAsynchronous);
}

cudaError_t memcpy_from_array(cudaStream_t default_stream, void* dst, cudaArray_const_t src,
                              size_t wOffset, size_t hOffset, size_t count, cudaMemcpyKind kind) {
  return copy_run(Way::kFromArray, {src, wOffset, hOffset}, dst, count, kind, default_stream,
                  SyncBehaviour::kSynchronous);
}

cudaError_t memcpy_from_array_async(void* dst, cudaArray_const_t src, size_t wOffset,
                                    size_t hOffset, size_t count, cudaMemcpyKind kind,
                                    cudaStream_t stream) {
  return copy_run(Way::kFromArray, {src, wOffset, hOffset}, dst, count, kind, stream,
                  SyncBehaviour::kAsynchronous);
}

cudaError_t memcpy_array_to_array(cudaStream_t default_stream, cudaArray_t dst, size_t wOffsetDst,
                                  size_t hOffsetDst, cudaArray_const_t src, size_t wOffsetSrc,
                                  size_t hOffsetSrc, size_t count, cudaMemcpyKind kind) {
  return copy_run({dst, wOffsetDst, hOffsetDst}, {src, wOffsetSrc, hOffsetSrc}, count, kind,
                  default_stream);
}

}  // namespace riffle::api::cudart
