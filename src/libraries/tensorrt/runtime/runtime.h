// SPDX-License-Identifier: Apache-2.0
// The runtime: makes engines of plans.
#pragma once

#include "libraries/tensorrt/base/log.h"
#include "libraries/tensorrt/base/loggers.h"
#include "tensorrt_defaults.h"

namespace riffle::tensorrt {

class Runtime final : public IRuntime, public RuntimeDefaults {
 public:
  explicit Runtime(ILogger* logger) : registered_(logger), log_(logger) { mImpl = this; }

  IRuntime* getPImpl() noexcept override { return this; }
  ICudaEngine* deserializeCudaEngine(void const* blob, size_t size) noexcept override;
  ICudaEngine* deserializeCudaEngine(IStreamReader& reader) noexcept override;
  ICudaEngine* deserializeCudaEngineV2(IStreamReaderV2& reader) noexcept override;
  int32_t getNbDLACores() const noexcept override { return 0; }
  /// Engines that have no plugins need no device memory, and do not ask it.
  void setGpuAllocator(IGpuAllocator* allocator) noexcept override { allocator_ = allocator; }
  void setErrorRecorder(IErrorRecorder* recorder) noexcept override { log_.recorder = recorder; }
  IErrorRecorder* getErrorRecorder() const noexcept override { return log_.recorder; }
  ILogger* getLogger() const noexcept override { return log_.logger(); }
  IPluginRegistry& getPluginRegistry() noexcept override;
  void setPluginRegistryParent(IPluginRegistry*) noexcept override {}
  IRuntime* loadRuntime(char const* path) noexcept override;

 private:
  void refuse(char const* function) const noexcept override { log_.refuse(function); }
  RegisteredLogger registered_;
  Log log_;
  IGpuAllocator* allocator_ = nullptr;
};

/// An engine of a plan, or null after a line in the log.
ICudaEngine* load_engine(std::string_view plan, const Log& log, IGpuAllocator* allocator,
                         char const* function) noexcept;

}  // namespace riffle::tensorrt
