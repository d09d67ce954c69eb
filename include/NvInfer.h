// SPDX-License-Identifier: Apache-2.0
// TensorRT's interface for building: networks, layers, the builder. What the classes do is written in docs/tensorrt.md.
#ifndef NV_INFER_H
#define NV_INFER_H

#include "NvInferLegacyDims.h"
#include "NvInferRuntime.h"

namespace nvinfer1 {

struct Permutation {
  int32_t order[Dims::MAX_DIMS];
};

}  // namespace nvinfer1

#include "riffle_infer/calibrators.h"
#include "riffle_infer/layer_classes.h"
#include "riffle_infer/builder_classes.h"

extern "C" TENSORRTAPI void* createInferBuilder_INTERNAL(void* logger, int32_t version) noexcept;

namespace nvinfer1 {

namespace {

inline IBuilder* createInferBuilder(ILogger& logger) noexcept {
  return static_cast<IBuilder*>(createInferBuilder_INTERNAL(&logger, NV_TENSORRT_VERSION));
}

}  // namespace

extern "C" TENSORRTAPI IPluginRegistry* getBuilderPluginRegistry(
    EngineCapability capability) noexcept;
extern "C" TENSORRTAPI bool setInternalLibraryPath(AsciiChar const* path) noexcept;

namespace safe {
class IPluginRegistry;
}  // namespace safe

extern "C" TENSORRTAPI safe::IPluginRegistry* getBuilderSafePluginRegistry(
    EngineCapability capability) noexcept;

}  // namespace nvinfer1

#endif
