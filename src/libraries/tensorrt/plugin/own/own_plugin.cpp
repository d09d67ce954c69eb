// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/plugin/own/own_plugin.h"

#include <algorithm>
#include <string>

#include "libraries/stream_work.h"
#include "libraries/tensorrt/runtime/witness.h"
#include "tensorrt_defaults.h"

extern "C" void riffle_tensorrt_log(nvinfer1::ILogger** logger,
                                    nvinfer1::IErrorRecorder** recorder);

namespace riffle::tensorrt {
namespace {

Log log() {
  ILogger* logger = nullptr;
  IErrorRecorder* recorder = nullptr;
  riffle_tensorrt_log(&logger, &recorder);
  Log made(logger);
  made.recorder = recorder;
  return made;
}

/// By its name riffle trace shows it.
struct TensorRTPlugin {
  std::shared_ptr<const Computation> computation;
  const OwnPlugin* plugin;
  std::shared_ptr<EnqueueCall> call;
  Log log;

  void operator()() const {
    guarded(log, plugin->name, [&] {
      EnqueueCall now = *call;  // a graph computes it many times
      computation->compute(now);
      now.finish();
      return true;
    });
  }
};

/// What both forms of plugins do alike.
class Core {
 public:
  Core(const OwnPlugin& plugin, PluginFields fields, std::string space)
      : plugin_(&plugin),
        fields_(std::move(fields)),
        space_(std::move(space)),
        computation_(plugin.make(fields_)) {}

  const OwnPlugin& plugin() const { return *plugin_; }
  const PluginFields& fields() const { return fields_; }
  const char* space() const { return space_.c_str(); }
  void set_space(const char* space) noexcept { keep(space_, space); }

  std::int32_t outputs() const {
    return static_cast<std::int32_t>(computation_->signature().outputs.size());
  }
  DataType type_of(std::int32_t output, DataType const* inputs) const {
    return output_type(computation_->signature(), static_cast<std::size_t>(output), inputs[0]);
  }
  /// Empty after a line in the log.
  std::vector<DimsExprs> dims(DimsExprs const* inputs, std::int32_t count,
                              IExprBuilder& builder) const noexcept {
    return guarded(log(), plugin_->name, [&] {
      expect(has_inputs(count), "the plugin has another number of inputs");
      return computation_->output_dims(
          OutputDims({inputs, static_cast<std::size_t>(count)}, builder));
    });
  }
  template <class TypeAt>
  bool takes_tensor(std::int32_t at, std::int32_t inputs, std::int32_t count,
                    TypeAt type_at) const noexcept {
    return guarded(log(), plugin_->name, [&] {
      std::vector<DataType> types;
      types.reserve(static_cast<std::size_t>(count));
      for (std::int32_t i = 0; i < count; ++i) types.push_back(type_at(i));
      return has_inputs(inputs) && takes(computation_->signature(), static_cast<std::size_t>(at),
                                         types, static_cast<std::size_t>(inputs));
    });
  }

  std::int32_t put(PluginTensorDesc const* inputs, std::size_t count,
                   PluginTensorDesc const* outputs, void const* const* read, void* const* made,
                   cudaStream_t stream) const noexcept {
    return guarded(log(), plugin_->name,
                   [&] {
                     const auto out = static_cast<std::size_t>(this->outputs());
                     auto call = std::make_shared<EnqueueCall>(std::span(inputs, count),
                                                               std::span(outputs, out), read, made);
                     if (is_checked() && witness(*call, stream) != cudaSuccess) return false;
                     return libraries::enqueue(stream, TensorRTPlugin{computation_, plugin_,
                                                                      std::move(call), log()}) ==
                            cudaSuccess;
                   })
               ? 0
               : 1;
  }

 private:
  bool has_inputs(std::int32_t count) const {
    const Signature signature = computation_->signature();
    const auto given = static_cast<std::size_t>(count);
    return given >= signature.least_inputs && given <= signature.inputs.size();
  }
  static cudaError_t witness(const EnqueueCall& call, cudaStream_t stream) {
    for (const EnqueueCall::Place& place : call.read())
      if (const auto bytes = bytes_of(place.desc.dims, place.desc.type); bytes > 0)
        if (const cudaError_t error =
                witness_reads(place.data, static_cast<std::size_t>(bytes), stream);
            error != cudaSuccess)
          return error;
    for (const EnqueueCall::Place& place : call.made())
      if (const auto bytes = bytes_of(place.desc.dims, place.desc.type); bytes > 0)
        if (const cudaError_t error =
                witness_writes(place.data, static_cast<std::size_t>(bytes), stream);
            error != cudaSuccess)
          return error;
    return cudaSuccess;
  }

  const OwnPlugin* plugin_;
  PluginFields fields_;
  std::string space_;
  std::shared_ptr<const Computation> computation_;
};

/// Null after a line in the log.
template <class Made>
Made* copy_of(const Made& plugin) noexcept {
  return guarded(log(), "clone", [&] { return std::make_unique<Made>(plugin).release(); });
}

class OwnSecond final : public IPluginV2DynamicExt {
 public:
  explicit OwnSecond(Core core) : core_(std::move(core)), bytes_(core_.fields().written()) {}

  const char* getPluginType() const noexcept override { return core_.plugin().name; }
  const char* getPluginVersion() const noexcept override { return core_.plugin().version; }
  int32_t getNbOutputs() const noexcept override { return core_.outputs(); }
  int32_t initialize() noexcept override { return 0; }
  void terminate() noexcept override {}
  size_t getSerializationSize() const noexcept override { return bytes_.size(); }
  void serialize(void* to) const noexcept override {
    std::ranges::copy(bytes_, static_cast<char*>(to));
  }
  void destroy() noexcept override { delete this; }
  void setPluginNamespace(const char* space) noexcept override { core_.set_space(space); }
  const char* getPluginNamespace() const noexcept override { return core_.space(); }
  IPluginV2DynamicExt* clone() const noexcept override { return copy_of(*this); }

  DataType getOutputDataType(int32_t output, const DataType* inputs,
                             int32_t) const noexcept override {
    return core_.type_of(output, inputs);
  }
  DimsExprs getOutputDimensions(int32_t output, const DimsExprs* inputs, int32_t count,
                                IExprBuilder& builder) noexcept override {
    const std::vector<DimsExprs> all = core_.dims(inputs, count, builder);
    const auto at = static_cast<std::size_t>(output);
    return at < all.size() ? all[at] : DimsExprs{-1, {}};
  }
  bool supportsFormatCombination(int32_t at, const PluginTensorDesc* all, int32_t inputs,
                                 int32_t outputs) noexcept override {
    return all[at].format == TensorFormat::kLINEAR &&
           core_.takes_tensor(at, inputs, inputs + outputs, [&](int32_t i) { return all[i].type; });
  }
  void configurePlugin(const DynamicPluginTensorDesc*, int32_t count,
                       const DynamicPluginTensorDesc*, int32_t) noexcept override {
    inputs_ = static_cast<std::size_t>(count);
  }
  size_t getWorkspaceSize(const PluginTensorDesc*, int32_t, const PluginTensorDesc*,
                          int32_t) const noexcept override {
    return 0;
  }
  int32_t enqueue(const PluginTensorDesc* inputs, const PluginTensorDesc* outputs,
                  const void* const* read, void* const* made, void*,
                  cudaStream_t stream) noexcept override {
    return core_.put(inputs, inputs_, outputs, read, made, stream);
  }

 private:
  Core core_;
  std::string bytes_;
  std::size_t inputs_ = 0;
};

class OwnThird final : public IPluginV3,
                       public IPluginV3OneCore,
                       public IPluginV3OneBuild,
                       public IPluginV3OneRuntime {
 public:
  explicit OwnThird(Core core) : core_(std::move(core)) {}

  InterfaceInfo getInterfaceInfo() const noexcept override { return IPluginV3::getInterfaceInfo(); }
  IPluginCapability* getCapabilityInterface(PluginCapabilityType type) noexcept override {
    switch (type) {
      case PluginCapabilityType::kCORE:
        return static_cast<IPluginV3OneCore*>(this);
      case PluginCapabilityType::kBUILD:
        return static_cast<IPluginV3OneBuild*>(this);
      case PluginCapabilityType::kRUNTIME:
        return static_cast<IPluginV3OneRuntime*>(this);
    }
    return nullptr;
  }
  IPluginV3* clone() noexcept override { return copy_of(*this); }
  const char* getPluginName() const noexcept override { return core_.plugin().name; }
  const char* getPluginVersion() const noexcept override { return core_.plugin().version; }
  const char* getPluginNamespace() const noexcept override { return core_.space(); }

  int32_t getNbOutputs() const noexcept override { return core_.outputs(); }
  int32_t getOutputDataTypes(DataType* types, int32_t count, const DataType* inputs,
                             int32_t) const noexcept override {
    for (int32_t i = 0; i < count; ++i) types[i] = core_.type_of(i, inputs);
    return 0;
  }
  int32_t getOutputShapes(const DimsExprs* inputs, int32_t count, const DimsExprs*, int32_t,
                          DimsExprs* outputs, int32_t out,
                          IExprBuilder& builder) noexcept override {
    const std::vector<DimsExprs> all = core_.dims(inputs, count, builder);
    if (all.size() != static_cast<std::size_t>(out)) return 1;
    std::ranges::copy(all, outputs);
    return 0;
  }
  bool supportsFormatCombination(int32_t at, const DynamicPluginTensorDesc* all, int32_t inputs,
                                 int32_t outputs) noexcept override {
    return all[at].desc.format == TensorFormat::kLINEAR &&
           core_.takes_tensor(at, inputs, inputs + outputs,
                              [&](int32_t i) { return all[i].desc.type; });
  }
  int32_t configurePlugin(const DynamicPluginTensorDesc*, int32_t, const DynamicPluginTensorDesc*,
                          int32_t) noexcept override {
    return 0;
  }
  int32_t onShapeChange(const PluginTensorDesc*, int32_t count, const PluginTensorDesc*,
                        int32_t) noexcept override {
    inputs_ = static_cast<std::size_t>(count);
    return 0;
  }
  int32_t enqueue(const PluginTensorDesc* inputs, const PluginTensorDesc* outputs,
                  const void* const* read, void* const* made, void*,
                  cudaStream_t stream) noexcept override {
    return core_.put(inputs, inputs_, outputs, read, made, stream);
  }
  IPluginV3* attachToContext(IPluginResourceContext*) noexcept override { return clone(); }
  const PluginFieldCollection* getFieldsToSerialize() noexcept override {
    return guarded(log(), "getFieldsToSerialize", [&] { return &core_.fields().collection(); });
  }

 private:
  Core core_;
  std::size_t inputs_ = 0;
};

/// What both forms of creators do alike.
template <class Interface>
class OwnCreator : public Interface {
 public:
  explicit OwnCreator(const OwnPlugin& plugin) : plugin_(plugin) {
    names_ = {static_cast<std::int32_t>(plugin.fields.size()), plugin.fields.data()};
  }
  const char* getPluginName() const noexcept override { return plugin_.name; }
  const char* getPluginVersion() const noexcept override { return plugin_.version; }
  const char* getPluginNamespace() const noexcept override { return space_.c_str(); }
  const PluginFieldCollection* getFieldNames() noexcept override { return &names_; }
  void take_space(const char* space) noexcept { keep(space_, space); }

 protected:
  /// Of the fields that `read()` gives.
  template <class Made, class Read>
  Made* make(Read read) const noexcept {
    return guarded(log(), plugin_.name,
                   [&] { return std::make_unique<Made>(Core(plugin_, read(), space_)).release(); });
  }

 private:
  const OwnPlugin& plugin_;
  PluginFieldCollection names_;
  std::string space_;
};

class SecondCreator final : public OwnCreator<IPluginCreator> {
 public:
  using OwnCreator::OwnCreator;
  void setPluginNamespace(const char* space) noexcept override { take_space(space); }
  IPluginV2* createPlugin(const char*, const PluginFieldCollection* fields) noexcept override {
    return make<OwnSecond>([&] { return PluginFields(fields); });
  }
  IPluginV2* deserializePlugin(const char*, const void* bytes, size_t count) noexcept override {
    return make<OwnSecond>([&] {
      if (bytes == nullptr && count != 0)
        throw Failure(ErrorCode::kINVALID_ARGUMENT, joined("the ", count, " bytes are null"));
      return PluginFields::read({static_cast<const char*>(bytes), count});
    });
  }
};

class ThirdCreator final : public OwnCreator<IPluginCreatorV3One> {
 public:
  using OwnCreator::OwnCreator;
  IPluginV3* createPlugin(const char*, const PluginFieldCollection* fields,
                          TensorRTPhase) noexcept override {
    return make<OwnThird>([&] { return PluginFields(fields); });
  }
};

const std::vector<OwnPlugin>& all_plugins() {
  static const auto& all = *[] {
    auto* const made = new std::vector<OwnPlugin>;
    for (const auto group :
         {efficient_nms_plugins, batched_nms_plugins, detection_output_plugins, roi_align_plugins,
          normalization_plugins, scatter_plugins, deformable_plugins})
      std::ranges::move(group(), std::back_inserter(*made));
    return made;
  }();
  return all;
}

template <class Creator>
void register_new(const OwnPlugin& plugin, const char* space) {
  // The registry keeps its address for the rest of the process, unless it refuses.
  auto creator = std::make_unique<Creator>(plugin);
  creator->take_space(space);
  if (getPluginRegistry()->registerCreator(*creator, space)) static_cast<void>(creator.release());
}

}  // namespace

void register_own_plugins(const char* space, bool at_load) {
  for (const OwnPlugin& plugin : all_plugins()) {
    if (plugin.is_registered_at_load != at_load) continue;
    if (plugin.is_third_form)
      register_new<ThirdCreator>(plugin, space);
    else
      register_new<SecondCreator>(plugin, space);
  }
}

}  // namespace riffle::tensorrt
