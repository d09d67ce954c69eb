// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/builder/builder.h"

#include "libraries/tensorrt/builder/make_plan.h"
#include "libraries/tensorrt/plugin/registry.h"
#include "libraries/tensorrt/runtime/runtime.h"

namespace riffle::tensorrt {
namespace {

constexpr char kBuild[] = "IBuilder::buildSerializedNetwork";

/// Reports the one phase that building has here.
class Progress {
 public:
  explicit Progress(IProgressMonitor* monitor) : monitor_(monitor) {
    if (monitor_ != nullptr) monitor_->phaseStart(kPhase, nullptr, 1);
  }
  Progress(const Progress&) = delete;
  ~Progress() {
    if (monitor_ != nullptr) monitor_->phaseFinish(kPhase);
  }
  /// The step is done. Throws Failure where the program wants no more.
  void complete() {
    if (monitor_ != nullptr && !monitor_->stepComplete(kPhase, 0))
      throw Failure(ErrorCode::kFAILED_EXECUTION, "stopped by the progress monitor");
  }

 private:
  static constexpr char kPhase[] = "Building Engine";
  IProgressMonitor* monitor_;
};

}  // namespace

IBuilderConfig* Builder::createBuilderConfig() noexcept {
  return guarded(log_, "IBuilder::createBuilderConfig",
                 [&]() -> IBuilderConfig* { return new Config(log_); });
}

INetworkDefinition* Builder::createNetworkV2(NetworkDefinitionCreationFlags flags) noexcept {
  return guarded(log_, "IBuilder::createNetworkV2",
                 [&]() -> INetworkDefinition* { return new Network(*this, log_, flags); });
}

IOptimizationProfile* Builder::createOptimizationProfile() noexcept {
  return guarded(log_, "IBuilder::createOptimizationProfile", [&]() -> IOptimizationProfile* {
    profiles_.push_back(std::make_unique<Profile>(log_));
    return profiles_.back().get();
  });
}

std::string Builder::build(const INetworkDefinition& network, const IBuilderConfig& config) const {
  const auto& settings = static_cast<const Config&>(config);
  Progress progress(settings.progress_monitor);
  std::string plan = make_plan(static_cast<const Network&>(network), settings).written();
  progress.complete();
  log_.info(joined("engine built: ", plan.size(), " bytes"));
  return plan;
}

IHostMemory* Builder::buildSerializedNetwork(INetworkDefinition& network,
                                             IBuilderConfig& config) noexcept {
  return guarded(log_, kBuild,
                 [&]() -> IHostMemory* { return new HostMemory(build(network, config)); });
}

IHostMemory* Builder::buildSerializedNetworkWithKernelText(INetworkDefinition& network,
                                                           IBuilderConfig& config,
                                                           IHostMemory*& text) noexcept {
  text = nullptr;  // no kernels are made
  return buildSerializedNetwork(network, config);
}

bool Builder::buildSerializedNetworkToStream(INetworkDefinition& network, IBuilderConfig& config,
                                             IStreamWriter& writer) noexcept {
  return guarded(log_, "IBuilder::buildSerializedNetworkToStream", [&] {
    const std::string plan = build(network, config);
    const auto bytes = static_cast<std::int64_t>(plan.size());
    return writer.write(plan.data(), bytes) == bytes;
  });
}

ICudaEngine* Builder::buildEngineWithConfig(INetworkDefinition& network,
                                            IBuilderConfig& config) noexcept {
  return guarded(log_, "IBuilder::buildEngineWithConfig", [&] {
    return load_engine(build(network, config), log_, allocator_, "IBuilder::buildEngineWithConfig");
  });
}

bool Builder::isNetworkSupported(INetworkDefinition const& network,
                                 IBuilderConfig const& config) const noexcept {
  return guarded(log_, "IBuilder::isNetworkSupported",
                 [&] { return !build(network, config).empty(); });
}

IPluginRegistry& Builder::getPluginRegistry() noexcept { return plugin_registry(); }

}  // namespace riffle::tensorrt
