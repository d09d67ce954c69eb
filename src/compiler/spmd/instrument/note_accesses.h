// SPDX-License-Identifier: Apache-2.0
// Instruments kernels: they note which bytes they touch (abi/access_abi.h).
//
// Which accesses of optimised kernel code are to be noted: all but those to memory that is the thread's or block's own.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <cstdint>

#include "compiler/abi/access_abi.h"
#include "compiler/spmd/kernel_body.h"

namespace riffle::spmd {

[[nodiscard]] bool is_to_note_accesses(const llvm::Module& module);
void mark_to_note_accesses(llvm::Module& module);

/// The same of a module whose accesses are to be checked too, which needs to know the thread: each packet is one of threads
/// that follow each other in one block.
[[nodiscard]] bool is_to_check_accesses(const llvm::Module& module);
void mark_to_check_accesses(llvm::Module& module);

/// And which thread does what: each is run by itself, and no access of a thread is put where its source has none.
[[nodiscard]] bool is_to_follow_threads(const llvm::Module& module);
void mark_to_follow_threads(llvm::Module& module);
/// In front of passes that move code.
void keep_accesses_in_place(llvm::Module& module);
/// Says of a call that the thread may wait there for others.
void mark_wait(llvm::Instruction& call);

/// Says of a packet's access, if it is to be checked, that its elements are those of the packet's threads from `first` on.
void mark_by_lane(llvm::Value* access, unsigned first = 0);

/// In front of each access a note of it. To be run behind the optimiser: what is noted is what is done, a vector is one
/// note, and what was removed is none.
void note_accesses(llvm::Module& module, ModuleState& state);

struct NotedAccess {
  enum class Form : std::uint8_t {
    kPiece,  ///< `bytes` at one address; under a mask, lane after lane
    kLanes,  ///< each lane at an address of its own: `address` is a vector
    kRange,  ///< `length` bytes, known when it runs
  };
  llvm::Instruction* at;
  Form form;
  abi::AccessKind kind;
  llvm::Value* address;
  std::uint64_t bytes;                 ///< of the piece, or of one lane
  bool is_aligned = false;             ///< the piece lies within 64 aligned bytes
  llvm::Value* mask = nullptr;         ///< <n x i1>
  llvm::Value* length = nullptr;       ///< i64
  llvm::Instruction* place = nullptr;  ///< in front of what it is noted; null: `at`
  /// Of a piece that is several accesses' (merge_notes.h).
  struct Part {
    std::uint64_t offset, bytes;
  };
  llvm::SmallVector<Part, 0> parts{};
  // For checks only.
  bool reads = false, writes = false;
  llvm::Align alignment{};
  std::uint64_t lane_bytes = 0;  ///< see abi::AccessCheck
  std::uint64_t first_lane = 0;
  abi::CheckedObject object = abi::CheckedObject::kAny;
  llvm::Value* base = nullptr;  ///< of the object, unless any
  std::uint64_t object_bytes = 0;
  // For threads that are followed.
  bool is_followed_only =
      false;  ///< shared memory within bounds: nothing is to be noted or checked
};

/// In the order of the code. What another one before it covers in any case is left out: same address, size, mask and
/// kind. Larger than abi::kMostNotedBytes are ranges only. With `checks` also those to shared memory and to arrays of
/// the thread that may be out of their bounds; these are not to be noted. With `follows` nothing is left out, and all
/// of shared memory is there.
llvm::SmallVector<NotedAccess, 32> noted_accesses(llvm::Function& function, bool checks = false,
                                                  bool follows = false);
/// Instructions of `mark_wait`.
llvm::SmallVector<llvm::Instruction*, 8> waits_of(llvm::Function& function);

}  // namespace riffle::spmd
