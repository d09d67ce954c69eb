// SPDX-License-Identifier: Apache-2.0
// Batches of compressed blocks, decompressed in a stream: what new GPUs have an engine for.
#include "base/decompress.h"

#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "api/cuda/entry.h"
#include "api/cudart/capture_rule.h"
#include "api/cudart/stream.h"
#include "cuda_bodies.h"
#include "device/cpu/contained.h"
#include "runtime/memory/registry.h"

namespace riffle::api::cuda {
namespace {

struct Block {
  Compression compression;
  std::span<const std::byte> from;
  std::span<std::byte> to;
  std::byte* written;  ///< a number of 32 bits
};
using Batch = std::vector<Block>;

std::optional<Compression> compression_of(CUmemDecompressAlgorithm algorithm) {
  switch (algorithm) {
    case CU_MEM_DECOMPRESS_ALGORITHM_DEFLATE:
      return Compression::kDeflate;
    case CU_MEM_DECOMPRESS_ALGORITHM_SNAPPY:
      return Compression::kSnappy;
    case CU_MEM_DECOMPRESS_ALGORITHM_LZ4:
      return Compression::kLz4;
    default:
      return std::nullopt;
  }
}

/// How many bytes of the device's memory there are from `pointer` on; 0: none.
std::size_t room_at(const void* pointer) {
  const auto allocation = memory::registry().find(pointer);
  if (!allocation || allocation->kind != memory::MemoryType::kDevice) return 0;
  const auto offset = reinterpret_cast<std::uintptr_t>(pointer) -
                      reinterpret_cast<std::uintptr_t>(allocation->base);
  return allocation->bytes - offset;
}

std::optional<Block> block_of(const CUmemDecompressParams& given) {
  const auto compression = compression_of(given.algo);
  const std::size_t room =
      std::min<std::size_t>(room_at(given.dst), std::numeric_limits<std::uint32_t>::max());
  const bool is_padded = std::ranges::any_of(given.padding, [](unsigned char b) { return b != 0; });
  if (!compression || is_padded || given.srcNumBytes == 0 || room == 0 ||
      room_at(given.src) < given.srcNumBytes || room < given.dstNumBytes ||
      room_at(given.dstActBytes) < sizeof(cuuint32_t))
    return std::nullopt;
  return Block{
      .compression = *compression,
      .from = {static_cast<const std::byte*>(given.src), given.srcNumBytes},
      .to = {static_cast<std::byte*>(given.dst), given.dstNumBytes != 0 ? given.dstNumBytes : room},
      .written = reinterpret_cast<std::byte*>(given.dstActBytes)};
}

// Damaged blocks are no fault: the program sees that fewer bytes came than it knows there are.
Code decompress_blocks(const void* payload, std::uint64_t first, std::uint64_t end) noexcept {
  const Batch& batch = **static_cast<const Batch* const*>(payload);
  for (std::uint64_t i = first; i < end; ++i) {
    const Block& block = batch[i];
    const Decompressed done = decompress(block.compression, block.from, block.to);
    const auto written = static_cast<cuuint32_t>(done.bytes);
    std::memcpy(block.written, &written, sizeof written);
  }
  return Code::kOk;
}

void enqueue(engine::Stream& stream, std::unique_ptr<Batch> batch) {
  static constinit engine::Cost cost{.ends = true};
  const engine::RangeOperation operation{
      .run = device::contained<decompress_blocks>,
      .release =
          [](const void* payload) noexcept { delete *static_cast<const Batch* const*>(payload); },
      .cost = &cost,
      .units = batch->size(),
      .payload_bytes = sizeof(Batch*)};
  stream.enqueue(operation,
                 [&](void* payload) { *static_cast<const Batch**>(payload) = batch.get(); });
  batch.release();  // NOLINT(bugprone-unused-return-value): the operation has it
}

}  // namespace

CUresult mem_batch_decompress_async(CUmemDecompressParams* params_array, size_t count,
                                    unsigned int flags, size_t* error_index, CUstream stream) {
  const auto refuse = [&](CUresult why, std::size_t index) {
    if (error_index != nullptr) *error_index = index;
    return why;
  };
  constexpr auto kAll = std::numeric_limits<std::size_t>::max();
  if (params_array == nullptr || count == 0 || flags != 0)
    return refuse(CUDA_ERROR_INVALID_VALUE, kAll);
  const cudart::StreamObject* const object = cudart::find_stream(stream);
  if (object == nullptr) return refuse(CUDA_ERROR_INVALID_HANDLE, kAll);
  if (graph::is_any_capture_in_progress()) {
    if (const cudaError_t bad = cudart::capture_rule::unable(stream); bad != cudaSuccess)
      return refuse(to_result(bad), kAll);
  }
  auto batch = std::make_unique<Batch>();
  for (std::size_t i = 0; i < count; ++i) {
    const auto block = block_of(params_array[i]);
    if (!block) return refuse(CUDA_ERROR_INVALID_VALUE, i);
    batch->push_back(*block);
  }
  enqueue(*object->stream, std::move(batch));
  return CUDA_SUCCESS;
}

}  // namespace riffle::api::cuda
