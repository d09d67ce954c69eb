// SPDX-License-Identifier: Apache-2.0
// An execution context: the shapes and addresses with which an engine is put into a stream.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <cuda_runtime_api.h>

#include "libraries/tensorrt/runtime/engine.h"
#include "libraries/tensorrt/runtime/timings.h"

namespace riffle::tensorrt {

/// What one inference reads and writes. It does not change once it is in a stream: a context that gets other addresses
/// makes another one.
struct Bindings {
  std::shared_ptr<Loaded> loaded;
  std::vector<ort::Owned<ort::Value>> values;
  std::vector<const ort::Value*> inputs;
  std::vector<ort::Value*>
      outputs;  ///< null where ONNX Runtime allocates, as the size is not known
  bool has_unknown_outputs = false;
  /// Where they are, in the same order as `inputs` and then `outputs`.
  struct Place {
    void* data;
    std::size_t bytes;
  };
  std::vector<Place> places;
};

class EnginePipeline;

class ExecutionContext final : public IExecutionContext, public ExecutionContextDefaults {
 public:
  ExecutionContext(const Engine& engine, std::shared_ptr<Loaded> loaded);
  ~ExecutionContext() override;

  IExecutionContext* getPImpl() noexcept override { return this; }
  ICudaEngine const& getEngine() const noexcept override { return engine_; }
  void setDeviceMemory(void*) noexcept override {}  // activations are in ONNX Runtime's memory
  void setDeviceMemoryV2(void*, int64_t) noexcept override {}
  size_t updateDeviceMemorySizeForShapes() noexcept override { return 0; }
  int32_t getOptimizationProfile() const noexcept override { return profile_; }
  bool setOptimizationProfileAsync(int32_t profile, cudaStream_t stream) noexcept override;
  bool allInputDimensionsSpecified() const noexcept override;
  bool allInputShapesSpecified() const noexcept override { return allInputDimensionsSpecified(); }
  void setErrorRecorder(IErrorRecorder* recorder) noexcept override { log_.recorder = recorder; }
  IErrorRecorder* getErrorRecorder() const noexcept override { return log_.recorder; }
  bool reportToProfiler() const noexcept override;

  bool setInputShape(char const* name, Dims const& dims) noexcept override;
  Dims getTensorShape(char const* name) const noexcept override;
  Dims getTensorStrides(char const* name) const noexcept override;
  bool setTensorAddress(char const* name, void* data) noexcept override;
  void const* getTensorAddress(char const* name) const noexcept override;
  bool setInputTensorAddress(char const* name, void const* data) noexcept override;
  bool setOutputTensorAddress(char const* name, void* data) noexcept override;
  void* getOutputTensorAddress(char const* name) const noexcept override;
  bool setOutputAllocator(char const* name, IOutputAllocator* allocator) noexcept override;
  IOutputAllocator* getOutputAllocator(char const* name) noexcept override;
  int64_t getMaxOutputSize(char const* name) const noexcept override;
  int32_t inferShapes(int32_t max_names, char const** names) noexcept override;
  bool setInputConsumedEvent(cudaEvent_t event) noexcept override;
  cudaEvent_t getInputConsumedEvent() const noexcept override { return consumed_; }
  void setAuxStreams(cudaStream_t*, int32_t) noexcept override {}  // an engine needs none
  bool setDebugListener(IDebugListener* listener) noexcept override;
  // No network marks tensors for debugging.
  bool setTensorDebugState(char const* name, bool) noexcept override;
  bool getDebugState(char const*) const noexcept override { return false; }
  bool setAllTensorsDebugState(bool) noexcept override { return true; }
  bool setUnfusedTensorsDebugState(bool flag) noexcept override;
  bool getUnfusedTensorsDebugState() const noexcept override { return false; }
  IRuntimeConfig* getRuntimeConfig() const noexcept override { return nullptr; }

  /// Sets where a tensor of the plan is; null where an allocator tells.
  void set_place(std::size_t tensor, void* data, IOutputAllocator* allocator);
  /// The next inference tells the times of its layers as those of a part.
  void time_layers(TimedPart part) { timed_part_ = std::move(part); }

  bool executeV2(void* const* bindings) noexcept override;
  bool enqueueV3(cudaStream_t stream) noexcept override;

 private:
  struct Slot {
    Dims dims{-1, {}};
    void* address = nullptr;
    IOutputAllocator* allocator = nullptr;
  };

  void refuse(char const* function) const noexcept override { log_.refuse(function); }
  /// The place of a tensor, or -1 after a line in the log.
  int place(char const* name, char const* function) const noexcept;
  const TensorPlan& plan(int at) const {
    return loaded_->plan.tensors[static_cast<std::size_t>(at)];
  }
  Slot& slot(int at) { return slots_[static_cast<std::size_t>(at)]; }
  const Slot& slot(int at) const { return slots_[static_cast<std::size_t>(at)]; }
  void use_profile(int32_t profile);
  void forget() {
    bindings_.reset();
    output_dims_.reset();
  }

  /// Dimensions of the outputs for those of the inputs, in the order of `loaded_->outputs`; -1 where they depend on values.
  std::vector<Dims> output_dims() const;
  Dims by_symbols(const TensorPlan& output) const;
  std::vector<Dims> by_computing() const;
  /// Throws Failure where an input that holds dimensions is not in memory, or has other values than the profile allows.
  void check_shape_inputs() const;
  std::vector<std::int64_t> key_of_inputs() const;
  bool has_unset_inputs() const;

  void enqueue_pipeline(cudaStream_t stream);
  std::shared_ptr<const Bindings> bind(cudaStream_t stream);
  void bind_inputs(Bindings& bound) const;
  void bind_outputs(Bindings& bound, cudaStream_t stream);
  void check_place(int at, const Bindings::Place& place, bool is_capturing) const;
  void check_places(const Bindings& bound, cudaStream_t stream) const;
  void* destination(int at, const Dims& dims, std::size_t bytes, cudaStream_t stream);
  void deliver(int at, const Dims& dims, const void* data, cudaStream_t stream);
  void enqueue(cudaStream_t stream);
  void enqueue_and_deliver(const std::shared_ptr<const Bindings>& bound, cudaStream_t stream);
  void witness(const Bindings& bound, cudaStream_t stream) const;
  /// Where a profiler is set: what the next inference tells its times to.
  std::shared_ptr<Timings> timings_to_take();
  bool wants_layers() const;
  void report_if_wanted(cudaStream_t stream) const;
  void report(const Timings& timings) const;

  const Engine& engine_;
  std::shared_ptr<Loaded> loaded_;
  Log log_;
  int32_t profile_ = 0;
  std::vector<Slot> slots_;
  cudaEvent_t consumed_ = nullptr;
  std::unique_ptr<EnginePipeline> pipeline_;  ///< where the engine has plugins
  unsigned* word_ = nullptr;                  ///< stands for the context in a checked run
  TimedPart timed_part_;                      ///< where the context computes a segment of another
  std::shared_ptr<Timings> timings_;          ///< of the last inference, where a profiler is set
  // Of the addresses and shapes that are set, once they were needed.
  std::shared_ptr<const Bindings> bindings_;
  mutable std::optional<std::vector<Dims>> output_dims_;
};

}  // namespace riffle::tensorrt
