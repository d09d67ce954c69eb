// SPDX-License-Identifier: Apache-2.0
// A kernel's arguments, one by one or packed into a buffer, as a launch takes them.
#pragma once

#include <cuda.h>

#include <cstddef>
#include <expected>
#include <vector>

namespace riffle::api::cuda {

/// One pointer per parameter of `function`, into a copy of the buffer that `extra` names. Errors: CUDA_ERROR_INVALID_VALUE
/// (both forms, neither, no size), CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES (more bytes than the parameters have; of fewer the
/// rest is zero).
class LaunchArguments {
 public:
  static std::expected<LaunchArguments, CUresult> make(CUfunction function, void** params,
                                                       void** extra);
  /// As long as this object.
  [[nodiscard]] void** get() { return own_.empty() ? params_ : own_.data(); }

 private:
  void** params_ = nullptr;
  std::vector<std::byte> copy_;
  std::vector<void*> own_;
};

}  // namespace riffle::api::cuda
