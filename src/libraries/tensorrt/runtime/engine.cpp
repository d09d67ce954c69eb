// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/runtime/engine.h"

#include <algorithm>

#include <cuda_runtime_api.h>

#include "libraries/tensorrt/runtime/context.h"
#include "libraries/tensorrt/runtime/inspector.h"
#include "libraries/tensorrt/runtime/objects.h"
#include "libraries/tensorrt/runtime/pipeline.h"
#include "libraries/tensorrt/runtime/strip.h"
#include "libraries/tensorrt/runtime/witness.h"

namespace riffle::tensorrt {

namespace {

/// In a checked run an inference has the stream's own thread alone, as others would count as the program's.
int threads_of_one() {
  int cores = 1;
  if (is_checked() ||
      cudaDeviceGetAttribute(&cores, cudaDevAttrMultiProcessorCount, 0) != cudaSuccess)
    return 1;
  return cores;
}

}  // namespace

Loaded::Loaded(EnginePlan made, const Log& given, IGpuAllocator* allocator)
    : plan(std::move(made)), log(given), device(allocator), threads_(threads_of_one()) {
  if (plan.steps.empty())
    sessions_ = std::make_shared<const Sessions>(
        plan.stripped_bytes != 0 ? nullptr : session(threads_), nullptr);
  else
    load_steps();
  for (std::size_t i = 0; i < plan.tensors.size(); ++i) {
    const TensorPlan& tensor = plan.tensors[i];
    const bool is_input = tensor.mode == TensorIOMode::kINPUT;
    by_name_[tensor.name] = static_cast<int>(i);
    (is_input ? inputs : outputs).push_back(static_cast<int>(i));
    (is_input ? input_names : output_names).push_back(tensor.engine_name.c_str());
  }
}

Loaded::~Loaded() = default;

std::size_t Loaded::number_of(const std::string& name, DataType type, Numbers& numbers) {
  const auto [at, is_new] = numbers.try_emplace(name, values.size());
  if (is_new) values.push_back({name, type, {}});
  return at->second;
}

void Loaded::load_constants(Numbers& numbers) {
  if (plan.constants == nullptr) return;
  const EnginePlan& from = *plan.constants;
  std::vector<const char*> names;
  names.reserve(from.tensors.size());
  for (const TensorPlan& tensor : from.tensors) names.push_back(tensor.engine_name.c_str());
  std::vector<ort::Value*> made(names.size());
  ort::Model(*from.model, from.optimization_level, 1).run({}, {}, names, made);
  for (std::size_t i = 0; i < made.size(); ++i) {
    const ort::Owned<ort::Value> owned(made[i]);
    const TensorPlan& tensor = from.tensors[i];
    const auto bytes = static_cast<std::size_t>(bytes_of(tensor.dims, tensor.type));
    void* data = nullptr;
    ort::check(ort::library().api.tensor_data(made[i], &data));
    std::unique_ptr<void, FreeDevice> memory(
        device.allocate(bytes, joined("constant '", tensor.name, "'"), nullptr),
        FreeDevice{device});
    Constant& constant = values[number_of(tensor.name, tensor.type, numbers)].constant;
    constant.data = std::move(memory);
    constant.dims = tensor.dims;
    if (cudaMemcpy(constant.data.get(), data, bytes, cudaMemcpyDefault) != cudaSuccess)
      throw Failure(ErrorCode::kFAILED_EXECUTION,
                    joined("constant '", tensor.name, "' cannot be copied"));
  }
}

void Loaded::load_steps() {
  Numbers numbers;
  load_constants(numbers);
  for (const TensorPlan& tensor : plan.tensors)
    if (tensor.mode == TensorIOMode::kINPUT) number_of(tensor.engine_name, tensor.type, numbers);
  const auto find = [&](const std::string& name) {
    const auto found = numbers.find(name);
    if (found == numbers.end())
      throw Failure(ErrorCode::kINVALID_ARGUMENT,
                    joined("the plan is damaged: no step makes '", name, "'"));
    return found->second;
  };
  for (const PlanStep& step : plan.steps) {
    PipelineStage& stage = stages.emplace_back();
    if (step.segment != nullptr) {
      stage.segment = std::make_shared<Engine>(
          std::make_shared<Loaded>(*step.segment, log, device.allocator()));
      for (const TensorPlan& tensor : step.segment->tensors)
        stage.values.push_back(tensor.mode == TensorIOMode::kINPUT
                                   ? find(tensor.name)
                                   : number_of(tensor.name, tensor.type, numbers));
      continue;
    }
    stage.plugin = plugin_of(*step.plugin);
    for (const std::string& input : step.plugin->inputs) stage.values.push_back(find(input));
    for (std::size_t i = 0; i < step.plugin->outputs.size(); ++i)
      stage.values.push_back(
          number_of(step.plugin->outputs[i], step.plugin->output_types[i], numbers));
  }
  for (const TensorPlan& tensor : plan.tensors) tensor_values.push_back(find(tensor.engine_name));
}

std::shared_ptr<const ort::TracedModel> Loaded::session(int threads) const {
  return std::make_shared<const ort::TracedModel>(*plan.model, plan.optimization_level, threads);
}

void Loaded::expect_several() {
  for (const PipelineStage& stage : stages)
    if (stage.segment != nullptr) stage.segment->expect_several();
  if (!stages.empty()) return;
  const std::lock_guard lock(mutex);
  const std::shared_ptr<const Sessions> now = sessions_;
  expects_several_ = true;
  if (threads_ == 1 || now->wide == nullptr || now->narrow != nullptr) return;
  sessions_ = std::make_shared<const Sessions>(now->wide, session(1));
}

void Loaded::replace_model(std::shared_ptr<const std::string> model) {
  const std::lock_guard lock(mutex);
  plan.model = std::move(model);
  const bool has_narrow = expects_several_ && threads_ != 1;
  sessions_ =
      std::make_shared<const Sessions>(session(threads_), has_narrow ? session(1) : nullptr);
}

EnginePlan Loaded::plan_now() {
  const std::lock_guard lock(mutex);
  EnginePlan now = plan;
  if (plan.steps.empty() && has_weights()) now.stripped_bytes = 0;
  return now;
}

void Loaded::require_weights() const {
  if (has_weights()) return;
  throw Failure(ErrorCode::kINVALID_STATE,
                "the plan has no weights (BuilderFlag::kSTRIP_PLAN): give them to the engine with "
                "IRefitter");
}

void Loaded::run(const std::vector<const ort::Value*>& given, std::vector<ort::Value*>& results) {
  const std::shared_ptr<const Sessions> now = sessions_;
  require_weights();
  constexpr int kMemory = 8;
  bool is_alone = running_.fetch_add(1) == 0;
  if (!is_alone)
    crowded_ = kMemory;
  else if (crowded_ > 0)
    is_alone = crowded_.fetch_sub(1) <= 0;
  struct End {
    std::atomic<int>& running;
    ~End() { running.fetch_sub(1); }
  } const end{running_};
  const ort::TracedModel& model = is_alone || now->narrow == nullptr ? *now->wide : *now->narrow;
  model.run(input_names, given, output_names, results);
}

std::vector<ort::NodeTime> Loaded::run_profiled(const std::vector<const ort::Value*>& given,
                                                std::vector<ort::Value*>& results) {
  const auto model = [&] {
    const std::lock_guard lock(mutex);  // a refitter may put another one there
    return plan.model;
  }();
  ort::Profiled profiled = ort::run_profiled(*model, plan.optimization_level, threads_, input_names,
                                             given, output_names, results);
  if (!profiled.why_not.empty())
    log.warning("the times of layers are not known: " + profiled.why_not);
  return std::move(profiled.times);
}

int Loaded::find(char const* name) const {
  if (name == nullptr) return -1;
  const auto found_at = by_name_.find(name);
  return found_at == by_name_.end() ? -1 : found_at->second;
}

const TensorPlan* Engine::tensor(char const* name, char const* function) const noexcept {
  const int at = loaded_->find(name);
  if (at >= 0) return &loaded_->plan.tensors[static_cast<std::size_t>(at)];
  log_.error(ErrorCode::kINVALID_ARGUMENT, "ICudaEngine::", function,
             ": the engine has no input or output named '", name == nullptr ? "" : name, "'");
  return nullptr;
}

int32_t Engine::getNbLayers() const noexcept {
  return static_cast<int32_t>(loaded_->plan.layers.size());
}
int32_t Engine::getNbOptimizationProfiles() const noexcept {
  return static_cast<int32_t>(loaded_->plan.profiles.size());
}
int32_t Engine::getNbIOTensors() const noexcept {
  return static_cast<int32_t>(loaded_->plan.tensors.size());
}

char const* Engine::getIOTensorName(int32_t index) const noexcept {
  if (index < 0 || index >= getNbIOTensors()) {
    log_.error(ErrorCode::kINVALID_ARGUMENT,
               "ICudaEngine::getIOTensorName: expected an index below ", getNbIOTensors(), ", got ",
               index);
    return nullptr;
  }
  return loaded_->plan.tensors[static_cast<std::size_t>(index)].name.c_str();
}

bool Engine::set_budget(int64_t bytes, int64_t least, char const* function) noexcept {
  return guarded(log_, function, [&] {
    if (!loaded_->plan.may_stream_weights)
      throw Failure(ErrorCode::kINVALID_STATE,
                    "the engine was built without BuilderFlag::kWEIGHT_STREAMING");
    if (bytes < least)
      throw Failure(ErrorCode::kINVALID_ARGUMENT,
                    joined("expected a budget of at least ", least, ", got ", bytes));
    return true;
  });
}
bool Engine::setWeightStreamingBudget(int64_t bytes) noexcept {
  return set_budget(bytes, kNoStreaming, "ICudaEngine::setWeightStreamingBudget");
}
bool Engine::setWeightStreamingBudgetV2(int64_t bytes) noexcept {
  return set_budget(bytes, 0, "ICudaEngine::setWeightStreamingBudgetV2");
}

IHostMemory* Engine::serialize() const noexcept {
  return guarded(log_, "ICudaEngine::serialize",
                 [&]() -> IHostMemory* { return new HostMemory(loaded_->plan_now().written()); });
}
ISerializationConfig* Engine::createSerializationConfig() noexcept {
  return new SerializationConfig(log_);
}
IRuntimeConfig* Engine::createRuntimeConfig() noexcept { return new RuntimeConfig(log_); }

IHostMemory* Engine::serializeWithConfig(ISerializationConfig& config) const noexcept {
  if (!config.getFlag(SerializationFlag::kEXCLUDE_WEIGHTS)) return serialize();
  return guarded(log_, "ICudaEngine::serializeWithConfig", [&]() -> IHostMemory* {
    if (!isRefittable())
      throw Failure(ErrorCode::kINVALID_STATE,
                    "the engine was built without BuilderFlag::kREFIT, and could not get weights "
                    "that are left out");
    EnginePlan plan = loaded_->plan_now();
    strip_weights(plan);
    return new HostMemory(plan.written());
  });
}

IExecutionContext* Engine::createExecutionContext(ExecutionContextAllocationStrategy) noexcept {
  return guarded(log_, "ICudaEngine::createExecutionContext", [&]() -> IExecutionContext* {
    if (contexts_.fetch_add(1) == 1) loaded_->expect_several();
    return new ExecutionContext(*this, loaded_);
  });
}
IExecutionContext* Engine::createExecutionContextWithoutDeviceMemory() noexcept {
  return createExecutionContext(ExecutionContextAllocationStrategy::kUSER_MANAGED);
}
IExecutionContext* Engine::createExecutionContextWithRuntimeConfig(IRuntimeConfig*) noexcept {
  return createExecutionContext(ExecutionContextAllocationStrategy::kSTATIC);
}

IEngineInspector* Engine::createEngineInspector() const noexcept {
  return guarded(log_, "ICudaEngine::createEngineInspector",
                 [&]() -> IEngineInspector* { return new Inspector(loaded_); });
}

Dims Engine::getTensorShape(char const* name) const noexcept {
  const TensorPlan* const found = tensor(name, "getTensorShape");
  return found == nullptr ? Dims{-1, {}} : found->dims;
}
DataType Engine::getTensorDataType(char const* name) const noexcept {
  const TensorPlan* const found = tensor(name, "getTensorDataType");
  return found == nullptr ? DataType::kFLOAT : found->type;
}
TensorLocation Engine::getTensorLocation(char const* name) const noexcept {
  const TensorPlan* const found = tensor(name, "getTensorLocation");
  return found != nullptr && found->is_shape ? TensorLocation::kHOST : TensorLocation::kDEVICE;
}
bool Engine::isShapeInferenceIO(char const* name) const noexcept {
  const TensorPlan* const found = tensor(name, "isShapeInferenceIO");
  return found != nullptr && found->is_shape;
}
TensorIOMode Engine::getTensorIOMode(char const* name) const noexcept {
  const int at = loaded_->find(name);
  return at < 0 ? TensorIOMode::kNONE : loaded_->plan.tensors[static_cast<std::size_t>(at)].mode;
}

int32_t Engine::getTensorBytesPerComponent(char const* name) const noexcept {
  static_cast<void>(tensor(name, "getTensorBytesPerComponent"));
  return -1;
}
int32_t Engine::getTensorComponentsPerElement(char const* name) const noexcept {
  static_cast<void>(tensor(name, "getTensorComponentsPerElement"));
  return -1;
}
int32_t Engine::getTensorVectorizedDim(char const* name) const noexcept {
  static_cast<void>(tensor(name, "getTensorVectorizedDim"));
  return -1;
}
int32_t Engine::getTensorBytesPerComponentV2(char const* name, int32_t) const noexcept {
  return getTensorBytesPerComponent(name);
}
int32_t Engine::getTensorComponentsPerElementV2(char const* name, int32_t) const noexcept {
  return getTensorComponentsPerElement(name);
}
int32_t Engine::getTensorVectorizedDimV2(char const* name, int32_t) const noexcept {
  return getTensorVectorizedDim(name);
}
TensorFormat Engine::getTensorFormat(char const* name) const noexcept {
  static_cast<void>(tensor(name, "getTensorFormat"));
  return TensorFormat::kLINEAR;
}
TensorFormat Engine::getTensorFormatV2(char const* name, int32_t) const noexcept {
  return getTensorFormat(name);
}
char const* Engine::getTensorFormatDesc(char const* name) const noexcept {
  const TensorPlan* const found = tensor(name, "getTensorFormatDesc");
  if (found == nullptr) return "";
  switch (found->type) {
    case DataType::kFLOAT:
      return "Row-major linear FP32 format (kLINEAR)";
    case DataType::kHALF:
      return "Row-major linear FP16 format (kLINEAR)";
    case DataType::kINT8:
      return "Row-major linear INT8 format (kLINEAR)";
    case DataType::kINT32:
      return "Row-major linear INT32 format (kLINEAR)";
    case DataType::kINT64:
      return "Row-major linear INT64 format (kLINEAR)";
    case DataType::kBOOL:
      return "Row-major linear BOOL format (kLINEAR)";
    default:
      return "Row-major linear format (kLINEAR)";
  }
}
char const* Engine::getTensorFormatDescV2(char const* name, int32_t) const noexcept {
  return getTensorFormatDesc(name);
}

const Range* Engine::range(char const* name, int32_t profile, char const* function) const noexcept {
  if (tensor(name, function) == nullptr) return nullptr;
  if (profile < 0 || profile >= getNbOptimizationProfiles()) {
    log_.error(ErrorCode::kINVALID_ARGUMENT, "ICudaEngine::", function,
               ": expected a profile below ", getNbOptimizationProfiles(), ", got ", profile);
    return nullptr;
  }
  return loaded_->plan.profiles[static_cast<std::size_t>(profile)].find(name);
}

Dims Engine::getProfileShape(char const* name, int32_t profile,
                             OptProfileSelector select) const noexcept {
  const Range* const found = range(name, profile, "getProfileShape");
  if (found == nullptr) {
    // An input of fixed dimensions has these in every profile; outputs have none.
    const int at = loaded_->find(name);
    if (at < 0 || profile < 0 || profile >= getNbOptimizationProfiles()) return Dims{-1, {}};
    const TensorPlan& plan = loaded_->plan.tensors[static_cast<std::size_t>(at)];
    return plan.mode == TensorIOMode::kINPUT ? plan.dims : Dims{-1, {}};
  }
  switch (select) {
    case OptProfileSelector::kMIN:
      return found->min;
    case OptProfileSelector::kOPT:
      return found->opt;
    case OptProfileSelector::kMAX:
      break;
  }
  return found->max;
}

int64_t const* Engine::getProfileTensorValuesV2(char const* name, int32_t profile,
                                                OptProfileSelector select) const noexcept {
  const Range* const found = range(name, profile, "getProfileTensorValuesV2");
  if (found == nullptr) return nullptr;
  const auto& values = select == OptProfileSelector::kMIN   ? found->min_values
                       : select == OptProfileSelector::kOPT ? found->opt_values
                                                            : found->max_values;
  return values.empty() ? nullptr : values.data();
}

int64_t Engine::getEngineStat(EngineStat stat) const noexcept {
  // TensorRT has no stripped weights of a plan that is whole, and a refitter may have given them since.
  const bool is_whole = loaded_->plan.steps.empty() && loaded_->has_weights();
  const std::int64_t stripped = is_whole ? 0 : loaded_->plan.stripped_bytes;
  return stat == EngineStat::kTOTAL_WEIGHTS_SIZE ? loaded_->plan.weight_bytes
         : stripped == 0                         ? -1
                                                 : stripped;
}

}  // namespace riffle::tensorrt
