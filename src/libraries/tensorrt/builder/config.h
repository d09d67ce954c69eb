// SPDX-License-Identifier: Apache-2.0
// How an engine is built. Most settings choose among kernels of a GPU: they are kept, and change nothing here.
#pragma once

#include <map>

#include "libraries/tensorrt/builder/profile.h"
#include "libraries/tensorrt/runtime/objects.h"

namespace riffle::tensorrt {

/// A timing cache holds times of a GPU's kernels. Here it keeps the bytes that it was made of.
class TimingCache final : public ITimingCache, public TimingCacheDefaults {
 public:
  TimingCache(const Log& log, std::string bytes) : log_(log), bytes_(std::move(bytes)) {
    mImpl = this;
  }
  IHostMemory* serialize() const noexcept override {
    return guarded(log_, "ITimingCache::serialize",
                   [&]() -> IHostMemory* { return new HostMemory(bytes_); });
  }
  bool combine(ITimingCache const&, bool) noexcept override { return true; }
  bool reset() noexcept override {
    bytes_.clear();
    return true;
  }
  int64_t queryKeys(TimingCacheKey*, int64_t) const noexcept override { return 0; }

 private:
  void refuse(char const* function) const noexcept override { log_.refuse(function); }
  Log log_;
  std::string bytes_;
};

class Config final : public IBuilderConfig, public BuilderConfigDefaults {
 public:
  explicit Config(const Log& log);

  void clearFlag(BuilderFlag flag) noexcept override { this->flags &= ~bit(flag); }
  void setFlag(BuilderFlag flag) noexcept override { this->flags |= bit(flag); }
  bool getFlag(BuilderFlag flag) const noexcept override { return (this->flags & bit(flag)) != 0; }
  void setDeviceType(ILayer const* layer, DeviceType type) noexcept override;
  DeviceType getDeviceType(ILayer const* layer) const noexcept override;
  bool isDeviceTypeSet(ILayer const* layer) const noexcept override;
  void resetDeviceType(ILayer const* layer) noexcept override { devices_.erase(layer); }
  bool canRunOnDLA(ILayer const*) const noexcept override { return false; }
  void reset() noexcept override;
  int32_t addOptimizationProfile(IOptimizationProfile const* profile) noexcept override;
  int32_t getNbOptimizationProfiles() const noexcept override;
  bool setCalibrationProfile(IOptimizationProfile const* profile) noexcept override;
  IOptimizationProfile const* getCalibrationProfile() noexcept override { return calibration_; }
  void clearQuantizationFlag(QuantizationFlag flag) noexcept override;
  void setQuantizationFlag(QuantizationFlag flag) noexcept override;
  bool getQuantizationFlag(QuantizationFlag flag) const noexcept override;
  ITimingCache* createTimingCache(void const* blob, size_t size) const noexcept override;
  bool setTimingCache(ITimingCache const& cache, bool) noexcept override;
  ITimingCache const* getTimingCache() const noexcept override { return cache_; }
  void setMemoryPoolLimit(MemoryPoolType pool, size_t bytes) noexcept override;
  size_t getMemoryPoolLimit(MemoryPoolType pool) const noexcept override;
  void setPreviewFeature(PreviewFeature feature, bool enable) noexcept override;
  bool getPreviewFeature(PreviewFeature feature) const noexcept override;
  void setPluginsToSerialize(char const* const* paths, int32_t count) noexcept override;
  char const* getPluginToSerialize(int32_t index) const noexcept override;
  int32_t getNbPluginsToSerialize() const noexcept override;

  const std::vector<const Profile*>& profiles() const { return profiles_; }

 private:
  static BuilderFlags bit(BuilderFlag flag) { return 1U << static_cast<unsigned>(flag); }
  void refuse(char const* function) const noexcept override { log_.refuse(function); }

  Log log_;
  std::vector<const Profile*> profiles_;
  IOptimizationProfile const* calibration_ = nullptr;
  ITimingCache const* cache_ = nullptr;
  std::map<ILayer const*, DeviceType> devices_;
  std::map<MemoryPoolType, size_t> pools_;
  std::uint32_t features_ = 0;
  std::vector<std::string> plugins_;
};

}  // namespace riffle::tensorrt
