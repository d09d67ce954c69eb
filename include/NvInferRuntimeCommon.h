// SPDX-License-Identifier: Apache-2.0
// The registry in which plugins' creators are found by name.
#ifndef NV_INFER_RUNTIME_COMMON_H
#define NV_INFER_RUNTIME_COMMON_H

#include "NvInferPluginBase.h"
#include "NvInferRuntimePlugin.h"

namespace nvinfer1 {

class IPluginRegistry {
 public:
  using PluginLibraryHandle = void*;

#if NV_TENSORRT_MAJOR < 11
  virtual bool registerCreator(IPluginCreator& creator,
                               AsciiChar const* const pluginNamespace) noexcept = 0;
  virtual IPluginCreator* const* getPluginCreatorList(
      int32_t* const numCreators) const noexcept = 0;
  virtual IPluginCreator* getPluginCreator(
      AsciiChar const* const pluginName, AsciiChar const* const pluginVersion,
      AsciiChar const* const pluginNamespace = "") noexcept = 0;
#endif

  IPluginRegistry() = default;
  IPluginRegistry(IPluginRegistry const&) = delete;
  IPluginRegistry(IPluginRegistry&&) = delete;
  IPluginRegistry& operator=(IPluginRegistry const&) & = delete;
  IPluginRegistry& operator=(IPluginRegistry&&) & = delete;

 protected:
  virtual ~IPluginRegistry() noexcept = default;

 public:
  virtual void setErrorRecorder(IErrorRecorder* const recorder) noexcept = 0;
  virtual IErrorRecorder* getErrorRecorder() const noexcept = 0;
#if NV_TENSORRT_MAJOR < 11
  virtual bool deregisterCreator(IPluginCreator const& creator) noexcept = 0;
#endif
  virtual bool isParentSearchEnabled() const = 0;
  virtual void setParentSearchEnabled(bool const enabled) = 0;
  virtual PluginLibraryHandle loadLibrary(AsciiChar const* pluginPath) noexcept = 0;
  virtual void deregisterLibrary(PluginLibraryHandle handle) noexcept = 0;
  virtual bool registerCreator(IPluginCreatorInterface& creator,
                               AsciiChar const* const pluginNamespace) noexcept = 0;
  virtual IPluginCreatorInterface* const* getAllCreators(
      int32_t* const numCreators) const noexcept = 0;
  virtual IPluginCreatorInterface* getCreator(
      AsciiChar const* const pluginName, AsciiChar const* const pluginVersion,
      AsciiChar const* const pluginNamespace = "") noexcept = 0;
  virtual bool deregisterCreator(IPluginCreatorInterface const& creator) noexcept = 0;
  virtual IPluginResource* acquirePluginResource(AsciiChar const* key,
                                                 IPluginResource* resource) noexcept = 0;
  virtual int32_t releasePluginResource(AsciiChar const* key) noexcept = 0;
  virtual IPluginCreatorInterface* const* getAllCreatorsRecursive(
      int32_t* const numCreators) noexcept = 0;
};

}  // namespace nvinfer1

#endif
