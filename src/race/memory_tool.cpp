// SPDX-License-Identifier: Apache-2.0
#include "race/memory_tool.h"

#include <algorithm>

#include "race/explain_memory.h"
#include "race/misuse.h"
#include "race/touches.h"

namespace riffle::race {

MemoryTool::MemoryTool(CheckState& state, bool mem, bool init, bool race)
    : state_(state),
      mem_(mem),
      init_(init),
      race_(race),
      kernel_memory_([this](const BadAccess& access) { report(access); },
                     init ? &written_ : nullptr) {}

void MemoryTool::enqueued(const engine::OperationNotice& notice) {
  if (init_ && notice.kind == engine::OperationKind::kHostFunction &&
      !is_of_program(current_call()))
    has_library_functions_ = true;
}

void MemoryTool::finished(const engine::OperationNotice& notice) noexcept {
  if (init_) note_written(notice, notice.part != 0 || has_library_functions_.load(), written_);
}

void MemoryTool::touched(const engine::OperationNotice&, const SharedOperation& operation) {
  if (operation->type == OperationType::kFree) {
    // Of nodes in a graph, which may be launched again, the order alone says what comes after the free.
    if (operation->part == 0) {
      kernel_memory_.was_freed(operation->memory);
      if (race_) freed_.push_back({operation->memory, operation->number});
      if (freed_.size() > kMostFreed) freed_.pop_front();
    }
    written_.forget(operation->memory);
  }
  if (init_ && operation->type == OperationType::kAllocation) written_.follow(operation->memory);
}

void MemoryTool::memory_made(engine::ResourceKind kind, ByteRange memory) {
  if (init_ && kind == engine::ResourceKind::kDeviceMemory) written_.follow(memory);
}

void MemoryTool::refused_range(std::uintptr_t begin, std::uint64_t bytes) noexcept {
  if (!mem_) return;
  state_.unless_refused([&] {
    const CheckLock lock(state_);
    Finding finding = explain_refused(current_call());
    finding.memory = state_.place_of(begin, bytes);
    state_.write(finding);
  });
}

bool MemoryTool::is_matter_of_order(const BadAccess& bad) const {
  const Operation* const kernel = state_.running(bad.who.launch);
  if (bad.kind != BadAccess::Kind::kOutOfBounds || kernel == nullptr) return false;
  return std::ranges::any_of(freed_, [&](const Freed& freed) {
    return freed.memory.begin <= bad.access.begin && bad.access.begin < freed.memory.end &&
           kernel->number < freed.number;
  });
}

void MemoryTool::report(const BadAccess& bad) noexcept {
  if (!is_wanted(bad.kind)) return;
  state_.unless_refused([&] {
    const CheckLock lock(state_);
    if (is_matter_of_order(bad)) return;
    if (!reported_.insert({bad.access.site, bad.who.kernel, bad.kind}).second) return;
    Finding finding = explain(bad, state_.running(bad.who.launch));
    if (is_about_allocations(bad.kind))
      finding.memory = state_.place_of(bad.access.begin, bad.access.end - bad.access.begin);
    state_.write(finding);
  });
}

}  // namespace riffle::race
