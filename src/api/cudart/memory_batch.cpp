// SPDX-License-Identifier: Apache-2.0
// Many copies by one call. All are checked before the first is enqueued: a batch is taken whole or
// not at all.
#include <limits>
#include <optional>
#include <span>

#include "api/cudart/array.h"
#include "api/cudart/array_copy.h"
#include "api/cudart/capture_rule.h"
#include "api/cudart/entry.h"
#include "api/cudart/memory_batch.h"
#include "cudart_bodies.h"
#include "runtime/memory/transfer.h"

namespace riffle::api::cudart {
namespace {

using memory::CopyRequest;
using memory::Direction;

// Batches do not take the legacy stream, as hardware does not.
const StreamObject* batch_stream(cudaStream_t handle) {
  return handle == nullptr || handle == cudaStreamLegacy ? nullptr : find_stream(handle);
}

bool is_access_order(cudaMemcpySrcAccessOrder order) {
  return order >= cudaMemcpySrcAccessOrderStream && order <= cudaMemcpySrcAccessOrderAny;
}

bool are_flags(unsigned flags) { return flags <= cudaMemcpyFlagPreferOverlapWithCompute; }

memory::SourceAccess access_of(cudaMemcpySrcAccessOrder order) {
  return order == cudaMemcpySrcAccessOrderDuringApiCall ? memory::SourceAccess::kDuringCall
                                                        : memory::SourceAccess::kInStream;
}

bool are_attributes(std::span<const cudaMemcpyAttributes> attributes, const size_t* first,
                    size_t copies) {
  if (attributes.empty() || attributes.size() > copies || first[0] != 0) return false;
  for (size_t i = 0; i < attributes.size(); ++i) {
    if (!is_access_order(attributes[i].srcAccessOrder) || !are_flags(attributes[i].flags))
      return false;
    if (i > 0 && first[i] <= first[i - 1]) return false;
  }
  return first[attributes.size() - 1] < copies;
}

bool is_array(const cudaMemcpy3DOperand& operand) {
  return operand.type == cudaMemcpyOperandTypeArray;
}

bool is_operand(const cudaMemcpy3DOperand& operand) {
  return operand.type == cudaMemcpyOperandTypePointer || is_array(operand);
}

// What extents, offsets and row lengths of an operation count: the elements of its arrays, or bytes.
size_t element_bytes(const cudaMemcpy3DBatchOp& operation) {
  for (const cudaMemcpy3DOperand* const operand : {&operation.dst, &operation.src}) {
    if (!is_array(*operand)) continue;
    const ArrayObject* const object = find_array(operand->op.array.array);
    return object == nullptr ? 0 : object->array.element_bytes;
  }
  return 1;
}

// One side of a copy of `extent`; nothing when the operand is none.
std::optional<BoxSide> side_of(const cudaMemcpy3DOperand& operand, const cudaExtent& extent,
                               size_t element_bytes) {
  if (is_array(operand)) {
    const auto& [array, offset] = operand.op.array;
    return BoxSide{array, {}, {offset.x, offset.y, offset.z}};
  }
  const auto& at = operand.op.ptr;
  const size_t row = at.rowLength == 0 ? extent.width : at.rowLength;
  const size_t rows = at.layerHeight == 0 ? extent.height : at.layerHeight;
  if (at.ptr == nullptr || row < extent.width || rows < extent.height) return std::nullopt;
  return BoxSide{nullptr, {at.ptr, row * element_bytes, row, rows}, {}};
}

cudaError_t box_request(const cudaMemcpy3DBatchOp& operation, CopyRequest& request) {
  const cudaExtent& extent = operation.extent;
  if (!is_access_order(operation.srcAccessOrder) || !are_flags(operation.flags) ||
      extent.width == 0 || extent.height == 0 || extent.depth == 0 || !is_operand(operation.src) ||
      !is_operand(operation.dst)) {
    return cudaErrorInvalidValue;
  }
  const size_t bytes = element_bytes(operation);
  const auto source = side_of(operation.src, extent, bytes);
  const auto destination = side_of(operation.dst, extent, bytes);
  if (!source || !destination) return cudaErrorInvalidValue;
  const auto params = box_copy(*source, *destination, extent);
  if (!params) return cudaErrorInvalidValue;
  request = params->request();
  return to_cuda(memory::check_copy(memory::registry(), request, Direction::kDefault));
}

/// Writes to `failed` which copy an error is about.
cudaError_t copy_flat(void* const* dsts, const void* const* srcs, const size_t* sizes, size_t count,
                      cudaMemcpyAttributes* attrs, size_t* attrsIdxs, size_t numAttrs,
                      cudaStream_t stream, size_t& failed) {
  const StreamObject* const object = batch_stream(stream);
  if (object == nullptr || dsts == nullptr || srcs == nullptr || sizes == nullptr ||
      attrs == nullptr || attrsIdxs == nullptr || count == 0 ||
      !are_attributes({attrs, numAttrs}, attrsIdxs, count)) {
    return cudaErrorInvalidValue;
  }
  for (size_t i = 0; i < count; ++i) {
    failed = i;
    if (sizes[i] == 0) return cudaErrorInvalidValue;
    const CopyRequest request = memory::flat_copy(dsts[i], srcs[i], sizes[i]);
    if (const Status good = memory::check_copy(memory::registry(), request, Direction::kDefault);
        !good) {
      return to_cuda(good);
    }
  }
  size_t attribute = 0;
  for (size_t i = 0; i < count; ++i) {
    failed = i;
    if (attribute + 1 < numAttrs && attrsIdxs[attribute + 1] == i) ++attribute;
    const Status copied = memory::copy_batched(*object->stream, memory::registry(),
                                               memory::flat_copy(dsts[i], srcs[i], sizes[i]),
                                               access_of(attrs[attribute].srcAccessOrder));
    if (!copied) return to_cuda(copied);
  }
  return cudaSuccess;
}

cudaError_t copy_boxes(size_t numOps, cudaMemcpy3DBatchOp* opList, unsigned long long flags,
                       cudaStream_t stream, size_t& failed) {
  const StreamObject* const object = batch_stream(stream);
  if (object == nullptr || opList == nullptr || numOps == 0 || flags != 0)
    return cudaErrorInvalidValue;
  CopyRequest request;
  for (size_t i = 0; i < numOps; ++i) {
    failed = i;
    if (const cudaError_t bad = box_request(opList[i], request); bad != cudaSuccess) return bad;
  }
  for (size_t i = 0; i < numOps; ++i) {
    failed = i;
    if (const cudaError_t bad = box_request(opList[i], request); bad != cudaSuccess) return bad;
    const Status copied = memory::copy_batched(*object->stream, memory::registry(), request,
                                               access_of(opList[i].srcAccessOrder));
    if (!copied) return to_cuda(copied);
  }
  return cudaSuccess;
}

/// The earlier form's entry points share this rule of the newest one.
cudaError_t refused(cudaStream_t stream) {
  return graph::is_any_capture_in_progress() ? capture_rule::unable(stream) : cudaSuccess;
}

constexpr size_t kNoCopy = std::numeric_limits<size_t>::max();

}  // namespace

cudaError_t memcpy_batch_async(void* const* dsts, const void* const* srcs, const size_t* sizes,
                               size_t count, cudaMemcpyAttributes* attrs, size_t* attrsIdxs,
                               size_t numAttrs, cudaStream_t stream) {
  size_t failed = kNoCopy;
  return copy_flat(dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, stream, failed);
}

cudaError_t memcpy_batch_async(void** dsts, void** srcs, size_t* sizes, size_t count,
                               cudaMemcpyAttributes* attrs, size_t* attrsIdxs, size_t numAttrs,
                               size_t* failIdx, cudaStream_t stream) {
  size_t failed = kNoCopy;
  if (const cudaError_t bad = refused(stream); bad != cudaSuccess) return bad;
  const cudaError_t result =
      copy_flat(dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, stream, failed);
  if (result != cudaSuccess && failIdx != nullptr) *failIdx = failed;
  return result;
}

cudaError_t memcpy_3d_batch_async(size_t numOps, cudaMemcpy3DBatchOp* opList,
                                  unsigned long long flags, cudaStream_t stream) {
  size_t failed = kNoCopy;
  return copy_boxes(numOps, opList, flags, stream, failed);
}

cudaError_t memcpy_3d_batch_async(size_t numOps, cudaMemcpy3DBatchOp* opList, size_t* failIdx,
                                  unsigned long long flags, cudaStream_t stream) {
  size_t failed = kNoCopy;
  if (const cudaError_t bad = refused(stream); bad != cudaSuccess) return bad;
  const cudaError_t result = copy_boxes(numOps, opList, flags, stream, failed);
  if (result != cudaSuccess && failIdx != nullptr) *failIdx = failed;
  return result;
}

}  // namespace riffle::api::cudart
