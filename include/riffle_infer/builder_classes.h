// SPDX-License-Identifier: Apache-2.0
// Made by src/libraries/tensorrt/generate.py from the tables of TensorRT's interface. Not to be edited.
// Networks and what builds them.
// clang-format off
#pragma once

namespace nvinfer1 {

class INetworkDefinition : public INoCopy {
 public:
  virtual ~INetworkDefinition() noexcept = default;
  ITensor* addInput(char const* name, DataType type, Dims const& dimensions) noexcept { return mImpl->addInput(name, type, dimensions); }
  void markOutput(ITensor& tensor) noexcept { mImpl->markOutput(tensor); }
  IActivationLayer* addActivation(ITensor& input, ActivationType type) noexcept { return mImpl->addActivation(input, type); }
  ILRNLayer* addLRN(ITensor& input, int64_t window, float alpha, float beta, float k) noexcept { return mImpl->addLRN(input, window, alpha, beta, k); }
  IScaleLayer* addScale(ITensor& input, ScaleMode mode, Weights shift, Weights scale, Weights power) noexcept { return mImpl->addScale(input, mode, shift, scale, power); }
  ISoftMaxLayer* addSoftMax(ITensor& input) noexcept { return mImpl->addSoftMax(input); }
  IConcatenationLayer* addConcatenation(ITensor* const* inputs, int32_t nbInputs) noexcept { return mImpl->addConcatenation(inputs, nbInputs); }
  IElementWiseLayer* addElementWise(ITensor& input1, ITensor& input2, ElementWiseOperation op) noexcept { return mImpl->addElementWise(input1, input2, op); }
  IUnaryLayer* addUnary(ITensor& input, UnaryOperation operation) noexcept { return mImpl->addUnary(input, operation); }
  IShuffleLayer* addShuffle(ITensor& input) noexcept { return mImpl->addShuffle(input); }
  int32_t getNbLayers() const noexcept { return mImpl->getNbLayers(); }
  ILayer* getLayer(int32_t index) const noexcept { return mImpl->getLayer(index); }
  int32_t getNbInputs() const noexcept { return mImpl->getNbInputs(); }
  ITensor* getInput(int32_t index) const noexcept { return mImpl->getInput(index); }
  int32_t getNbOutputs() const noexcept { return mImpl->getNbOutputs(); }
  ITensor* getOutput(int32_t index) const noexcept { return mImpl->getOutput(index); }
  IReduceLayer* addReduce(ITensor& input, ReduceOperation operation, uint32_t reduceAxes, bool keepDimensions) noexcept { return mImpl->addReduce(input, operation, reduceAxes, keepDimensions); }
  ITopKLayer* addTopK(ITensor& input, TopKOperation op, int32_t k, uint32_t reduceAxes) noexcept { return mImpl->addTopK(input, op, k, reduceAxes); }
  IGatherLayer* addGather(ITensor& data, ITensor& indices, int32_t axis) noexcept { return mImpl->addGather(data, indices, axis); }
  IRaggedSoftMaxLayer* addRaggedSoftMax(ITensor& input, ITensor& bounds) noexcept { return mImpl->addRaggedSoftMax(input, bounds); }
  IMatrixMultiplyLayer* addMatrixMultiply(ITensor& input0, MatrixOperation op0, ITensor& input1, MatrixOperation op1) noexcept { return mImpl->addMatrixMultiply(input0, op0, input1, op1); }
  IConstantLayer* addConstant(Dims const& dimensions, Weights weights) noexcept { return mImpl->addConstant(dimensions, weights); }
  IIdentityLayer* addIdentity(ITensor& input) noexcept { return mImpl->addIdentity(input); }
  void removeTensor(ITensor& tensor) noexcept { mImpl->removeTensor(tensor); }
  void unmarkOutput(ITensor& tensor) noexcept { mImpl->unmarkOutput(tensor); }
  IPluginV2Layer* addPluginV2(ITensor* const* inputs, int32_t nbInputs, IPluginV2& plugin) noexcept { return mImpl->addPluginV2(inputs, nbInputs, plugin); }
  IPluginV3Layer* addPluginV3(ITensor* const* inputs, int32_t nbInputs, ITensor* const* shapeInputs, int32_t nbShapeInputs, IPluginV3& plugin) noexcept { return mImpl->addPluginV3(inputs, nbInputs, shapeInputs, nbShapeInputs, plugin); }
  ISliceLayer* addSlice(ITensor& input, Dims const& start, Dims const& size, Dims const& stride) noexcept { return mImpl->addSlice(input, start, size, stride); }
  void setName(char const* name) noexcept { mImpl->setName(name); }
  char const* getName() const noexcept { return mImpl->getName(); }
  IShapeLayer* addShape(ITensor& input) noexcept { return mImpl->addShape(input); }
  bool hasImplicitBatchDimension() const noexcept { return mImpl->hasImplicitBatchDimension(); }
  bool markOutputForShapes(ITensor& tensor) noexcept { return mImpl->markOutputForShapes(tensor); }
  bool unmarkOutputForShapes(ITensor& tensor) noexcept { return mImpl->unmarkOutputForShapes(tensor); }
  IParametricReLULayer* addParametricReLU(ITensor& input, ITensor& slope) noexcept { return mImpl->addParametricReLU(input, slope); }
  IConvolutionLayer* addConvolutionNd(ITensor& input, int64_t nbOutputMaps, Dims const& kernelSize, Weights kernelWeights, Weights biasWeights) noexcept { return mImpl->addConvolutionNd(input, nbOutputMaps, kernelSize, kernelWeights, biasWeights); }
  IPoolingLayer* addPoolingNd(ITensor& input, PoolingType type, Dims const& windowSize) noexcept { return mImpl->addPoolingNd(input, type, windowSize); }
  IDeconvolutionLayer* addDeconvolutionNd(ITensor& input, int64_t nbOutputMaps, Dims const& kernelSize, Weights kernelWeights, Weights biasWeights) noexcept { return mImpl->addDeconvolutionNd(input, nbOutputMaps, kernelSize, kernelWeights, biasWeights); }
  IScaleLayer* addScaleNd(ITensor& input, ScaleMode mode, Weights shift, Weights scale, Weights power, int32_t channelAxis) noexcept { return mImpl->addScaleNd(input, mode, shift, scale, power, channelAxis); }
  IResizeLayer* addResize(ITensor& input) noexcept { return mImpl->addResize(input); }
  ILoop* addLoop() noexcept { return mImpl->addLoop(); }
  ISelectLayer* addSelect(ITensor& condition, ITensor& thenInput, ITensor& elseInput) noexcept { return mImpl->addSelect(condition, thenInput, elseInput); }
#if NV_TENSORRT_MAJOR < 11
  IFillLayer* addFill(Dims const& dimensions, FillOperation op) noexcept { return mImpl->addFill(dimensions, op); }
#endif
  IPaddingLayer* addPaddingNd(ITensor& input, Dims const& prePadding, Dims const& postPadding) noexcept { return mImpl->addPaddingNd(input, prePadding, postPadding); }
  bool setWeightsName(Weights weights, char const* name) noexcept { return mImpl->setWeightsName(weights, name); }
  void setErrorRecorder(IErrorRecorder* recorder) noexcept { mImpl->setErrorRecorder(recorder); }
  IErrorRecorder* getErrorRecorder() const noexcept { return mImpl->getErrorRecorder(); }
#if NV_TENSORRT_MAJOR < 11
  IDequantizeLayer* addDequantize(ITensor& input, ITensor& scale) noexcept { return mImpl->addDequantize(input, scale); }
  IQuantizeLayer* addQuantize(ITensor& input, ITensor& scale) noexcept { return mImpl->addQuantize(input, scale); }
#endif
  IGatherLayer* addGatherV2(ITensor& data, ITensor& indices, GatherMode mode) noexcept { return mImpl->addGatherV2(data, indices, mode); }
  IIfConditional* addIfConditional() noexcept { return mImpl->addIfConditional(); }
  IScatterLayer* addScatter(ITensor& data, ITensor& indices, ITensor& updates, ScatterMode mode) noexcept { return mImpl->addScatter(data, indices, updates, mode); }
  IEinsumLayer* addEinsum(ITensor* const* inputs, int32_t nbInputs, char const* equation) noexcept { return mImpl->addEinsum(inputs, nbInputs, equation); }
  IAssertionLayer* addAssertion(ITensor& condition, char const* message) noexcept { return mImpl->addAssertion(condition, message); }
  IOneHotLayer* addOneHot(ITensor& indices, ITensor& values, ITensor& depth, int32_t axis) noexcept { return mImpl->addOneHot(indices, values, depth, axis); }
  INonZeroLayer* addNonZero(ITensor& input) noexcept { return mImpl->addNonZero(input); }
  IGridSampleLayer* addGridSample(ITensor& input, ITensor& grid) noexcept { return mImpl->addGridSample(input, grid); }
  INMSLayer* addNMS(ITensor& boxes, ITensor& scores, ITensor& maxOutputBoxesPerClass) noexcept { return mImpl->addNMS(boxes, scores, maxOutputBoxesPerClass); }
  IReverseSequenceLayer* addReverseSequence(ITensor& input, ITensor& sequenceLens) noexcept { return mImpl->addReverseSequence(input, sequenceLens); }
  INormalizationLayer* addNormalization(ITensor& input, ITensor& scale, ITensor& bias, uint32_t axesMask) noexcept { return mImpl->addNormalization(input, scale, bias, axesMask); }
  ICastLayer* addCast(ITensor& input, DataType toType) noexcept { return mImpl->addCast(input, toType); }
  virtual IBuilder& getBuilder() const noexcept { return mImpl->getBuilder(); }
  NetworkDefinitionCreationFlags getFlags() const noexcept { return mImpl->getFlags(); }
  bool getFlag(NetworkDefinitionCreationFlag networkDefinitionCreationFlag) const noexcept { return mImpl->getFlag(networkDefinitionCreationFlag); }
  IQuantizeLayer* addQuantize(ITensor& input, ITensor& scale, DataType outputType) noexcept { return mImpl->addQuantizeV2(input, scale, outputType); }
  IDequantizeLayer* addDequantize(ITensor& input, ITensor& scale, DataType outputType) noexcept { return mImpl->addDequantizeV2(input, scale, outputType); }
  IFillLayer* addFill(Dims const& dimensions, FillOperation op, DataType outputType) noexcept { return mImpl->addFillV2(dimensions, op, outputType); }
  bool markDebug(ITensor& tensor) noexcept { return mImpl->markDebug(tensor); }
  bool unmarkDebug(ITensor& tensor) noexcept { return mImpl->unmarkDebug(tensor); }
  bool isDebugTensor(ITensor const& tensor) const noexcept { return mImpl->isDebugTensor(tensor); }
  bool markWeightsRefittable(char const* name) noexcept { return mImpl->markWeightsRefittable(name); }
  bool unmarkWeightsRefittable(char const* name) noexcept { return mImpl->unmarkWeightsRefittable(name); }
  bool areWeightsMarkedRefittable(char const* name) const noexcept { return mImpl->areWeightsMarkedRefittable(name); }
  ISqueezeLayer* addSqueeze(ITensor& input, ITensor& axes) noexcept { return mImpl->addSqueeze(input, axes); }
  IUnsqueezeLayer* addUnsqueeze(ITensor& input, ITensor& axes) noexcept { return mImpl->addUnsqueeze(input, axes); }
  IDynamicQuantizeLayer* addDynamicQuantize(ITensor& input, int32_t axis, int32_t blockSize, DataType toType, DataType scaleType) noexcept { return mImpl->addDynamicQuantize(input, axis, blockSize, toType, scaleType); }
  ICumulativeLayer* addCumulative(ITensor& input, ITensor& axis, CumulativeOperation operation, bool exclusive, bool reverse) noexcept { return mImpl->addCumulative(input, axis, operation, exclusive, reverse); }
  bool markUnfusedTensorsAsDebugTensors() noexcept { return mImpl->markUnfusedTensorsAsDebugTensors(); }
  bool unmarkUnfusedTensorsAsDebugTensors() noexcept { return mImpl->unmarkUnfusedTensorsAsDebugTensors(); }
  ITopKLayer* addTopK(ITensor& input, TopKOperation op, int32_t k, uint32_t reduceAxes, DataType indicesType) noexcept { return mImpl->addTopKV2(input, op, k, reduceAxes, indicesType); }
  INonZeroLayer* addNonZero(ITensor& input, DataType indicesType) noexcept { return mImpl->addNonZeroV2(input, indicesType); }
  INMSLayer* addNMS(ITensor& boxes, ITensor& scores, ITensor& maxOutputBoxesPerClass, DataType indicesType) noexcept { return mImpl->addNMSV2(boxes, scores, maxOutputBoxesPerClass, indicesType); }
  IAttention* addAttention(ITensor& query, ITensor& key, ITensor& value, AttentionNormalizationOp normOp, bool isCausal) noexcept { return mImpl->addAttention(query, key, value, normOp, isCausal); }
  IRotaryEmbeddingLayer* addRotaryEmbedding(ITensor& input, ITensor& cosCache, ITensor& sinCache, bool interleaved, int32_t rotaryEmbeddingDim) noexcept { return mImpl->addRotaryEmbedding(input, cosCache, sinCache, interleaved, rotaryEmbeddingDim); }
  IDynamicQuantizeLayer* addDynamicQuantizeV2(ITensor& input, Dims const& blockShape, DataType toType, DataType scaleType) noexcept { return mImpl->addDynamicQuantizeV2(input, blockShape, toType, scaleType); }
  IKVCacheUpdateLayer* addKVCacheUpdate(ITensor& cache, ITensor& update, ITensor& writeIndices, KVCacheMode cacheMode) noexcept { return mImpl->addKVCacheUpdate(cache, update, writeIndices, cacheMode); }
  INormalizationLayer* addNormalizationV2(ITensor& input, ITensor& scale, ITensor& bias, uint32_t axesMask) noexcept { return mImpl->addNormalizationV2(input, scale, bias, axesMask); }
  IMoELayer* addMoE(ITensor& hiddenStates, ITensor& selectedExpertsForTokens, ITensor& scoresForSelectedExperts) noexcept { return mImpl->addMoE(hiddenStates, selectedExpertsForTokens, scoresForSelectedExperts); }
  IDistCollectiveLayer* addDistCollective(ITensor& input, CollectiveOperation distCollectiveOp, ReduceOperation reduceOp, int64_t root, int64_t* groups, int64_t groupSize) noexcept { return mImpl->addDistCollective(input, distCollectiveOp, reduceOp, root, groups, groupSize); }
#if NV_TENSORRT_MAJOR >= 11
  IAttention* addAttentionV2(ITensor& query, ITensor& key, ITensor& value, AttentionNormalizationOp normOp, CausalMaskKind causalKind) noexcept { return mImpl->addAttentionV2(query, key, value, normOp, causalKind); }
#endif
 protected:
  apiv::VNetworkDefinition* mImpl;
};
#if NV_TENSORRT_MAJOR < 11

class IAlgorithmIOInfo : public INoCopy {
 public:
  DataType getDataType() const noexcept { return mImpl->getDataType(); }
  Dims getStrides() const noexcept { return mImpl->getStrides(); }
  int64_t getVectorizedDim() const noexcept { return mImpl->getVectorizedDim(); }
  int64_t getComponentsPerElement() const noexcept { return mImpl->getComponentsPerElement(); }
 protected:
  virtual ~IAlgorithmIOInfo() noexcept = default;
  apiv::VAlgorithmIOInfo* mImpl;
};

class IAlgorithmVariant : public INoCopy {
 public:
  int64_t getImplementation() const noexcept { return mImpl->getImplementation(); }
  int64_t getTactic() const noexcept { return mImpl->getTactic(); }
 protected:
  virtual ~IAlgorithmVariant() noexcept = default;
  apiv::VAlgorithmVariant* mImpl;
};

class IAlgorithmContext : public INoCopy {
 public:
  char const* getName() const noexcept { return mImpl->getName(); }
  Dims getDimensions(int32_t index, OptProfileSelector select) const noexcept { return mImpl->getDimensions(index, select); }
  int32_t getNbInputs() const noexcept { return mImpl->getNbInputs(); }
  int32_t getNbOutputs() const noexcept { return mImpl->getNbOutputs(); }
 protected:
  virtual ~IAlgorithmContext() noexcept = default;
  apiv::VAlgorithmContext* mImpl;
};

class IAlgorithm : public INoCopy {
 public:
  IAlgorithmVariant const& getAlgorithmVariant() const noexcept { return mImpl->getAlgorithmVariant(); }
  float getTimingMSec() const noexcept { return mImpl->getTimingMSec(); }
  size_t getWorkspaceSize() const noexcept { return mImpl->getWorkspaceSize(); }
  IAlgorithmIOInfo const* getAlgorithmIOInfoByIndex(int32_t index) const noexcept { return mImpl->getAlgorithmIOInfoByIndex(index); }
 protected:
  virtual ~IAlgorithm() noexcept = default;
  apiv::VAlgorithm* mImpl;
};
#endif

class ITimingCache : public INoCopy {
 public:
  virtual ~ITimingCache() noexcept = default;
  IHostMemory* serialize() const noexcept { return mImpl->serialize(); }
  bool combine(ITimingCache const& inputCache, bool ignoreMismatch) noexcept { return mImpl->combine(inputCache, ignoreMismatch); }
  bool reset() noexcept { return mImpl->reset(); }
  int64_t queryKeys(TimingCacheKey* keyBuffer, int64_t capacity) const noexcept { return mImpl->queryKeys(keyBuffer, capacity); }
  TimingCacheValue query(TimingCacheKey const& key) const noexcept { return mImpl->query(key); }
  bool update(TimingCacheKey const& key, TimingCacheValue const& value) noexcept { return mImpl->update(key, value); }
 protected:
  apiv::VTimingCache* mImpl;
};

class IBuilderConfig : public INoCopy {
 public:
  virtual ~IBuilderConfig() noexcept = default;
  virtual void setAvgTimingIterations(int32_t avgTiming) noexcept { mImpl->setAvgTimingIterations(avgTiming); }
  int32_t getAvgTimingIterations() const noexcept { return mImpl->getAvgTimingIterations(); }
  void setEngineCapability(EngineCapability capability) noexcept { mImpl->setEngineCapability(capability); }
  EngineCapability getEngineCapability() const noexcept { return mImpl->getEngineCapability(); }
#if NV_TENSORRT_MAJOR < 11
  void setInt8Calibrator(IInt8Calibrator* calibrator) noexcept { mImpl->setInt8Calibrator(calibrator); }
  IInt8Calibrator* getInt8Calibrator() const noexcept { return mImpl->getInt8Calibrator(); }
#endif
  void setFlags(BuilderFlags builderFlags) noexcept { mImpl->setFlags(builderFlags); }
  BuilderFlags getFlags() const noexcept { return mImpl->getFlags(); }
  void clearFlag(BuilderFlag builderFlag) noexcept { mImpl->clearFlag(builderFlag); }
  void setFlag(BuilderFlag builderFlag) noexcept { mImpl->setFlag(builderFlag); }
  bool getFlag(BuilderFlag builderFlag) const noexcept { return mImpl->getFlag(builderFlag); }
  void setDeviceType(ILayer const* layer, DeviceType deviceType) noexcept { mImpl->setDeviceType(layer, deviceType); }
  DeviceType getDeviceType(ILayer const* layer) const noexcept { return mImpl->getDeviceType(layer); }
  bool isDeviceTypeSet(ILayer const* layer) const noexcept { return mImpl->isDeviceTypeSet(layer); }
  void resetDeviceType(ILayer const* layer) noexcept { mImpl->resetDeviceType(layer); }
  bool canRunOnDLA(ILayer const* layer) const noexcept { return mImpl->canRunOnDLA(layer); }
  void setDLACore(int32_t dlaCore) noexcept { mImpl->setDLACore(dlaCore); }
  int32_t getDLACore() const noexcept { return mImpl->getDLACore(); }
  void setDefaultDeviceType(DeviceType deviceType) noexcept { mImpl->setDefaultDeviceType(deviceType); }
  DeviceType getDefaultDeviceType() const noexcept { return mImpl->getDefaultDeviceType(); }
  void reset() noexcept { mImpl->reset(); }
  void setProfileStream(cudaStream_t stream) noexcept { mImpl->setProfileStream(stream); }
  cudaStream_t getProfileStream() const noexcept { return mImpl->getProfileStream(); }
  int32_t addOptimizationProfile(IOptimizationProfile const* profile) noexcept { return mImpl->addOptimizationProfile(profile); }
  int32_t getNbOptimizationProfiles() const noexcept { return mImpl->getNbOptimizationProfiles(); }
  void setProfilingVerbosity(ProfilingVerbosity verbosity) noexcept { mImpl->setProfilingVerbosity(verbosity); }
  ProfilingVerbosity getProfilingVerbosity() const noexcept { return mImpl->getProfilingVerbosity(); }
#if NV_TENSORRT_MAJOR < 11
  void setAlgorithmSelector(IAlgorithmSelector* selector) noexcept { mImpl->setAlgorithmSelector(selector); }
  IAlgorithmSelector* getAlgorithmSelector() const noexcept { return mImpl->getAlgorithmSelector(); }
  bool setCalibrationProfile(IOptimizationProfile const* profile) noexcept { return mImpl->setCalibrationProfile(profile); }
  IOptimizationProfile const* getCalibrationProfile() noexcept { return mImpl->getCalibrationProfile(); }
  void setQuantizationFlags(QuantizationFlags flags) noexcept { mImpl->setQuantizationFlags(flags); }
  QuantizationFlags getQuantizationFlags() const noexcept { return mImpl->getQuantizationFlags(); }
  void clearQuantizationFlag(QuantizationFlag flag) noexcept { mImpl->clearQuantizationFlag(flag); }
  void setQuantizationFlag(QuantizationFlag flag) noexcept { mImpl->setQuantizationFlag(flag); }
  bool getQuantizationFlag(QuantizationFlag flag) const noexcept { return mImpl->getQuantizationFlag(flag); }
#endif
  bool setTacticSources(TacticSources tacticSources) noexcept { return mImpl->setTacticSources(tacticSources); }
  TacticSources getTacticSources() const noexcept { return mImpl->getTacticSources(); }
  ITimingCache* createTimingCache(void const* blob, size_t size) const noexcept { return mImpl->createTimingCache(blob, size); }
  bool setTimingCache(ITimingCache const& cache, bool ignoreMismatch) noexcept { return mImpl->setTimingCache(cache, ignoreMismatch); }
  ITimingCache const* getTimingCache() const noexcept { return mImpl->getTimingCache(); }
  void setMemoryPoolLimit(MemoryPoolType pool, size_t poolSize) noexcept { mImpl->setMemoryPoolLimit(pool, poolSize); }
  size_t getMemoryPoolLimit(MemoryPoolType pool) const noexcept { return mImpl->getMemoryPoolLimit(pool); }
  void setPreviewFeature(PreviewFeature feature, bool enable) noexcept { mImpl->setPreviewFeature(feature, enable); }
  bool getPreviewFeature(PreviewFeature feature) const noexcept { return mImpl->getPreviewFeature(feature); }
  void setBuilderOptimizationLevel(int32_t level) noexcept { mImpl->setBuilderOptimizationLevel(level); }
  int32_t getBuilderOptimizationLevel() const noexcept { return mImpl->getBuilderOptimizationLevel(); }
  void setHardwareCompatibilityLevel(HardwareCompatibilityLevel hardwareCompatibilityLevel) noexcept { mImpl->setHardwareCompatibilityLevel(hardwareCompatibilityLevel); }
  HardwareCompatibilityLevel getHardwareCompatibilityLevel() const noexcept { return mImpl->getHardwareCompatibilityLevel(); }
  void setPluginsToSerialize(char const* const* paths, int32_t nbPaths) noexcept { mImpl->setPluginsToSerialize(paths, nbPaths); }
  char const* getPluginToSerialize(int32_t index) const noexcept { return mImpl->getPluginToSerialize(index); }
  int32_t getNbPluginsToSerialize() const noexcept { return mImpl->getNbPluginsToSerialize(); }
#if NV_TENSORRT_MAJOR < 11
  void setMaxAuxStreams(int32_t nbStreams) noexcept { mImpl->setMaxAuxStreams(nbStreams); }
#endif
#if NV_TENSORRT_MAJOR >= 11
  bool setMaxAuxStreams(int32_t nbStreams) noexcept { return mImpl->setMaxAuxStreams(nbStreams); }
#endif
  int32_t getMaxAuxStreams() const noexcept { return mImpl->getMaxAuxStreams(); }
  void setProgressMonitor(IProgressMonitor* monitor) noexcept { mImpl->setProgressMonitor(monitor); }
  IProgressMonitor* getProgressMonitor() const noexcept { return mImpl->getProgressMonitor(); }
  void setRuntimePlatform(RuntimePlatform runtimePlatform) noexcept { mImpl->setRuntimePlatform(runtimePlatform); }
  RuntimePlatform getRuntimePlatform() const noexcept { return mImpl->getRuntimePlatform(); }
  void setMaxNbTactics(int32_t maxTactics) noexcept { mImpl->setMaxNbTactics(maxTactics); }
  int32_t getMaxNbTactics() const noexcept { return mImpl->getMaxNbTactics(); }
  bool setTilingOptimizationLevel(TilingOptimizationLevel level) noexcept { return mImpl->setTilingOptimizationLevel(level); }
  TilingOptimizationLevel getTilingOptimizationLevel() const noexcept { return mImpl->getTilingOptimizationLevel(); }
  bool setL2LimitForTiling(int64_t size) noexcept { return mImpl->setL2LimitForTiling(size); }
  int64_t getL2LimitForTiling() const noexcept { return mImpl->getL2LimitForTiling(); }
  bool setRemoteAutoTuningConfig(char const* config) noexcept { return mImpl->setRemoteAutoTuningConfig(config); }
  char const* getRemoteAutoTuningConfig() const noexcept { return mImpl->getRemoteAutoTuningConfig(); }
#if NV_TENSORRT_MAJOR >= 11
  bool setBuildRoute(char const* buildRoute) noexcept { return mImpl->setBuildRoute(buildRoute); }
  char const* getBuildRoute() const noexcept { return mImpl->getBuildRoute(); }
  char const* getAllBuildRoutes() const noexcept { return mImpl->getAllBuildRoutes(); }
#endif
 protected:
  apiv::VBuilderConfig* mImpl;
};

class IBuilder : public INoCopy {
 public:
  virtual ~IBuilder() noexcept = default;
#if NV_TENSORRT_MAJOR < 11
  bool platformHasFastFp16() const noexcept { return mImpl->platformHasFastFp16(); }
  bool platformHasFastInt8() const noexcept { return mImpl->platformHasFastInt8(); }
#endif
  int32_t getMaxDLABatchSize() const noexcept { return mImpl->getMaxDLABatchSize(); }
  int32_t getNbDLACores() const noexcept { return mImpl->getNbDLACores(); }
  void setGpuAllocator(IGpuAllocator* allocator) noexcept { mImpl->setGpuAllocator(allocator); }
  IBuilderConfig* createBuilderConfig() noexcept { return mImpl->createBuilderConfig(); }
  INetworkDefinition* createNetworkV2(NetworkDefinitionCreationFlags flags) noexcept { return mImpl->createNetworkV2(flags); }
  IOptimizationProfile* createOptimizationProfile() noexcept { return mImpl->createOptimizationProfile(); }
  void setErrorRecorder(IErrorRecorder* recorder) noexcept { mImpl->setErrorRecorder(recorder); }
  IErrorRecorder* getErrorRecorder() const noexcept { return mImpl->getErrorRecorder(); }
  void reset() noexcept { mImpl->reset(); }
#if NV_TENSORRT_MAJOR < 11
  bool platformHasTf32() const noexcept { return mImpl->platformHasTf32(); }
#endif
  IHostMemory* buildSerializedNetwork(INetworkDefinition& network, IBuilderConfig& config) noexcept { return mImpl->buildSerializedNetwork(network, config); }
  bool isNetworkSupported(INetworkDefinition const& network, IBuilderConfig const& config) const noexcept { return mImpl->isNetworkSupported(network, config); }
  ILogger* getLogger() const noexcept { return mImpl->getLogger(); }
  bool setMaxThreads(int32_t maxThreads) noexcept { return mImpl->setMaxThreads(maxThreads); }
  int32_t getMaxThreads() const noexcept { return mImpl->getMaxThreads(); }
  IPluginRegistry& getPluginRegistry() noexcept { return mImpl->getPluginRegistry(); }
  ICudaEngine* buildEngineWithConfig(INetworkDefinition& network, IBuilderConfig& config) noexcept { return mImpl->buildEngineWithConfig(network, config); }
  bool buildSerializedNetworkToStream(INetworkDefinition& network, IBuilderConfig& config, IStreamWriter& writer) noexcept { return mImpl->buildSerializedNetworkToStream(network, config, writer); }
  IHostMemory* buildSerializedNetwork(INetworkDefinition& network, IBuilderConfig& config, IHostMemory*& kernelText) noexcept { return mImpl->buildSerializedNetworkWithKernelText(network, config, kernelText); }
 protected:
  apiv::VBuilder* mImpl;
};

}  // namespace nvinfer1
