// SPDX-License-Identifier: Apache-2.0
#include "device/cpu/access_checks.h"

#include <algorithm>
#include <atomic>
#include <bit>

#include <dlfcn.h>
#include <link.h>

#include "device/access_judge.h"
#include "device/cpu/block_executor.h"
#include "device/cpu/device_heap.h"
#include "device/cpu/launch.h"
#include "device/cpu/stack_probe.h"

namespace riffle::device {
namespace {

std::atomic<AccessJudge*> the_judge{nullptr};

using abi::AccessCheck;
using abi::CheckedObject;

void set_index(std::uint32_t (&index)[3], std::uint32_t linear, const abi::GridLaunch& launch) {
  index[0] = linear % launch.block[0];
  index[1] = linear / launch.block[0] % launch.block[1];
  index[2] = linear / launch.block[0] / launch.block[1];
}

constexpr std::uint32_t kAnyLane = ~0U;

/// `lane` of the packet that runs.
Accessor who_runs(const BlockExecutor& executor, const AccessNotes& notes, std::uint32_t lane) {
  Accessor who{.launch = &notes.launch(), .kernel = executor.kernel};
  const BlockFibers* const fibers = executor.fibers_or_null();
  if (fibers != nullptr && fibers->is_running()) {
    const abi::Thread& thread = *fibers->current_abi_thread();
    for (int axis = 0; axis < 3; ++axis) {
      who.block[axis] = thread.block_index[axis];
      who.first[axis] = who.last[axis] = thread.thread_index[axis];
    }
    return who;
  }
  const abi::Frame& frame = executor.frame;
  for (int axis = 0; axis < 3; ++axis) who.block[axis] = frame.block_index[axis];
  const std::uint32_t together = std::max(frame.thread >> abi::kPacketShift, 1U);
  const bool is_known = lane < together;
  const std::uint32_t first =
      (frame.thread & ((1U << abi::kPacketShift) - 1)) + (is_known ? lane : 0);
  const std::uint32_t more = is_known ? 0 : together - 1;
  set_index(who.first, first, *executor.launch);
  set_index(who.last, first + more, *executor.launch);
  return who;
}

/// Whether the address is in an object that the module loader has loaded: constants, tables.
bool is_of_device_object(const void* address) {
  Dl_info place{};
  link_map* object = nullptr;
  if (dladdr1(address, &place, reinterpret_cast<void**>(&object), RTLD_DL_LINKMAP) == 0 ||
      object == nullptr)
    return false;
  return dlsym(object, "riffle_module") != nullptr;
}

bool is_argument(const BlockExecutor& executor, std::uintptr_t address) {
  return address - reinterpret_cast<std::uintptr_t>(executor.launch->arguments) <
         executor.kernel->argument_bytes;
}

/// One access in pieces: each asked for by itself.
class Question {
 public:
  Question(AccessJudge& judge, AccessNotes& notes, const BlockExecutor& executor,
           const AccessCheck& what, std::uint64_t base)
      : judge_(judge), notes_(notes), executor_(executor), what_(what), base_(base) {}

  void ask(std::uintptr_t begin, std::uintptr_t end, std::uint32_t lane) {
    if (what_.object == CheckedObject::kLocal)
      return within({base_, base_ + what_.object_bytes}, AccessFault::kLocal, begin, end, lane);
    if (what_.object == CheckedObject::kShared || executor_.is_shared_address(begin))
      return within(shared(), AccessFault::kShared, begin, end, lane);
    if (executor_.is_own_address(begin) || is_argument(executor_, begin))
      return notes_.set_plain(what_.kind, begin, {begin, end});
    notes_.set_plain(what_.kind, begin,
                     judge_.judge(access(begin, end), who_runs(executor_, notes_, lane)));
  }

  /// Whether there is nothing to ask each thread for.
  bool admits(std::uintptr_t begin, std::uintptr_t end) {
    if (what_.object != CheckedObject::kAny || executor_.is_shared_address(begin) ||
        executor_.is_own_address(begin) || is_argument(executor_, begin))
      return false;
    const AddressRange plain = judge_.admit(access(begin, end));
    if (plain.begin == plain.end) return false;
    notes_.set_plain(what_.kind, begin, plain);
    return true;
  }

  /// Whether the access at `address` has the alignment that it needs.
  void ask_alignment(std::uintptr_t address, std::uint64_t bytes, std::uint32_t lane) {
    if ((address & (what_.alignment - 1)) == 0 || what_.object == CheckedObject::kLocal) return;
    judge_.condemn(AccessFault::kMisaligned, access(address, address + bytes), {0, what_.alignment},
                   who_runs(executor_, notes_, lane));
  }

 private:
  [[nodiscard]] AddressRange shared() const {
    const auto begin = reinterpret_cast<std::uintptr_t>(executor_.frame.shared);
    // A pointer to the shared memory of a block that runs beside others knows where that is.
    const std::uintptr_t from = what_.object == CheckedObject::kShared ? base_ : begin;
    return {from, from + notes_.shared_bytes};
  }

  [[nodiscard]] PendingAccess access(std::uintptr_t begin, std::uintptr_t end) const {
    return {.begin = begin,
            .end = end,
            .kind = what_.kind,
            .reads = what_.reads,
            .writes = what_.writes,
            .site = what_.site};
  }

  void within(const AddressRange& object, AccessFault fault, std::uintptr_t begin,
              std::uintptr_t end, std::uint32_t lane) {
    if (begin >= object.begin && end <= object.end) {
      if (what_.object == CheckedObject::kAny) notes_.set_plain(what_.kind, begin, {begin, end});
      return;
    }
    judge_.condemn(fault, access(begin, end), object, who_runs(executor_, notes_, lane));
  }

  AccessJudge& judge_;
  AccessNotes& notes_;
  const BlockExecutor& executor_;
  const AccessCheck& what_;
  const std::uint64_t base_;
};

AccessNotes& notes_of(abi::AccessTable* accesses) { return *static_cast<AccessNotes*>(accesses); }

/// Calls `run` with each run of bits, as offsets.
template <class Run>
void for_each_run(const std::uint64_t* words, std::uint64_t bits, Run&& run) {
  for (std::uint64_t at = 0; at < bits;) {
    const std::uint64_t word = words[at / 64] >> at % 64;
    if (word == 0) {
      at = (at / 64 + 1) * 64;
      continue;
    }
    const std::uint64_t begin = at + static_cast<unsigned>(std::countr_zero(word));
    std::uint64_t end = begin;
    while (end < bits && (words[end / 64] >> end % 64 & 1) != 0) ++end;
    run(begin, std::min(end, bits));
    at = end;
  }
}

}  // namespace

void set_access_judge(AccessJudge* judge) { the_judge.store(judge, std::memory_order_release); }
AccessJudge* access_judge() { return the_judge.load(std::memory_order_acquire); }

AddressRange device_memory_at(std::uintptr_t address) {
  if (const AddressRange heap = heap_around(address); heap.begin < heap.end) return heap;
  constexpr std::uintptr_t kLine = 64;
  if (!is_of_device_object(reinterpret_cast<const void*>(address))) return {};
  return {address / kLine * kLine, address / kLine * kLine + kLine};
}

bool is_in_loaded_code(std::uintptr_t address) {
  return is_of_device_object(reinterpret_cast<const void*>(address));
}

void check_piece(abi::AccessTable* accesses, const AccessCheck* what, std::uint64_t address,
                 const std::uint64_t* words, std::uint64_t base) {
  AccessJudge* const judge = access_judge();
  const BlockExecutor* const executor = BlockExecutor::current();
  if (judge == nullptr || executor->launch == nullptr) return;
  probe_stack();
  Question question(*judge, notes_of(accesses), *executor, *what, base);
  const std::uint64_t lane_bytes = what->lane_bytes;
  const auto lane_of = [&](std::uint64_t offset) {
    return lane_bytes == 0 ? kAnyLane
                           : what->first_lane + static_cast<std::uint32_t>(offset / lane_bytes);
  };
  bool is_first = true;
  const auto ask = [&](std::uint64_t begin, std::uint64_t end) {
    if (is_first)
      question.ask_alignment(address + begin, lane_bytes == 0 ? what->bytes : lane_bytes,
                             lane_of(begin));
    is_first = false;
    // The first thread that is wrong: each by itself where they are known.
    const std::uint64_t step = lane_bytes == 0 ? end - begin : lane_bytes;
    if (step < end - begin && question.admits(address + begin, address + end)) return;
    for (std::uint64_t at = begin; at < end; at += step) {
      if (!notes_of(accesses).is_plain(what->kind, {address + at, address + at + step}) ||
          what->object != CheckedObject::kAny)
        question.ask(address + at, address + std::min(at + step, end), lane_of(at));
    }
  };
  if (words == nullptr)
    ask(0, what->bytes);
  else
    for_each_run(words, what->bytes, ask);
}

void check_lanes(abi::AccessTable* accesses, const AccessCheck* what,
                 const std::uint64_t* addresses, std::uint64_t mask, std::uint64_t base) {
  AccessNotes& notes = notes_of(accesses);
  AccessJudge* const judge = access_judge();
  const BlockExecutor* const executor = BlockExecutor::current();
  for (; mask != 0; mask &= mask - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(mask));
    const std::uint64_t address = addresses[lane];
    const AddressRange bytes{address, address + what->bytes};
    if (what->object == CheckedObject::kAny) {
      notes.note(address, what->bytes, what->kind, what->site);
      if (notes.is_plain(what->kind, bytes) && (address & (what->alignment - 1)) == 0) continue;
    }
    if (judge == nullptr || executor->launch == nullptr) continue;
    probe_stack();
    Question question(*judge, notes, *executor, *what, base);
    const std::uint32_t known = what->lane_bytes == 0 ? kAnyLane : what->first_lane + lane;
    question.ask_alignment(address, what->bytes, known);
    question.ask(bytes.begin, bytes.end, known);
  }
}

void check_range(AccessNotes& notes, std::uintptr_t begin, std::uint64_t bytes, AccessKind kind,
                 const AccessSite* site) {
  AccessJudge* const judge = access_judge();
  const BlockExecutor* const executor = BlockExecutor::current();
  if (judge == nullptr || executor == nullptr || executor->launch == nullptr || bytes == 0) return;
  probe_stack();
  const AccessCheck what{.site = site,
                         .bytes = static_cast<std::uint32_t>(bytes),
                         .alignment = 1,
                         .kind = kind,
                         .reads = kind != AccessKind::kWrite,
                         .writes = kind != AccessKind::kRead,
                         .lane_bytes = 0,
                         .first_lane = 0,
                         .object = CheckedObject::kAny,
                         .object_bytes = 0};
  Question(*judge, notes, *executor, what, 0).ask(begin, begin + bytes, kAnyLane);
}

}  // namespace riffle::device
