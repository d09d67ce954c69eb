// SPDX-License-Identifier: Apache-2.0
// ONNX Runtime, which computes: loaded when it is first needed, from where it is installed.
#pragma once

#include <memory>
#include <string>

#include "libraries/tensorrt/engine/ort_api.h"

namespace riffle::tensorrt::ort {

struct OrtLibrary {
  Api api;
  Environment* environment = nullptr;
  MemoryInfo* memory = nullptr;
  Allocator* allocator = nullptr;
  std::string version;
};

/// Throws Failure, with how to get it, where there is none.
const OrtLibrary& library();

/// Throws Failure with ONNX Runtime's own words when a call failed.
void check(Status* status);

struct Release {
  void operator()(Session* session) const { library().api.release_session(session); }
  void operator()(SessionOptions* options) const { library().api.release_session_options(options); }
  void operator()(Value* value) const { library().api.release_value(value); }
  void operator()(TypeInfo* info) const { library().api.release_type_info(info); }
  void operator()(TensorInfo* info) const { library().api.release_tensor_info(info); }
};
template <class T>
using Owned = std::unique_ptr<T, Release>;

}  // namespace riffle::tensorrt::ort
