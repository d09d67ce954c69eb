// SPDX-License-Identifier: Apache-2.0
#include "support/fake_runtime.h"

#include <immintrin.h>
#include <ucontext.h>

#include <algorithm>
#include <bit>
#include <csetjmp>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace riffle::test {
namespace {

constexpr std::size_t kStackBytes = 64 * 1024;

/// A suspended thread of the block that runs, and what it waits for.
struct Fiber {
  ucontext_t context{};
  std::unique_ptr<std::byte[]> stack;
  abi::Thread thread{};
  bool done = false;

  enum class Wait { kNone, kBarrier, kWarp } wait = Wait::kNone;
  abi::BarrierReduce reduce{};
  std::uint32_t barrier_id = 0;
  std::uint32_t predicate = 0;
  abi::WarpOp operation{};
  std::uint32_t mask = 0;
  std::uint64_t value = 0;
  std::uint32_t operand = 0;
  std::uint32_t clamp = 0;
  std::uint64_t result = 0;
  std::uint32_t predicate_result = 0;
};

std::jmp_buf launch_exit;
ucontext_t scheduler;
std::vector<Fiber> fibers;
Fiber* current = nullptr;
abi::ThreadFunction* thread_body = nullptr;

void suspend() { ::swapcontext(&current->context, &scheduler); }

void fiber_main() {
  thread_body(&current->thread);
  current->done = true;
  ::swapcontext(&current->context, &scheduler);
}

std::uint64_t match_mask(const std::vector<Fiber*>& lanes, std::uint64_t value) {
  std::uint64_t mask = 0;
  for (const Fiber* fiber : lanes) {
    if (fiber->value == value) mask |= 1U << (fiber->thread.linear % 32);
  }
  return mask;
}

std::uint64_t reduce(abi::WarpOp operation, const std::vector<Fiber*>& lanes) {
  auto result = static_cast<std::uint32_t>(lanes[0]->value);
  for (std::size_t i = 1; i < lanes.size(); ++i) {
    const auto value = static_cast<std::uint32_t>(lanes[i]->value);
    const auto left = static_cast<std::int32_t>(result), right = static_cast<std::int32_t>(value);
    switch (operation) {
      case abi::WarpOp::kReduceAdd:
        result += value;
        break;
      case abi::WarpOp::kReduceMinSigned:
        result = static_cast<std::uint32_t>(std::min(left, right));
        break;
      case abi::WarpOp::kReduceMaxSigned:
        result = static_cast<std::uint32_t>(std::max(left, right));
        break;
      case abi::WarpOp::kReduceMinUnsigned:
        result = std::min(result, value);
        break;
      case abi::WarpOp::kReduceMaxUnsigned:
        result = std::max(result, value);
        break;
      case abi::WarpOp::kReduceAnd:
        result &= value;
        break;
      case abi::WarpOp::kReduceOr:
        result |= value;
        break;
      default:
        result ^= value;
        break;
    }
  }
  return result;
}

void finish_warp(std::vector<Fiber*>& lanes) {
  const auto at_lane = [&](std::uint32_t lane) -> Fiber* {
    for (Fiber* fiber : lanes) {
      if (fiber->thread.linear % 32 == lane) return fiber;
    }
    return nullptr;
  };
  std::uint64_t votes = 0;
  for (const Fiber* fiber : lanes)
    votes |= std::uint64_t{fiber->value != 0} << (fiber->thread.linear % 32);
  for (Fiber* fiber : lanes) {
    const std::uint32_t lane = fiber->thread.linear % 32;
    const std::uint32_t clamp = fiber->clamp & 31, segment = (fiber->clamp >> 8U) & 31;
    const std::uint32_t low = lane & segment, high = low | (clamp & ~segment);
    std::uint32_t source = lane;
    bool inside = true;
    switch (fiber->operation) {
      case abi::WarpOp::kShuffleIndex:
        source = low | (fiber->operand & ~segment & 31);
        inside = source <= high;
        break;
      case abi::WarpOp::kShuffleUp:
        inside = static_cast<int>(lane) - static_cast<int>(fiber->operand & 31) >=
                 static_cast<int>(high);
        source = lane - (fiber->operand & 31);
        break;
      case abi::WarpOp::kShuffleDown:
        source = lane + (fiber->operand & 31);
        inside = source <= high;
        break;
      case abi::WarpOp::kShuffleXor:
        source = lane ^ (fiber->operand & 31);
        inside = source <= high;
        break;
      case abi::WarpOp::kVoteAll:
        fiber->result = std::popcount(votes) == static_cast<int>(lanes.size());
        continue;
      case abi::WarpOp::kVoteAny:
        fiber->result = votes != 0;
        continue;
      case abi::WarpOp::kVoteUni:
        fiber->result = votes == 0 || std::popcount(votes) == static_cast<int>(lanes.size());
        continue;
      case abi::WarpOp::kVoteBallot:
        fiber->result = votes;
        continue;
      case abi::WarpOp::kMatchAny:
        fiber->result = match_mask(lanes, fiber->value);
        continue;
      case abi::WarpOp::kMatchAll: {
        const bool same =
            std::popcount(match_mask(lanes, fiber->value)) == static_cast<int>(lanes.size());
        fiber->result = same ? fiber->mask : 0;
        fiber->predicate_result = same;
        continue;
      }
      case abi::WarpOp::kActiveMask: {
        std::uint64_t active = 0;
        for (const Fiber* other : lanes) active |= 1U << (other->thread.linear % 32);
        fiber->result = active;
        continue;
      }
      case abi::WarpOp::kSync:
        continue;
      default:
        fiber->result = reduce(fiber->operation, lanes);
        continue;
    }
    const Fiber* from = inside ? at_lane(source) : fiber;
    fiber->result = from == nullptr ? fiber->value : from->value;
    fiber->predicate_result = inside;
  }
  for (Fiber* fiber : lanes) fiber->wait = Fiber::Wait::kNone;
}

/// Lets go of every group that has arrived whole. The lanes of a warp operation are those of its
/// mask that still run.
void release_groups() {
  for (Fiber& leader : fibers) {
    if (leader.done || leader.wait != Fiber::Wait::kWarp) continue;
    const std::size_t warp = leader.thread.linear / 32;
    std::vector<Fiber*> lanes;
    bool whole = true;
    for (Fiber& fiber : fibers) {
      if (fiber.done || fiber.thread.linear / 32 != warp) continue;
      if ((leader.mask >> (fiber.thread.linear % 32) & 1U) == 0) continue;
      whole = whole && fiber.wait == Fiber::Wait::kWarp && fiber.operation == leader.operation &&
              fiber.mask == leader.mask;
      lanes.push_back(&fiber);
    }
    if (whole && !lanes.empty()) finish_warp(lanes);
  }
  std::vector<Fiber*> waiting;
  for (Fiber& fiber : fibers) {
    if (fiber.done) continue;
    if (fiber.wait != Fiber::Wait::kBarrier) return;
    waiting.push_back(&fiber);
  }
  std::uint64_t count = 0;
  for (const Fiber* fiber : waiting) count += fiber->predicate != 0;
  for (Fiber* fiber : waiting) {
    fiber->result = fiber->reduce == abi::BarrierReduce::kPopc ? count
                    : fiber->reduce == abi::BarrierReduce::kAnd
                        ? std::uint64_t{count == waiting.size()}
                        : std::uint64_t{count != 0};
    fiber->wait = Fiber::Wait::kNone;
  }
}

void run_block_as_fibers(const abi::GridLaunch* launch, abi::Frame* frame,
                         abi::ThreadFunction* body) {
  thread_body = body;
  fibers.clear();
  fibers.resize(launch->threads);
  for (std::uint32_t i = 0; i < launch->threads; ++i) {
    Fiber& fiber = fibers[i];
    fiber.stack = std::make_unique<std::byte[]>(kStackBytes);
    fiber.thread.launch = launch;
    fiber.thread.frame = frame;
    fiber.thread.linear = i;
    fiber.thread.thread_index[0] = i % launch->block[0];
    fiber.thread.thread_index[1] = i / launch->block[0] % launch->block[1];
    fiber.thread.thread_index[2] = i / launch->block[0] / launch->block[1];
    std::copy_n(frame->block_index, 3, fiber.thread.block_index);
    ::getcontext(&fiber.context);
    fiber.context.uc_stack.ss_sp = fiber.stack.get();
    fiber.context.uc_stack.ss_size = kStackBytes;
    ::makecontext(&fiber.context, fiber_main, 0);
  }
  for (;;) {
    bool alive = false, ran = false;
    for (Fiber& fiber : fibers) {
      if (fiber.done) continue;
      alive = true;
      if (fiber.wait != Fiber::Wait::kNone) continue;
      ran = true;
      current = &fiber;
      ::swapcontext(&scheduler, &fiber.context);
    }
    if (!alive) return;
    release_groups();
    if (!ran && std::ranges::none_of(fibers, [](const Fiber& f) {
          return !f.done && f.wait == Fiber::Wait::kNone;
        })) {
      reports().printed.emplace_back("deadlock");
      std::longjmp(launch_exit, 1);
    }
  }
}

std::uint32_t barrier(const abi::Thread*, std::uint32_t id, std::uint32_t,
                      abi::BarrierReduce reduce_by, std::uint32_t predicate) {
  current->wait = Fiber::Wait::kBarrier;
  current->barrier_id = id;
  current->reduce = reduce_by;
  current->predicate = predicate;
  suspend();
  return static_cast<std::uint32_t>(current->result);
}

std::uint64_t warp(const abi::Thread*, abi::WarpOp operation, std::uint32_t mask,
                   std::uint64_t value, std::uint32_t operand, std::uint32_t clamp,
                   std::uint32_t* predicate_out) {
  current->wait = Fiber::Wait::kWarp;
  current->operation = operation;
  current->mask = mask;
  current->value = value;
  current->operand = operand;
  current->clamp = clamp;
  suspend();
  if (predicate_out != nullptr) *predicate_out = current->predicate_result;
  return current->result;
}

void yield(const abi::Thread*) { suspend(); }

std::int32_t print(const char* format, const void*) {
  reports().printed.emplace_back(format);
  return 0;
}

void fault(const abi::Frame*, abi::FaultKind) {
  ++reports().faults;
  std::longjmp(launch_exit, 1);
}

void assert_fail(const abi::Thread* thread, const char* expression, const char*, std::uint32_t,
                 const char*) {
  reports().asserted.push_back(std::string(expression) + " in block " +
                               std::to_string(thread->block_index[0]) + " thread " +
                               std::to_string(thread->thread_index[0]));
}

}  // namespace

Reports& reports() {
  static Reports all;
  return all;
}

const abi::RuntimeTable& fake_runtime() {
  static const abi::RuntimeTable table{
      abi::kAbiVersion,
      run_block_as_fibers,
      barrier,
      warp,
      yield,
      print,
      fault,
      assert_fail,
      [](std::uint64_t bytes, std::uint64_t) { return std::malloc(bytes); },
      [](void* pointer) { std::free(pointer); },
      []() -> std::uint64_t { return 42; },
      nullptr};
  return table;
}

bool fake_launch(const abi::KernelRow& kernel, const LaunchShape& shape,
                 const std::vector<const void*>& arguments) {
  std::vector<unsigned char> packed(kernel.argument_bytes + 1);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::memcpy(packed.data() + kernel.parameters[i].offset, arguments[i],
                kernel.parameters[i].size);
  }
  abi::GridLaunch launch{};
  launch.arguments = packed.data();
  std::copy_n(shape.grid, 3, launch.grid);
  std::copy_n(shape.block, 3, launch.block);
  launch.threads = shape.block[0] * shape.block[1] * shape.block[2];
  launch.dynamic_shared_bytes = shape.dynamic_shared_bytes;
  launch.streams = shape.streams;
  const auto aligned = [](std::size_t bytes) {
    return std::unique_ptr<unsigned char, decltype(&std::free)>(
        static_cast<unsigned char*>(std::aligned_alloc(128, (bytes + 255) / 128 * 128)),
        &std::free);
  };
  const auto rounded_to_128 = [](std::size_t bytes) { return (bytes + 127) / 128 * 128; };
  const std::size_t shared_bytes =
      rounded_to_128(kernel.static_shared_bytes) + rounded_to_128(shape.dynamic_shared_bytes);
  const auto shared = aligned(abi::kSharedBytesOfRange + shared_bytes);
  const std::size_t rounded = (launch.threads + 63) / 64 * 64;
  const auto scratch =
      aligned(kernel.scratch_bytes_per_thread * rounded + kernel.scratch_bytes_per_block);
  abi::Frame frame{};
  frame.shared = shared.get() + abi::kSharedBytesOfRange;
  frame.scratch = scratch.get();
  const unsigned float_mode = _mm_getcsr();
  if ((kernel.flags & abi::kKernelFlushesDenormals) != 0) _mm_setcsr(0x9fc0);
  if (setjmp(launch_exit) != 0) {
    _mm_setcsr(float_mode);
    return false;
  }
  const std::uint64_t blocks = std::uint64_t{shape.grid[0]} * shape.grid[1] * shape.grid[2];
  // Two ranges, so that a start in the middle of the grid is tried as well.
  kernel.run(&launch, &frame, 0, blocks / 3);
  kernel.run(&launch, &frame, blocks / 3, blocks);
  _mm_setcsr(float_mode);
  return true;
}

}  // namespace riffle::test
