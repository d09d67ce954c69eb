// SPDX-License-Identifier: Apache-2.0
// Signal handlers that turn a kernel's bad access into the end of that kernel, and the newest fault.
//
// A handler never jumps out: it rewrites the interrupted context so that returning from the signal
// continues at the landing. The kernel of the operating system then restores mask and signal stack as after
// any signal, and the same works from fibers, whose stacks are simply left behind.
//
// Limits: a thread whose signal stack the program switched off (SS_DISABLE) cannot survive a stack
// overflow; a handler that the program installs after ours sees the faults of kernels until the next check
// (a thread's first kernel, or some thousand launches on one thread).
#include "device/cpu/fault.h"

#include <cxxabi.h>
#include <signal.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>

#include "base/mutex.h"
#include "device/cpu/access_decoder.h"
#include "device/cpu/block_executor.h"
#include "device/cpu/fault_report.h"
#include "device/cpu/switch.h"
#include "platform/moving_pages.h"

namespace riffle::device {
namespace {

constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
constexpr int kSignalCount = 4;
constexpr int kMaxChain = 8;

// Handlers that were in place before ours, oldest first. Written under install_mutex, read by handlers:
// entries are complete before the count that covers them.
struct sigaction previous[kSignalCount][kMaxChain];
std::atomic<int> previous_count[kSignalCount];
Mutex install_mutex;

/// The thread sets handlers here and now.
[[gnu::tls_model("initial-exec")]] thread_local bool is_setting_handlers = false;

int index_of(int signal) {
  for (int index = 0; index < kSignalCount; ++index) {
    if (kSignals[index] == signal) return index;
  }
  return 0;
}

// ---- Faults outside of kernels ----

// A program's handler may call the one that it found, which is ours: then the next older one is due.
struct ChainState {
  const void* context = nullptr;
  std::uintptr_t frame = 0;
  int depth = 0;
};
[[gnu::tls_model("initial-exec")]] thread_local ChainState chain;

/// As the system does for a handler that does not say SA_NODEFER; until ours returns. Not by the library's function, which under
/// `riffle check` is another one (race/preload).
void block(int signal) {
  const std::uint64_t only = std::uint64_t{1} << (signal - 1);
  syscall(SYS_rt_sigprocmask, SIG_BLOCK, &only, nullptr, sizeof only);
}

void call_previous(int signal, siginfo_t* info, void* context) {
  const auto frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  // Nested: same signal context, deeper stack; or a handler has put back what was there before it, which may be this one again
  // (note_changed_handler), and raised the signal. A handler that jumped away left its state behind; the next signal starts at the
  // same height, not deeper.
  const bool is_raised = info->si_code == SI_TKILL && info->si_pid == getpid();
  const bool is_nested = frame < chain.frame && (chain.context == context || is_raised);
  chain = {context, is_nested ? chain.frame : frame, is_nested ? chain.depth + 1 : 0};
  const int slot = index_of(signal);
  const int position = previous_count[slot].load(std::memory_order_acquire) - 1 - chain.depth;
  const int depth = chain.depth;
  if (position >= 0) {
    const struct sigaction& action = previous[slot][position];
    if ((action.sa_flags & SA_NODEFER) == 0) block(signal);
    if ((action.sa_flags & SA_SIGINFO) != 0) {
      action.sa_sigaction(signal, info, context);
      chain.depth = depth;
      return;
    }
    if (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN) {
      action.sa_handler(signal);
      chain.depth = depth;
      return;
    }
    // Sent by kill() and ignored: stays ignored. A real fault cannot be ignored.
    if (action.sa_handler == SIG_IGN && info->si_code <= 0) return;
  }
  // The default: end the process, with a core that shows the faulting instruction.
  is_setting_handlers = true;
  struct sigaction standard{};
  standard.sa_handler = SIG_DFL;
  sigaction(signal, &standard, nullptr);
  if (info->si_code <= 0) raise(signal);
}

// ---- Faults of kernels ----

PendingFault classify(int signal, const siginfo_t* info, const void* context,
                      const BlockExecutor& executor) {
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  switch (signal) {
    case SIGILL:
      return {.code = Code::kLaunchFailure, .what = "trap", .address = address};
    case SIGFPE:
      return {.code = Code::kLaunchFailure, .what = "arithmetic fault", .address = address};
    case SIGBUS:
      if (info->si_code == BUS_ADRALN) {
        return {.code = Code::kMisalignedAddress, .what = "misaligned address", .address = address};
      }
      return {.code = Code::kIllegalAddress, .what = "illegal address", .address = address};
    default:
      break;
  }
  // CUDA reports overflow of the per-thread stack as an illegal address (seen on an H200).
  if (executor.is_stack_guard(address)) {
    return {.code = Code::kIllegalAddress, .what = "stack overflow", .address = address};
  }
  // The processor gives no address for these: a vector access that is not aligned, or a non-canonical one.
  if (info->si_code == SI_KERNEL && is_misaligned_access(context)) {
    return {.code = Code::kMisalignedAddress, .what = "misaligned address"};
  }
  return {.code = Code::kIllegalAddress, .what = "illegal address", .address = address};
}

std::uintptr_t instruction_of(const void* opaque) {
  const auto* context = static_cast<const ucontext_t*>(opaque);
#if defined(__x86_64__)
  return static_cast<std::uintptr_t>(context->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return context->uc_mcontext.pc;
#endif
}

void resume_at_landing(void* opaque, const BlockExecutor& executor) {
  auto* context = static_cast<ucontext_t*>(opaque);
#if defined(__x86_64__)
  greg_t* registers = context->uc_mcontext.gregs;
  constexpr greg_t kDirectionFlag = 0x400;
  constexpr greg_t kAlignmentCheckFlag = 0x40000;
  registers[REG_EFL] &= ~(kDirectionFlag | kAlignmentCheckFlag);
  registers[REG_RSP] = reinterpret_cast<greg_t>(executor.entry.landing);
  registers[REG_RAX] = static_cast<greg_t>(executor.fault.code);
  registers[REG_RIP] = reinterpret_cast<greg_t>(&riffle_device_landing);
#elif defined(__aarch64__)
  context->uc_mcontext.sp = reinterpret_cast<std::uintptr_t>(executor.entry.landing);
  context->uc_mcontext.regs[0] = static_cast<std::uint64_t>(executor.fault.code);
  context->uc_mcontext.pc = reinterpret_cast<std::uintptr_t>(&riffle_device_landing);
#else
#error "no signal context for this machine"
#endif
}

// ---- Pages that somebody guards ----

std::atomic<PageFaultHandler*> page_fault_handler{nullptr};

bool is_write(const void* opaque) {
  const auto* context = static_cast<const ucontext_t*>(opaque);
#if defined(__x86_64__)
  constexpr greg_t kWriteFault = 2;
  return (context->uc_mcontext.gregs[REG_ERR] & kWriteFault) != 0;
#elif defined(__aarch64__)
  // The syndrome is one of the records behind the registers.
  constexpr std::uint64_t kWriteFault = 1U << 6;
  const auto* at = reinterpret_cast<const unsigned char*>(context->uc_mcontext.__reserved);
  for (const auto* const end = at + sizeof context->uc_mcontext.__reserved; at < end;) {
    const auto* const head = reinterpret_cast<const _aarch64_ctx*>(at);
    if (head->magic == 0 || head->size == 0) break;
    if (head->magic == ESR_MAGIC)
      return (reinterpret_cast<const esr_context*>(head)->esr & kWriteFault) != 0;
    at += head->size;
  }
  return false;
#endif
}

bool may_retry(const siginfo_t* info, const void* context, const BlockExecutor* executor) {
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  if (platform::retry_after_move(address)) return true;
  PageFaultHandler* const handler = page_fault_handler.load(std::memory_order_acquire);
  return handler != nullptr &&
         handler({.address = address,
                  .code_address = instruction_of(context),
                  .writes = is_write(context),
                  .in_kernel = executor != nullptr && executor->entry.landing != nullptr});
}

void handle_signal(int signal, siginfo_t* info, void* context) {
  BlockExecutor* executor = BlockExecutor::current();
  if (signal == SIGSEGV && info->si_code == SEGV_ACCERR && may_retry(info, context, executor))
    return;
  const bool was_sent = info->si_code <= 0;  // by kill, not by an instruction
  if (executor == nullptr || executor->entry.landing == nullptr || was_sent) {
    return call_previous(signal, info, context);
  }
  executor->fault = classify(signal, info, context, *executor);
  executor->fault.code_address = instruction_of(context);
  executor->note_fiber();
  resume_at_landing(context, *executor);
}

// ---- The newest fault ----

Mutex record_mutex;
FaultRecord& newest() RIFFLE_REQUIRES(record_mutex) {
  alignas(FaultRecord) static std::byte storage[sizeof(FaultRecord)];  // never destroyed
  static auto* record = new (storage) FaultRecord;
  return *record;
}

std::string as_in_source(const char* name) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      ::abi::__cxa_demangle(name, nullptr, nullptr, &status), &std::free);
  return text == nullptr ? name : text.get();
}

void fill(FaultRecord& record, const BlockExecutor& executor) RIFFLE_REQUIRES(record_mutex) {
  record.code = executor.fault.code;
  record.what = executor.fault.what;
  record.address = executor.fault.address;
  record.code_address = executor.fault.code_address;
  ++record.count;
  record.kernel.clear();
  if (executor.kernel == nullptr) return;
  try {
    record.kernel = as_in_source(executor.kernel->name);
  } catch (const std::bad_alloc&) {  // the rest is worth telling
  }
  for (int axis = 0; axis < 3; ++axis) record.block[axis] = executor.frame.block_index[axis];
  record.thread_known = executor.fault.thread_known;
  const std::uint32_t x = executor.launch->block[0];
  const std::uint32_t y = executor.launch->block[1];
  record.thread[0] = executor.fault.thread % x;
  record.thread[1] = executor.fault.thread / x % y;
  record.thread[2] = executor.fault.thread / x / y;
}

}  // namespace

void set_page_fault_handler(PageFaultHandler* handler) {
  page_fault_handler.store(handler, std::memory_order_release);
}

void install_fault_handlers() {
  MutexLock lock(install_mutex);
  is_setting_handlers = true;
  for (int slot = 0; slot < kSignalCount; ++slot) {
    struct sigaction present{};
    sigaction(kSignals[slot], nullptr, &present);
    if ((present.sa_flags & SA_SIGINFO) != 0 && present.sa_sigaction == &handle_signal) continue;
    // Full only when a program replaces its handler again and again: the newest takes the last place.
    const int count = previous_count[slot].load(std::memory_order_relaxed);
    const int position = count < kMaxChain ? count : kMaxChain - 1;
    previous[slot][position] = present;
    previous_count[slot].store(position + 1, std::memory_order_release);
    struct sigaction ours{};
    ours.sa_sigaction = &handle_signal;
    // A handler of the program may come on top of ours, and meet a closed page.
    ours.sa_flags = SA_SIGINFO | SA_ONSTACK | (kSignals[slot] == SIGSEGV ? SA_NODEFER : 0);
    sigemptyset(&ours.sa_mask);
    sigaction(kSignals[slot], &ours, nullptr);
  }
  is_setting_handlers = false;
}

void unblock_faults() {
  sigset_t faults;
  sigemptyset(&faults);
  for (const int signal : kSignals) sigaddset(&faults, signal);
  (void)pthread_sigmask(SIG_UNBLOCK, &faults, nullptr);
}

void note_changed_handler() {
  if (!is_setting_handlers) install_fault_handlers();
}

void report_fault(BlockExecutor& executor) noexcept {
  const MutexLock lock(record_mutex);
  FaultRecord& record = newest();
  fill(record, executor);
}

void report_fault(Code fault, SourcePosition* source) noexcept {
  try {
    FaultRecord record = last_fault();
    // A failed assertion has been told by the line that failed. Another code is no fault of device code.
    if (fault == Code::kAssert || fault != record.code) return;
    if (record.code_address != 0) record.source = source(record.code_address);
    std::fprintf(stderr, "riffle: %s\n", record.text().c_str());
  } catch (const std::bad_alloc&) {  // the program will see the error
  }
}

FaultRecord last_fault() {
  MutexLock lock(record_mutex);
  return newest();
}

std::string FaultRecord::text() const {
  char piece[128];
  std::string text = (kernel.empty() ? "copy or fill" : "kernel " + kernel) + ": " + what;
  if (address != 0) {
    std::snprintf(piece, sizeof piece, " 0x%llx", static_cast<unsigned long long>(address));
    text += piece;
  }
  if (!source.empty()) text += " at " + source;
  if (kernel.empty()) return text;
  std::snprintf(piece, sizeof piece, " in block (%u,%u,%u)", block[0], block[1], block[2]);
  text += piece;
  if (thread_known) {
    std::snprintf(piece, sizeof piece, ", thread (%u,%u,%u)", thread[0], thread[1], thread[2]);
    text += piece;
  }
  return text;
}

}  // namespace riffle::device
