// SPDX-License-Identifier: Apache-2.0
// Asks in front of an access whether it may be (abi/access_abi.h): what code that is only noted does not do.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <map>
#include <utility>

#include "compiler/spmd/instrument/note_accesses.h"
#include "compiler/spmd/instrument/note_calls.h"

namespace riffle::spmd {

/// Bits of the bytes of a function's pieces, 64 a word. Under a mask the lanes' bits, each repeated.
class NotedBits {
 public:
  using Words = llvm::SmallVector<llvm::Value*, 4>;

  explicit NotedBits(llvm::Function& function) : entry_(&function.getEntryBlock()) {}

  [[nodiscard]] Words of(llvm::IRBuilder<>& builder, const NotedAccess& access);

 private:
  static Words make(llvm::IRBuilder<>& builder, llvm::Value* mask, std::uint64_t access_bytes);
  const Words& of_mask(llvm::IRBuilder<>& builder, llvm::Value* mask, std::uint64_t bytes);

  llvm::BasicBlock* const entry_;
  std::map<std::pair<llvm::Value*, std::uint64_t>, Words> known_;
};

/// Of an access by lanes: where their addresses were put, and the lanes as bits.
std::pair<llvm::Value*, llvm::Value*> put_lanes(llvm::IRBuilder<>& builder,
                                                const NotedAccess& access);

class AccessChecks {
 public:
  AccessChecks(llvm::Module& module, Sites& sites, NoteCalls& calls)
      : module_(module), sites_(sites), calls_(calls) {}

  /// Of a piece that was noted in front of `before`; `words` are its bits, `odd` those that are not plain.
  void piece(const NotedAccess& access, llvm::Value* table, llvm::Instruction* before,
             llvm::Value* address, llvm::ArrayRef<llvm::Value*> words, llvm::Value* odd);
  /// The runtime notes them, too.
  void lanes(const NotedAccess& access, llvm::Value* table);
  /// Of own memory with bounds.
  void bounds(const NotedAccess& access, llvm::Value* table);

 private:
  llvm::Constant* constant_of(const NotedAccess& access);
  llvm::Value* is_out(llvm::IRBuilder<>& builder, const NotedAccess& access, llvm::Value* table,
                      llvm::Value* address);
  void call_piece(llvm::Instruction* before, const NotedAccess& access, llvm::Value* table,
                  llvm::Value* address, llvm::ArrayRef<llvm::Value*> words, llvm::Value* base);
  void call_lanes(llvm::IRBuilder<>& builder, const NotedAccess& access, llvm::Value* table,
                  llvm::Value* base);

  llvm::Module& module_;
  Sites& sites_;
  NoteCalls& calls_;
};

}  // namespace riffle::spmd
