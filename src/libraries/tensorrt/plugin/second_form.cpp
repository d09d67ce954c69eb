// SPDX-License-Identifier: Apache-2.0
// IPluginV2, V2Ext, V2IOExt and V2DynamicExt. All but the last know no batch of their own here: they get whole dimensions, and a
// batch of one.
#include "libraries/tensorrt/plugin/forms.h"
#include "libraries/tensorrt/plugin/registry.h"

namespace riffle::tensorrt {
namespace {

using Owned = std::unique_ptr<IPluginV2, DestroyPlugin>;

std::vector<PluginTensorDesc> all_of(const PluginTensors& tensors) {
  std::vector<PluginTensorDesc> all = tensors.inputs;
  all.insert(all.end(), tensors.outputs.begin(), tensors.outputs.end());
  return all;
}

class SecondForm final : public Plugin {
 public:
  explicit SecondForm(Owned plugin) : plugin_(std::move(plugin)) {
    constexpr unsigned kFormAt = 24;
    form_ = static_cast<PluginVersion>(
        static_cast<unsigned>(plugin_->getTensorRTVersion()) >> kFormAt & 0x3f);
  }
  ~SecondForm() override {
    if (is_initialized_) plugin_->terminate();
  }

  std::int32_t outputs() const override { return plugin_->getNbOutputs(); }

  DataType output_type(std::int32_t index, const std::vector<DataType>& inputs) const override {
    if (form_ == PluginVersion::kV2) return inputs.empty() ? DataType::kFLOAT : inputs.front();
    return ext().getOutputDataType(index, inputs.data(), static_cast<std::int32_t>(inputs.size()));
  }

  std::vector<std::vector<std::string>> output_dims(const std::vector<Dims>& inputs,
                                                    const Log& log) const override {
    std::vector<std::vector<std::string>> all;
    Expressions expressions(log);
    std::vector<DimsExprs> given;
    for (std::size_t i = 0; i < inputs.size(); ++i)
      given.push_back(expressions.of_input(i, inputs[i]));
    const auto count = static_cast<std::int32_t>(inputs.size());
    for (std::int32_t i = 0; i < outputs(); ++i) {
      if (form_ == PluginVersion::kV2_DYNAMICEXT) {
        all.push_back(
            texts_of(dynamic().getOutputDimensions(i, given.data(), count, expressions), i));
        continue;
      }
      auto& one = all.emplace_back();
      const Dims dims = plugin_->getOutputDimensions(i, inputs.data(), count);
      check_dims(dims.nbDims, i);
      for (int k = 0; k < dims.nbDims; ++k) one.push_back(joined("c ", dims.d[k]));
    }
    return all;
  }

  void configure(const PluginTensors& tensors) override {
    const auto in = static_cast<std::int32_t>(tensors.inputs.size());
    const auto out = static_cast<std::int32_t>(tensors.outputs.size());
    const std::vector<PluginTensorDesc> all = all_of(tensors);
    switch (form_) {
      case PluginVersion::kV2_DYNAMICEXT: {
        check_formats(all.size(), [&](std::int32_t at) {
          return dynamic().supportsFormatCombination(at, all.data(), in, out);
        });
        std::vector<DynamicPluginTensorDesc> dynamics;
        for (const PluginTensorDesc& desc : all) dynamics.push_back(dynamic_of(desc));
        dynamic().configurePlugin(dynamics.data(), in, dynamics.data() + in, out);
        break;
      }
      case PluginVersion::kV2_IOEXT: {
        auto& io = static_cast<IPluginV2IOExt&>(*plugin_);
        check_formats(all.size(), [&](std::int32_t at) {
          return io.supportsFormatCombination(at, all.data(), in, out);
        });
        io.configurePlugin(all.data(), in, all.data() + in, out);
        break;
      }
      default:
        configure_with_format(tensors);
        break;
    }
  }

  void write(PluginPlan& plan, const PluginTensors&) const override {
    plan.type = plugin_->getPluginType();
    plan.version = plugin_->getPluginVersion();
    const char* const space = plugin_->getPluginNamespace();
    plan.space = space == nullptr ? "" : space;
    plan.bytes.resize(plugin_->getSerializationSize());
    plugin_->serialize(plan.bytes.data());
  }

  std::size_t prepare(const PluginTensors& tensors, const PluginPlan&) override {
    // A clone of IPluginV2 may have forgotten its dimensions: NVIDIA's LReLU_TRT does.
    if (form_ == PluginVersion::kV2_DYNAMICEXT || form_ == PluginVersion::kV2) configure(tensors);
    if (!is_initialized_ && plugin_->initialize() != 0)
      throw Failure(ErrorCode::kFAILED_INITIALIZATION,
                    joined("plugin '", plugin_->getPluginType(), "' could not initialize"));
    is_initialized_ = true;
    if (form_ != PluginVersion::kV2_DYNAMICEXT) return plugin_->getWorkspaceSize(1);
    return dynamic().getWorkspaceSize(
        tensors.inputs.data(), static_cast<std::int32_t>(tensors.inputs.size()),
        tensors.outputs.data(), static_cast<std::int32_t>(tensors.outputs.size()));
  }

  bool enqueue(const PluginTensors& tensors, void const* const* inputs, void* const* made,
               void* workspace, cudaStream_t stream) override {
    if (form_ == PluginVersion::kV2_DYNAMICEXT)
      return dynamic().enqueue(tensors.inputs.data(), tensors.outputs.data(), inputs, made,
                               workspace, stream) == 0;
    return plugin_->enqueue(1, inputs, made, workspace, stream) == 0;
  }

  std::unique_ptr<Plugin> for_context() const override {
    auto made = std::make_unique<SecondForm>(Owned(plugin_->clone()));
    if (form_ != PluginVersion::kV2) made->ext().attachToContext(nullptr, nullptr, nullptr);
    return made;
  }

 private:
  IPluginV2Ext& ext() const { return static_cast<IPluginV2Ext&>(*plugin_); }
  IPluginV2DynamicExt& dynamic() const { return static_cast<IPluginV2DynamicExt&>(*plugin_); }

  void configure_with_format(const PluginTensors& tensors) {
    std::vector<Dims> in, out;
    std::vector<DataType> in_types, out_types;
    for (const PluginTensorDesc& desc : tensors.inputs) {
      in.push_back(desc.dims);
      in_types.push_back(desc.type);
    }
    for (const PluginTensorDesc& desc : tensors.outputs) {
      out.push_back(desc.dims);
      out_types.push_back(desc.type);
    }
    const DataType type = in_types.empty() ? DataType::kFLOAT : in_types.front();
    check_formats(
        1, [&](std::int32_t) { return plugin_->supportsFormat(type, PluginFormat::kLINEAR); });
    const auto count = static_cast<std::int32_t>(in.size());
    const auto count_out = static_cast<std::int32_t>(out.size());
    if (form_ == PluginVersion::kV2) {
      plugin_->configureWithFormat(in.data(), count, out.data(), count_out, type,
                                   PluginFormat::kLINEAR, 1);
      return;
    }
    const auto no = std::make_unique<bool[]>(in.size() + out.size() + 1);  // nothing is broadcast
    ext().configurePlugin(in.data(), count, out.data(), count_out, in_types.data(),
                          out_types.data(), no.get(), no.get(), PluginFormat::kLINEAR, 1);
  }

  Owned plugin_;
  PluginVersion form_;
  bool is_initialized_ = false;
};

}  // namespace

std::unique_ptr<Plugin> make_second_form(const IPluginV2& plugin) {
  return std::make_unique<SecondForm>(Owned(plugin.clone()));
}

std::unique_ptr<Plugin> read_second_form(const PluginPlan& plan, IPluginCreatorInterface& creator) {
  if (!is_first_form(creator)) return nullptr;
  Owned made(static_cast<IPluginCreator&>(creator).deserializePlugin(
      plan.layer.c_str(), plan.bytes.data(), plan.bytes.size()));
  return made == nullptr ? nullptr : std::make_unique<SecondForm>(std::move(made));
}

}  // namespace riffle::tensorrt
