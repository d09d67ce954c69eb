// SPDX-License-Identifier: Apache-2.0
// TensorRT's interface at run time: engines, execution contexts, and what programs implement for them. What the classes
// do is written in docs/tensorrt.md.
#ifndef NV_INFER_RUNTIME_H
#define NV_INFER_RUNTIME_H

#include "NvInferImpl.h"
#include "riffle_infer/allocators.h"
#include "riffle_infer/plugin_classes.h"

namespace nvinfer1 {

/// The base of the classes that programs call: objects of the library.
class INoCopy {
 protected:
  INoCopy() = default;
  virtual ~INoCopy() = default;
  INoCopy(INoCopy const& other) = delete;
  INoCopy& operator=(INoCopy const& other) = delete;
  INoCopy(INoCopy&& other) = delete;
  INoCopy& operator=(INoCopy&& other) = delete;
};

/// `count` values that the program keeps until the network is built.
class Weights {
 public:
  DataType type;
  void const* values;
  int64_t count;
};

}  // namespace nvinfer1

#include "riffle_infer/runtime_classes.h"

extern "C" {
TENSORRTAPI void* createInferRuntime_INTERNAL(void* logger, int32_t version) noexcept;
TENSORRTAPI void* createInferRefitter_INTERNAL(void* engine, void* logger,
                                               int32_t version) noexcept;
/// The registry of the process.
TENSORRTAPI nvinfer1::IPluginRegistry* getPluginRegistry() noexcept;
/// The logger of the first builder, runtime or refitter that was created.
TENSORRTAPI nvinfer1::ILogger* getLogger() noexcept;
TENSORRTAPI int32_t getInferLibMajorVersion() noexcept;
TENSORRTAPI int32_t getInferLibMinorVersion() noexcept;
TENSORRTAPI int32_t getInferLibPatchVersion() noexcept;
TENSORRTAPI int32_t getInferLibBuildVersion() noexcept;
}

namespace nvinfer1 {

// Internal linkage: each file hands over the version that it was compiled with.
namespace {

inline IRuntime* createInferRuntime(ILogger& logger) noexcept {
  return static_cast<IRuntime*>(createInferRuntime_INTERNAL(&logger, NV_TENSORRT_VERSION));
}

inline IRefitter* createInferRefitter(ICudaEngine& engine, ILogger& logger) noexcept {
  return static_cast<IRefitter*>(
      createInferRefitter_INTERNAL(&engine, &logger, NV_TENSORRT_VERSION));
}

}  // namespace

/// Registers a creator when the program or library that has it is loaded.
template <typename T>
class PluginRegistrar {
 public:
  PluginRegistrar() { getPluginRegistry()->registerCreator(instance, ""); }

 private:
  T instance{};
};

#define REGISTER_TENSORRT_PLUGIN(name) \
  static nvinfer1::PluginRegistrar<name> pluginRegistrar##name {}

#if NV_TENSORRT_MAJOR < 11
class ILoggerFinder {
 public:
#else
class ILoggerFinder : public IVersionedInterface {
 public:
  InterfaceInfo getInterfaceInfo() const noexcept override { return {"ILoggerFinder", 1, 0}; }
#endif
  virtual ILogger* findLogger() = 0;

 protected:
  virtual ~ILoggerFinder() = default;
};

}  // namespace nvinfer1

#endif
