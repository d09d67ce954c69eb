// SPDX-License-Identifier: Apache-2.0
// Code whose threads are followed one by one: each access says who, where and what (abi/access_abi.h), each wait says its
// line.
#pragma once

#include "compiler/spmd/instrument/note_accesses.h"
#include "compiler/spmd/instrument/note_calls.h"
#include "compiler/spmd/kernel_body.h"

namespace riffle::spmd {

class FollowedThreads {
 public:
  FollowedThreads(llvm::Module& module, Sites& sites, NoteCalls& calls)
      : module_(module), sites_(sites), calls_(calls) {}

  /// In front of it a call that follows it.
  void access(const NotedAccess& access);
  /// The same of all barriers and operations of warps.
  void waits(llvm::Function& function);
  /// The kernel's threads say what is in their shared memory.
  void begin(const KernelState& kernel);
  /// What is in the shared memory of a kernel, null: of none that is known.
  llvm::Constant* variables_of(const KernelState* kernel);

 private:
  llvm::Constant* list_of(const KernelState& kernel);

  llvm::Module& module_;
  Sites& sites_;
  NoteCalls& calls_;
};

}  // namespace riffle::spmd
