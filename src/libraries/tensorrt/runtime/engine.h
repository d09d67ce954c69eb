// SPDX-License-Identifier: Apache-2.0
// An engine: a plan whose model is ready to be computed. Contexts share it, and live on when the program deletes it first.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "libraries/tensorrt/engine/profile.h"
#include "libraries/tensorrt/engine/traced_model.h"
#include "libraries/tensorrt/runtime/device_memory.h"
#include "libraries/tensorrt/runtime/plan.h"
#include "tensorrt_defaults.h"

namespace riffle::tensorrt {

struct PipelineStage;

/// What an engine's contexts share.
struct Loaded {
  Loaded(EnginePlan made, const Log& log, IGpuAllocator* allocator);
  ~Loaded();

  /// The place of a tensor in the plan, or -1.
  int find(char const* name) const;

  /// Computes. Alone it uses all cores; of several at a time each has one, the stream's own. Where several were at work a moment
  /// ago, others will begin before this one ends, and find no core free.
  void run(const std::vector<const ort::Value*>& given, std::vector<ort::Value*>& results);
  /// Computes and tells the time of each node. It takes long: a session is made for it.
  std::vector<ort::NodeTime> run_profiled(const std::vector<const ort::Value*>& given,
                                          std::vector<ort::Value*>& results);
  /// Whether it can compute: a plan that was stripped of its weights needs a refitter first.
  bool has_weights() const { return sessions_.load()->wide != nullptr; }
  /// Throws Failure where it cannot.
  void require_weights() const;
  /// The plan as it is now, with the weights that a refitter has given.
  EnginePlan plan_now();
  /// Makes ready for several at a time.
  void expect_several();
  /// Takes a model with other weights. Inferences that have begun end with those that they began with.
  void replace_model(std::shared_ptr<const std::string> model);

  EnginePlan plan;
  Log log;
  const DeviceMemory device;
  std::vector<PipelineStage> stages;  ///< as the plan's steps
  struct FreeDevice {
    DeviceMemory device;
    void operator()(void* data) const { device.free(data); }
  };
  /// In device memory.
  struct Constant {
    std::unique_ptr<void, FreeDevice> data{nullptr, FreeDevice{DeviceMemory(nullptr)}};
    Dims dims{};
  };
  /// A value that steps pass on.
  struct Value {
    std::string name;
    DataType type = DataType::kFLOAT;
    Constant constant;  ///< which plugins read; else null
  };
  std::vector<Value> values;
  std::vector<std::size_t>
      tensor_values;  ///< the values of the plan's tensors, where there are steps
  std::vector<const char*> input_names, output_names;  ///< in the model, in the plan's order
  std::vector<int> inputs, outputs;                    ///< places in the plan

  /// Dimensions of outputs that were found by computing once, by the dimensions (and values) of inputs.
  std::mutex mutex;
  std::map<std::vector<std::int64_t>, std::vector<Dims>> found;

 private:
  using Numbers = std::unordered_map<std::string, std::size_t>;
  void load_steps();
  void load_constants(Numbers& numbers);
  /// The number of a value, which is new where none has the name.
  std::size_t number_of(const std::string& name, DataType type, Numbers& numbers);
  struct Sessions {
    std::shared_ptr<const ort::TracedModel> wide;  ///< null without weights
    std::shared_ptr<const ort::TracedModel>
        narrow;  ///< with one thread, where several are expected
  };
  std::shared_ptr<const ort::TracedModel> session(int threads) const;

  std::unordered_map<std::string, int> by_name_;
  int threads_;
  std::atomic<std::shared_ptr<const Sessions>> sessions_;
  bool expects_several_ = false;  ///< under `mutex`
  std::atomic<int> running_ = 0;
  std::atomic<int> crowded_ = 0;  ///< so many inferences more are taken for some of several
};

/// An engine does not change, but for its weights (`replace_model`).
class Engine final : public ICudaEngine, public CudaEngineDefaults {
 public:
  explicit Engine(std::shared_ptr<Loaded> loaded) : loaded_(std::move(loaded)), log_(loaded_->log) {
    mImpl = this;
  }

  void expect_several() const { loaded_->expect_several(); }
  ICudaEngine* getPImpl() noexcept override { return this; }
  int32_t getNbLayers() const noexcept override;
  IHostMemory* serialize() const noexcept override;
  IExecutionContext* createExecutionContext(
      ExecutionContextAllocationStrategy strategy) noexcept override;
  IExecutionContext* createExecutionContextWithoutDeviceMemory() noexcept override;
  IExecutionContext* createExecutionContextWithRuntimeConfig(
      IRuntimeConfig* config) noexcept override;
  IRuntimeConfig* createRuntimeConfig() noexcept override;
  size_t getDeviceMemorySize() const noexcept override { return 0; }
  int64_t getDeviceMemorySizeV2() const noexcept override { return 0; }
  size_t getDeviceMemorySizeForProfile(int32_t) const noexcept override { return 0; }
  int64_t getDeviceMemorySizeForProfileV2(int32_t) const noexcept override { return 0; }
  bool isRefittable() const noexcept override { return loaded_->plan.is_refittable; }
  char const* getName() const noexcept override { return loaded_->plan.name.c_str(); }
  int32_t getNbOptimizationProfiles() const noexcept override;
  EngineCapability getEngineCapability() const noexcept override {
    return EngineCapability::kSTANDARD;
  }
  void setErrorRecorder(IErrorRecorder* recorder) noexcept override { log_.recorder = recorder; }
  IErrorRecorder* getErrorRecorder() const noexcept override { return log_.recorder; }
  bool hasImplicitBatchDimension() const noexcept override { return false; }
  TacticSources getTacticSources() const noexcept override { return 0; }
  ProfilingVerbosity getProfilingVerbosity() const noexcept override {
    return static_cast<ProfilingVerbosity>(loaded_->plan.verbosity);
  }
  IEngineInspector* createEngineInspector() const noexcept override;

  Dims getTensorShape(char const* name) const noexcept override;
  DataType getTensorDataType(char const* name) const noexcept override;
  TensorLocation getTensorLocation(char const* name) const noexcept override;
  bool isShapeInferenceIO(char const* name) const noexcept override;
  TensorIOMode getTensorIOMode(char const* name) const noexcept override;
  // Every tensor is linear: no dimension is divided into vectors, which -1 stands for.
  int32_t getTensorBytesPerComponent(char const* name) const noexcept override;
  int32_t getTensorComponentsPerElement(char const* name) const noexcept override;
  int32_t getTensorVectorizedDim(char const* name) const noexcept override;
  int32_t getTensorBytesPerComponentV2(char const* name, int32_t) const noexcept override;
  int32_t getTensorComponentsPerElementV2(char const* name, int32_t) const noexcept override;
  int32_t getTensorVectorizedDimV2(char const* name, int32_t) const noexcept override;
  TensorFormat getTensorFormat(char const* name) const noexcept override;
  TensorFormat getTensorFormatV2(char const* name, int32_t) const noexcept override;
  char const* getTensorFormatDesc(char const* name) const noexcept override;
  char const* getTensorFormatDescV2(char const* name, int32_t) const noexcept override;
  Dims getProfileShape(char const* name, int32_t profile,
                       OptProfileSelector select) const noexcept override;
  int64_t const* getProfileTensorValuesV2(char const* name, int32_t profile,
                                          OptProfileSelector select) const noexcept override;
  int32_t getNbIOTensors() const noexcept override;
  char const* getIOTensorName(int32_t index) const noexcept override;
  HardwareCompatibilityLevel getHardwareCompatibilityLevel() const noexcept override {
    return HardwareCompatibilityLevel::kNONE;
  }
  int32_t getNbAuxStreams() const noexcept override { return 0; }
  ISerializationConfig* createSerializationConfig() noexcept override;
  IHostMemory* serializeWithConfig(ISerializationConfig& config) const noexcept override;
  // Weights are in the host's memory, which is the device's: of 0 bytes that could be streamed any budget holds all.
  int64_t getStreamableWeightsSize() const noexcept override { return 0; }
  bool setWeightStreamingBudget(int64_t bytes) noexcept override;
  int64_t getWeightStreamingBudget() const noexcept override { return kNoStreaming; }
  int64_t getMinimumWeightStreamingBudget() const noexcept override { return 0; }
  bool setWeightStreamingBudgetV2(int64_t bytes) noexcept override;
  int64_t getWeightStreamingBudgetV2() const noexcept override { return 0; }
  int64_t getWeightStreamingAutomaticBudget() const noexcept override { return 0; }
  int64_t getWeightStreamingScratchMemorySize() const noexcept override { return 0; }
  bool isDebugTensor(char const*) const noexcept override { return false; }
  int64_t getEngineStat(EngineStat stat) const noexcept override;
  char const* getAliasedInputTensor(char const*) const noexcept override { return nullptr; }

  const std::shared_ptr<Loaded>& loaded() const { return loaded_; }

 private:
  static constexpr int64_t kNoStreaming = -1;
  bool set_budget(int64_t bytes, int64_t least, char const* function) noexcept;
  void refuse(char const* function) const noexcept override { log_.refuse(function); }
  /// The tensor, or null after a line in the log.
  const TensorPlan* tensor(char const* name, char const* function) const noexcept;
  const Range* range(char const* name, int32_t profile, char const* function) const noexcept;

  std::shared_ptr<Loaded> loaded_;
  Log log_;
  std::atomic<int> contexts_ = 0;  ///< that were created
};

}  // namespace riffle::tensorrt
