// SPDX-License-Identifier: Apache-2.0
// The hot path of a launch: everything a kernel needs is kept per thread, and nothing here takes a lock.
#include "device/cpu/launch.h"

#include <algorithm>

#include "device/block_watch.h"
#include "device/cpu/block_executor.h"
#include "device/cpu/contained.h"
#include "device/cpu/fault.h"
#include "device/cpu/fault_report.h"
#include "device/cpu/grid_scheduler.h"
#include "device/cpu/grid_tiles.h"
#include "platform/cpu.h"

namespace riffle::device {
namespace {

constexpr std::uint32_t kRunsBetweenHandlerChecks = 4096;
constexpr std::uint64_t kScratchBytesKept = std::uint64_t{256} << 20;

// Compute capability 8.0 hands out shared memory in such pieces; it is also the alignment promised.
constexpr std::uint32_t round_to_128(std::uint32_t bytes) { return (bytes + 127) & ~127u; }

#if defined(RIFFLE_ASAN) || defined(RIFFLE_TSAN)
// Announces the arrival on the kernel stack, and the way back.
RIFFLE_UNINSTRUMENTED void run_announced(const abi::GridLaunch* launch, abi::Frame* frame,
                                         std::uint64_t first, std::uint64_t end) {
  auto* executor = static_cast<BlockExecutor*>(frame->executor);
  sanitizer::after_switch(executor->kernel_context, &executor->native_context);
  executor->run(launch, frame, first, end);
  sanitizer::before_switch(executor->kernel_context, executor->native_context, true);
}
#endif

// Calls `run` on the kernel stack; 0, or the code that a landing was given.
[[gnu::always_inline]] inline std::uint32_t enter(BlockExecutor& executor,
                                                  abi::BlockRangeFunction* run,
                                                  const abi::GridLaunch* launch,
                                                  std::uint64_t first, std::uint64_t end) noexcept {
#if defined(RIFFLE_ASAN) || defined(RIFFLE_TSAN)
  executor.run = run;
  sanitizer::remember_current(executor.native_context);
  sanitizer::before_switch(executor.native_context, executor.kernel_context, false);
  const std::uint32_t code =
      riffle_device_enter(&run_announced, launch, &executor.frame, first, end, &executor.entry);
  if (code == 0) {
    sanitizer::after_switch(executor.native_context, nullptr);
  } else {
    sanitizer::after_landing(executor.native_context);
  }
  return code;
#else
  return riffle_device_enter(run, launch, &executor.frame, first, end, &executor.entry);
#endif
}

// The calling thread's worker, its handlers in place; null when out of memory.
[[gnu::always_inline]] inline BlockExecutor* ready_executor() noexcept {
  BlockExecutor* executor = BlockExecutor::current();
  if (executor == nullptr) [[unlikely]] {
    executor = BlockExecutor::attach();
    if (executor == nullptr) return nullptr;
  }
  if (++executor->runs % kRunsBetweenHandlerChecks == 0) [[unlikely]]
    install_fault_handlers();
  return executor;
}

[[gnu::cold, gnu::noinline]] Code finish_fault(BlockExecutor& executor, Code code) noexcept {
  executor.entry.landing = nullptr;
  executor.end_notes();
  executor.followed.abandon();
  sanitizer::renew(executor.kernel_context);
  report_fault(executor);
  if (executor.grid() != nullptr) {
    executor.grid()->abandon();
    executor.end_grid();
  } else if (executor.fibers_or_null() != nullptr) {
    executor.fibers_or_null()->abandon();
  }
  executor.launch = nullptr;
  return code;
}

struct RunningAccess {
  AccessFunction run;
  const void* payload;
  Code result;
};

// What the device enters for a copy or fill: nothing of a launch is there.
void run_access(const abi::GridLaunch*, abi::Frame* frame, std::uint64_t first, std::uint64_t end) {
  auto* const access =
      static_cast<RunningAccess*>(static_cast<BlockExecutor*>(frame->executor)->access);
  access->result = access->run(access->payload, first, end);
}

// Whether `kernel` can run: true unless it is instrumented and there is no memory for its notes.
[[gnu::always_inline]] inline bool begin_notes(BlockExecutor& executor,
                                               const abi::KernelRow& kernel,
                                               const KernelPayload& payload) noexcept {
  if ((kernel.flags & abi::kKernelNotesAccesses) == 0) [[likely]]
    return true;
  return executor.begin_notes(payload);
}

std::uint32_t float_mode(const abi::KernelRow& kernel) {
  return (kernel.flags & abi::kKernelFlushesDenormals) != 0 ? kFlushDenormals : kKeepDenormals;
}

// Whether `executor` has what `prepared` asks for.
[[gnu::always_inline]] inline bool has_room(BlockExecutor& executor,
                                            const PreparedLaunch& prepared) noexcept {
  if (prepared.scratch_bytes > executor.scratch_bytes) [[unlikely]] {
    if (!executor.ensure_scratch(prepared.scratch_bytes)) return false;
  }
  const std::uint32_t local_bytes = prepared.kernel->local_bytes_per_thread;
  if (local_bytes > BlockExecutor::kLocalBytesAlways) [[unlikely]] {
    if (!executor.ensure_stack(local_bytes)) return false;
  }
  return prepared.shared_bytes <= BlockExecutor::kSharedBytes;
}

[[gnu::always_inline]] inline void begin(BlockExecutor& executor,
                                         const PreparedLaunch& prepared) noexcept {
  // The block's shared memory ends at a guard: running past it faults, as it does on hardware.
  executor.frame.shared = executor.shared_end - prepared.shared_bytes;
  executor.launch = &prepared.launch;
  executor.kernel = prepared.kernel;
}

// What the device enters where blocks are to follow each other in tiles.
void run_in_tiles(const abi::GridLaunch* launch, abi::Frame* frame, std::uint64_t first,
                  std::uint64_t end) {
  const abi::KernelRow& kernel = *static_cast<BlockExecutor*>(frame->executor)->kernel;
  const auto extents = [](const std::uint32_t (&axes)[3]) {
    return Dim3{axes[0], axes[1], axes[2]};
  };
  const GridTiles tiles(extents(launch->grid), extents(launch->block));
  tiles.for_each_run(first, end, [&](std::uint64_t from, std::uint64_t to) {
    kernel.run(launch, frame, from, to);
  });
}

// In which order [first, end) counts blocks.
enum class RangeOrder : std::uint8_t {
  kOfNumbers,
  kAny,  ///< the kernel's own, the same for all of a launch
};

Code run_range(const KernelPayload& payload, const PreparedLaunch& prepared, std::uint64_t first,
               std::uint64_t end, RangeOrder order, GridProgress* progress = nullptr) noexcept {
  BlockExecutor* const executor = ready_executor();
  if (executor == nullptr || !has_room(*executor, prepared)) return Code::kLaunchOutOfResources;
  const abi::KernelRow& kernel = *prepared.kernel;
  begin(*executor, prepared);
  executor->entry.float_mode = float_mode(kernel);
  executor->device = payload.device;
  const bool in_tiles = order == RangeOrder::kAny && (kernel.flags & abi::kKernelWantsTiles) != 0;
  abi::BlockRangeFunction* run = in_tiles ? &run_in_tiles : kernel.run;
  if (progress != nullptr) [[unlikely]] {
    if (!executor->begin_grid(kernel, prepared.launch, prepared.shared_bytes, *progress))
      return Code::kLaunchOutOfResources;
    run = &GridScheduler::run;
  }
  if (!begin_notes(*executor, kernel, payload)) return Code::kLaunchOutOfResources;
  if (const std::uint32_t code = enter(*executor, run, &prepared.launch, first, end); code != 0)
      [[unlikely]]
    return finish_fault(*executor, static_cast<Code>(code));
  executor->launch = nullptr;
  executor->end_notes();
  executor->end_grid();
  if (prepared.scratch_bytes > kScratchBytesKept) [[unlikely]]
    executor->release_scratch();
  return Code::kOk;
}

// The launch's payload lies in front of its arguments.
const KernelPayload& payload_of(const PreparedLaunch& prepared) {
  return *(reinterpret_cast<const KernelPayload*>(prepared.launch.arguments) - 1);
}

// What the device enters for a sequence.
void run_entered(const abi::GridLaunch*, abi::Frame* frame, std::uint64_t, std::uint64_t) {
  auto& executor = *static_cast<BlockExecutor*>(frame->executor);
  for (const PreparedLaunch& each : static_cast<const LaunchSequence*>(executor.access)->launches) {
    if (!begin_notes(executor, *each.kernel, payload_of(each)))
      executor.land(
          {.code = Code::kLaunchOutOfResources, .what = "no memory for notes of accesses"});
    begin(executor, each);
    each.kernel->run(&each.launch, frame, 0, each.blocks);
    executor.end_notes();
  }
}

PreparedLaunch prepare(const KernelPayload& payload, const abi::KernelRow& kernel) noexcept {
  const std::uint32_t threads = payload.block.x * payload.block.y * payload.block.z;
  // Nothing that a launch writes beyond what the caches keep will be found there by the next one.
  const std::uint64_t streamed_bytes = std::uint64_t{kernel.streamed_bytes_per_thread} * threads *
                                       payload.grid.x * payload.grid.y * payload.grid.z;
  return {
      .launch = {.arguments = payload.arguments(),
                 .grid = {payload.grid.x, payload.grid.y, payload.grid.z},
                 .block = {payload.block.x, payload.block.y, payload.block.z},
                 .threads = threads,
                 .dynamic_shared_bytes = payload.dynamic_shared_bytes,
                 .streams = streamed_bytes > 0 && streamed_bytes > platform::cache_share_bytes()},
      .kernel = &kernel,
      .scratch_bytes = std::uint64_t{kernel.scratch_bytes_per_thread} * ((threads + 63) & ~63u) +
                       kernel.scratch_bytes_per_block,
      .blocks = payload.grid.count(),
      .shared_bytes =
          round_to_128(kernel.static_shared_bytes) + round_to_128(payload.dynamic_shared_bytes),
      .device = payload.device};
}

/// Of a launch some of whose blocks may be followed: each runs the code that is for it.
[[gnu::cold, gnu::noinline]] Code run_chosen(const KernelPayload& payload, std::uint64_t first,
                                             std::uint64_t end) noexcept {
  const PreparedLaunch plain = prepare(payload, *payload.kernel);
  const std::span<const BlockRange> chosen = chosen_blocks(payload);
  if (chosen.empty()) return run_range(payload, plain, first, end, RangeOrder::kAny);
  const PreparedLaunch followed = prepare(payload, *payload.followed);
  Code code = Code::kOk;
  const auto run_until = [&](const PreparedLaunch& which, std::uint64_t to) {
    if (code != Code::kOk || first >= to) return;
    code = run_range(payload, which, first, to, RangeOrder::kOfNumbers);
    first = to;
  };
  for (const BlockRange& range : chosen) {
    run_until(plain, std::min(range.first, end));
    run_until(followed, std::min(range.end, end));
  }
  run_until(plain, end);
  return code;
}

}  // namespace

PreparedLaunch prepare(const KernelPayload& payload) noexcept {
  return prepare(payload, *payload.kernel);
}

bool may_follow(const PreparedLaunch& first, const PreparedLaunch& next) noexcept {
  return first.device == next.device && float_mode(*first.kernel) == float_mode(*next.kernel) &&
         next.scratch_bytes <= kScratchBytesKept;
}

Code run_sequence(const void* payload, std::uint64_t, std::uint64_t) noexcept {
  const auto& launches = static_cast<const LaunchSequence*>(payload)->launches;
  BlockExecutor* const executor = ready_executor();
  if (executor == nullptr) return Code::kLaunchOutOfResources;
  for (const PreparedLaunch& each : launches) {
    if (!has_room(*executor, each)) return Code::kLaunchOutOfResources;
  }
  executor->access = const_cast<void*>(payload);
  executor->entry.float_mode = float_mode(*launches.front().kernel);
  executor->device = launches.front().device;
  if (const std::uint32_t code = enter(*executor, &run_entered, nullptr, 0, 1); code != 0)
      [[unlikely]]
    return finish_fault(*executor, static_cast<Code>(code));
  executor->launch = nullptr;
  return Code::kOk;
}

Code run_contained(AccessFunction run, const void* payload, std::uint64_t first,
                   std::uint64_t end) noexcept {
  BlockExecutor* const executor = ready_executor();
  if (executor == nullptr) return run(payload, first, end);  // right, if the memory is there
  RunningAccess access{run, payload, Code::kOk};
  executor->access = &access;
  executor->kernel = nullptr;
  executor->entry.float_mode = kKeepDenormals;
  if (enter(*executor, &run_access, nullptr, first, end) == 0) [[likely]]
    return access.result;
  return finish_fault(*executor, Code::kIllegalAddress);
}

Code run_blocks(const void* payload, std::uint64_t first, std::uint64_t end) noexcept {
  const auto& launch = *static_cast<const KernelPayload*>(payload);
  if (launch.followed != nullptr) [[unlikely]]
    return run_chosen(launch, first, end);
  return run_range(launch, prepare(launch), first, end, RangeOrder::kAny);
}

Code run_blocks_of_piece(const void* payload, std::uint64_t first, std::uint64_t end,
                         bool is_used_soon) noexcept {
  const auto& launch = *static_cast<const KernelPayload*>(payload);
  PreparedLaunch prepared = prepare(launch);
  if (is_used_soon) prepared.launch.streams = 0;
  return run_range(launch, prepared, first, end, RangeOrder::kOfNumbers);
}

unsigned spans_of(const KernelPayload& payload, std::uint64_t first, std::uint64_t end,
                  abi::TouchedSpan* spans) noexcept {
  const PreparedLaunch prepared = prepare(payload);
  return prepared.kernel->spans(&prepared.launch, first, end, spans);
}

Code run_parent(const void* opaque, std::uint64_t first, std::uint64_t end) noexcept {
  const auto& payload = *static_cast<const ParentPayload*>(opaque);
  BlockExecutor* const executor = ready_executor();
  if (executor == nullptr) return Code::kLaunchOutOfResources;
  executor->parent = payload.parent;
  const KernelPayload& launch = *payload.kernel;
  // Blocks that may wait for each other run the same code.
  const bool is_followed = launch.followed != nullptr && !chosen_blocks(launch).empty();
  const PreparedLaunch prepared = prepare(launch, is_followed ? *launch.followed : *launch.kernel);
  const Code code =
      run_range(launch, prepared, first, end, RangeOrder::kOfNumbers, payload.progress);
  executor->parent = nullptr;
  return code;
}

}  // namespace riffle::device
