// SPDX-License-Identifier: Apache-2.0
// What all plugins have: their fields, resources and creators, and the third form of plugins.
#ifndef NV_INFER_PLUGIN_BASE_H
#define NV_INFER_PLUGIN_BASE_H

#include "NvInferRuntimeBase.h"

namespace nvinfer1 {

/// One named attribute that a plugin is created with: `length` values of `type` at `data`.
class PluginField {
 public:
  AsciiChar const* name;
  void const* data;
  PluginFieldType type;
  int32_t length;

  PluginField(AsciiChar const* const name_ = nullptr, void const* const data_ = nullptr,
              PluginFieldType const type_ = PluginFieldType::kUNKNOWN,
              int32_t const length_ = 0) noexcept
      : name(name_), data(data_), type(type_), length(length_) {}
};

struct PluginFieldCollection {
  int32_t nbFields{};
  PluginField const* fields{};
};

namespace v_1_0 {

class IPluginCapability : public IVersionedInterface {};

/// What several plugins share, by a key in the registry.
class IPluginResource : public IVersionedInterface {
 public:
  InterfaceInfo getInterfaceInfo() const noexcept override {
    return InterfaceInfo{"IPluginResource", 1, 0};
  }
  virtual int32_t release() noexcept = 0;
  virtual IPluginResource* clone() noexcept = 0;

  ~IPluginResource() noexcept override = default;
  IPluginResource() = default;
  IPluginResource(IPluginResource const&) = default;
  IPluginResource(IPluginResource&&) = default;
  IPluginResource& operator=(IPluginResource const&) & = default;
  IPluginResource& operator=(IPluginResource&&) & = default;
};

class IPluginCreatorInterface : public IVersionedInterface {
 public:
  ~IPluginCreatorInterface() noexcept override = default;

 protected:
  IPluginCreatorInterface() = default;
  IPluginCreatorInterface(IPluginCreatorInterface const&) = default;
  IPluginCreatorInterface(IPluginCreatorInterface&&) = default;
  IPluginCreatorInterface& operator=(IPluginCreatorInterface const&) & = default;
  IPluginCreatorInterface& operator=(IPluginCreatorInterface&&) & = default;
};

class IPluginV3 : public IVersionedInterface {
 public:
  InterfaceInfo getInterfaceInfo() const noexcept override { return InterfaceInfo{"PLUGIN", 1, 0}; }
  virtual IPluginCapability* getCapabilityInterface(PluginCapabilityType type) noexcept = 0;
  virtual IPluginV3* clone() noexcept = 0;
};

}  // namespace v_1_0
using IPluginCapability = v_1_0::IPluginCapability;
using IPluginResource = v_1_0::IPluginResource;
using IPluginCreatorInterface = v_1_0::IPluginCreatorInterface;
using IPluginV3 = v_1_0::IPluginV3;

}  // namespace nvinfer1

#endif
