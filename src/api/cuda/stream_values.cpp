// SPDX-License-Identifier: Apache-2.0
// Stream memory operations: a stream writes a word, or waits until a word has a value.
#include "api/cuda/stream_values.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <thread>
#include <type_traits>

#include "api/cuda/context.h"
#include "api/cuda/entry.h"
#include "api/cudart/captured.h"
#include "api/cudart/declared.h"
#include "cuda_bodies.h"
#include "cudart_calls.h"
#include "runtime/engine/observer.h"
#include "runtime/engine/schedule.h"
#include "runtime/engine/until.h"
#include "runtime/memory/registry.h"

namespace riffle::api::cuda {
namespace {

using Values = std::vector<ValueOperation>;
constexpr unsigned kMostOperations = 256;

template <class Word>
std::atomic_ref<Word> word(const ValueOperation& operation) {
  return std::atomic_ref<Word>(*reinterpret_cast<Word*>(operation.address));
}

void write(const ValueOperation& operation) {
  if (operation.is_wide) {
    word<std::uint64_t>(operation).store(operation.value);
  } else {
    word<std::uint32_t>(operation).store(static_cast<std::uint32_t>(operation.value));
  }
}

Code write_value(const void* payload, std::uint64_t, std::uint64_t) noexcept {
  write(*static_cast<const ValueOperation*>(payload));
  engine::look_at_conditions();
  return Code::kOk;
}

template <class Word>
bool holds(const ValueOperation& wait) {
  const Word seen = word<Word>(wait).load();
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

bool holds(const ValueOperation& wait) {
  return wait.is_wide ? holds<std::uint64_t>(wait) : holds<std::uint32_t>(wait);
}

// Anything may write the word, also another device's kernel or the program itself: nobody can be asked to tell.
void wait_for(const ValueOperation& wait, const engine::ContextStreams& context) {
  for (unsigned round = 0; context.fault() == Code::kOk; ++round) {
    if (holds(wait)) return;
    if (round < 1000) {
      std::this_thread::yield();
    } else {
      std::this_thread::sleep_for(std::chrono::microseconds(20));
    }
  }
}

struct Wait {
  ValueOperation operation;
  const engine::ContextStreams* context;
};

void wait_for_value(void* user, Code) {
  const std::unique_ptr<Wait> wait(static_cast<Wait*>(user));
  wait_for(wait->operation, *wait->context);
}

CUresult check(const ValueOperation& operation) {
  const unsigned known = operation.is_wait ? 3U | CU_STREAM_WAIT_VALUE_FLUSH
                                           : unsigned{CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER};
  const bool is_good =
      (operation.flags & ~known) == 0 && operation.address % (operation.is_wide ? 8 : 4) == 0;
  return is_good ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

bool is_in_memory(const ValueOperation& operation) {
  const auto* const place = reinterpret_cast<const void*>(operation.address);
  const auto memory = memory::registry().find(place);
  return memory && memory->contains(place, operation.is_wide ? 8 : 4);
}

void enqueue(cudart::StreamObject& stream, const ValueOperation& operation) {
  if (!operation.is_wait) {
    const engine::RangeOperation range{.run = write_value, .payload_bytes = sizeof operation};
    stream.stream->enqueue(range, [&](void* payload) { new (payload) ValueOperation(operation); });
    return;
  }
  if (!cudart::take_declared_wait()) engine::notify_ordered_from_outside(*stream.stream);
  engine::Until until;
  static_assert(sizeof operation <= engine::Until::kMostBytes);
  until.holds = [](const void* what) noexcept {
    return holds(*static_cast<const ValueOperation*>(what));
  };
  new (until.what) ValueOperation(operation);
  // Under a schedule the operation must be one that the schedule sees running.
  if (engine::current_schedule() == nullptr && engine::enqueue_until(*stream.stream, until)) return;
  auto wait = std::make_unique<Wait>(operation, &stream.stream->context());
  stream.stream->enqueue_host_function(wait_for_value, wait.get(), true);
  wait.release();  // NOLINT(bugprone-unused-return-value): the operation has it
}

/// All or none of them are put into the stream.
CUresult operate(CUstream handle, std::span<const CUstreamBatchMemOpParams> given) {
  cudart::StreamObject* const stream = cudart::find_stream(handle);
  if (stream == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  const auto operations = value_operations(given);
  if (!operations) return operations.error();
  for (const ValueOperation& operation : *operations) {
    if (!is_in_memory(operation)) return CUDA_ERROR_INVALID_VALUE;
  }
  if (stream->capture.is_capturing()) {
    auto params = batch_params(handle_of(*stream->context), given);
    if (!params) return params.error();
    const std::optional<Status> captured = graph::capture_node(stream->capture, std::move(*params));
    if (captured) return to_result(*captured);
  }
  for (const ValueOperation& operation : *operations) enqueue(*stream, operation);
  return CUDA_SUCCESS;
}

CUresult operate(CUstream stream, CUstreamBatchMemOpType type, CUdeviceptr address,
                 std::uint64_t value, unsigned flags) {
  CUstreamBatchMemOpParams given = {};
  given.writeValue.operation = type;
  given.writeValue.address = address;
  given.writeValue.value64 = value;
  given.writeValue.flags = flags;
  static_assert(offsetof(CUstreamBatchMemOpParams, writeValue.flags) ==
                offsetof(CUstreamBatchMemOpParams, waitValue.flags));
  return operate(stream, {&given, 1});
}

// --- Graph nodes ---

struct Batch {
  const Context* context;
  Values operations;
};

/// Of a graph's launch. Memory that has gone since the node was made ends the context, as a kernel's access would.
void run_batch(void* user) {
  const auto& batch = *static_cast<const Batch*>(user);
  engine::ContextStreams* const context = batch.context->engine();
  for (const ValueOperation& operation : batch.operations) {
    if (context == nullptr || context->fault() != Code::kOk) return;
    if (!is_in_memory(operation)) return context->raise(Code::kIllegalAddress);
    if (operation.is_wait) {
      wait_for(operation, *context);
    } else {
      write(operation);
      engine::look_at_conditions();
    }
  }
}

}  // namespace

std::expected<Values, CUresult> value_operations(std::span<const CUstreamBatchMemOpParams> given) {
  Values operations;
  for (const CUstreamBatchMemOpParams& each : given) {
    ValueOperation operation;
    switch (each.operation) {
      case CU_STREAM_MEM_OP_WAIT_VALUE_32:
      case CU_STREAM_MEM_OP_WAIT_VALUE_64:
        operation = {.address = each.waitValue.address,
                     .value = each.waitValue.value64,
                     .flags = each.waitValue.flags,
                     .is_wide = each.operation == CU_STREAM_MEM_OP_WAIT_VALUE_64,
                     .is_wait = true};
        break;
      case CU_STREAM_MEM_OP_WRITE_VALUE_32:
      case CU_STREAM_MEM_OP_WRITE_VALUE_64:
        operation = {.address = each.writeValue.address,
                     .value = each.writeValue.value64,
                     .flags = each.writeValue.flags,
                     .is_wide = each.operation == CU_STREAM_MEM_OP_WRITE_VALUE_64};
        break;
      case CU_STREAM_MEM_OP_BARRIER:
      case CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES:
        continue;  // writes are ordered, and no other device writes past the caches
      default:
        return std::unexpected(CUDA_ERROR_INVALID_VALUE);
    }
    if (const CUresult bad = check(operation); bad != CUDA_SUCCESS) return std::unexpected(bad);
    operations.push_back(operation);
  }
  return operations;
}

std::expected<graph::NodeParams, CUresult> batch_params(
    CUcontext context, std::span<const CUstreamBatchMemOpParams> given) {
  const Context* const named = find_context(context);
  if (named == nullptr || given.size() > kMostOperations)
    return std::unexpected(CUDA_ERROR_INVALID_VALUE);
  auto operations = value_operations(given);
  if (!operations) return std::unexpected(operations.error());
  graph::BatchMemOpParams params;
  params.count = given.size();
  const auto bytes = std::as_bytes(given);
  params.parameters.assign(bytes.begin(), bytes.end());
  params.context = reinterpret_cast<std::uintptr_t>(context);
  params.operations = std::make_shared<Batch>(named, std::move(*operations));
  params.run = run_batch;
  return params;
}

CUresult stream_wait_value_32_v2(CUstream stream, CUdeviceptr addr, cuuint32_t value,
                                 unsigned int flags) {
  return operate(stream, CU_STREAM_MEM_OP_WAIT_VALUE_32, addr, value, flags);
}

CUresult stream_wait_value_64_v2(CUstream stream, CUdeviceptr addr, cuuint64_t value,
                                 unsigned int flags) {
  return operate(stream, CU_STREAM_MEM_OP_WAIT_VALUE_64, addr, value, flags);
}

CUresult stream_write_value_32_v2(CUstream stream, CUdeviceptr addr, cuuint32_t value,
                                  unsigned int flags) {
  return operate(stream, CU_STREAM_MEM_OP_WRITE_VALUE_32, addr, value, flags);
}

CUresult stream_write_value_64_v2(CUstream stream, CUdeviceptr addr, cuuint64_t value,
                                  unsigned int flags) {
  return operate(stream, CU_STREAM_MEM_OP_WRITE_VALUE_64, addr, value, flags);
}

CUresult stream_batch_mem_op_v2(CUstream stream, unsigned int count,
                                CUstreamBatchMemOpParams* param_array, unsigned int flags) {
  if ((param_array == nullptr && count != 0) || count > kMostOperations || flags != 0)
    return CUDA_ERROR_INVALID_VALUE;
  return operate(stream, {param_array, count});
}

}  // namespace riffle::api::cuda
