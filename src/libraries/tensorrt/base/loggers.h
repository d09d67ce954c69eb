// SPDX-License-Identifier: Apache-2.0
// The loggers of builders and runtimes that are alive, for what has none of its own, as plugins.
#pragma once

#include <NvInferRuntime.h>

namespace riffle::tensorrt {

/// Registers a logger for as long as the object lives that has it.
class RegisteredLogger {
 public:
  explicit RegisteredLogger(nvinfer1::ILogger* logger);
  RegisteredLogger(const RegisteredLogger&) = delete;
  ~RegisteredLogger();

  /// The one that was registered first of those that are registered, or null.
  static nvinfer1::ILogger* first();

 private:
  nvinfer1::ILogger* logger_;
};

}  // namespace riffle::tensorrt
