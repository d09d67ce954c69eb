// SPDX-License-Identifier: Apache-2.0
// The older forms of plugins and of their creators.
#ifndef NV_INFER_RUNTIME_PLUGIN_H
#define NV_INFER_RUNTIME_PLUGIN_H

#include "NvInferPluginBase.h"

namespace nvinfer1 {

namespace v_1_0 {
class IGpuAllocator;
}  // namespace v_1_0
using IGpuAllocator = v_1_0::IGpuAllocator;

using PluginFormat = TensorFormat;

/// A plugin's or creator's version has this bit when it is written in Python.
static constexpr int32_t kPLUGIN_VERSION_PYTHON_BIT = 0x40;

struct PluginTensorDesc {
  Dims dims;
  DataType type;
  TensorFormat format;
  float scale;
};

enum class PluginVersion : uint8_t {
  kV2 = 0,
  kV2_EXT = 1,
  kV2_IOEXT = 2,
  kV2_DYNAMICEXT = 3,
  kV2_DYNAMICEXT_PYTHON = kPLUGIN_VERSION_PYTHON_BIT | 3
};
enum class PluginCreatorVersion : int32_t { kV1 = 0, kV1_PYTHON = kPLUGIN_VERSION_PYTHON_BIT };

/// Its functions, and those of the classes below, are called in the order of their tables, as those in
/// riffle_infer/virtual_tables.h are.
class IPluginV2 {
 public:
  /// The form of the plugin in the highest byte, below it the version of TensorRT that it was compiled for.
  virtual int32_t getTensorRTVersion() const noexcept { return NV_TENSORRT_VERSION; }
  virtual AsciiChar const* getPluginType() const noexcept = 0;
  virtual AsciiChar const* getPluginVersion() const noexcept = 0;
  virtual int32_t getNbOutputs() const noexcept = 0;
  virtual Dims getOutputDimensions(int32_t index, Dims const* inputs,
                                   int32_t nbInputDims) noexcept = 0;
  virtual bool supportsFormat(DataType type, PluginFormat format) const noexcept = 0;
  virtual void configureWithFormat(Dims const* inputDims, int32_t nbInputs, Dims const* outputDims,
                                   int32_t nbOutputs, DataType type, PluginFormat format,
                                   int32_t maxBatchSize) noexcept = 0;
  virtual int32_t initialize() noexcept = 0;
  virtual void terminate() noexcept = 0;
  virtual size_t getWorkspaceSize(int32_t maxBatchSize) const noexcept = 0;
  /// Puts the plugin's work into the stream; 0 is success.
  virtual int32_t enqueue(int32_t batchSize, void const* const* inputs, void* const* outputs,
                          void* workspace, cudaStream_t stream) noexcept = 0;
  virtual size_t getSerializationSize() const noexcept = 0;
  virtual void serialize(void* buffer) const noexcept = 0;
  virtual void destroy() noexcept = 0;
  virtual IPluginV2* clone() const noexcept = 0;
  virtual void setPluginNamespace(AsciiChar const* pluginNamespace) noexcept = 0;
  virtual AsciiChar const* getPluginNamespace() const noexcept = 0;

  IPluginV2() = default;
  virtual ~IPluginV2() noexcept = default;

 protected:
  IPluginV2(IPluginV2 const&) = default;
  IPluginV2(IPluginV2&&) = default;
  IPluginV2& operator=(IPluginV2 const&) & = default;
  IPluginV2& operator=(IPluginV2&&) & = default;
};

class IPluginV2Ext : public IPluginV2 {
 public:
  virtual DataType getOutputDataType(int32_t index, DataType const* inputTypes,
                                     int32_t nbInputs) const noexcept = 0;
#if NV_TENSORRT_MAJOR < 11
  virtual bool isOutputBroadcastAcrossBatch(int32_t outputIndex, bool const* inputIsBroadcasted,
                                            int32_t nbInputs) const noexcept = 0;
  virtual bool canBroadcastInputAcrossBatch(int32_t inputIndex) const noexcept = 0;
#endif
  virtual void configurePlugin(Dims const* inputDims, int32_t nbInputs, Dims const* outputDims,
                               int32_t nbOutputs, DataType const* inputTypes,
                               DataType const* outputTypes, bool const* inputIsBroadcast,
                               bool const* outputIsBroadcast, PluginFormat floatFormat,
                               int32_t maxBatchSize) noexcept = 0;

  IPluginV2Ext() = default;
  ~IPluginV2Ext() override = default;

  virtual void attachToContext(cudnnContext* /*cudnn*/, cublasContext* /*cublas*/,
                               IGpuAllocator* /*allocator*/) noexcept {}
  virtual void detachFromContext() noexcept {}
  IPluginV2Ext* clone() const noexcept override = 0;

 protected:
  IPluginV2Ext(IPluginV2Ext const&) = default;
  IPluginV2Ext(IPluginV2Ext&&) = default;
  IPluginV2Ext& operator=(IPluginV2Ext const&) & = default;
  IPluginV2Ext& operator=(IPluginV2Ext&&) & = default;

  static constexpr int32_t version_of(PluginVersion form) {
    return static_cast<int32_t>(static_cast<uint32_t>(form) << 24U |
                                (static_cast<uint32_t>(NV_TENSORRT_VERSION) & 0xFFFFFFU));
  }
  int32_t getTensorRTVersion() const noexcept override {
    return version_of(PluginVersion::kV2_EXT);
  }
  void configureWithFormat(Dims const* /*inputDims*/, int32_t /*nbInputs*/,
                           Dims const* /*outputDims*/, int32_t /*nbOutputs*/, DataType /*type*/,
                           PluginFormat /*format*/, int32_t /*maxBatchSize*/) noexcept override {}
};

class IPluginV2IOExt : public IPluginV2Ext {
 public:
  virtual void configurePlugin(PluginTensorDesc const* in, int32_t nbInput,
                               PluginTensorDesc const* out, int32_t nbOutput) noexcept = 0;
  virtual bool supportsFormatCombination(int32_t pos, PluginTensorDesc const* inOut,
                                         int32_t nbInputs, int32_t nbOutputs) const noexcept = 0;

  IPluginV2IOExt() = default;
  ~IPluginV2IOExt() override = default;

 protected:
  IPluginV2IOExt(IPluginV2IOExt const&) = default;
  IPluginV2IOExt(IPluginV2IOExt&&) = default;
  IPluginV2IOExt& operator=(IPluginV2IOExt const&) & = default;
  IPluginV2IOExt& operator=(IPluginV2IOExt&&) & = default;

  int32_t getTensorRTVersion() const noexcept override {
    return version_of(PluginVersion::kV2_IOEXT);
  }

 private:
  void configurePlugin(Dims const*, int32_t, Dims const*, int32_t, DataType const*, DataType const*,
                       bool const*, bool const*, PluginFormat, int32_t) noexcept final {}
  bool supportsFormat(DataType, PluginFormat) const noexcept final { return false; }
};

namespace v_1_0 {

class IPluginCreator : public IPluginCreatorInterface {
 public:
  virtual AsciiChar const* getPluginName() const noexcept = 0;
  virtual AsciiChar const* getPluginVersion() const noexcept = 0;
  virtual PluginFieldCollection const* getFieldNames() noexcept = 0;
  virtual IPluginV2* createPlugin(AsciiChar const* name,
                                  PluginFieldCollection const* fc) noexcept = 0;
  virtual IPluginV2* deserializePlugin(AsciiChar const* name, void const* serialData,
                                       size_t serialLength) noexcept = 0;
  virtual void setPluginNamespace(AsciiChar const* pluginNamespace) noexcept = 0;
  virtual AsciiChar const* getPluginNamespace() const noexcept = 0;

  IPluginCreator() = default;
  ~IPluginCreator() override = default;
  InterfaceInfo getInterfaceInfo() const noexcept override {
    return InterfaceInfo{"PLUGIN CREATOR_V1", 1, 0};
  }

 protected:
  IPluginCreator(IPluginCreator const&) = default;
  IPluginCreator(IPluginCreator&&) = default;
  IPluginCreator& operator=(IPluginCreator const&) & = default;
  IPluginCreator& operator=(IPluginCreator&&) & = default;
};

}  // namespace v_1_0
using IPluginCreator = v_1_0::IPluginCreator;

}  // namespace nvinfer1

#endif
