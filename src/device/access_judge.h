// SPDX-License-Identifier: Apache-2.0
// Who says whether a kernel may touch what it is about to touch: a checker, asked by code that was compiled to ask
// (compiler/abi/access_abi.h), in front of the access.
#pragma once

#include <cstdint>
#include <string>

#include "compiler/abi/access_abi.h"
#include "device/access.h"

namespace riffle::device {

/// Bytes [begin, end) that a kernel is about to touch.
struct PendingAccess {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  AccessKind kind = AccessKind::kRead;
  bool reads = false;
  bool writes = false;
  const AccessSite* site = nullptr;  ///< may be null; lives as long as the module
};

/// The threads that run together, one of which does it.
struct Accessor {
  const KernelPayload* launch = nullptr;
  const abi::KernelRow* kernel = nullptr;
  std::uint32_t block[3] = {};
  std::uint32_t first[3] = {};
  std::uint32_t last[3] = {};  ///< as `first`: it is known which
  /// It may use memory of the runtime for what it launches.
  [[nodiscard]] bool launches() const { return (kernel->flags & abi::kKernelLaunches) != 0; }
};

enum class AccessFault : std::uint8_t {
  kMisaligned,  ///< `end - begin` bytes at `begin`, which is no multiple of what they ask for
  kShared,      ///< outside of the block's shared memory
  kLocal,       ///< outside of an array of the thread
};

/// Bytes [begin, end).
struct AddressRange {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
};

/// Called on the stacks of kernels, by many threads; must not touch the program's memory.
class AccessJudge {
 public:
  /// Bits of the bytes from `begin` on that may be touched without a question, while the launch runs.
  virtual void fill_plain(std::uintptr_t begin, std::uint64_t* words,
                          std::size_t count) noexcept = 0;
  /// An access to memory that is not the thread's or block's own, not all of it plain. Returns what of it and around it
  /// is plain from now on; empty: nothing.
  virtual AddressRange judge(const PendingAccess& access, const Accessor& who) noexcept = 0;
  /// The same of several threads' access at once, if nothing is wrong with it. Empty: nothing has happened, and each thread's is
  /// to be judged.
  virtual AddressRange admit(const PendingAccess& access) noexcept = 0;
  /// An access that is wrong. `object`: what it was to be in; empty: does not apply.
  virtual void condemn(AccessFault fault, const PendingAccess& access, const AddressRange& object,
                       const Accessor& who) noexcept = 0;

 protected:
  ~AccessJudge() = default;
};

/// Once, before the first kernel runs; for as long as the process lives. Null: nobody any more.
void set_access_judge(AccessJudge* judge);
[[nodiscard]] AccessJudge* access_judge();

/// Whether it is in what the module loader has loaded: variables, constants, tables.
[[nodiscard]] bool is_in_loaded_code(std::uintptr_t address);

/// Sets bits [begin, end), 64 a word.
void set_bits(std::uint64_t* words, std::uint64_t begin, std::uint64_t end);

/// Memory of the device that no allocation is: its heaps (malloc in kernels), constants and tables of loaded code. What is
/// known around the address; empty: it is none.
[[nodiscard]] AddressRange device_memory_at(std::uintptr_t address);

}  // namespace riffle::device
