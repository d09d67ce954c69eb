// SPDX-License-Identifier: Apache-2.0
// What a context does where its engine has plugins: segments and plugins go into the stream one after the other, with memory for
// what passes between them. All values are known by the numbers that `Loaded::values` gives them.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "libraries/tensorrt/plugin/plugin.h"
#include "libraries/tensorrt/runtime/engine.h"
#include "libraries/tensorrt/runtime/timings.h"

namespace riffle::tensorrt {

/// A step of an engine, ready to be computed: a segment, or a plugin.
struct PipelineStage {
  std::shared_ptr<Engine> segment;
  std::unique_ptr<Plugin> plugin;
  std::vector<std::size_t>
      values;  ///< of a segment: as its tensors; of a plugin: inputs, then outputs
};

class EnginePipeline {
 public:
  explicit EnginePipeline(std::shared_ptr<const Loaded> loaded);
  EnginePipeline(const EnginePipeline&) = delete;
  ~EnginePipeline();

  /// Dimensions of all values from those of the engine's inputs; -1 where they depend on values.
  const std::vector<Dims>& shapes(const std::vector<Dims>& inputs);
  /// Puts all steps into the stream. `addresses` has those of all the engine's tensors, null for outputs of unknown size. Where
  /// there are `timings`, each step is a part, of which segments tell the layers if `wants_layers`. Waits for the stream where
  /// dimensions depend on values.
  void enqueue(std::span<void* const> addresses, cudaStream_t stream,
               const std::shared_ptr<Timings>& timings, bool wants_layers);
  /// Of a tensor of the engine, after `enqueue`: dimensions, and where it is.
  const Dims& dims(std::size_t tensor) const { return now_[loaded_->tensor_values[tensor]]; }
  void* address(std::size_t tensor) const { return addresses_[loaded_->tensor_values[tensor]]; }

 private:
  struct Buffer {
    void* data = nullptr;
    std::size_t bytes = 0;
  };
  struct Part {
    std::unique_ptr<IExecutionContext> segment;
    std::unique_ptr<Plugin> plugin;
    PluginTensors tensors;
    std::size_t workspace_bytes = 0;
    Buffer workspace;
    bool is_prepared = false;  ///< a plugin, for the dimensions in `tensors`
  };
  /// What enqueued work refers to. Graphs that have captured it keep it as the pipeline does.
  struct Work;
  struct Kept;
  static void retire(void* kept);
  static void end_retired();

  void set_shapes(std::size_t step, std::vector<Dims>& shapes);
  void set_plugin_shapes(std::size_t step, std::vector<Dims>& shapes);
  void enqueue_segment(std::size_t step, cudaStream_t stream);
  void enqueue_plugin(std::size_t step, cudaStream_t stream);
  void read_sizes(std::size_t step, cudaStream_t stream);
  /// Whether there is a capture.
  bool keep_for_capture(cudaStream_t stream);
  void* place(std::size_t value, const Dims& dims);
  void* buffer(Buffer& buffer, std::size_t bytes, const std::string& name);

  std::shared_ptr<const Loaded> loaded_;
  std::shared_ptr<Work> work_;
  std::vector<Dims> inputs_, shapes_;
  // Of the enqueue that is under way.
  cudaStream_t allocates_in_ = nullptr;
  std::vector<Dims> now_;
  std::vector<void*> addresses_;
  std::vector<void*> read_, made_;
  std::vector<std::unique_ptr<IOutputAllocator>> destinations_;
};

}  // namespace riffle::tensorrt
