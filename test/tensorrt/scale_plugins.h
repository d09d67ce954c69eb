// SPDX-License-Identifier: Apache-2.0
// Plugins of all forms that multiply by a factor, with a kernel.
#pragma once

#include <NvInfer.h>
#include <cuda_runtime.h>

#include <cstring>

namespace {

using namespace nvinfer1;

/// made = factor * x, by way of the workspace where there is one.
__global__ void scale(const float* x, float* made, float factor, int count) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) made[i] = factor * x[i];
}
int put(const void* x, void* made, float factor, std::int64_t count, cudaStream_t stream) {
  scale<<<static_cast<unsigned>((count + 63) / 64), 64, 0, stream>>>(
      static_cast<const float*>(x), static_cast<float*>(made), factor, static_cast<int>(count));
  return cudaPeekAtLastError() == cudaSuccess ? 0 : 1;
}
std::int64_t count_of(const Dims& dims) {
  std::int64_t count = 1;
  for (int i = 0; i < dims.nbDims; ++i) count *= dims.d[i];
  return count;
}

/// What all forms of IPluginV2 say alike.
template <class Base>
class Common : public Base {
 public:
  Common(float by, const char* named) : factor(by), name(named) {}
  const char* getPluginType() const noexcept override { return name; }
  const char* getPluginVersion() const noexcept override { return "1"; }
  int32_t getNbOutputs() const noexcept override { return 1; }
  int32_t initialize() noexcept override { return 0; }
  void terminate() noexcept override {}
  size_t getSerializationSize() const noexcept override { return sizeof factor + sizeof count; }
  void serialize(void* to) const noexcept override {
    std::memcpy(to, &factor, sizeof factor);
    std::memcpy(static_cast<char*>(to) + sizeof factor, &count, sizeof count);
  }
  void destroy() noexcept override { delete this; }
  void setPluginNamespace(const char*) noexcept override {}
  const char* getPluginNamespace() const noexcept override { return ""; }
  float factor;
  const char* name;
  std::int64_t count = 0;
};

/// What those say alike that compute one output of the input's dimensions, which they get once.
template <class Base>
class Fixed : public Common<Base> {
 public:
  using Common<Base>::Common;
  Dims getOutputDimensions(int32_t, const Dims* inputs, int32_t) noexcept override {
    return inputs[0];
  }
  size_t getWorkspaceSize(int32_t) const noexcept override { return 0; }
  int32_t enqueue(int32_t, const void* const* inputs, void* const* outputs, void*,
                  cudaStream_t stream) noexcept override {
    return put(inputs[0], outputs[0], this->factor, this->count, stream);
  }
};

/// Is told of one type for all tensors.
class Plain final : public Fixed<IPluginV2> {
 public:
  explicit Plain(float by) : Fixed(by, "PlainScale") {}
  bool supportsFormat(DataType type, PluginFormat format) const noexcept override {
    return type == DataType::kFLOAT && format == PluginFormat::kLINEAR;
  }
  void configureWithFormat(const Dims* inputs, int32_t, const Dims*, int32_t, DataType type,
                           PluginFormat, int32_t) noexcept override {
    count = type == DataType::kFLOAT ? count_of(inputs[0]) : 0;
  }
  /// Forgets what it was configured for, as some of NVIDIA's do.
  IPluginV2* clone() const noexcept override { return new Plain(factor); }
};

/// Is told of the types of all tensors.
class Extended final : public Fixed<IPluginV2Ext> {
 public:
  explicit Extended(float by) : Fixed(by, "ExtendedScale") {}
  DataType getOutputDataType(int32_t, const DataType* inputs, int32_t) const noexcept override {
    return inputs[0];
  }
  bool isOutputBroadcastAcrossBatch(int32_t, const bool*, int32_t) const noexcept override {
    return false;
  }
  bool canBroadcastInputAcrossBatch(int32_t) const noexcept override { return false; }
  bool supportsFormat(DataType type, PluginFormat format) const noexcept override {
    return type == DataType::kFLOAT && format == PluginFormat::kLINEAR;
  }
  void configurePlugin(const Dims* inputs, int32_t, const Dims* outputs, int32_t,
                       const DataType* input_types, const DataType* output_types, const bool*,
                       const bool*, PluginFormat, int32_t) noexcept override {
    const bool fits = input_types[0] == DataType::kFLOAT && output_types[0] == DataType::kFLOAT &&
                      count_of(inputs[0]) == count_of(outputs[0]);
    count = fits ? count_of(inputs[0]) : 0;
  }
  IPluginV2Ext* clone() const noexcept override { return new Extended(*this); }
};

class Static final : public Fixed<IPluginV2IOExt> {
 public:
  explicit Static(float by) : Fixed(by, "StaticScale") {}
  DataType getOutputDataType(int32_t, const DataType*, int32_t) const noexcept override {
    return DataType::kFLOAT;
  }
  bool isOutputBroadcastAcrossBatch(int32_t, const bool*, int32_t) const noexcept override {
    return false;
  }
  bool canBroadcastInputAcrossBatch(int32_t) const noexcept override { return false; }
  void configurePlugin(const PluginTensorDesc* in, int32_t, const PluginTensorDesc*,
                       int32_t) noexcept override {
    count = count_of(in[0].dims);
  }
  bool supportsFormatCombination(int32_t at, const PluginTensorDesc* all, int32_t,
                                 int32_t) const noexcept override {
    return all[at].format == TensorFormat::kLINEAR && all[at].type == DataType::kFLOAT;
  }
  IPluginV2Ext* clone() const noexcept override { return new Static(*this); }
};

/// Doubles the first dimension: the input, and factor times the input.
class Dynamic final : public Common<IPluginV2DynamicExt> {
 public:
  explicit Dynamic(float by) : Common(by, "DynamicScale") {}
  DataType getOutputDataType(int32_t, const DataType*, int32_t) const noexcept override {
    return DataType::kFLOAT;
  }
  DimsExprs getOutputDimensions(int32_t, const DimsExprs* inputs, int32_t,
                                IExprBuilder& builder) noexcept override {
    DimsExprs made = inputs[0];
    made.d[0] = builder.operation(DimensionOperation::kPROD, *made.d[0], *builder.constant(2));
    return made;
  }
  bool supportsFormatCombination(int32_t at, const PluginTensorDesc* all, int32_t,
                                 int32_t) noexcept override {
    return all[at].format == TensorFormat::kLINEAR && all[at].type == DataType::kFLOAT;
  }
  void configurePlugin(const DynamicPluginTensorDesc*, int32_t, const DynamicPluginTensorDesc*,
                       int32_t) noexcept override {}
  size_t getWorkspaceSize(const PluginTensorDesc* in, int32_t, const PluginTensorDesc*,
                          int32_t) const noexcept override {
    return static_cast<size_t>(count_of(in[0].dims)) * sizeof(float);
  }
  int32_t enqueue(const PluginTensorDesc* in, const PluginTensorDesc*, const void* const* inputs,
                  void* const* outputs, void* workspace, cudaStream_t stream) noexcept override {
    const std::int64_t all = count_of(in[0].dims);
    float* const made = static_cast<float*>(outputs[0]);
    return put(inputs[0], workspace, factor, all, stream) +
           put(workspace, made + all, 1, all, stream) + put(inputs[0], made, 1, all, stream);
  }
  IPluginV2DynamicExt* clone() const noexcept override { return new Dynamic(*this); }
};

template <class Made>
class Creator final : public IPluginCreator {
 public:
  const char* getPluginName() const noexcept override { return Made(0).name; }
  const char* getPluginVersion() const noexcept override { return "1"; }
  const PluginFieldCollection* getFieldNames() noexcept override { return &fields_; }
  IPluginV2* createPlugin(const char*, const PluginFieldCollection*) noexcept override {
    return new Made(1);
  }
  IPluginV2* deserializePlugin(const char*, const void* from, size_t) noexcept override {
    float factor = 0;
    std::memcpy(&factor, from, sizeof factor);
    Made* const made = new Made(factor);
    std::memcpy(&made->count, static_cast<const char*>(from) + sizeof factor, sizeof made->count);
    return made;
  }
  void setPluginNamespace(const char*) noexcept override {}
  const char* getPluginNamespace() const noexcept override { return ""; }

 private:
  PluginFieldCollection fields_;
};
using PlainCreator = Creator<Plain>;
using ExtendedCreator = Creator<Extended>;
using StaticCreator = Creator<Static>;
using DynamicCreator = Creator<Dynamic>;
REGISTER_TENSORRT_PLUGIN(PlainCreator);
REGISTER_TENSORRT_PLUGIN(ExtendedCreator);
REGISTER_TENSORRT_PLUGIN(StaticCreator);
REGISTER_TENSORRT_PLUGIN(DynamicCreator);

class Third final : public IPluginV3,
                    public IPluginV3OneCore,
                    public IPluginV3OneBuild,
                    public IPluginV3OneRuntime {
 public:
  explicit Third(float by) : factor(by) {}
  IPluginCapability* getCapabilityInterface(PluginCapabilityType type) noexcept override {
    switch (type) {
      case PluginCapabilityType::kCORE:
        return static_cast<IPluginV3OneCore*>(this);
      case PluginCapabilityType::kBUILD:
        return static_cast<IPluginV3OneBuild*>(this);
      default:
        return static_cast<IPluginV3OneRuntime*>(this);
    }
  }
  InterfaceInfo getInterfaceInfo() const noexcept override { return IPluginV3::getInterfaceInfo(); }
  IPluginV3* clone() noexcept override { return new Third(factor); }
  const char* getPluginName() const noexcept override { return "ThirdScale"; }
  const char* getPluginVersion() const noexcept override { return "2"; }
  const char* getPluginNamespace() const noexcept override { return "own"; }
  int32_t configurePlugin(const DynamicPluginTensorDesc*, int32_t, const DynamicPluginTensorDesc*,
                          int32_t) noexcept override {
    return 0;
  }
  int32_t getOutputDataTypes(DataType* types, int32_t, const DataType* inputs,
                             int32_t) const noexcept override {
    types[0] = inputs[0];
    return 0;
  }
  int32_t getOutputShapes(const DimsExprs* inputs, int32_t, const DimsExprs*, int32_t,
                          DimsExprs* outputs, int32_t, IExprBuilder&) noexcept override {
    outputs[0] = inputs[0];
    return 0;
  }
  bool supportsFormatCombination(int32_t at, const DynamicPluginTensorDesc* all, int32_t,
                                 int32_t) noexcept override {
    return all[at].desc.format == TensorFormat::kLINEAR && all[at].desc.type == DataType::kFLOAT;
  }
  int32_t getNbOutputs() const noexcept override { return 1; }
  int32_t onShapeChange(const PluginTensorDesc* in, int32_t, const PluginTensorDesc*,
                        int32_t) noexcept override {
    count = count_of(in[0].dims);
    return 0;
  }
  int32_t enqueue(const PluginTensorDesc*, const PluginTensorDesc*, const void* const* inputs,
                  void* const* outputs, void*, cudaStream_t stream) noexcept override {
    return put(inputs[0], outputs[0], factor, count, stream);
  }
  IPluginV3* attachToContext(IPluginResourceContext*) noexcept override { return clone(); }
  const PluginFieldCollection* getFieldsToSerialize() noexcept override {
    field_ = PluginField("factor", &factor, PluginFieldType::kFLOAT32, 1);
    fields_ = {1, &field_};
    return &fields_;
  }
  float factor;
  std::int64_t count = 0;

 private:
  PluginField field_;
  PluginFieldCollection fields_;
};

class ThirdCreator final : public IPluginCreatorV3One {
 public:
  IPluginV3* createPlugin(const char*, const PluginFieldCollection* fields,
                          TensorRTPhase) noexcept override {
    return new Third(*static_cast<const float*>(fields->fields[0].data));
  }
  const PluginFieldCollection* getFieldNames() noexcept override { return &fields_; }
  const char* getPluginName() const noexcept override { return "ThirdScale"; }
  const char* getPluginVersion() const noexcept override { return "2"; }
  const char* getPluginNamespace() const noexcept override { return "own"; }

 private:
  PluginFieldCollection fields_;
};

}  // namespace
