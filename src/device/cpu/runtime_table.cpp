// SPDX-License-Identifier: Apache-2.0
// What compiled device code calls: the abi::RuntimeTable table.
//
// These functions run on kernel or fiber stacks, may be left by a landing at any access to the program's
// memory, and find the worker by the thread they run on: not every call brings a frame.
#include <sched.h>
#include <time.h>
#include <unistd.h>

#include <bit>
#include <cstdio>
#include <cstdlib>

#include "compiler/abi/access_abi.h"
#include "device/block_watch.h"
#include "device/cpu/access_checks.h"
#include "device/cpu/block_executor.h"
#include "device/cpu/device_heap.h"
#include "device/cpu/device_printf.h"
#include "device/cpu/grid_scheduler.h"
#include "device/cpu/launch.h"
#include "device/cpu/matrix.h"
#include "device/cpu/stack_probe.h"
#include "device/cpu/texture_unit.h"

namespace riffle::device {
namespace {

constexpr std::size_t kFiberStackBytes = sanitizer::kEnabled ? 256 << 10 : 64 << 10;
constexpr std::size_t kDefaultStackLimitBytes = 1024;
// A GPU's frames are smaller than ours: spills and saved registers live elsewhere there.
constexpr std::size_t kFrameGrowth = 4;

BlockExecutor& running_executor() {
  BlockExecutor* executor = BlockExecutor::current();
  if (executor == nullptr || executor->entry.landing == nullptr)
    std::abort();  // called by nobody's kernel
  return *executor;
}

std::size_t fiber_stack_bytes(const BlockExecutor& executor) {
  std::size_t bytes = kFiberStackBytes + 2 * std::size_t{executor.kernel->local_bytes_per_thread};
  const std::size_t limit = stack_limit_bytes();
  if (limit > kDefaultStackLimitBytes) bytes += kFrameGrowth * limit;
  return (bytes + kFiberStackBytes - 1) / kFiberStackBytes * kFiberStackBytes;
}

void run_block_as_fibers(const abi::GridLaunch* launch, abi::Frame* frame,
                         abi::ThreadFunction* body) {
  BlockExecutor& executor = running_executor();
  executor.fibers().run(launch, frame, body, fiber_stack_bytes(executor));
}

BlockFibers& running_fibers(const char* what) {
  BlockExecutor& executor = running_executor();
  BlockFibers* fibers = executor.fibers_or_null();
  if (fibers == nullptr || !fibers->is_running())
    executor.land({.code = Code::kLaunchFailure, .what = what});
  return *fibers;
}

std::uint32_t barrier(const abi::Thread*, std::uint32_t id, std::uint32_t thread_count,
                      abi::BarrierReduce reduce, std::uint32_t predicate) {
  return running_fibers("barrier outside of a fiber").barrier(id, thread_count, reduce, predicate);
}

[[gnu::noinline]] std::uint64_t warp(const abi::Thread*, abi::WarpOp operation,
                                     std::uint32_t member_mask, std::uint64_t value,
                                     std::uint32_t operand, std::uint32_t clamp,
                                     std::uint32_t* predicate_out) {
  const auto site = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
  return running_fibers("warp operation outside of a fiber")
      .warp_operation(operation, member_mask, value, operand, clamp, predicate_out, site);
}

void yield(const abi::Thread*) {
  BlockExecutor& executor = running_executor();
  BlockFibers* fibers = executor.fibers_or_null();
  if (fibers != nullptr && fibers->is_running()) {
    fibers->yield();
  } else if (GridScheduler* const grid = executor.grid(); grid != nullptr) {
    grid->leave_block();  // packets that wait for another block
  } else {
    sched_yield();
  }
}

void fault(const abi::Frame* frame, abi::FaultKind kind) {
  BlockExecutor& executor = running_executor();
  PendingFault pending{.code = Code::kLaunchFailure, .what = "trap"};
  if (kind == abi::FaultKind::kAssert)
    pending = {.code = Code::kAssert, .what = "assertion failed"};
  if (kind == abi::FaultKind::kIllegalAddress)
    pending = {.code = Code::kIllegalAddress, .what = "illegal address"};
  if (kind == abi::FaultKind::kMisaligned)
    pending = {.code = Code::kMisalignedAddress, .what = "misaligned address"};
  if (kind == abi::FaultKind::kStackOverflow)
    pending = {.code = Code::kIllegalAddress, .what = "stack overflow"};
  if (frame != nullptr) {
    pending.thread = frame->thread;
    pending.thread_known = frame->thread < executor.launch->threads;
  }
  executor.land(pending);
}

void assert_fail(const abi::Thread* thread, const char* expression, const char* file,
                 std::uint32_t line, const char* function) {
  probe_stack();
  BlockExecutor& executor = running_executor();
  const BlockFibers* fibers = executor.fibers_or_null();
  if (thread == nullptr && fibers != nullptr && fibers->is_running())
    thread = fibers->current_abi_thread();
  abi::Thread unknown{};
  if (thread == nullptr) {
    for (int axis = 0; axis < 3; ++axis)
      unknown.block_index[axis] = executor.frame.block_index[axis];
    thread = &unknown;
  }
  char text[2048];
  const int length = std::snprintf(
      text, sizeof text,
      "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", file, line,
      function, thread->block_index[0], thread->block_index[1], thread->block_index[2],
      thread->thread_index[0], thread->thread_index[1], thread->thread_index[2], expression);
  if (length > 0) {
    const auto bytes = static_cast<std::size_t>(length);
    // One write, so that two failing blocks do not mix; nothing can be done if stderr is gone.
    [[maybe_unused]] const auto written =
        write(STDERR_FILENO, text, bytes < sizeof text ? bytes : sizeof text - 1);
  }
}

void* device_malloc(std::uint64_t bytes, std::uint64_t alignment) {
  return heap_allocate(running_executor().device, bytes, alignment);
}

void device_free(void* pointer) {
  if (pointer == nullptr) return;
  switch (heap_free(running_executor().device, pointer)) {
    case HeapFree::kDone:
      return;
    // The codes that an H200 gives for a double free, and for memory of cudaMalloc.
    case HeapFree::kNotAllocated:
      running_executor().land(
          {.code = Code::kLaunchFailure, .what = "free of memory that is not allocated"});
    case HeapFree::kForeign:
      running_executor().land({.code = Code::kIllegalAddress,
                               .what = "free of memory that is not of the device heap",
                               .address = reinterpret_cast<std::uintptr_t>(pointer)});
  }
}

std::uint64_t global_timer_ns() {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 +
         static_cast<std::uint64_t>(now.tv_nsec);
}

GridScheduler& running_grid() {
  BlockExecutor& executor = running_executor();
  if (executor.grid() == nullptr || !executor.grid()->is_cooperative()) {
    executor.land(
        {.code = Code::kLaunchFailure, .what = "grid barrier in a launch that is not cooperative"});
  }
  return *executor.grid();
}

/// The block whose thread runs, if it is watched.
WatchedBlock* watched_block() {
  BlockFibers* const fibers = BlockExecutor::current()->fibers_or_null();
  return fibers != nullptr && fibers->is_running() ? fibers->watched() : nullptr;
}

void note_grid_order() {
  WatchedBlock* const watched = watched_block();
  if (watched == nullptr) return;
  probe_stack();
  watched->meets_grid(running_executor().fibers().current_thread());
}

std::uint32_t grid_arrive() {
  note_grid_order();
  return running_grid().arrive();
}
void grid_wait(std::uint32_t ticket) {
  running_grid().wait(ticket);
  note_grid_order();
}

void follow_access(const AccessSite* site, std::uint64_t address, std::uint64_t bytes,
                   std::uint32_t what, const void* value) {
  WatchedBlock* const watched = watched_block();
  if (watched == nullptr) return;
  probe_stack();
  PacketAccess access{.first = running_executor().fibers().current_thread(),
                      .mask = 1,
                      .begin = address,
                      .bytes = bytes,
                      .values = static_cast<const unsigned char*>(value),
                      .site = site};
  set_what(access, what);
  watched->touches_together(access);
}

void follow_wait(const AccessSite* site) {
  if (WatchedBlock* const watched = watched_block())
    watched->is_at(running_executor().fibers().current_thread(), site);
}

void follow_thread(const abi::SharedVariable* variables) {
  if (WatchedBlock* const watched = watched_block()) watched->has_variables(variables);
}

void follow_packet(const abi::FollowedPacket* what, std::uint64_t address, std::uint64_t mask,
                   const void* values) {
  probe_stack();
  BlockExecutor::current()->followed.packet(*what, address, mask, values);
}

void follow_lanes(const abi::FollowedPacket* what, const std::uint64_t* addresses,
                  std::uint64_t mask, const void* values) {
  probe_stack();
  BlockExecutor::current()->followed.lanes(*what, addresses, mask, values);
}

void follow_barrier() { BlockExecutor::current()->followed.barrier(); }

void follow_warp(std::uint64_t mask) {
  probe_stack();
  BlockExecutor::current()->followed.warp(mask);
}

void follow_begin(const abi::Frame* frame, const abi::SharedVariable* variables,
                  std::uint64_t written, std::uint64_t read, const abi::PrivateAccess* places,
                  std::uint64_t count) {
  BlockExecutor& executor = running_executor();
  executor.followed.begin(executor, *frame, variables, {written, read, {places, count}});
}

void follow_end() { BlockExecutor::current()->followed.end(); }

AccessNotes& notes_of(abi::AccessTable* accesses) { return *static_cast<AccessNotes*>(accesses); }

void note_page(abi::AccessTable* accesses, std::uint64_t address, std::uint32_t kind) {
  notes_of(accesses).note_page(address, static_cast<AccessKind>(kind));
}

void note_range(abi::AccessTable* accesses, std::uint64_t begin, std::uint64_t bytes,
                std::uint32_t kind, const AccessSite* site) {
  notes_of(accesses).note_range(begin, bytes, static_cast<AccessKind>(kind), site);
}

void note_lanes(abi::AccessTable* accesses, const std::uint64_t* addresses, std::uint64_t mask,
                std::uint64_t bytes, std::uint32_t kind, const AccessSite* site) {
  AccessNotes& notes = notes_of(accesses);
  for (; mask != 0; mask &= mask - 1) {
    notes.note_range(addresses[std::countr_zero(mask)], bytes, static_cast<AccessKind>(kind), site);
  }
}

abi::AccessTable* access_table() { return BlockExecutor::notes(); }

constinit abi::AccessRuntime table = {
    .image =
        {
            .grid =
                {
                    .runtime =
                        {
                            .abi_version = abi::kAbiVersion,
                            .run_block_as_fibers = &run_block_as_fibers,
                            .barrier = &barrier,
                            .warp = &warp,
                            .yield = &yield,
                            .vprintf = &device_vprintf,
                            .fault = &fault,
                            .assert_fail = &assert_fail,
                            .malloc = &device_malloc,
                            .free = &device_free,
                            .global_timer_ns = &global_timer_ns,
                            .multiply_matrices = &multiply_matrices,
                        },
                    .arrive = &grid_arrive,
                    .wait = &grid_wait,
                    .device_calls = nullptr,
                },
            .sample_texture = &sample_texture,
            .sample_packet = &sample_packet,
            .texture_level = &texture_level,
        },
    .note_page = &note_page,
    .note_range = &note_range,
    .note_lanes = &note_lanes,
    .table = &access_table,
    .check_piece = &check_piece,
    .check_lanes = &check_lanes,
    .follow_access = &follow_access,
    .follow_wait = &follow_wait,
    .follow_thread = &follow_thread,
    .follow_packet = &follow_packet,
    .follow_lanes = &follow_lanes,
    .follow_barrier = &follow_barrier,
    .follow_begin = &follow_begin,
    .follow_end = &follow_end,
    .follow_warp = &follow_warp,
};

}  // namespace

const abi::RuntimeTable& runtime_table() { return table.image.grid.runtime; }

void set_device_calls(const abi::DeviceCall* calls) { table.image.grid.device_calls = calls; }

DeviceCaller device_caller() {
  probe_stack();
  const BlockExecutor& executor = running_executor();
  const auto& grid = executor.launch->grid;
  const auto& block = executor.frame.block_index;
  return {
      .parent = executor.parent,
      .block = block[0] + std::uint64_t{grid[0]} * (block[1] + std::uint64_t{grid[1]} * block[2]),
      .device = executor.device};
}

/// A grid is valid in any launch, but waits for its blocks in a cooperative one alone: an access to the first page faults.
static void* const kNoWorkspace = reinterpret_cast<void*>(16);

void* cooperative_workspace() {
  GridScheduler* const grid = running_executor().grid();
  return grid != nullptr && grid->is_cooperative() ? grid->workspace() : kNoWorkspace;
}

void end_calling_kernel(Code code, const char* what) {
  running_executor().land({.code = code, .what = what});
}

}  // namespace riffle::device
