// SPDX-License-Identifier: Apache-2.0
// Stream memory operations: a stream writes a word, or waits until a word has a value.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <thread>

#include "api/cuda/entry.h"
#include "api/cudart/stream.h"
#include "cuda_bodies.h"
#include "cudart_calls.h"
#include "runtime/memory/registry.h"

namespace riffle::api::cuda {
namespace {

struct Value {
  CUdeviceptr address;
  std::uint64_t value;
  unsigned flags;
  bool is_wide;

  template <class Word>
  [[nodiscard]] std::atomic_ref<Word> word() const {
    return std::atomic_ref<Word>(*reinterpret_cast<Word*>(address));
  }
};

Code write_value(const void* payload, std::uint64_t, std::uint64_t) noexcept {
  const auto& write = *static_cast<const Value*>(payload);
  if (write.is_wide) {
    write.word<std::uint64_t>().store(write.value);
  } else {
    write.word<std::uint32_t>().store(static_cast<std::uint32_t>(write.value));
  }
  return Code::kOk;
}

template <class Word>
bool holds(const Value& wait) {
  const Word seen = wait.word<Word>().load();
  const auto value = static_cast<Word>(wait.value);
  switch (wait.flags & 3U) {
    case CU_STREAM_WAIT_VALUE_GEQ:  // cyclic: the difference is not negative
      return static_cast<std::make_signed_t<Word>>(seen - value) >= 0;
    case CU_STREAM_WAIT_VALUE_EQ:
      return seen == value;
    case CU_STREAM_WAIT_VALUE_AND:
      return (seen & value) != 0;
    default:
      return static_cast<Word>(~(seen | value)) != 0;
  }
}

struct Wait {
  Value value;
  const engine::Context* context;
};

// Anything may write the word, also another device's kernel or the program itself: nobody can be asked to tell.
void wait_for_value(void* user, Code) {
  const std::unique_ptr<Wait> wait(static_cast<Wait*>(user));
  for (unsigned round = 0; wait->context->fault() == Code::kOk; ++round) {
    if (wait->value.is_wide ? holds<std::uint64_t>(wait->value) : holds<std::uint32_t>(wait->value))
      return;
    if (round < 1000) {
      std::this_thread::yield();
    } else {
      std::this_thread::sleep_for(std::chrono::microseconds(20));
    }
  }
}

CUresult check_place(const Value& value) {
  const std::size_t bytes = value.is_wide ? 8 : 4;
  const auto memory = memory::registry().find(reinterpret_cast<const void*>(value.address));
  const bool is_there =
      memory && memory->contains(reinterpret_cast<const void*>(value.address), bytes);
  return is_there && value.address % bytes == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/// Checked, with a stream that does not capture.
CUresult enqueue(cudart::StreamObject& stream, const Value& value, bool is_wait) {
  if (!is_wait) {
    const engine::RangeOperation operation{.run = write_value, .payload_bytes = sizeof(Value)};
    stream.stream->enqueue(operation, [&](void* payload) { new (payload) Value(value); });
    return CUDA_SUCCESS;
  }
  auto wait = std::make_unique<Wait>(value, &stream.stream->context());
  stream.stream->enqueue_host_function(wait_for_value, wait.get(), true);
  wait.release();  // NOLINT(bugprone-unused-return-value): the operation has it
  return CUDA_SUCCESS;
}

CUresult check_flags(const Value& value, bool is_wait) {
  const unsigned known =
      is_wait ? 3U | CU_STREAM_WAIT_VALUE_FLUSH : unsigned{CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER};
  return (value.flags & ~known) == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult check_stream(CUstream handle, cudart::StreamObject*& stream) {
  stream = cudart::find_stream(handle);
  if (stream == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  if (!stream->capture.is_capturing()) return CUDA_SUCCESS;
  return CUDA_ERROR_NOT_SUPPORTED;  // graphs have no nodes of this kind yet
}

CUresult operate(CUstream handle, const Value& value, bool is_wait) {
  cudart::StreamObject* stream = nullptr;
  if (const CUresult bad = check_stream(handle, stream); bad != CUDA_SUCCESS) return bad;
  if (const CUresult bad = check_flags(value, is_wait); bad != CUDA_SUCCESS) return bad;
  if (const CUresult bad = check_place(value); bad != CUDA_SUCCESS) return bad;
  return enqueue(*stream, value, is_wait);
}

}  // namespace

CUresult stream_wait_value_32_v2(CUstream stream, CUdeviceptr addr, cuuint32_t value,
                                 unsigned int flags) {
  return operate(stream, {addr, value, flags, false}, true);
}

CUresult stream_wait_value_64_v2(CUstream stream, CUdeviceptr addr, cuuint64_t value,
                                 unsigned int flags) {
  return operate(stream, {addr, value, flags, true}, true);
}

CUresult stream_write_value_32_v2(CUstream stream, CUdeviceptr addr, cuuint32_t value,
                                  unsigned int flags) {
  return operate(stream, {addr, value, flags, false}, false);
}

CUresult stream_write_value_64_v2(CUstream stream, CUdeviceptr addr, cuuint64_t value,
                                  unsigned int flags) {
  return operate(stream, {addr, value, flags, true}, false);
}

CUresult stream_batch_mem_op_v2(CUstream handle, unsigned int count,
                                CUstreamBatchMemOpParams* param_array, unsigned int flags) {
  constexpr unsigned kMost = 256;
  if ((param_array == nullptr && count != 0) || count > kMost || flags != 0)
    return CUDA_ERROR_INVALID_VALUE;
  cudart::StreamObject* stream = nullptr;
  if (const CUresult bad = check_stream(handle, stream); bad != CUDA_SUCCESS) return bad;
  const std::span operations(param_array, count);
  const auto visit = [&](auto&& act) {
    for (const CUstreamBatchMemOpParams& operation : operations) {
      CUresult result = CUDA_SUCCESS;
      switch (operation.operation) {
        case CU_STREAM_MEM_OP_WAIT_VALUE_32:
        case CU_STREAM_MEM_OP_WAIT_VALUE_64: {
          const auto& wait = operation.waitValue;
          const bool is_wide = operation.operation == CU_STREAM_MEM_OP_WAIT_VALUE_64;
          result = act(
              Value{wait.address, is_wide ? wait.value64 : wait.value, wait.flags, is_wide}, true);
          break;
        }
        case CU_STREAM_MEM_OP_WRITE_VALUE_32:
        case CU_STREAM_MEM_OP_WRITE_VALUE_64: {
          const auto& write = operation.writeValue;
          const bool is_wide = operation.operation == CU_STREAM_MEM_OP_WRITE_VALUE_64;
          result =
              act(Value{write.address, is_wide ? write.value64 : write.value, write.flags, is_wide},
                  false);
          break;
        }
        case CU_STREAM_MEM_OP_BARRIER:
        case CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES:
          break;  // writes are ordered, and no other device writes past the caches
        default:
          result = CUDA_ERROR_INVALID_VALUE;
      }
      if (result != CUDA_SUCCESS) return result;
    }
    return CUDA_SUCCESS;
  };
  const CUresult good = visit([](const Value& value, bool is_wait) {
    const CUresult bad = check_flags(value, is_wait);
    return bad != CUDA_SUCCESS ? bad : check_place(value);
  });
  if (good != CUDA_SUCCESS) return good;
  return visit([&](const Value& value, bool is_wait) { return enqueue(*stream, value, is_wait); });
}

}  // namespace riffle::api::cuda
