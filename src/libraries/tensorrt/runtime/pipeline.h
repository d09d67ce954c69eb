// SPDX-License-Identifier: Apache-2.0
// What a context does where its engine has plugins: segments and plugins go into the stream one after the other, with memory for
// what passes between them.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "libraries/tensorrt/plugin/plugin.h"
#include "libraries/tensorrt/runtime/engine.h"
#include "libraries/tensorrt/runtime/timings.h"

namespace riffle::tensorrt {

/// A step of an engine, ready to be computed: a segment, or a plugin.
struct Stage {
  std::shared_ptr<Engine> segment;
  std::unique_ptr<Plugin> plugin;
};

class Pipeline {
 public:
  explicit Pipeline(const Loaded& loaded);
  Pipeline(const Pipeline&) = delete;
  ~Pipeline();

  using Shapes = std::unordered_map<std::string, Dims>;
  using Addresses = std::unordered_map<std::string, void*>;
  /// Dimensions of all values, from those of the engine's inputs.
  const Shapes& shapes(Shapes inputs);
  /// Puts all steps into the stream. The addresses are those of inputs and outputs. Where there are `timings`, each step is a part,
  /// of which segments tell the layers if `wants_layers`.
  void enqueue(Addresses addresses, cudaStream_t stream, const std::shared_ptr<Timings>& timings,
               bool wants_layers);

 private:
  struct Part {
    std::unique_ptr<IExecutionContext> segment;
    std::unique_ptr<Plugin> plugin;
    PluginTensors tensors;
    std::size_t workspace_bytes = 0;
  };
  struct Buffer {
    void* data = nullptr;
    std::size_t bytes = 0;
  };
  void enqueue_step(std::size_t number, Addresses& addresses, cudaStream_t stream);
  void* buffer(const std::string& name, std::size_t bytes);
  void* address(Addresses& addresses, const std::string& name, const Dims& dims, DataType type);
  void set_shapes(const Step& step, Part& part);

  const Loaded& loaded_;
  std::vector<Part> parts_;
  Shapes inputs_, shapes_;
  std::unordered_map<std::string, Buffer> buffers_;
  std::vector<void*> outgrown_;
};

}  // namespace riffle::tensorrt
