// SPDX-License-Identifier: Apache-2.0
#include "libraries/nccl/words.h"

#include <cuda.h>

namespace riffle::nccl {
namespace {

constexpr std::size_t kWordsOfChunk = 256;

cudaError_t result_of(CUresult result) {
  switch (result) {
    case CUDA_SUCCESS:
      return cudaSuccess;
    case CUDA_ERROR_OUT_OF_MEMORY:
      return cudaErrorMemoryAllocation;
    default:
      return static_cast<cudaError_t>(result);
  }
}

RiffleSignal signal_of(const SyncWord& word) {
  constexpr std::uint64_t kWords = 3;
  return {.channel = {kWords, reinterpret_cast<std::uintptr_t>(word.place)},
          .number = word.value,
          .is_local = true};
}

}  // namespace

WordPool::~WordPool() {
  for (void* chunk : chunks_) cudaFreeHost(chunk);
}

SyncWord WordPool::take() {
  const std::scoped_lock lock(mutex_);
  for (std::size_t tried = 0; tried < words_.size(); ++tried) {
    SyncWord& word = words_[next_++ % words_.size()];
    if (std::atomic_ref(*word.place).load(std::memory_order_acquire) != word.value) continue;
    ++word.value;
    return word;
  }
  void* chunk = nullptr;
  // A call that makes memory is refused while some stream of the thread is captured.
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  cudaThreadExchangeStreamCaptureMode(&mode);
  const cudaError_t error =
      cudaHostAlloc(&chunk, kWordsOfChunk * sizeof(std::uint32_t), cudaHostAllocPortable);
  cudaThreadExchangeStreamCaptureMode(&mode);
  if (error != cudaSuccess) return {};
  riffle_owns_memory(chunk, kWordsOfChunk * sizeof(std::uint32_t));
  chunks_.push_back(chunk);
  auto* const places = static_cast<std::uint32_t*>(chunk);
  next_ = words_.size();
  for (std::size_t i = 0; i < kWordsOfChunk; ++i) {
    places[i] = 0;
    words_.push_back({.place = places + i, .value = 0});
  }
  SyncWord& word = words_[next_++];
  ++word.value;
  return word;
}

cudaError_t enqueue_wait(cudaStream_t stream, const SyncWord& word) {
  const RiffleSignal signal = signal_of(word);
  return enqueue_wait(stream, word, std::span(&signal, 1));
}

cudaError_t enqueue_wait(cudaStream_t stream, const SyncWord& word,
                         std::span<const RiffleSignal> signals) {
  for (const RiffleSignal& signal : signals) riffle_awaits_signal(stream, &signal);
  return result_of(cuStreamWaitValue32(stream, reinterpret_cast<CUdeviceptr>(word.place),
                                       word.value, CU_STREAM_WAIT_VALUE_GEQ));
}

cudaError_t enqueue_wait_again(cudaStream_t stream, const SyncWord& word) {
  const auto place = reinterpret_cast<CUdeviceptr>(word.place);
  CUstreamBatchMemOpParams both[2] = {};
  both[0].waitValue.operation = CU_STREAM_MEM_OP_WAIT_VALUE_32;
  both[0].waitValue.address = place;
  both[0].waitValue.value = word.value;
  both[0].waitValue.flags = CU_STREAM_WAIT_VALUE_EQ;
  both[1].writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
  both[1].writeValue.address = place;
  both[1].writeValue.value = word.value - 1;
  return result_of(cuStreamBatchMemOp(stream, 2, both, 0));
}

cudaError_t enqueue_write(cudaStream_t stream, const SyncWord& word) {
  const RiffleSignal signal = signal_of(word);
  riffle_gave_signal(stream, &signal);
  return result_of(cuStreamWriteValue32(stream, reinterpret_cast<CUdeviceptr>(word.place),
                                        word.value, CU_STREAM_WRITE_VALUE_DEFAULT));
}

}  // namespace riffle::nccl
