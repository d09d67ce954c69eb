// SPDX-License-Identifier: Apache-2.0
#include "trace/describe.h"

#include <cstdio>
#include <new>
#include <string>
#include <unordered_map>

#include "base/mutex.h"
#include "device/cpu/launch.h"
#include "platform/code_place.h"
#include "runtime/dynamic/parent_launch.h"
#include "runtime/engine/until.h"
#include "runtime/graph/graph_launch.h"
#include "runtime/memory/operations.h"
#include "runtime/memory/registry.h"

namespace riffle::trace {
namespace {

using engine::OperationKind;
using engine::OperationNotice;

MemoryKind kind_of(const void* pointer) {
  const auto found = memory::registry().find(pointer);
  if (!found) return MemoryKind::kPageable;
  switch (found->kind) {
    case memory::MemoryType::kDevice:
      return MemoryKind::kDevice;
    case memory::MemoryType::kManaged:
      return MemoryKind::kManaged;
    case memory::MemoryType::kPinned:
    case memory::MemoryType::kRegistered:
      return MemoryKind::kPinned;
  }
  return MemoryKind::kPageable;
}

void describe_kernel(const device::KernelPayload& kernel, Record& record) {
  record.type = TracedOperationType::kKernel;
  record.shared_bytes = kernel.dynamic_shared_bytes;
  record.grid = {kernel.grid.x, kernel.grid.y, kernel.grid.z};
  record.block = pack_block(kernel.block.x, kernel.block.y, kernel.block.z);
}

void describe_range(const OperationNotice& notice, Record& record) {
  const auto access = memory::access_of(notice.run, notice.payload);
  if (!access) return;
  record.type = access->is_fill ? TracedOperationType::kFill : TracedOperationType::kCopy;
  record.bytes = access->box.bytes();
  record.destination = static_cast<std::uint8_t>(kind_of(access->destination));
  // Only pageable memory is read during the call.
  if (access->source != nullptr) record.source = static_cast<std::uint8_t>(kind_of(access->source));
}

}  // namespace

namespace {

/// Kept for ever. Null: nothing is known of it.
const char* text_of_function(const void* code) noexcept {
  struct Known {
    Mutex mutex;
    std::unordered_map<const void*, std::string> texts RIFFLE_GUARDED_BY(mutex);
  };
  try {
    static auto& known = *new Known;
    const MutexLock lock(known.mutex);
    const auto [found, is_new] = known.texts.try_emplace(code);
    std::string& text = found->second;
    if (is_new) {
      const auto place = platform::code_place(reinterpret_cast<std::uintptr_t>(code));
      char offset[32];
      std::snprintf(offset, sizeof offset, "+%#llx", static_cast<unsigned long long>(place.offset));
      if (!place.module.empty()) text = kHostFunctionText + place.module + offset;
    }
    return text.empty() ? nullptr : text.c_str();
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

}  // namespace

std::uint32_t name_of(const OperationNotice& notice, ThreadLog& log) {
  if (notice.code != nullptr) {
    const char* const text = text_of_function(notice.code);
    return text == nullptr ? 0 : log.number_of(text);
  }
  const device::KernelPayload* const kernel = dynamic::kernel_of(notice);
  return kernel == nullptr ? 0 : log.number_of(kernel->kernel->name);
}

void describe(const OperationNotice& notice, Record& record) {
  if (const device::KernelPayload* const kernel = dynamic::kernel_of(notice))
    return describe_kernel(*kernel, record);
  switch (notice.kind) {
    case OperationKind::kRange:
      return describe_range(notice, record);
    case OperationKind::kProgram:
      if (notice.program == engine::run_until) record.type = TracedOperationType::kHostFunction;
      if (notice.program != graph::run_launch) return;
      record.type = TracedOperationType::kGraph;
      record.bytes =
          static_cast<const graph::GraphLaunch*>(notice.payload)->program->number.value();
      return;
    case OperationKind::kHostFunction:
      record.type = TracedOperationType::kHostFunction;
      return;
    case OperationKind::kWait:
      record.type = TracedOperationType::kWait;
      record.awaited_timeline = reinterpret_cast<std::uintptr_t>(notice.awaited.timeline);
      record.awaited_ticket = notice.awaited.ticket;
      return;
    case OperationKind::kTimestamp:
      // Parts that only take their turn come as this too.
      if (notice.part == 0) record.type = TracedOperationType::kEventRecord;
      return;
  }
}

}  // namespace riffle::trace
