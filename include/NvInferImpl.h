// SPDX-License-Identifier: Apache-2.0
// The virtual tables behind the classes of NvInferRuntime.h and NvInfer.h.
#ifndef NV_INFER_IMPL_H
#define NV_INFER_IMPL_H

#include "NvInferLegacyDims.h"
#include "NvInferRuntimeCommon.h"

namespace nvinfer1 {

class ILogger;
class Weights;
struct Permutation;
namespace v_1_0 {
class IAlgorithmSelector;
class IDebugListener;
class IOutputAllocator;
class IProfiler;
class IProgressMonitor;
class IStreamReader;
class IStreamReaderV2;
class IStreamWriter;
struct TimingCacheKey;
struct TimingCacheValue;
}  // namespace v_1_0
using IAlgorithmSelector = v_1_0::IAlgorithmSelector;
using IDebugListener = v_1_0::IDebugListener;
using IOutputAllocator = v_1_0::IOutputAllocator;
using IProfiler = v_1_0::IProfiler;
using IProgressMonitor = v_1_0::IProgressMonitor;
using IStreamReader = v_1_0::IStreamReader;
using IStreamReaderV2 = v_1_0::IStreamReaderV2;
using IStreamWriter = v_1_0::IStreamWriter;
using TimingCacheKey = v_1_0::TimingCacheKey;
using TimingCacheValue = v_1_0::TimingCacheValue;
class IInt8Calibrator;

// Sets of flags: bit n stands for the value n of the enumeration.
using BuilderFlags = uint32_t;
using NetworkDefinitionCreationFlags = uint32_t;
using QuantizationFlags = uint32_t;
using SerializationFlags = uint32_t;
using TacticSources = uint32_t;
using TempfileControlFlags = uint32_t;
using TensorFormats = uint32_t;

}  // namespace nvinfer1

#include "riffle_infer/virtual_tables.h"

#endif
