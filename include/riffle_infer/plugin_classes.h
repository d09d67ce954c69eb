// SPDX-License-Identifier: Apache-2.0
// Plugins for shapes known at run time, the third form of plugins, and the creators of that.
#pragma once

namespace nvinfer1 {

class DimsExprs {
 public:
  int32_t nbDims;
  IDimensionExpr const* d[Dims::MAX_DIMS];
};

struct DynamicPluginTensorDesc {
  PluginTensorDesc desc;
  Dims min;
  Dims max;
  Dims opt;
};

class IPluginV2DynamicExt : public IPluginV2Ext {
 public:
  IPluginV2DynamicExt* clone() const noexcept override = 0;
  virtual DimsExprs getOutputDimensions(int32_t outputIndex, DimsExprs const* inputs,
                                        int32_t nbInputs, IExprBuilder& exprBuilder) noexcept = 0;
  static constexpr int32_t kFORMAT_COMBINATION_LIMIT = 100;
  virtual bool supportsFormatCombination(int32_t pos, PluginTensorDesc const* inOut,
                                         int32_t nbInputs, int32_t nbOutputs) noexcept = 0;
  virtual void configurePlugin(DynamicPluginTensorDesc const* in, int32_t nbInputs,
                               DynamicPluginTensorDesc const* out, int32_t nbOutputs) noexcept = 0;
  virtual size_t getWorkspaceSize(PluginTensorDesc const* inputs, int32_t nbInputs,
                                  PluginTensorDesc const* outputs,
                                  int32_t nbOutputs) const noexcept = 0;
  virtual int32_t enqueue(PluginTensorDesc const* inputDesc, PluginTensorDesc const* outputDesc,
                          void const* const* inputs, void* const* outputs, void* workspace,
                          cudaStream_t stream) noexcept = 0;

 protected:
  int32_t getTensorRTVersion() const noexcept override {
    return version_of(PluginVersion::kV2_DYNAMICEXT);
  }
  virtual ~IPluginV2DynamicExt() noexcept {}

 private:
  // The forms for a fixed batch, which plugins of this kind do not have.
  void configurePlugin(Dims const*, int32_t, Dims const*, int32_t, DataType const*, DataType const*,
                       bool const*, bool const*, PluginFormat, int32_t) noexcept final {}
  bool supportsFormat(DataType, PluginFormat) const noexcept final { return false; }
  Dims getOutputDimensions(int32_t, Dims const*, int32_t) noexcept final { return Dims{-1, {}}; }
#if NV_TENSORRT_MAJOR < 11
  bool isOutputBroadcastAcrossBatch(int32_t, bool const*, int32_t) const noexcept final {
    return false;
  }
  bool canBroadcastInputAcrossBatch(int32_t) const noexcept final { return true; }
#endif
  size_t getWorkspaceSize(int32_t) const noexcept final { return 0; }
  int32_t enqueue(int32_t, void const* const*, void* const*, void*, cudaStream_t) noexcept final {
    return 1;
  }
};

class IPluginResourceContext {
 public:
  virtual IGpuAllocator* getGpuAllocator() const noexcept = 0;
  virtual IErrorRecorder* getErrorRecorder() const noexcept = 0;
  virtual ~IPluginResourceContext() noexcept = default;

 protected:
  IPluginResourceContext() = default;
  IPluginResourceContext(IPluginResourceContext const&) = default;
  IPluginResourceContext(IPluginResourceContext&&) = default;
  IPluginResourceContext& operator=(IPluginResourceContext const&) & = default;
  IPluginResourceContext& operator=(IPluginResourceContext&&) & = default;
};

namespace v_1_0 {

class IPluginV3OneCore : public IPluginCapability {
 public:
  InterfaceInfo getInterfaceInfo() const noexcept override { return {"PLUGIN_V3ONE_CORE", 1, 0}; }
  virtual AsciiChar const* getPluginName() const noexcept = 0;
  virtual AsciiChar const* getPluginVersion() const noexcept = 0;
  virtual AsciiChar const* getPluginNamespace() const noexcept = 0;
};

class IPluginV3OneBuild : public IPluginCapability {
 public:
  static constexpr int32_t kDEFAULT_FORMAT_COMBINATION_LIMIT = 100;
  InterfaceInfo getInterfaceInfo() const noexcept override { return {"PLUGIN_V3ONE_BUILD", 1, 0}; }
  virtual int32_t configurePlugin(DynamicPluginTensorDesc const* in, int32_t nbInputs,
                                  DynamicPluginTensorDesc const* out,
                                  int32_t nbOutputs) noexcept = 0;
  virtual int32_t getOutputDataTypes(DataType* outputTypes, int32_t nbOutputs,
                                     DataType const* inputTypes,
                                     int32_t nbInputs) const noexcept = 0;
  virtual int32_t getOutputShapes(DimsExprs const* inputs, int32_t nbInputs,
                                  DimsExprs const* shapeInputs, int32_t nbShapeInputs,
                                  DimsExprs* outputs, int32_t nbOutputs,
                                  IExprBuilder& exprBuilder) noexcept = 0;
  virtual bool supportsFormatCombination(int32_t pos, DynamicPluginTensorDesc const* inOut,
                                         int32_t nbInputs, int32_t nbOutputs) noexcept = 0;
  virtual int32_t getNbOutputs() const noexcept = 0;
  virtual size_t getWorkspaceSize(DynamicPluginTensorDesc const* /*inputs*/, int32_t /*nbInputs*/,
                                  DynamicPluginTensorDesc const* /*outputs*/,
                                  int32_t /*nbOutputs*/) const noexcept {
    return 0;
  }
  virtual int32_t getValidTactics(int32_t* /*tactics*/, int32_t /*nbTactics*/) noexcept {
    return 0;
  }
  virtual int32_t getNbTactics() noexcept { return 0; }
  virtual char const* getTimingCacheID() noexcept { return nullptr; }
  virtual int32_t getFormatCombinationLimit() noexcept { return kDEFAULT_FORMAT_COMBINATION_LIMIT; }
  virtual char const* getMetadataString() noexcept { return nullptr; }
};

class IPluginV3OneRuntime : public IPluginCapability {
 public:
  InterfaceInfo getInterfaceInfo() const noexcept override {
    return {"PLUGIN_V3ONE_RUNTIME", 1, 0};
  }
  virtual int32_t setTactic(int32_t /*tactic*/) noexcept { return 0; }
  virtual int32_t onShapeChange(PluginTensorDesc const* in, int32_t nbInputs,
                                PluginTensorDesc const* out, int32_t nbOutputs) noexcept = 0;
  virtual int32_t enqueue(PluginTensorDesc const* inputDesc, PluginTensorDesc const* outputDesc,
                          void const* const* inputs, void* const* outputs, void* workspace,
                          cudaStream_t stream) noexcept = 0;
  virtual IPluginV3* attachToContext(IPluginResourceContext* context) noexcept = 0;
  virtual PluginFieldCollection const* getFieldsToSerialize() noexcept = 0;
};

class IPluginCreatorV3One : public IPluginCreatorInterface {
 public:
  InterfaceInfo getInterfaceInfo() const noexcept override {
    return {"PLUGIN CREATOR_V3ONE", 1, 0};
  }
  virtual IPluginV3* createPlugin(AsciiChar const* name, PluginFieldCollection const* fc,
                                  TensorRTPhase phase) noexcept = 0;
  virtual PluginFieldCollection const* getFieldNames() noexcept = 0;
  virtual AsciiChar const* getPluginName() const noexcept = 0;
  virtual AsciiChar const* getPluginVersion() const noexcept = 0;
  virtual AsciiChar const* getPluginNamespace() const noexcept = 0;
  IPluginCreatorV3One() = default;
  virtual ~IPluginCreatorV3One() = default;

 protected:
  IPluginCreatorV3One(IPluginCreatorV3One const&) = default;
  IPluginCreatorV3One(IPluginCreatorV3One&&) = default;
  IPluginCreatorV3One& operator=(IPluginCreatorV3One const&) & = default;
  IPluginCreatorV3One& operator=(IPluginCreatorV3One&&) & = default;
};

}  // namespace v_1_0

namespace v_2_0 {

class IPluginV3OneBuild : public v_1_0::IPluginV3OneBuild {
 public:
  InterfaceInfo getInterfaceInfo() const noexcept override { return {"PLUGIN_V3ONE_BUILD", 2, 0}; }
  /// The input that the output shares memory with, or -1.
  virtual int32_t getAliasedInput(int32_t /*outputIndex*/) noexcept { return -1; }
};

}  // namespace v_2_0

using IPluginV3OneCore = v_1_0::IPluginV3OneCore;
using IPluginV3OneBuild = v_1_0::IPluginV3OneBuild;
using IPluginV3OneRuntime = v_1_0::IPluginV3OneRuntime;
using IPluginV3OneBuildV2 = v_2_0::IPluginV3OneBuild;
using IPluginCreatorV3One = v_1_0::IPluginCreatorV3One;

}  // namespace nvinfer1
