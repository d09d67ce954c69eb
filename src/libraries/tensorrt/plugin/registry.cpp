// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/plugin/registry.h"

#include <dlfcn.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "libraries/tensorrt/base/log.h"
#include "libraries/tensorrt/base/loggers.h"

namespace riffle::tensorrt {
namespace {

struct Entry {
  std::string name, version, space;
  IPluginCreatorInterface* creator;
};

std::string_view view(char const* given) { return given == nullptr ? "" : given; }
std::string text(char const* given) { return std::string(view(given)); }

constexpr char kRegister[] = "IPluginRegistry::registerCreator";

/// Plugins of NVIDIA's library that Riffle's does not have, in alphabetical order.
constexpr std::string_view kNotThere[] = {
    "BatchTilePlugin_TRT",
    "Clip_TRT",
    "CoordConvAC",
    "CropAndResize",
    "CropAndResizeDynamic",
    "CustomEmbLayerNormPluginDynamic",
    "CustomFCPluginDynamic",
    "CustomQKVToContextPluginDynamic",
    "DecodeBbox3DPlugin",
    "DetectionLayer_TRT",
    "DisentangledAttention_TRT",
    "FlattenConcat_TRT",
    "GenerateDetection_TRT",
    "GridAnchorRect_TRT",
    "GridAnchor_TRT",
    "LReLU_TRT",
    "MultilevelCropAndResize_TRT",
    "MultilevelProposeROI_TRT",
    "Normalize_TRT",
    "PillarScatterPlugin",
    "PriorBox_TRT",
    "Proposal",
    "ProposalDynamic",
    "ProposalLayer_TRT",
    "PyramidROIAlign_TRT",
    "RNNTEncoderPlugin",
    "RPROI_TRT",
    "Region_TRT",
    "Reorg_TRT",
    "ResizeNearest_TRT",
    "SingleStepLSTMPlugin",
    "SpecialSlice_TRT",
    "Split",
    "VoxelGeneratorPlugin",
};
static_assert(std::ranges::is_sorted(kNotThere));

#if NV_TENSORRT_MAJOR < 11
using RegistryTable = IPluginRegistry;
#else
/// What registries had in TensorRT 10 besides, for creators of the first form.
class RegistryTable : public IPluginRegistry {
 public:
  using IPluginRegistry::deregisterCreator;
  using IPluginRegistry::registerCreator;
  virtual bool registerCreator(IPluginCreator& creator, AsciiChar const* space) noexcept = 0;
  virtual IPluginCreator* const* getPluginCreatorList(int32_t* count) const noexcept = 0;
  virtual IPluginCreator* getPluginCreator(AsciiChar const* name, AsciiChar const* version,
                                           AsciiChar const* space) noexcept = 0;
  virtual bool deregisterCreator(IPluginCreator const& creator) noexcept = 0;
};
#endif

class Registry final : public RegistryTable {
 public:
  bool registerCreator(IPluginCreator& creator, AsciiChar const* space) noexcept override {
    return guarded(log(), kRegister, [&] {
      creator.setPluginNamespace(space == nullptr ? "" : space);
      return add(
          {text(creator.getPluginName()), text(creator.getPluginVersion()), text(space), &creator});
    });
  }
  bool registerCreator(IPluginCreatorInterface& creator, AsciiChar const* space) noexcept override {
    if (is_first_form(creator))
      return registerCreator(static_cast<IPluginCreator&>(creator), space);
    return guarded(log(), kRegister, [&] {
      if (!is_third_form(creator))
        throw Failure(ErrorCode::kUNSUPPORTED_STATE,
                      joined("Riffle does not support creators of kind '",
                             text(creator.getInterfaceInfo().kind),
                             "': it takes IPluginCreator and IPluginCreatorV3One"));
      auto& third = static_cast<IPluginCreatorV3One&>(creator);
      return add(
          {text(third.getPluginName()), text(third.getPluginVersion()), text(space), &creator});
    });
  }
  IPluginCreator* const* getPluginCreatorList(int32_t* count) const noexcept override {
    if (count != nullptr) *count = 0;
    return guarded(log(), "IPluginRegistry::getPluginCreatorList", [&]() -> IPluginCreator* const* {
      std::vector<IPluginCreator*> first_form;
      for (const Entry& entry : entries())  // creators are asked without the lock
        if (is_first_form(*entry.creator))
          first_form.push_back(static_cast<IPluginCreator*>(entry.creator));
      const std::lock_guard lock(mutex_);
      first_form_ = std::move(first_form);
      if (count != nullptr) *count = static_cast<int32_t>(first_form_.size());
      return first_form_.data();
    });
  }
  IPluginCreator* getPluginCreator(AsciiChar const* name, AsciiChar const* version,
                                   AsciiChar const* space) noexcept override {
    IPluginCreatorInterface* const found = getCreator(name, version, space);
    return found != nullptr && is_first_form(*found) ? static_cast<IPluginCreator*>(found)
                                                     : nullptr;
  }
  void setErrorRecorder(IErrorRecorder* recorder) noexcept override { recorder_ = recorder; }
  IErrorRecorder* getErrorRecorder() const noexcept override { return recorder_; }
  bool deregisterCreator(IPluginCreator const& creator) noexcept override {
    return remove(creator);
  }
  bool deregisterCreator(IPluginCreatorInterface const& creator) noexcept override {
    return remove(creator);
  }
  bool isParentSearchEnabled() const override { return searches_parent_; }
  void setParentSearchEnabled(bool enabled) override { searches_parent_ = enabled; }

  /// A library of plugins tells what it has by a function of this name, or registers by itself when it is loaded.
  PluginLibraryHandle loadLibrary(AsciiChar const* path) noexcept override {
    return guarded(log(), "IPluginRegistry::loadLibrary", [&]() -> PluginLibraryHandle {
      void* const handle = path == nullptr ? nullptr : dlopen(path, RTLD_LAZY);
      if (handle == nullptr)
        throw Failure(ErrorCode::kINVALID_ARGUMENT,
                      path == nullptr ? "the path is null" : dlerror());
      using Creators = IPluginCreatorInterface* const* (*)(int32_t*);
      if (const auto creators = reinterpret_cast<Creators>(dlsym(handle, "getCreators"))) {
        int32_t count = 0;
        IPluginCreatorInterface* const* const list = creators(&count);
        for (int32_t i = 0; i < count; ++i) registerCreator(*list[i], "");
        const std::lock_guard lock(mutex_);
        libraries_[handle].assign(list, list + count);
      }
      return handle;
    });
  }
  void deregisterLibrary(PluginLibraryHandle handle) noexcept override {
    std::vector<IPluginCreatorInterface*> creators;
    {
      const std::lock_guard lock(mutex_);
      if (const auto found = libraries_.find(handle); found != libraries_.end()) {
        creators = std::move(found->second);
        libraries_.erase(found);
      }
    }
    for (const IPluginCreatorInterface* const creator : creators) remove(*creator);
    if (handle != nullptr) dlclose(handle);
  }
  IPluginCreatorInterface* const* getAllCreators(int32_t* count) const noexcept override {
    if (count != nullptr) *count = 0;
    return guarded(log(), "IPluginRegistry::getAllCreators",
                   [&]() -> IPluginCreatorInterface* const* {
                     const std::lock_guard lock(mutex_);
                     all_.clear();
                     for (const Entry& entry : entries_) all_.push_back(entry.creator);
                     if (count != nullptr) *count = static_cast<int32_t>(all_.size());
                     return all_.data();
                   });
  }
  IPluginCreatorInterface* const* getAllCreatorsRecursive(int32_t* count) noexcept override {
    return getAllCreators(count);
  }
  IPluginCreatorInterface* getCreator(AsciiChar const* name, AsciiChar const* version,
                                      AsciiChar const* space) noexcept override {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find_if(entries_, [&](const Entry& entry) {
      return entry.name == view(name) && entry.version == view(version) &&
             entry.space == view(space);
    });
    return found == entries_.end() ? nullptr : found->creator;
  }
  IPluginResource* acquirePluginResource(AsciiChar const* key,
                                         IPluginResource* resource) noexcept override {
    return guarded(log(), "IPluginRegistry::acquirePluginResource", [&]() -> IPluginResource* {
      std::string name = text(key);
      if (IPluginResource* const kept = use_resource(key)) return kept;
      // Plugins make and release resources without the lock: they may call the registry.
      IPluginResource* const made = resource != nullptr ? resource->clone() : nullptr;
      if (made == nullptr) return nullptr;
      {
        const std::lock_guard lock(mutex_);
        if (resources_.try_emplace(std::move(name), made, 1).second) return made;
      }
      made->release();  // another thread was faster
      return use_resource(key);
    });
  }
  int32_t releasePluginResource(AsciiChar const* key) noexcept override {
    IPluginResource* unused = nullptr;
    {
      const std::lock_guard lock(mutex_);
      const auto found = resources_.find(view(key));
      if (found == resources_.end()) return -1;
      if (--found->second.second == 0) {
        unused = found->second.first;
        resources_.erase(found);
      }
    }
    if (unused != nullptr) unused->release();
    return 0;
  }

 private:
  std::vector<Entry> entries() const {
    const std::lock_guard lock(mutex_);
    return entries_;
  }
  /// A resource that is there, with one more user; null if there is none.
  IPluginResource* use_resource(AsciiChar const* key) {
    const std::lock_guard lock(mutex_);
    const auto found = resources_.find(view(key));
    if (found == resources_.end()) return nullptr;
    ++found->second.second;
    return found->second.first;
  }
  /// Where what belongs to no engine is reported.
  Log log() const {
    Log made(RegisteredLogger::first());
    made.recorder = recorder_;
    return made;
  }
  bool add(Entry entry) {
    const std::lock_guard lock(mutex_);
    const bool is_there = std::ranges::any_of(entries_, [&](const Entry& other) {
      return other.name == entry.name && other.version == entry.version &&
             other.space == entry.space;
    });
    if (is_there) return false;
    entries_.push_back(std::move(entry));
    return true;
  }
  bool remove(const IPluginCreatorInterface& creator) noexcept {
    const std::lock_guard lock(mutex_);
    return std::erase_if(entries_, [&](const Entry& entry) { return entry.creator == &creator; }) !=
           0;
  }

  mutable std::mutex mutex_;
  std::vector<Entry> entries_;
  std::map<void*, std::vector<IPluginCreatorInterface*>> libraries_;
  std::map<std::string, std::pair<IPluginResource*, int>, std::less<>> resources_;
  mutable std::vector<IPluginCreator*> first_form_;
  mutable std::vector<IPluginCreatorInterface*> all_;
  IErrorRecorder* recorder_ = nullptr;
  bool searches_parent_ = true;
};

}  // namespace

bool is_first_form(const IPluginCreatorInterface& creator) {
  return view(creator.getInterfaceInfo().kind) == "PLUGIN CREATOR_V1";
}
bool is_third_form(const IPluginCreatorInterface& creator) {
  return view(creator.getInterfaceInfo().kind) == "PLUGIN CREATOR_V3ONE";
}

std::string no_creator_text(const std::string& name, const std::string& version,
                            const std::string& space) {
  const std::string text = joined("the registry has no creator of a plugin '", name, "' version '",
                                  version, "' namespace '", space, "'. ");
  if (std::ranges::binary_search(kNotThere, std::string_view(name)))
    return joined(text,
                  "NVIDIA's library has it, Riffle's does not: load a library that registers ",
                  "a plugin of this name, or use operators of ONNX in its place");
  return text +
         "Call initLibNvInferPlugins for the plugins of libnvinfer_plugin.so, or load the library "
         "that registers the plugin";
}

IPluginRegistry& plugin_registry() {
  // Never destroyed: creators are static objects of programs and libraries, which may end later.
  static auto& registry = *new Registry;
  return registry;
}

}  // namespace riffle::tensorrt
