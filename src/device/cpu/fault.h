// SPDX-License-Identifier: Apache-2.0
// Faults of kernels: what happened last, for error texts.
#pragma once

#include <cstdint>
#include <string>

#include "base/status.h"

namespace riffle::device {

/// The end of one kernel, or of a copy or fill, by fault. `thread_known` is false where the compiled code does not keep the thread.
struct FaultRecord {
  Code code = Code::kOk;
  const char* what = "";  ///< "illegal address", "trap", "stack overflow", ...
  /// As in the source, with its parameters; empty: a copy or fill, and no block or thread.
  std::string kernel;
  std::uint32_t block[3] = {};
  std::uint32_t thread[3] = {};
  bool thread_known = false;
  std::uintptr_t address = 0;       ///< 0 where the machine does not tell (non-canonical addresses)
  std::uintptr_t code_address = 0;  ///< the instruction that faulted; 0: not known
  std::uint64_t count = 0;          ///< faults so far in this process

  std::string source{};  ///< its line, "file.cu:12"; empty: not known

  /// "kernel bad(int*): illegal address 0x10 at file.cu:12 in block (0,0,0), thread (3,0,0)"
  [[nodiscard]] std::string text() const;
};

/// The newest fault of any thread; `count` 0 when there was none. Thread-safe.
[[nodiscard]] FaultRecord last_fault();

/// Finds the source of an instruction: "file.cu:12", or nothing.
using SourcePosition = std::string(std::uintptr_t code_address);

/// Says on standard error where the newest fault happened, if it is `fault`: for the end of a context.
void report_fault(Code fault, SourcePosition* source) noexcept;

/// An access to a page that exists and does not allow it, by whoever.
struct PageFault {
  std::uintptr_t address = 0;
  std::uintptr_t code_address = 0;
  bool writes = false;     ///< false also where the machine does not tell
  bool in_kernel = false;  ///< or in a copy or fill
};
/// Called in the signal handler; true: the access is tried again. Null: nobody is asked.
using PageFaultHandler = bool(const PageFault& fault) noexcept;
void set_page_fault_handler(PageFaultHandler* handler);

/// Installs the handlers for SIGSEGV, SIGBUS, SIGFPE and SIGILL, or puts them back in front if the program
/// replaced them since; what was there is called for every fault outside kernels. Running kernels does it
/// by itself, at a thread's first kernel and every few thousand calls. Thread-safe.
void install_fault_handlers();
/// The thread may get those signals: one that an instruction raises while it is blocked ends the process.
void unblock_faults();
/// Somebody has set a handler; unless it is this that has, ours go back in front.
void note_changed_handler();

}  // namespace riffle::device
