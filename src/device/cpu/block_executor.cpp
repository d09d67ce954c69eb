// SPDX-License-Identifier: Apache-2.0
#include "device/cpu/block_executor.h"

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <new>
#include <utility>

#include "base/mutex.h"
#include "device/cpu/fault.h"
#include "device/cpu/grid_scheduler.h"
#include "device/cpu/launch.h"
#include "device/cpu/limits.h"

namespace riffle::device {
namespace {

constexpr std::size_t kKernelStackBytes = 4 << 20;
constexpr std::size_t kKernelGuardBytes = 1 << 20;
constexpr std::size_t kSignalStackBytes = 64 << 10;
// Hardware's window of shared addresses is this large, and what lies in it behind a block's memory is
// illegal. A smaller guard would let far accesses hit whatever the system mapped behind it.
constexpr std::size_t kSharedGuardBytes = std::size_t{16} << 20;
// What all threads of the widest packet keep in arrays lies on one stack, possibly twice: widened and as it was.
constexpr std::uint64_t kMostLocals = std::uint64_t{2} * 128;
static_assert(kMostLocals * BlockExecutor::kLocalBytesAlways + (2 << 20) <= kKernelStackBytes);
constexpr std::uint64_t kMaxStackBytes = std::uint64_t{4} << 30;
constexpr std::uint64_t kMaxScratchBytes = std::uint64_t{4} << 30;
constexpr std::size_t kExecutorsKept = 64;

std::atomic<std::size_t> stack_limit{1024};

void* map(std::size_t bytes) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

}  // namespace

/// Workers of threads that have ended, for threads to come.
struct BlockExecutorPool {
  static BlockExecutor* take() noexcept {
    {
      MutexLock lock(mutex);
      if (BlockExecutor* const executor = kept) {
        kept = executor->next_kept_;
        --kept_count;
        return executor;
      }
    }
    std::unique_ptr<BlockExecutor> executor(new (std::nothrow) BlockExecutor);
    if (executor == nullptr || !executor->allocate()) return nullptr;
    return executor.release();
  }

  static void give_back(void* opaque) noexcept {
    auto* executor = static_cast<BlockExecutor*>(opaque);
    executor->leave_thread();
    BlockExecutor::current_ = nullptr;
    {
      MutexLock lock(mutex);
      if (kept_count < kExecutorsKept) {
        executor->next_kept_ = kept;
        kept = executor;
        ++kept_count;
        return;
      }
    }
    delete executor;
  }

  static pthread_key_t exit_key() {
    static const pthread_key_t key = [] {
      pthread_key_t made;
      pthread_key_create(&made, &give_back);
      return made;
    }();
    return key;
  }

  static Mutex mutex;

 private:
  static BlockExecutor* kept RIFFLE_GUARDED_BY(mutex);
  static std::size_t kept_count RIFFLE_GUARDED_BY(mutex);
};
constinit Mutex BlockExecutorPool::mutex;
constinit BlockExecutor* BlockExecutorPool::kept = nullptr;
constinit std::size_t BlockExecutorPool::kept_count = 0;

thread_local constinit BlockExecutor* BlockExecutor::current_ = nullptr;

BlockExecutor* BlockExecutor::attach() noexcept {
  if (current_ != nullptr) return current_;
  BlockExecutor* executor = BlockExecutorPool::take();
  if (executor == nullptr) return nullptr;
  executor->adopt_thread();
  pthread_setspecific(BlockExecutorPool::exit_key(), executor);
  current_ = executor;
  install_fault_handlers();
  unblock_faults();
  return executor;
}

bool BlockExecutor::allocate() noexcept {
  kernel_stack_ = StackBatch::create(1, kKernelStackBytes, kKernelGuardBytes);
  signal_stack_ = StackBatch::create(1, kSignalStackBytes, 4096);
  const std::size_t shared_bytes = kSharedBytes + 2 * kSharedGuardBytes;
  shared_mapping_ = static_cast<unsigned char*>(map(shared_bytes));
  if (kernel_stack_.is_empty() || signal_stack_.is_empty() || shared_mapping_ == nullptr)
    return false;
  if (mprotect(shared_mapping_, kSharedGuardBytes, PROT_NONE) != 0 ||
      mprotect(shared_mapping_ + kSharedGuardBytes + kSharedBytes, kSharedGuardBytes, PROT_NONE) !=
          0)
    return false;
  shared_end = shared_mapping_ + kSharedGuardBytes + kSharedBytes;
  frame.executor = this;
  use_stack();
  return true;
}

void BlockExecutor::use_stack() noexcept {
  entry.stack_top = kernel_stack_.top(0);
  sanitizer::create(kernel_context, kernel_stack_.bottom(0), kernel_stack_.stack_bytes());
}

BlockExecutor::~BlockExecutor() {
  sanitizer::destroy(kernel_context);
  if (shared_mapping_ != nullptr) munmap(shared_mapping_, kSharedBytes + 2 * kSharedGuardBytes);
  release_scratch();
}

void BlockExecutor::adopt_thread() noexcept {
  stack_t present{};
  sigaltstack(nullptr, &present);
  owns_signal_stack_ = (present.ss_flags & SS_DISABLE) != 0;
  if (owns_signal_stack_) {
    stack_t mine{};
    mine.ss_sp = signal_stack_.bottom(0);
    mine.ss_size = signal_stack_.stack_bytes();
    sigaltstack(&mine, nullptr);
  }
}

void BlockExecutor::leave_thread() noexcept {
  if (!owns_signal_stack_) return;
  stack_t present{};
  sigaltstack(nullptr, &present);
  if (present.ss_sp != signal_stack_.bottom(0)) return;  // the program has set one of its own since
  stack_t none{};
  none.ss_flags = SS_DISABLE;
  sigaltstack(&none, nullptr);
}

bool BlockExecutor::ensure_stack(std::uint64_t local_bytes_per_thread) noexcept {
  const std::uint64_t wanted = kKernelStackBytes + kMostLocals * local_bytes_per_thread;
  if (wanted <= kernel_stack_.stack_bytes()) return true;
  if (wanted > kMaxStackBytes) return false;
  // A frame may reach over the usual guard without touching it: this one is as large as the frames.
  StackBatch larger = StackBatch::create(1, wanted, wanted);
  if (larger.is_empty()) return false;
  sanitizer::destroy(kernel_context);
  kernel_stack_ = std::move(larger);
  use_stack();
  return true;
}

bool BlockExecutor::ensure_scratch(std::uint64_t bytes) noexcept {
  if (bytes <= scratch_bytes) return true;
  if (bytes > kMaxScratchBytes) return false;
  std::uint64_t wanted = 256 << 10;
  while (wanted < bytes) wanted *= 2;
  void* larger = map(wanted);
  if (larger == nullptr) return false;
  if (frame.scratch != nullptr) munmap(frame.scratch, scratch_bytes);
  frame.scratch = static_cast<unsigned char*>(larger);
  scratch_bytes = wanted;
  return true;
}

void BlockExecutor::release_scratch() noexcept {
  if (frame.scratch != nullptr) munmap(frame.scratch, scratch_bytes);
  frame.scratch = nullptr;
  scratch_bytes = 0;
}

BlockFibers* BlockExecutor::fibers_or_null() const {
  return running_grid_ != nullptr ? running_grid_->fibers_or_null() : fibers_.get();
}

bool BlockExecutor::begin_grid(const abi::KernelRow& of, const abi::GridLaunch& grid_launch,
                               std::uint32_t shared_bytes, GridProgress& progress) noexcept {
  if (grid_ == nullptr) grid_.reset(new (std::nothrow) GridScheduler(*this));
  if (grid_ == nullptr) return false;
  grid_->begin(of, grid_launch, shared_bytes, progress);
  running_grid_ = grid_.get();
  return true;
}

void BlockExecutor::end_grid() noexcept {
  if (running_grid_ == nullptr) [[likely]]
    return;
  if (running_grid_->has_failed()) running_grid_->abandon();
  running_grid_ = nullptr;
}

bool BlockExecutor::begin_notes(const KernelPayload& of) noexcept {
  if (notes_ == nullptr) notes_.reset(new (std::nothrow) AccessNotes);
  if (notes_ == nullptr) return false;
  const abi::KernelRow& code = *of.kernel;
  // Dynamic shared memory lies behind all of the static part.
  notes_->begin(of, std::uint64_t{code.static_shared_bytes} + of.dynamic_shared_bytes,
                (code.flags & abi::kKernelChecksAccesses) != 0);
  is_noting_ = true;
  return true;
}

void BlockExecutor::end_notes() noexcept {
  if (!is_noting_) [[likely]]
    return;
  is_noting_ = false;
  notes_->finish();
}

BlockFibers& BlockExecutor::fibers() {
  if (running_grid_ != nullptr) return running_grid_->fibers();
  if (fibers_ == nullptr) {
    auto made = std::unique_ptr<BlockFibers>(new (std::nothrow) BlockFibers(*this));
    if (made == nullptr || !made->allocate()) {
      made.reset();
      land({.code = Code::kLaunchOutOfResources, .what = "no memory for the fibers of a block"});
    }
    fibers_ = std::move(made);
  }
  return *fibers_;
}

bool BlockExecutor::is_own_address(std::uintptr_t address) const {
  const BlockFibers* const fibers = fibers_or_null();
  return kernel_stack_.contains(address) || (fibers != nullptr && fibers->is_stack(address)) ||
         (running_grid_ != nullptr && running_grid_->is_own_address(address)) ||
         address - reinterpret_cast<std::uintptr_t>(frame.scratch) < scratch_bytes;
}

bool BlockExecutor::is_stack_guard(std::uintptr_t address) const {
  return kernel_stack_.is_guard(address) ||
         (fibers_ != nullptr && fibers_->is_stack_guard(address)) ||
         (running_grid_ != nullptr && running_grid_->is_stack_guard(address));
}

void BlockExecutor::note_fiber() noexcept {
  const BlockFibers* fibers = fibers_or_null();
  if (fibers == nullptr || !fibers->is_running()) return;
  fault.thread = fibers->current_thread();
  fault.thread_known = true;
}

void BlockExecutor::land(const PendingFault& pending) noexcept {
  fault = pending;
  note_fiber();
#if defined(RIFFLE_ASAN)
  __asan_handle_no_return();
#endif
  riffle_device_land(entry.landing, static_cast<std::uint32_t>(pending.code));
}

void set_stack_limit_bytes(std::size_t bytes) {
  stack_limit.store(bytes, std::memory_order_relaxed);
}
std::size_t stack_limit_bytes() { return stack_limit.load(std::memory_order_relaxed); }

}  // namespace riffle::device
