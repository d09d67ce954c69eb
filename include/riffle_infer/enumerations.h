// SPDX-License-Identifier: Apache-2.0
// Made by src/libraries/tensorrt/generate.py from the tables of TensorRT's interface. Not to be edited.
// The enumerations, with the number of values of each, and the names of all classes.
// clang-format off
#pragma once

namespace nvinfer1 {

class IHostMemory;
class IDimensionExpr;
class IExprBuilder;
class IRuntime;
class IRefitter;
class IOptimizationProfile;
class ISerializationConfig;
class IRuntimeConfig;
class ICudaEngine;
class IExecutionContext;
class IEngineInspector;
class ITensor;
class ILayer;
class IConvolutionLayer;
class IActivationLayer;
class IPoolingLayer;
class ILRNLayer;
class IScaleLayer;
class ISoftMaxLayer;
class IConcatenationLayer;
class IDeconvolutionLayer;
class IElementWiseLayer;
class IGatherLayer;
class IPluginV2Layer;
class IPluginV3Layer;
class IUnaryLayer;
class IReduceLayer;
class IPaddingLayer;
class IShuffleLayer;
class ISliceLayer;
class IShapeLayer;
class ITopKLayer;
class IMatrixMultiplyLayer;
class INonZeroLayer;
class IRaggedSoftMaxLayer;
class IIdentityLayer;
class ICastLayer;
class IConstantLayer;
class IParametricReLULayer;
class IResizeLayer;
class ILoopBoundaryLayer;
class IIfConditionalBoundaryLayer;
class IConditionLayer;
class IIfConditionalOutputLayer;
class IIfConditionalInputLayer;
class IIfConditional;
class IRecurrenceLayer;
class ILoopOutputLayer;
class ITripLimitLayer;
class IIteratorLayer;
class ILoop;
class ISelectLayer;
class IAssertionLayer;
class IFillLayer;
class IQuantizeLayer;
class IDequantizeLayer;
class IDynamicQuantizeLayer;
class IEinsumLayer;
class IScatterLayer;
class IOneHotLayer;
class IGridSampleLayer;
class INMSLayer;
class IReverseSequenceLayer;
class INormalizationLayer;
class ISqueezeLayer;
class IUnsqueezeLayer;
class ICumulativeLayer;
class IAttentionBoundaryLayer;
class IAttentionInputLayer;
class IAttentionOutputLayer;
class IAttention;
class IRotaryEmbeddingLayer;
class IKVCacheUpdateLayer;
class IMoELayer;
class IDistCollectiveLayer;
class INetworkDefinition;
#if NV_TENSORRT_MAJOR < 11
class IAlgorithmIOInfo;
class IAlgorithmVariant;
class IAlgorithmContext;
class IAlgorithm;
#endif
class ITimingCache;
class IBuilderConfig;
class IBuilder;

enum class DataType : int32_t {
  kFLOAT = 0,
  kHALF = 1,
  kINT8 = 2,
  kINT32 = 3,
  kBOOL = 4,
  kUINT8 = 5,
  kFP8 = 6,
  kBF16 = 7,
  kINT64 = 8,
  kINT4 = 9,
  kFP4 = 10,
  kE8M0 = 11
};
namespace impl {
template <>
struct EnumMaxImpl<DataType> {
  static constexpr int32_t kVALUE = 12;
};
}  // namespace impl
enum class APILanguage : int32_t {
  kCPP = 0,
  kPYTHON = 1
};
namespace impl {
template <>
struct EnumMaxImpl<APILanguage> {
  static constexpr int32_t kVALUE = 2;
};
}  // namespace impl
enum class ErrorCode : int32_t {
  kSUCCESS = 0,
  kUNSPECIFIED_ERROR = 1,
  kINTERNAL_ERROR = 2,
  kINVALID_ARGUMENT = 3,
  kINVALID_CONFIG = 4,
  kFAILED_ALLOCATION = 5,
  kFAILED_INITIALIZATION = 6,
  kFAILED_EXECUTION = 7,
  kFAILED_COMPUTATION = 8,
  kINVALID_STATE = 9,
  kUNSUPPORTED_STATE = 10
};
namespace impl {
template <>
struct EnumMaxImpl<ErrorCode> {
  static constexpr int32_t kVALUE = 11;
};
}  // namespace impl
enum class TensorIOMode : int32_t {
  kNONE = 0,
  kINPUT = 1,
  kOUTPUT = 2
};
namespace impl {
template <>
struct EnumMaxImpl<TensorIOMode> {
  static constexpr int32_t kVALUE = 3;
};
}  // namespace impl
enum class PluginFieldType : int32_t {
  kFLOAT16 = 0,
  kFLOAT32 = 1,
  kFLOAT64 = 2,
  kINT8 = 3,
  kINT16 = 4,
  kINT32 = 5,
  kCHAR = 6,
  kDIMS = 7,
  kUNKNOWN = 8,
  kBF16 = 9,
  kINT64 = 10,
  kFP8 = 11,
  kINT4 = 12,
  kFP4 = 13
};
namespace impl {
template <>
struct EnumMaxImpl<PluginFieldType> {
  static constexpr int32_t kVALUE = 14;
};
}  // namespace impl
enum class TensorRTPhase : int32_t {
  kBUILD = 0,
  kRUNTIME = 1
};
namespace impl {
template <>
struct EnumMaxImpl<TensorRTPhase> {
  static constexpr int32_t kVALUE = 2;
};
}  // namespace impl
enum class PluginCapabilityType : int32_t {
  kCORE = 0,
  kBUILD = 1,
  kRUNTIME = 2
};
namespace impl {
template <>
struct EnumMaxImpl<PluginCapabilityType> {
  static constexpr int32_t kVALUE = 3;
};
}  // namespace impl
enum class EngineCapability : int32_t {
  kSTANDARD = 0,
  kSAFETY = 1,
  kDLA_STANDALONE = 2
};
namespace impl {
template <>
struct EnumMaxImpl<EngineCapability> {
  static constexpr int32_t kVALUE = 3;
};
}  // namespace impl
enum class DimensionOperation : int32_t {
  kSUM = 0,
  kPROD = 1,
  kMAX = 2,
  kMIN = 3,
  kSUB = 4,
  kEQUAL = 5,
  kLESS = 6,
  kFLOOR_DIV = 7,
  kCEIL_DIV = 8
};
namespace impl {
template <>
struct EnumMaxImpl<DimensionOperation> {
  static constexpr int32_t kVALUE = 9;
};
}  // namespace impl
enum class TensorLocation : int32_t {
  kDEVICE = 0,
  kHOST = 1
};
namespace impl {
template <>
struct EnumMaxImpl<TensorLocation> {
  static constexpr int32_t kVALUE = 2;
};
}  // namespace impl
enum class SeekPosition : int32_t {
  kSET = 0,
  kCUR = 1,
  kEND = 2
};
namespace impl {
template <>
struct EnumMaxImpl<SeekPosition> {
  static constexpr int32_t kVALUE = 3;
};
}  // namespace impl
enum class WeightsRole : int32_t {
  kKERNEL = 0,
  kBIAS = 1,
  kSHIFT = 2,
  kSCALE = 3,
  kCONSTANT = 4,
  kANY = 5
};
namespace impl {
template <>
struct EnumMaxImpl<WeightsRole> {
  static constexpr int32_t kVALUE = 6;
};
}  // namespace impl
enum class DeviceType : int32_t {
  kGPU = 0,
  kDLA = 1
};
namespace impl {
template <>
struct EnumMaxImpl<DeviceType> {
  static constexpr int32_t kVALUE = 2;
};
}  // namespace impl
enum class TempfileControlFlag : int32_t {
  kALLOW_IN_MEMORY_FILES = 0,
  kALLOW_TEMPORARY_FILES = 1
};
namespace impl {
template <>
struct EnumMaxImpl<TempfileControlFlag> {
  static constexpr int32_t kVALUE = 2;
};
}  // namespace impl
enum class TensorFormat : int32_t {
  kLINEAR = 0,
  kCHW2 = 1,
  kHWC8 = 2,
  kCHW4 = 3,
  kCHW16 = 4,
  kCHW32 = 5,
  kDHWC8 = 6,
  kCDHW32 = 7,
  kHWC = 8,
  kDLA_LINEAR = 9,
  kDLA_HWC4 = 10,
  kHWC16 = 11,
  kDHWC = 12
};
namespace impl {
template <>
struct EnumMaxImpl<TensorFormat> {
  static constexpr int32_t kVALUE = 13;
};
}  // namespace impl
enum class AllocatorFlag : int32_t {
  kRESIZABLE = 0
};
namespace impl {
template <>
struct EnumMaxImpl<AllocatorFlag> {
  static constexpr int32_t kVALUE = 1;
};
}  // namespace impl
enum class OptProfileSelector : int32_t {
  kMIN = 0,
  kOPT = 1,
  kMAX = 2
};
namespace impl {
template <>
struct EnumMaxImpl<OptProfileSelector> {
  static constexpr int32_t kVALUE = 3;
};
}  // namespace impl
#if NV_TENSORRT_MAJOR < 11
enum class TacticSource : int32_t {
  kCUBLAS = 0,
  kCUBLAS_LT = 1,
  kCUDNN = 2,
  kEDGE_MASK_CONVOLUTIONS = 3,
  kJIT_CONVOLUTIONS = 4
};
namespace impl {
template <>
struct EnumMaxImpl<TacticSource> {
  static constexpr int32_t kVALUE = 5;
};
}  // namespace impl
#endif
#if NV_TENSORRT_MAJOR >= 11
enum class TacticSource : int32_t {
  kEDGE_MASK_CONVOLUTIONS = 0,
  kJIT_CONVOLUTIONS = 1
};
namespace impl {
template <>
struct EnumMaxImpl<TacticSource> {
  static constexpr int32_t kVALUE = 2;
};
}  // namespace impl
#endif
enum class ProfilingVerbosity : int32_t {
  kLAYER_NAMES_ONLY = 0,
  kNONE = 1,
  kDETAILED = 2
};
namespace impl {
template <>
struct EnumMaxImpl<ProfilingVerbosity> {
  static constexpr int32_t kVALUE = 3;
};
}  // namespace impl
enum class SerializationFlag : int32_t {
  kEXCLUDE_WEIGHTS = 0,
  kEXCLUDE_LEAN_RUNTIME = 1,
  kINCLUDE_REFIT = 2
};
namespace impl {
template <>
struct EnumMaxImpl<SerializationFlag> {
  static constexpr int32_t kVALUE = 3;
};
}  // namespace impl
enum class ExecutionContextAllocationStrategy : int32_t {
  kSTATIC = 0,
  kON_PROFILE_CHANGE = 1,
  kUSER_MANAGED = 2
};
namespace impl {
template <>
struct EnumMaxImpl<ExecutionContextAllocationStrategy> {
  static constexpr int32_t kVALUE = 3;
};
}  // namespace impl
enum class EngineStat : int32_t {
  kTOTAL_WEIGHTS_SIZE = 0,
  kSTRIPPED_WEIGHTS_SIZE = 1
};
namespace impl {
template <>
struct EnumMaxImpl<EngineStat> {
  static constexpr int32_t kVALUE = 2;
};
}  // namespace impl
enum class LayerInformationFormat : int32_t {
  kONELINE = 0,
  kJSON = 1
};
namespace impl {
template <>
struct EnumMaxImpl<LayerInformationFormat> {
  static constexpr int32_t kVALUE = 2;
};
}  // namespace impl
enum class LayerType : int32_t {
  kCONVOLUTION = 0,
  kCAST = 1,
  kACTIVATION = 2,
  kPOOLING = 3,
  kLRN = 4,
  kSCALE = 5,
  kSOFTMAX = 6,
  kDECONVOLUTION = 7,
  kCONCATENATION = 8,
  kELEMENTWISE = 9,
  kPLUGIN = 10,
  kUNARY = 11,
  kPADDING = 12,
  kSHUFFLE = 13,
  kREDUCE = 14,
  kTOPK = 15,
  kGATHER = 16,
  kMATRIX_MULTIPLY = 17,
  kRAGGED_SOFTMAX = 18,
  kCONSTANT = 19,
  kIDENTITY = 20,
  kPLUGIN_V2 = 21,
  kSLICE = 22,
  kSHAPE = 23,
  kPARAMETRIC_RELU = 24,
  kRESIZE = 25,
  kTRIP_LIMIT = 26,
  kRECURRENCE = 27,
  kITERATOR = 28,
  kLOOP_OUTPUT = 29,
  kSELECT = 30,
  kFILL = 31,
  kQUANTIZE = 32,
  kDEQUANTIZE = 33,
  kCONDITION = 34,
  kCONDITIONAL_INPUT = 35,
  kCONDITIONAL_OUTPUT = 36,
  kSCATTER = 37,
  kEINSUM = 38,
  kASSERTION = 39,
  kONE_HOT = 40,
  kNON_ZERO = 41,
  kGRID_SAMPLE = 42,
  kNMS = 43,
  kREVERSE_SEQUENCE = 44,
  kNORMALIZATION = 45,
  kPLUGIN_V3 = 46,
  kSQUEEZE = 47,
  kUNSQUEEZE = 48,
  kCUMULATIVE = 49,
  kDYNAMIC_QUANTIZE = 50,
  kATTENTION_INPUT = 51,
  kATTENTION_OUTPUT = 52,
  kROTARY_EMBEDDING = 53,
  kKVCACHE_UPDATE = 54,
  kMOE = 55,
  kDIST_COLLECTIVE = 56
};
namespace impl {
template <>
struct EnumMaxImpl<LayerType> {
  static constexpr int32_t kVALUE = 57;
};
}  // namespace impl
enum class ActivationType : int32_t {
  kRELU = 0,
  kSIGMOID = 1,
  kTANH = 2,
  kLEAKY_RELU = 3,
  kELU = 4,
  kSELU = 5,
  kSOFTSIGN = 6,
  kSOFTPLUS = 7,
  kCLIP = 8,
  kHARD_SIGMOID = 9,
  kSCALED_TANH = 10,
  kTHRESHOLDED_RELU = 11,
  kGELU_ERF = 12,
  kGELU_TANH = 13
};
namespace impl {
template <>
struct EnumMaxImpl<ActivationType> {
  static constexpr int32_t kVALUE = 14;
};
}  // namespace impl
enum class PaddingMode : int32_t {
  kEXPLICIT_ROUND_DOWN = 0,
  kEXPLICIT_ROUND_UP = 1,
  kSAME_UPPER = 2,
  kSAME_LOWER = 3
};
namespace impl {
template <>
struct EnumMaxImpl<PaddingMode> {
  static constexpr int32_t kVALUE = 4;
};
}  // namespace impl
enum class PoolingType : int32_t {
  kMAX = 0,
  kAVERAGE = 1,
  kMAX_AVERAGE_BLEND = 2
};
namespace impl {
template <>
struct EnumMaxImpl<PoolingType> {
  static constexpr int32_t kVALUE = 3;
};
}  // namespace impl
enum class ScaleMode : int32_t {
  kUNIFORM = 0,
  kCHANNEL = 1,
  kELEMENTWISE = 2
};
namespace impl {
template <>
struct EnumMaxImpl<ScaleMode> {
  static constexpr int32_t kVALUE = 3;
};
}  // namespace impl
enum class ElementWiseOperation : int32_t {
  kSUM = 0,
  kPROD = 1,
  kMAX = 2,
  kMIN = 3,
  kSUB = 4,
  kDIV = 5,
  kPOW = 6,
  kFLOOR_DIV = 7,
  kAND = 8,
  kOR = 9,
  kXOR = 10,
  kEQUAL = 11,
  kGREATER = 12,
  kLESS = 13
};
namespace impl {
template <>
struct EnumMaxImpl<ElementWiseOperation> {
  static constexpr int32_t kVALUE = 14;
};
}  // namespace impl
enum class GatherMode : int32_t {
  kDEFAULT = 0,
  kELEMENT = 1,
  kND = 2
};
namespace impl {
template <>
struct EnumMaxImpl<GatherMode> {
  static constexpr int32_t kVALUE = 3;
};
}  // namespace impl
enum class UnaryOperation : int32_t {
  kEXP = 0,
  kLOG = 1,
  kSQRT = 2,
  kRECIP = 3,
  kABS = 4,
  kNEG = 5,
  kSIN = 6,
  kCOS = 7,
  kTAN = 8,
  kSINH = 9,
  kCOSH = 10,
  kASIN = 11,
  kACOS = 12,
  kATAN = 13,
  kASINH = 14,
  kACOSH = 15,
  kATANH = 16,
  kCEIL = 17,
  kFLOOR = 18,
  kERF = 19,
  kNOT = 20,
  kSIGN = 21,
  kROUND = 22,
  kISINF = 23,
  kISNAN = 24
};
namespace impl {
template <>
struct EnumMaxImpl<UnaryOperation> {
  static constexpr int32_t kVALUE = 25;
};
}  // namespace impl
enum class ReduceOperation : int32_t {
  kSUM = 0,
  kPROD = 1,
  kMAX = 2,
  kMIN = 3,
  kAVG = 4,
  kNONE = 5
};
namespace impl {
template <>
struct EnumMaxImpl<ReduceOperation> {
  static constexpr int32_t kVALUE = 6;
};
}  // namespace impl
#if NV_TENSORRT_MAJOR < 11
enum class CollectiveOperation : int32_t {
  kALL_REDUCE = 0,
  kALL_GATHER = 1,
  kBROADCAST = 2,
  kREDUCE = 3,
  kREDUCE_SCATTER = 4
};
namespace impl {
template <>
struct EnumMaxImpl<CollectiveOperation> {
  static constexpr int32_t kVALUE = 5;
};
}  // namespace impl
#endif
#if NV_TENSORRT_MAJOR >= 11
enum class CollectiveOperation : int32_t {
  kALL_REDUCE = 0,
  kALL_GATHER = 1,
  kBROADCAST = 2,
  kREDUCE = 3,
  kREDUCE_SCATTER = 4,
  kALL_TO_ALL = 5,
  kGATHER = 6,
  kSCATTER = 7
};
namespace impl {
template <>
struct EnumMaxImpl<CollectiveOperation> {
  static constexpr int32_t kVALUE = 8;
};
}  // namespace impl
#endif
enum class SampleMode : int32_t {
  kSTRICT_BOUNDS = 0,
  kWRAP = 1,
  kCLAMP = 2,
  kFILL = 3,
  kREFLECT = 4
};
namespace impl {
template <>
struct EnumMaxImpl<SampleMode> {
  static constexpr int32_t kVALUE = 5;
};
}  // namespace impl
enum class TopKOperation : int32_t {
  kMAX = 0,
  kMIN = 1
};
namespace impl {
template <>
struct EnumMaxImpl<TopKOperation> {
  static constexpr int32_t kVALUE = 2;
};
}  // namespace impl
enum class MatrixOperation : int32_t {
  kNONE = 0,
  kTRANSPOSE = 1,
  kVECTOR = 2
};
namespace impl {
template <>
struct EnumMaxImpl<MatrixOperation> {
  static constexpr int32_t kVALUE = 3;
};
}  // namespace impl
enum class InterpolationMode : int32_t {
  kNEAREST = 0,
  kLINEAR = 1,
  kCUBIC = 2
};
namespace impl {
template <>
struct EnumMaxImpl<InterpolationMode> {
  static constexpr int32_t kVALUE = 3;
};
}  // namespace impl
enum class ResizeCoordinateTransformation : int32_t {
  kALIGN_CORNERS = 0,
  kASYMMETRIC = 1,
  kHALF_PIXEL = 2
};
namespace impl {
template <>
struct EnumMaxImpl<ResizeCoordinateTransformation> {
  static constexpr int32_t kVALUE = 3;
};
}  // namespace impl
enum class ResizeSelector : int32_t {
  kFORMULA = 0,
  kUPPER = 1
};
namespace impl {
template <>
struct EnumMaxImpl<ResizeSelector> {
  static constexpr int32_t kVALUE = 2;
};
}  // namespace impl
enum class ResizeRoundMode : int32_t {
  kHALF_UP = 0,
  kHALF_DOWN = 1,
  kFLOOR = 2,
  kCEIL = 3
};
namespace impl {
template <>
struct EnumMaxImpl<ResizeRoundMode> {
  static constexpr int32_t kVALUE = 4;
};
}  // namespace impl
enum class LoopOutput : int32_t {
  kLAST_VALUE = 0,
  kCONCATENATE = 1,
  kREVERSE = 2
};
namespace impl {
template <>
struct EnumMaxImpl<LoopOutput> {
  static constexpr int32_t kVALUE = 3;
};
}  // namespace impl
enum class TripLimit : int32_t {
  kCOUNT = 0,
  kWHILE = 1
};
namespace impl {
template <>
struct EnumMaxImpl<TripLimit> {
  static constexpr int32_t kVALUE = 2;
};
}  // namespace impl
enum class FillOperation : int32_t {
  kLINSPACE = 0,
  kRANDOM_UNIFORM = 1,
  kRANDOM_NORMAL = 2
};
namespace impl {
template <>
struct EnumMaxImpl<FillOperation> {
  static constexpr int32_t kVALUE = 3;
};
}  // namespace impl
enum class ScatterMode : int32_t {
  kELEMENT = 0,
  kND = 1
};
namespace impl {
template <>
struct EnumMaxImpl<ScatterMode> {
  static constexpr int32_t kVALUE = 2;
};
}  // namespace impl
enum class BoundingBoxFormat : int32_t {
  kCORNER_PAIRS = 0,
  kCENTER_SIZES = 1
};
namespace impl {
template <>
struct EnumMaxImpl<BoundingBoxFormat> {
  static constexpr int32_t kVALUE = 2;
};
}  // namespace impl
enum class CumulativeOperation : int32_t {
  kSUM = 0
};
namespace impl {
template <>
struct EnumMaxImpl<CumulativeOperation> {
  static constexpr int32_t kVALUE = 1;
};
}  // namespace impl
enum class AttentionNormalizationOp : int32_t {
  kNONE = 0,
  kSOFTMAX = 1
};
namespace impl {
template <>
struct EnumMaxImpl<AttentionNormalizationOp> {
  static constexpr int32_t kVALUE = 2;
};
}  // namespace impl
enum class KVCacheMode : int32_t {
  kLINEAR = 0
};
namespace impl {
template <>
struct EnumMaxImpl<KVCacheMode> {
  static constexpr int32_t kVALUE = 1;
};
}  // namespace impl
enum class MoEActType : int32_t {
  kNONE = 0,
  kSILU = 1
};
namespace impl {
template <>
struct EnumMaxImpl<MoEActType> {
  static constexpr int32_t kVALUE = 2;
};
}  // namespace impl
#if NV_TENSORRT_MAJOR < 11
enum class CalibrationAlgoType : int32_t {
  kLEGACY_CALIBRATION = 0,
  kENTROPY_CALIBRATION = 1,
  kENTROPY_CALIBRATION_2 = 2,
  kMINMAX_CALIBRATION = 3
};
namespace impl {
template <>
struct EnumMaxImpl<CalibrationAlgoType> {
  static constexpr int32_t kVALUE = 4;
};
}  // namespace impl
enum class QuantizationFlag : int32_t {
  kCALIBRATE_BEFORE_FUSION = 0
};
namespace impl {
template <>
struct EnumMaxImpl<QuantizationFlag> {
  static constexpr int32_t kVALUE = 1;
};
}  // namespace impl
#endif
enum class RuntimePlatform : int32_t {
  kSAME_AS_BUILD = 0,
  kWINDOWS_AMD64 = 1
};
namespace impl {
template <>
struct EnumMaxImpl<RuntimePlatform> {
  static constexpr int32_t kVALUE = 2;
};
}  // namespace impl
#if NV_TENSORRT_MAJOR < 11
enum class BuilderFlag : int32_t {
  kFP16 = 0,
  kINT8 = 1,
  kDEBUG = 2,
  kGPU_FALLBACK = 3,
  kREFIT = 4,
  kDISABLE_TIMING_CACHE = 5,
  kTF32 = 6,
  kSPARSE_WEIGHTS = 7,
  kSAFETY_SCOPE = 8,
  kOBEY_PRECISION_CONSTRAINTS = 9,
  kPREFER_PRECISION_CONSTRAINTS = 10,
  kDIRECT_IO = 11,
  kREJECT_EMPTY_ALGORITHMS = 12,
  kVERSION_COMPATIBLE = 13,
  kEXCLUDE_LEAN_RUNTIME = 14,
  kFP8 = 15,
  kERROR_ON_TIMING_CACHE_MISS = 16,
  kBF16 = 17,
  kDISABLE_COMPILATION_CACHE = 18,
  kSTRIP_PLAN = 19,
  kWEIGHTLESS = 19,
  kREFIT_IDENTICAL = 20,
  kWEIGHT_STREAMING = 21,
  kINT4 = 22,
  kREFIT_INDIVIDUAL = 23,
  kSTRICT_NANS = 24,
  kMONITOR_MEMORY = 25,
  kFP4 = 26,
  kEDITABLE_TIMING_CACHE = 27,
  kDISTRIBUTIVE_INDEPENDENCE = 28
};
namespace impl {
template <>
struct EnumMaxImpl<BuilderFlag> {
  static constexpr int32_t kVALUE = 29;
};
}  // namespace impl
#endif
#if NV_TENSORRT_MAJOR >= 11
enum class BuilderFlag : int32_t {
  kDEBUG = 2,
  kGPU_FALLBACK = 3,
  kREFIT = 4,
  kDISABLE_TIMING_CACHE = 5,
  kTF32 = 6,
  kSPARSE_WEIGHTS = 7,
  kSAFETY_SCOPE = 8,
  kDIRECT_IO = 11,
  kVERSION_COMPATIBLE = 12,
  kEXCLUDE_LEAN_RUNTIME = 13,
  kERROR_ON_TIMING_CACHE_MISS = 15,
  kDISABLE_COMPILATION_CACHE = 17,
  kSTRIP_PLAN = 18,
  kREFIT_IDENTICAL = 19,
  kWEIGHT_STREAMING = 20,
  kREFIT_INDIVIDUAL = 22,
  kSTRICT_NANS = 23,
  kMONITOR_MEMORY = 24,
  kEDITABLE_TIMING_CACHE = 26,
  kDISTRIBUTIVE_INDEPENDENCE = 27
};
namespace impl {
template <>
struct EnumMaxImpl<BuilderFlag> {
  static constexpr int32_t kVALUE = 28;
};
}  // namespace impl
#endif
enum class MemoryPoolType : int32_t {
  kWORKSPACE = 0,
  kDLA_MANAGED_SRAM = 1,
  kDLA_LOCAL_DRAM = 2,
  kDLA_GLOBAL_DRAM = 3,
  kTACTIC_DRAM = 4,
  kTACTIC_SHARED_MEMORY = 5
};
namespace impl {
template <>
struct EnumMaxImpl<MemoryPoolType> {
  static constexpr int32_t kVALUE = 6;
};
}  // namespace impl
#if NV_TENSORRT_MAJOR < 11
enum class PreviewFeature : int32_t {
  kPROFILE_SHARING_0806 = 0,
  kALIASED_PLUGIN_IO_10_03 = 1,
  kRUNTIME_ACTIVATION_RESIZE_10_10 = 2,
  kMULTIDEVICE_RUNTIME_10_16 = 3
};
namespace impl {
template <>
struct EnumMaxImpl<PreviewFeature> {
  static constexpr int32_t kVALUE = 4;
};
}  // namespace impl
#endif
#if NV_TENSORRT_MAJOR >= 11
enum class PreviewFeature : int32_t {
  kALIASED_PLUGIN_IO_10_03 = 0,
  kRUNTIME_ACTIVATION_RESIZE_10_10 = 1
};
namespace impl {
template <>
struct EnumMaxImpl<PreviewFeature> {
  static constexpr int32_t kVALUE = 2;
};
}  // namespace impl
#endif
enum class HardwareCompatibilityLevel : int32_t {
  kNONE = 0,
  kAMPERE_PLUS = 1,
  kSAME_COMPUTE_CAPABILITY = 2
};
namespace impl {
template <>
struct EnumMaxImpl<HardwareCompatibilityLevel> {
  static constexpr int32_t kVALUE = 3;
};
}  // namespace impl
enum class TilingOptimizationLevel : int32_t {
  kNONE = 0,
  kFAST = 1,
  kMODERATE = 2,
  kFULL = 3
};
namespace impl {
template <>
struct EnumMaxImpl<TilingOptimizationLevel> {
  static constexpr int32_t kVALUE = 4;
};
}  // namespace impl
#if NV_TENSORRT_MAJOR < 11
enum class NetworkDefinitionCreationFlag : int32_t {
  kEXPLICIT_BATCH = 0,
  kSTRONGLY_TYPED = 1,
  kPREFER_JIT_PYTHON_PLUGINS = 2,
  kPREFER_AOT_PYTHON_PLUGINS = 3
};
namespace impl {
template <>
struct EnumMaxImpl<NetworkDefinitionCreationFlag> {
  static constexpr int32_t kVALUE = 4;
};
}  // namespace impl
#endif
#if NV_TENSORRT_MAJOR >= 11
enum class NetworkDefinitionCreationFlag : int32_t {
  kSTRONGLY_TYPED = 0,
  kPREFER_JIT_PYTHON_PLUGINS = 1,
  kPREFER_AOT_PYTHON_PLUGINS = 2
};
namespace impl {
template <>
struct EnumMaxImpl<NetworkDefinitionCreationFlag> {
  static constexpr int32_t kVALUE = 3;
};
}  // namespace impl
enum class CausalMaskKind : int32_t {
  kNONE = 0,
  kUPPER_LEFT = 1,
  kLOWER_RIGHT = 2
};
namespace impl {
template <>
struct EnumMaxImpl<CausalMaskKind> {
  static constexpr int32_t kVALUE = 3;
};
}  // namespace impl
enum class AttentionIOForm : int32_t {
  kPADDED_BHND = 0,
  kPACKED_NHD = 1
};
namespace impl {
template <>
struct EnumMaxImpl<AttentionIOForm> {
  static constexpr int32_t kVALUE = 2;
};
}  // namespace impl
#endif

}  // namespace nvinfer1
