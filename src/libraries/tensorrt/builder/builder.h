// SPDX-License-Identifier: Apache-2.0
// The builder: makes plans of networks.
#pragma once

#include <memory>
#include <vector>

#include "libraries/tensorrt/base/loggers.h"
#include "libraries/tensorrt/builder/config.h"

namespace riffle::tensorrt {

class Network;

class Builder final : public IBuilder, public BuilderDefaults {
 public:
  explicit Builder(ILogger* logger) : registered_(logger), log_(logger) { mImpl = this; }

  bool platformHasFastFp16() const noexcept override { return true; }
  bool platformHasFastInt8() const noexcept override { return true; }
  bool platformHasTf32() const noexcept override { return true; }
  int32_t getMaxDLABatchSize() const noexcept override { return 0; }
  int32_t getNbDLACores() const noexcept override { return 0; }
  /// For engines that buildEngineWithConfig makes.
  void setGpuAllocator(IGpuAllocator* allocator) noexcept override { allocator_ = allocator; }
  IBuilderConfig* createBuilderConfig() noexcept override;
  INetworkDefinition* createNetworkV2(NetworkDefinitionCreationFlags flags) noexcept override;
  IOptimizationProfile* createOptimizationProfile() noexcept override;
  void setErrorRecorder(IErrorRecorder* recorder) noexcept override { log_.recorder = recorder; }
  IErrorRecorder* getErrorRecorder() const noexcept override { return log_.recorder; }
  void reset() noexcept override {}
  IHostMemory* buildSerializedNetwork(INetworkDefinition& network,
                                      IBuilderConfig& config) noexcept override;
  IHostMemory* buildSerializedNetworkWithKernelText(INetworkDefinition& network,
                                                    IBuilderConfig& config,
                                                    IHostMemory*& text) noexcept override;
  bool buildSerializedNetworkToStream(INetworkDefinition& network, IBuilderConfig& config,
                                      IStreamWriter& writer) noexcept override;
  ICudaEngine* buildEngineWithConfig(INetworkDefinition& network,
                                     IBuilderConfig& config) noexcept override;
  bool isNetworkSupported(INetworkDefinition const& network,
                          IBuilderConfig const& config) const noexcept override;
  ILogger* getLogger() const noexcept override { return log_.logger(); }
  IPluginRegistry& getPluginRegistry() noexcept override;

 private:
  void refuse(char const* function) const noexcept override { log_.refuse(function); }
  std::string build(const INetworkDefinition& network, const IBuilderConfig& config) const;

  RegisteredLogger registered_;
  Log log_;
  IGpuAllocator* allocator_ = nullptr;
  std::vector<std::unique_ptr<Profile>> profiles_;  // which live as long as the builder
};

}  // namespace riffle::tensorrt
