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
  RunOptions* run_options = nullptr;  ///< of all inferences
  std::string version;
};

/// Throws Failure, with how to get it, where there is none.
const OrtLibrary& library();

/// Throws Failure with ONNX Runtime's own words when a call failed.
void check(Status* status);

/// Whether the process ends. ONNX Runtime's own objects end then, before those of the program that are older: nothing may call it.
bool is_process_ending();

/// An inference in a stream, for as long as the object lives. A process that ends waits for those that have begun, which are
/// stopped, and begins no others. A logger may be gone then: such inferences say nothing.
class InferenceInFlight {
 public:
  InferenceInFlight();
  InferenceInFlight(const InferenceInFlight&) = delete;
  ~InferenceInFlight();
  /// False where the process ends.
  explicit operator bool() const { return may_begin_; }

 private:
  bool may_begin_;
};

struct Release {
  void operator()(Session* session) const {
    if (!is_process_ending()) library().api.release_session(session);
  }
  void operator()(SessionOptions* options) const {
    if (!is_process_ending()) library().api.release_session_options(options);
  }
  void operator()(Value* value) const {
    if (!is_process_ending()) library().api.release_value(value);
  }
  void operator()(TypeInfo* info) const {
    if (!is_process_ending()) library().api.release_type_info(info);
  }
  void operator()(TensorInfo* info) const {
    if (!is_process_ending()) library().api.release_tensor_info(info);
  }
};
template <class T>
using Owned = std::unique_ptr<T, Release>;

}  // namespace riffle::tensorrt::ort
