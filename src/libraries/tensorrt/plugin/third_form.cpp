// SPDX-License-Identifier: Apache-2.0
// IPluginV3, whose capabilities are what it can tell while a network is built, and what it can do at run time.
#include "libraries/tensorrt/plugin/fields.h"
#include "libraries/tensorrt/plugin/forms.h"
#include "libraries/tensorrt/plugin/registry.h"

namespace riffle::tensorrt {
namespace {

class ResourceContext final : public IPluginResourceContext {
 public:
  IGpuAllocator* getGpuAllocator() const noexcept override { return nullptr; }
  IErrorRecorder* getErrorRecorder() const noexcept override { return nullptr; }
};

class ThirdForm final : public Plugin {
 public:
  explicit ThirdForm(std::unique_ptr<IPluginV3> plugin) : plugin_(std::move(plugin)) {
    if (plugin_ == nullptr) throw Failure(ErrorCode::kINVALID_ARGUMENT, "the plugin has no clone");
  }

  std::int32_t outputs() const override { return build().getNbOutputs(); }

  DataType output_type(std::int32_t index, const std::vector<DataType>& inputs) const override {
    std::vector<DataType> types(static_cast<std::size_t>(outputs()), DataType::kFLOAT);
    check(build().getOutputDataTypes(types.data(), outputs(), inputs.data(), count_of(inputs)),
          "getOutputDataTypes");
    return types[static_cast<std::size_t>(index)];
  }

  std::vector<std::vector<std::string>> output_dims(const std::vector<Dims>& inputs,
                                                    const Log& log) const override {
    Expressions expressions(log);
    std::vector<DimsExprs> given, made(static_cast<std::size_t>(outputs()));
    for (std::size_t i = 0; i < inputs.size(); ++i)
      given.push_back(expressions.of_input(i, inputs[i]));
    check(build().getOutputShapes(given.data(), count_of(given), nullptr, 0, made.data(), outputs(),
                                  expressions),
          "getOutputShapes");
    std::vector<std::vector<std::string>> all;
    for (const DimsExprs& dims : made) all.push_back(texts_of(dims, count_of(all)));
    return all;
  }

  void configure(const PluginTensors& tensors) override {
    const std::vector<DynamicPluginTensorDesc> all = dynamics(tensors);
    const std::int32_t in = count_of(tensors.inputs), out = count_of(tensors.outputs);
    check_formats(all.size(), [&](std::int32_t at) {
      return build().supportsFormatCombination(at, all.data(), in, out);
    });
    check(build().configurePlugin(all.data(), in, all.data() + in, out), "configurePlugin");
  }

  void write(PluginPlan& plan, const PluginTensors& tensors) const override {
    auto& core = capability<IPluginV3OneCore>(PluginCapabilityType::kCORE);
    plan.is_third_form = true;
    plan.type = core.getPluginName();
    plan.version = core.getPluginVersion();
    const char* const space = core.getPluginNamespace();
    plan.space = space == nullptr ? "" : space;
    if (const PluginFieldCollection* const fields = runtime().getFieldsToSerialize())
      plan.bytes = PluginFields(fields).written();
    const std::vector<DynamicPluginTensorDesc> all = dynamics(tensors);
    plan.workspace_bytes = static_cast<std::int64_t>(
        build().getWorkspaceSize(all.data(), count_of(tensors.inputs),
                                 all.data() + tensors.inputs.size(), count_of(tensors.outputs)));
  }

  std::size_t prepare(const PluginTensors& tensors, const PluginPlan& plan) override {
    check(runtime().onShapeChange(tensors.inputs.data(), count_of(tensors.inputs),
                                  tensors.outputs.data(), count_of(tensors.outputs)),
          "onShapeChange");
    return static_cast<std::size_t>(plan.workspace_bytes);
  }

  bool enqueue(const PluginTensors& tensors, void const* const* inputs, void* const* made,
               void* workspace, cudaStream_t stream) override {
    return runtime().enqueue(tensors.inputs.data(), tensors.outputs.data(), inputs, made, workspace,
                             stream) == 0;
  }

  std::unique_ptr<Plugin> for_context() const override {
    static ResourceContext resources;
    return std::make_unique<ThirdForm>(
        std::unique_ptr<IPluginV3>(runtime().attachToContext(&resources)));
  }

 private:
  template <class Collection>
  static std::int32_t count_of(const Collection& all) {
    return static_cast<std::int32_t>(all.size());
  }
  void check(std::int32_t result, const char* function) const {
    if (result == 0) return;
    auto& core = capability<IPluginV3OneCore>(PluginCapabilityType::kCORE);
    throw Failure(ErrorCode::kFAILED_EXECUTION,
                  joined("plugin '", core.getPluginName(), "': ", function, " returned ", result));
  }
  static std::vector<DynamicPluginTensorDesc> dynamics(const PluginTensors& tensors) {
    std::vector<DynamicPluginTensorDesc> all;
    for (const PluginTensorDesc& desc : tensors.inputs) all.push_back(dynamic_of(desc));
    for (const PluginTensorDesc& desc : tensors.outputs) all.push_back(dynamic_of(desc));
    return all;
  }
  template <class Capability>
  Capability& capability(PluginCapabilityType type) const {
    IPluginCapability* const found = plugin_->getCapabilityInterface(type);
    if (found == nullptr)
      throw Failure(ErrorCode::kINVALID_ARGUMENT, "the plugin lacks a capability that it needs");
    return static_cast<Capability&>(*found);
  }
  IPluginV3OneBuild& build() const {
    return capability<IPluginV3OneBuild>(PluginCapabilityType::kBUILD);
  }
  IPluginV3OneRuntime& runtime() const {
    return capability<IPluginV3OneRuntime>(PluginCapabilityType::kRUNTIME);
  }

  std::unique_ptr<IPluginV3> plugin_;
};

}  // namespace

std::unique_ptr<Plugin> make_third_form(IPluginV3& plugin) {
  return std::make_unique<ThirdForm>(std::unique_ptr<IPluginV3>(plugin.clone()));
}

std::unique_ptr<Plugin> read_third_form(const PluginPlan& plan, IPluginCreatorInterface& creator) {
  if (!is_third_form(creator)) return nullptr;
  const PluginFields fields = PluginFields::read(plan.bytes);
  std::unique_ptr<IPluginV3> made(static_cast<IPluginCreatorV3One&>(creator).createPlugin(
      plan.layer.c_str(), &fields.collection(), TensorRTPhase::kRUNTIME));
  return made == nullptr ? nullptr : std::make_unique<ThirdForm>(std::move(made));
}

}  // namespace riffle::tensorrt
