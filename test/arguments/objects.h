// SPDX-License-Identifier: Apache-2.0
// One object of each kind, made anew for each entry point, and the arguments that calls are made with.
#pragma once

#include "sweep.h"

/// Objects of the process's device 0, by the name of the parameter's type. What a call did to the former ones does not matter.
class Objects {
 public:
  Objects();
  /// What a parameter of a call that is meant well would be; never null for handles and pointers.
  [[nodiscard]] Value good(const Call& call, const Parameter& parameter) const;
  /// What nobody should pass, with its name.
  [[nodiscard]] std::vector<Value> odd(const Call& call, const Parameter& parameter) const;

 private:
  void make_nodes();
  [[nodiscard]] const void* handle(const Call& call, const Parameter& parameter) const;

  CUcontext context_ = nullptr;
  CUstream stream_ = nullptr, ended_stream_ = nullptr;
  CUevent event_ = nullptr;
  CUgraph graph_ = nullptr, child_ = nullptr;
  CUgraphExec exec_ = nullptr;
  std::vector<std::pair<const char*, CUgraphNode>> nodes_;
  CUmemoryPool pool_ = nullptr;
  CUmodule module_ = nullptr;
  CUfunction function_ = nullptr;
  CUlibrary library_ = nullptr;
  CUkernel kernel_ = nullptr;
  CUlinkState link_ = nullptr;
  CUarray array_ = nullptr;
  CUmipmappedArray mipmapped_ = nullptr;
  CUtexref texture_reference_ = nullptr;
  CUuserObject user_object_ = nullptr;
  CUtexObject texture_ = 0;
  CUsurfObject surface_ = 0;
  CUdeviceptr memory_ = 0;
  CUmemGenericAllocationHandle allocation_ = 0;
  CUgraphConditionalHandle conditional_ = 0;
  void* pinned_ = nullptr;
};
