// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/builder/config.h"

namespace riffle::tensorrt {
namespace {

constexpr int32_t kDefaultLevel = 3;
/// What a GPU with 16 GiB would give.
constexpr size_t kDefaultPool = size_t{16} << 30;

std::uint32_t bit_of(auto value) { return 1U << static_cast<unsigned>(value); }

}  // namespace

Config::Config(const Log& log) : log_(log) {
  mImpl = this;
  reset();
}

void Config::reset() noexcept {
  this->flags = bit(BuilderFlag::kTF32);
  this->avg_timing_iterations = 1;
  this->engine_capability = EngineCapability::kSTANDARD;
  this->default_device_type = DeviceType::kGPU;
  this->profiling_verbosity = ProfilingVerbosity::kLAYER_NAMES_ONLY;
  this->builder_optimization_level = kDefaultLevel;
  this->hardware_compatibility_level = HardwareCompatibilityLevel::kNONE;
  this->max_aux_streams = -1;
  this->max_nb_tactics = -1;
  this->l2_limit_for_tiling = -1;
  this->dlacore = 0;
  profiles_.clear();
  devices_.clear();
  pools_.clear();
  features_ = 0;
  plugins_.clear();
}

void Config::setDeviceType(ILayer const* layer, DeviceType type) noexcept {
  guarded(log_, "IBuilderConfig::setDeviceType", [&] {
    devices_[layer] = type;
    return true;
  });
}
DeviceType Config::getDeviceType(ILayer const* layer) const noexcept {
  const auto found = devices_.find(layer);
  return found == devices_.end() ? this->default_device_type : found->second;
}
bool Config::isDeviceTypeSet(ILayer const* layer) const noexcept {
  return devices_.contains(layer);
}

int32_t Config::addOptimizationProfile(IOptimizationProfile const* profile) noexcept {
  const auto* const given = static_cast<const Profile*>(profile);
  const bool is_kept = guarded(log_, "IBuilderConfig::addOptimizationProfile", [&] {
    const std::string fault = given == nullptr ? "the profile is null" : fault_of(given->plan());
    if (!fault.empty()) throw Failure(ErrorCode::kINVALID_ARGUMENT, fault);
    profiles_.push_back(given);
    return true;
  });
  return is_kept ? static_cast<int32_t>(profiles_.size()) - 1 : -1;
}
int32_t Config::getNbOptimizationProfiles() const noexcept {
  return static_cast<int32_t>(profiles_.size());
}
bool Config::setCalibrationProfile(IOptimizationProfile const* profile) noexcept {
  calibration_ = profile;
  return true;
}

void Config::clearQuantizationFlag(QuantizationFlag flag) noexcept {
  this->quantization_flags &= ~bit_of(flag);
}
void Config::setQuantizationFlag(QuantizationFlag flag) noexcept {
  this->quantization_flags |= bit_of(flag);
}
bool Config::getQuantizationFlag(QuantizationFlag flag) const noexcept {
  return (this->quantization_flags & bit_of(flag)) != 0;
}

ITimingCache* Config::createTimingCache(void const* blob, size_t size) const noexcept {
  return guarded(log_, "IBuilderConfig::createTimingCache", [&]() -> ITimingCache* {
    return new TimingCache(
        log_, blob == nullptr ? std::string() : std::string(static_cast<const char*>(blob), size));
  });
}
bool Config::setTimingCache(ITimingCache const& cache, bool) noexcept {
  cache_ = &cache;
  return true;
}

void Config::setMemoryPoolLimit(MemoryPoolType pool, size_t bytes) noexcept {
  guarded(log_, "IBuilderConfig::setMemoryPoolLimit", [&] {
    pools_[pool] = bytes;
    return true;
  });
}
size_t Config::getMemoryPoolLimit(MemoryPoolType pool) const noexcept {
  const auto found = pools_.find(pool);
  return found == pools_.end() ? kDefaultPool : found->second;
}

void Config::setPreviewFeature(PreviewFeature feature, bool enable) noexcept {
  features_ = enable ? features_ | bit_of(feature) : features_ & ~bit_of(feature);
}
bool Config::getPreviewFeature(PreviewFeature feature) const noexcept {
  return (features_ & bit_of(feature)) != 0;
}

void Config::setPluginsToSerialize(char const* const* paths, int32_t count) noexcept {
  guarded(log_, "IBuilderConfig::setPluginsToSerialize", [&] {
    if (count < 0 || (count > 0 && paths == nullptr))
      throw Failure(ErrorCode::kINVALID_ARGUMENT, "the paths are null");
    for (int32_t i = 0; i < count; ++i)
      if (paths[i] == nullptr) throw Failure(ErrorCode::kINVALID_ARGUMENT, "a path is null");
    plugins_.assign(paths, paths + count);
    return true;
  });
}
char const* Config::getPluginToSerialize(int32_t index) const noexcept {
  const bool is_there = index >= 0 && index < getNbPluginsToSerialize();
  return is_there ? plugins_[static_cast<size_t>(index)].c_str() : nullptr;
}
int32_t Config::getNbPluginsToSerialize() const noexcept {
  return static_cast<int32_t>(plugins_.size());
}

}  // namespace riffle::tensorrt
