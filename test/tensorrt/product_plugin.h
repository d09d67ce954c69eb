// SPDX-License-Identifier: Apache-2.0
// A plugin of a program, and models with nodes that it computes.
#pragma once

#include <cuda_runtime.h>

#include "own_plugins.h"

namespace riffle::tensorrt::test {

/// out = factor * x, or factor * x * weights where there is a second input.
class Product final : public IPluginV3,
                      public IPluginV3OneCore,
                      public IPluginV3OneBuild,
                      public IPluginV3OneRuntime {
 public:
  explicit Product(float by) : factor_(by) {}
  InterfaceInfo getInterfaceInfo() const noexcept override { return IPluginV3::getInterfaceInfo(); }
  IPluginCapability* getCapabilityInterface(PluginCapabilityType type) noexcept override {
    if (type == PluginCapabilityType::kCORE) return static_cast<IPluginV3OneCore*>(this);
    if (type == PluginCapabilityType::kBUILD) return static_cast<IPluginV3OneBuild*>(this);
    return static_cast<IPluginV3OneRuntime*>(this);
  }
  IPluginV3* clone() noexcept override { return new Product(*this); }
  const char* getPluginName() const noexcept override { return "Product"; }
  const char* getPluginVersion() const noexcept override { return "3"; }
  const char* getPluginNamespace() const noexcept override { return "test"; }
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
    return all[at].desc.type == DataType::kFLOAT;
  }
  int32_t getNbOutputs() const noexcept override { return 1; }
  int32_t onShapeChange(const PluginTensorDesc* in, int32_t count, const PluginTensorDesc*,
                        int32_t) noexcept override {
    count_ = count_of(in[0].dims);
    has_weights_ = count > 1;
    return 0;
  }
  int32_t enqueue(const PluginTensorDesc*, const PluginTensorDesc*, const void* const* inputs,
                  void* const* outputs, void*, cudaStream_t stream) noexcept override {
    work_ = {static_cast<const float*>(inputs[0]),
             has_weights_ ? static_cast<const float*>(inputs[1]) : nullptr,
             static_cast<float*>(outputs[0]), factor_, count_};
    return cudaLaunchHostFunc(
               stream,
               [](void* given) {
                 const Work& work = *static_cast<Work*>(given);
                 for (std::size_t i = 0; i < work.count; ++i)
                   work.out[i] = work.factor * work.x[i] * (work.w == nullptr ? 1 : work.w[i]);
               },
               &work_) == cudaSuccess
               ? 0
               : 1;
  }
  IPluginV3* attachToContext(IPluginResourceContext*) noexcept override { return clone(); }
  const PluginFieldCollection* getFieldsToSerialize() noexcept override {
    field_ = PluginField("factor", &factor_, PluginFieldType::kFLOAT32, 1);
    fields_ = {1, &field_};
    return &fields_;
  }

 private:
  struct Work {
    const float *x, *w;
    float* out;
    float factor;
    std::size_t count;
  };
  float factor_;
  std::size_t count_ = 0;
  bool has_weights_ = false;
  Work work_{};
  PluginField field_;
  PluginFieldCollection fields_;
};

/// Keeps what fields it was given.
class ProductCreator final : public IPluginCreatorV3One {
 public:
  IPluginV3* createPlugin(const char*, const PluginFieldCollection* fields,
                          TensorRTPhase) noexcept override {
    float factor = 1;
    given.clear();
    for (int32_t i = 0; i < fields->nbFields; ++i) {
      const PluginField& field = fields->fields[i];
      given[field.name] = {field.type, field.length};
      if (std::string(field.name) == "factor") factor = *static_cast<const float*>(field.data);
      if (std::string(field.name) == "text") text = static_cast<const char*>(field.data);
      if (std::string(field.name) == "refuses") return nullptr;
    }
    return new Product(factor);
  }
  const PluginFieldCollection* getFieldNames() noexcept override {
    static const PluginField names[] = {{"factor"}, {"counts"}, {"text"}, {"table"}, {"refuses"}};
    fields_ = {5, names};
    return &fields_;
  }
  const char* getPluginName() const noexcept override { return "Product"; }
  const char* getPluginVersion() const noexcept override { return "3"; }
  const char* getPluginNamespace() const noexcept override { return "test"; }

  std::map<std::string, std::pair<PluginFieldType, int32_t>> given;
  std::string text;

 private:
  PluginFieldCollection fields_;
};

inline ProductCreator& creator() {
  static ProductCreator one;
  static const bool is_registered = getPluginRegistry()->registerCreator(one, "test");
  EXPECT_TRUE(is_registered);
  return one;
}

inline onnx::OnnxNode product(std::vector<std::string> inputs, std::string output, float factor) {
  onnx::OnnxNode node{"product of " + output, "Product",           "trt.plugins",
                      std::move(inputs),      {std::move(output)}, {}};
  node.with("plugin_version", "3").with("plugin_namespace", "test").with("factor", factor);
  return node;
}

/// x of three numbers, which the model's nodes make y of.
inline onnx::OnnxModel model_of(std::vector<onnx::OnnxNode> nodes) {
  onnx::OnnxModel model = empty_model();
  model.operator_sets.emplace_back("trt.plugins", 1);
  model.graph.inputs = {value("x", OnnxType::kFloat, {3})};
  model.graph.outputs = {value("y", OnnxType::kFloat, {3})};
  model.graph.nodes = std::move(nodes);
  const float w[] = {2, 3, 4};
  model.graph.add_initializer("w", OnnxType::kFloat, {3}, w, sizeof w);
  return model;
}

}  // namespace riffle::tensorrt::test
