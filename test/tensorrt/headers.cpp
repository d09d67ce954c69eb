// SPDX-License-Identifier: Apache-2.0
// Layouts that programs and the library share, and names that programs use of the headers.
#include <NvInfer.h>
#include <NvInferPlugin.h>
#include <NvOnnxParser.h>

using namespace nvinfer1;

static_assert(sizeof(Dims) == 72 && offsetof(Dims, d) == 8);
static_assert(sizeof(Weights) == 24 && offsetof(Weights, values) == 8);
static_assert(sizeof(PluginField) == 24 && offsetof(PluginField, type) == 16);
static_assert(sizeof(PluginFieldCollection) == 16 && sizeof(PluginTensorDesc) == 88);
static_assert(sizeof(DynamicPluginTensorDesc) == 304 && sizeof(DimsExprs) == 72);
static_assert(sizeof(TimingCacheKey) == 16 && sizeof(TimingCacheValue) == 16);
static_assert(sizeof(ICudaEngine) == 16 && sizeof(ILayer) == 16 && sizeof(IConvolutionLayer) == 24);
static_assert(sizeof(IRecurrenceLayer) == 32 && sizeof(plugin::DetectionOutputParameters) == 48);
static_assert(EnumMax<DataType>() == 12 && EnumMax<LayerType>() == 57 &&
              EnumMax<BuilderFlag>() == 29 && EnumMax<ILogger::Severity>() == 5);
static_assert(NV_TENSORRT_VERSION == 101600 && static_cast<int>(BuilderFlag::kSTRIP_PLAN) == 19);

class Creator : public IPluginCreator {};
static_assert(std::is_abstract_v<Creator> && std::is_base_of_v<IPluginV2Ext, IPluginV2DynamicExt>);
