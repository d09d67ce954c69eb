// SPDX-License-Identifier: Apache-2.0
// Made by src/libraries/tensorrt/generate.py from the tables of TensorRT's interface. Not to be edited.
// What programs call at run time.
// clang-format off
#pragma once

namespace nvinfer1 {

class IHostMemory : public INoCopy {
 public:
  virtual ~IHostMemory() noexcept = default;
  void* data() const noexcept { return mImpl->data(); }
  size_t size() const noexcept { return mImpl->size(); }
  DataType type() const noexcept { return mImpl->type(); }
 protected:
  apiv::VHostMemory* mImpl;
};

class IDimensionExpr : public INoCopy {
 public:
  bool isConstant() const noexcept { return mImpl->isConstant(); }
  int64_t getConstantValue() const noexcept { return mImpl->getConstantValue(); }
  bool isSizeTensor() const noexcept { return mImpl->isSizeTensor(); }
 protected:
  virtual ~IDimensionExpr() noexcept = default;
  apiv::VDimensionExpr* mImpl;
};

class IExprBuilder : public INoCopy {
 public:
  IDimensionExpr const* constant(int64_t value) noexcept { return mImpl->constant(value); }
  IDimensionExpr const* operation(DimensionOperation op, IDimensionExpr const& first, IDimensionExpr const& second) noexcept { return mImpl->operation(op, first, second); }
  IDimensionExpr const* declareSizeTensor(int32_t outputIndex, IDimensionExpr const& opt, IDimensionExpr const& upper) noexcept { return mImpl->declareSizeTensor(outputIndex, opt, upper); }
 protected:
  virtual ~IExprBuilder() noexcept = default;
  apiv::VExprBuilder* mImpl;
};

class IRuntime : public INoCopy {
 public:
  virtual ~IRuntime() noexcept = default;
  ICudaEngine* deserializeCudaEngine(void const* blob, size_t size) noexcept { return mImpl->deserializeCudaEngine(blob, size); }
#if NV_TENSORRT_MAJOR < 11
  ICudaEngine* deserializeCudaEngine(IStreamReader& streamReader) noexcept { return mImpl->deserializeCudaEngine(streamReader); }
#endif
  void setDLACore(int32_t dlaCore) noexcept { mImpl->setDLACore(dlaCore); }
  int32_t getDLACore() const noexcept { return mImpl->getDLACore(); }
  int32_t getNbDLACores() const noexcept { return mImpl->getNbDLACores(); }
  void setGpuAllocator(IGpuAllocator* allocator) noexcept { mImpl->setGpuAllocator(allocator); }
  void setErrorRecorder(IErrorRecorder* recorder) noexcept { mImpl->setErrorRecorder(recorder); }
  IErrorRecorder* getErrorRecorder() const noexcept { return mImpl->getErrorRecorder(); }
  ILogger* getLogger() const noexcept { return mImpl->getLogger(); }
  bool setMaxThreads(int32_t maxThreads) noexcept { return mImpl->setMaxThreads(maxThreads); }
  int32_t getMaxThreads() const noexcept { return mImpl->getMaxThreads(); }
  void setTemporaryDirectory(char const* path) noexcept { mImpl->setTemporaryDirectory(path); }
  char const* getTemporaryDirectory() const noexcept { return mImpl->getTemporaryDirectory(); }
  void setTempfileControlFlags(TempfileControlFlags flags) noexcept { mImpl->setTempfileControlFlags(flags); }
  TempfileControlFlags getTempfileControlFlags() const noexcept { return mImpl->getTempfileControlFlags(); }
  IPluginRegistry& getPluginRegistry() noexcept { return mImpl->getPluginRegistry(); }
  IRuntime* loadRuntime(char const* path) noexcept { return mImpl->loadRuntime(path); }
  void setEngineHostCodeAllowed(bool allowed) noexcept { mImpl->setEngineHostCodeAllowed(allowed); }
  bool getEngineHostCodeAllowed() const noexcept { return mImpl->getEngineHostCodeAllowed(); }
  ICudaEngine* deserializeCudaEngine(IStreamReaderV2& streamReader) noexcept { return mImpl->deserializeCudaEngineV2(streamReader); }
 protected:
  apiv::VRuntime* mImpl;
};

class IRefitter : public INoCopy {
 public:
  virtual ~IRefitter() noexcept = default;
  bool setWeights(char const* layerName, WeightsRole role, Weights weights) noexcept { return mImpl->setWeights(layerName, role, weights); }
  bool refitCudaEngine() noexcept { return mImpl->refitCudaEngine(); }
  int32_t getMissing(int32_t size, char const** layerNames, WeightsRole* roles) noexcept { return mImpl->getMissing(size, layerNames, roles); }
  int32_t getAll(int32_t size, char const** layerNames, WeightsRole* roles) noexcept { return mImpl->getAll(size, layerNames, roles); }
#if NV_TENSORRT_MAJOR < 11
  bool setDynamicRange(char const* tensorName, float min, float max) noexcept { return mImpl->setDynamicRange(tensorName, min, max); }
  float getDynamicRangeMin(char const* tensorName) const noexcept { return mImpl->getDynamicRangeMin(tensorName); }
  float getDynamicRangeMax(char const* tensorName) const noexcept { return mImpl->getDynamicRangeMax(tensorName); }
  int32_t getTensorsWithDynamicRange(int32_t size, char const** tensorNames) const noexcept { return mImpl->getTensorsWithDynamicRange(size, tensorNames); }
#endif
  void setErrorRecorder(IErrorRecorder* recorder) noexcept { mImpl->setErrorRecorder(recorder); }
  IErrorRecorder* getErrorRecorder() const noexcept { return mImpl->getErrorRecorder(); }
  bool setNamedWeights(char const* name, Weights weights) noexcept { return mImpl->setNamedWeights(name, weights); }
  int32_t getMissingWeights(int32_t size, char const** weightsNames) noexcept { return mImpl->getMissingWeights(size, weightsNames); }
  int32_t getAllWeights(int32_t size, char const** weightsNames) noexcept { return mImpl->getAllWeights(size, weightsNames); }
  ILogger* getLogger() const noexcept { return mImpl->getLogger(); }
  bool setMaxThreads(int32_t maxThreads) noexcept { return mImpl->setMaxThreads(maxThreads); }
  int32_t getMaxThreads() const noexcept { return mImpl->getMaxThreads(); }
  bool setNamedWeights(char const* name, Weights weights, TensorLocation location) noexcept { return mImpl->setNamedWeightsWithLocation(name, weights, location); }
  Weights getNamedWeights(char const* weightsName) const noexcept { return mImpl->getNamedWeights(weightsName); }
  TensorLocation getWeightsLocation(char const* weightsName) const noexcept { return mImpl->getWeightsLocation(weightsName); }
  bool unsetNamedWeights(char const* weightsName) noexcept { return mImpl->unsetNamedWeights(weightsName); }
  void setWeightsValidation(bool weightsValidation) noexcept { mImpl->setWeightsValidation(weightsValidation); }
  bool getWeightsValidation() const noexcept { return mImpl->getWeightsValidation(); }
  bool refitCudaEngineAsync(cudaStream_t stream) noexcept { return mImpl->refitCudaEngineAsync(stream); }
  Weights getWeightsPrototype(char const* weightsName) const noexcept { return mImpl->getWeightsPrototype(weightsName); }
 protected:
  apiv::VRefitter* mImpl;
};

class IOptimizationProfile : public INoCopy {
 public:
  bool setDimensions(char const* inputName, OptProfileSelector select, Dims const& dims) noexcept { return mImpl->setDimensions(inputName, select, dims); }
  Dims getDimensions(char const* inputName, OptProfileSelector select) const noexcept { return mImpl->getDimensions(inputName, select); }
#if NV_TENSORRT_MAJOR < 11
  bool setShapeValues(char const* inputName, OptProfileSelector select, int32_t const* values, int32_t nbValues) noexcept { return mImpl->setShapeValues(inputName, select, values, nbValues); }
#endif
  int32_t getNbShapeValues(char const* inputName) const noexcept { return mImpl->getNbShapeValues(inputName); }
#if NV_TENSORRT_MAJOR < 11
  int32_t const* getShapeValues(char const* inputName, OptProfileSelector select) const noexcept { return mImpl->getShapeValues(inputName, select); }
#endif
  bool setExtraMemoryTarget(float target) noexcept { return mImpl->setExtraMemoryTarget(target); }
  float getExtraMemoryTarget() const noexcept { return mImpl->getExtraMemoryTarget(); }
  bool isValid() const noexcept { return mImpl->isValid(); }
  bool setShapeValuesV2(char const* inputName, OptProfileSelector select, int64_t const* values, int32_t nbValues) noexcept { return mImpl->setShapeValuesV2(inputName, select, values, nbValues); }
  int64_t const* getShapeValuesV2(char const* inputName, OptProfileSelector select) const noexcept { return mImpl->getShapeValuesV2(inputName, select); }
 protected:
  virtual ~IOptimizationProfile() noexcept = default;
  apiv::VOptimizationProfile* mImpl;
};

class ISerializationConfig : public INoCopy {
 public:
  virtual ~ISerializationConfig() noexcept = default;
  bool setFlags(SerializationFlags serializationFlags) noexcept { return mImpl->setFlags(serializationFlags); }
  SerializationFlags getFlags() const noexcept { return mImpl->getFlags(); }
  bool clearFlag(SerializationFlag serializationFlag) noexcept { return mImpl->clearFlag(serializationFlag); }
  bool setFlag(SerializationFlag serializationFlag) noexcept { return mImpl->setFlag(serializationFlag); }
  bool getFlag(SerializationFlag serializationFlag) const noexcept { return mImpl->getFlag(serializationFlag); }
 protected:
  apiv::VSerializationConfig* mImpl;
};

class IRuntimeConfig : public INoCopy {
 public:
  virtual ~IRuntimeConfig() noexcept = default;
  void setExecutionContextAllocationStrategy(ExecutionContextAllocationStrategy strategy) noexcept { mImpl->setExecutionContextAllocationStrategy(strategy); }
  ExecutionContextAllocationStrategy getExecutionContextAllocationStrategy() const noexcept { return mImpl->getExecutionContextAllocationStrategy(); }
 protected:
  apiv::VRuntimeConfig* mImpl;
};

class ICudaEngine : public INoCopy {
 public:
  virtual ~ICudaEngine() noexcept = default;
  int32_t getNbLayers() const noexcept { return mImpl->getNbLayers(); }
  IHostMemory* serialize() const noexcept { return mImpl->serialize(); }
  IExecutionContext* createExecutionContext(ExecutionContextAllocationStrategy strategy = ExecutionContextAllocationStrategy::kSTATIC) noexcept { return mImpl->createExecutionContext(strategy); }
#if NV_TENSORRT_MAJOR < 11
  IExecutionContext* createExecutionContextWithoutDeviceMemory() noexcept { return mImpl->createExecutionContextWithoutDeviceMemory(); }
  size_t getDeviceMemorySize() const noexcept { return mImpl->getDeviceMemorySize(); }
#endif
  bool isRefittable() const noexcept { return mImpl->isRefittable(); }
  char const* getName() const noexcept { return mImpl->getName(); }
  int32_t getNbOptimizationProfiles() const noexcept { return mImpl->getNbOptimizationProfiles(); }
#if NV_TENSORRT_MAJOR < 11
  int32_t const* getProfileTensorValues(char const* tensorName, int32_t profileIndex, OptProfileSelector select) const noexcept { return mImpl->getProfileTensorValues(tensorName, profileIndex, select); }
#endif
  EngineCapability getEngineCapability() const noexcept { return mImpl->getEngineCapability(); }
  void setErrorRecorder(IErrorRecorder* recorder) noexcept { mImpl->setErrorRecorder(recorder); }
  IErrorRecorder* getErrorRecorder() const noexcept { return mImpl->getErrorRecorder(); }
#if NV_TENSORRT_MAJOR < 11
  bool hasImplicitBatchDimension() const noexcept { return mImpl->hasImplicitBatchDimension(); }
#endif
  TacticSources getTacticSources() const noexcept { return mImpl->getTacticSources(); }
  ProfilingVerbosity getProfilingVerbosity() const noexcept { return mImpl->getProfilingVerbosity(); }
  IEngineInspector* createEngineInspector() const noexcept { return mImpl->createEngineInspector(); }
  Dims getTensorShape(char const* tensorName) const noexcept { return mImpl->getTensorShape(tensorName); }
  DataType getTensorDataType(char const* tensorName) const noexcept { return mImpl->getTensorDataType(tensorName); }
  TensorLocation getTensorLocation(char const* tensorName) const noexcept { return mImpl->getTensorLocation(tensorName); }
  bool isShapeInferenceIO(char const* tensorName) const noexcept { return mImpl->isShapeInferenceIO(tensorName); }
  TensorIOMode getTensorIOMode(char const* tensorName) const noexcept { return mImpl->getTensorIOMode(tensorName); }
  int32_t getTensorBytesPerComponent(char const* tensorName) const noexcept { return mImpl->getTensorBytesPerComponent(tensorName); }
  int32_t getTensorComponentsPerElement(char const* tensorName) const noexcept { return mImpl->getTensorComponentsPerElement(tensorName); }
  TensorFormat getTensorFormat(char const* tensorName) const noexcept { return mImpl->getTensorFormat(tensorName); }
  char const* getTensorFormatDesc(char const* tensorName) const noexcept { return mImpl->getTensorFormatDesc(tensorName); }
  int32_t getTensorVectorizedDim(char const* tensorName) const noexcept { return mImpl->getTensorVectorizedDim(tensorName); }
  Dims getProfileShape(char const* tensorName, int32_t profileIndex, OptProfileSelector select) const noexcept { return mImpl->getProfileShape(tensorName, profileIndex, select); }
  int32_t getNbIOTensors() const noexcept { return mImpl->getNbIOTensors(); }
  char const* getIOTensorName(int32_t index) const noexcept { return mImpl->getIOTensorName(index); }
  HardwareCompatibilityLevel getHardwareCompatibilityLevel() const noexcept { return mImpl->getHardwareCompatibilityLevel(); }
  int32_t getNbAuxStreams() const noexcept { return mImpl->getNbAuxStreams(); }
  int32_t getTensorBytesPerComponent(char const* tensorName, int32_t profileIndex) const noexcept { return mImpl->getTensorBytesPerComponentV2(tensorName, profileIndex); }
  int32_t getTensorComponentsPerElement(char const* tensorName, int32_t profileIndex) const noexcept { return mImpl->getTensorComponentsPerElementV2(tensorName, profileIndex); }
  TensorFormat getTensorFormat(char const* tensorName, int32_t profileIndex) const noexcept { return mImpl->getTensorFormatV2(tensorName, profileIndex); }
  char const* getTensorFormatDesc(char const* tensorName, int32_t profileIndex) const noexcept { return mImpl->getTensorFormatDescV2(tensorName, profileIndex); }
  int32_t getTensorVectorizedDim(char const* tensorName, int32_t profileIndex) const noexcept { return mImpl->getTensorVectorizedDimV2(tensorName, profileIndex); }
  ISerializationConfig* createSerializationConfig() noexcept { return mImpl->createSerializationConfig(); }
  IHostMemory* serializeWithConfig(ISerializationConfig& config) const noexcept { return mImpl->serializeWithConfig(config); }
#if NV_TENSORRT_MAJOR < 11
  size_t getDeviceMemorySizeForProfile(int32_t profileIndex) const noexcept { return mImpl->getDeviceMemorySizeForProfile(profileIndex); }
  bool setWeightStreamingBudget(int64_t gpuMemoryBudget) noexcept { return mImpl->setWeightStreamingBudget(gpuMemoryBudget); }
  int64_t getWeightStreamingBudget() const noexcept { return mImpl->getWeightStreamingBudget(); }
  int64_t getMinimumWeightStreamingBudget() const noexcept { return mImpl->getMinimumWeightStreamingBudget(); }
#endif
  int64_t getStreamableWeightsSize() const noexcept { return mImpl->getStreamableWeightsSize(); }
  bool isDebugTensor(char const* name) const noexcept { return mImpl->isDebugTensor(name); }
  bool setWeightStreamingBudgetV2(int64_t gpuMemoryBudget) noexcept { return mImpl->setWeightStreamingBudgetV2(gpuMemoryBudget); }
  int64_t getWeightStreamingBudgetV2() const noexcept { return mImpl->getWeightStreamingBudgetV2(); }
  int64_t getWeightStreamingAutomaticBudget() const noexcept { return mImpl->getWeightStreamingAutomaticBudget(); }
  int64_t getWeightStreamingScratchMemorySize() const noexcept { return mImpl->getWeightStreamingScratchMemorySize(); }
  int64_t getDeviceMemorySizeV2() const noexcept { return mImpl->getDeviceMemorySizeV2(); }
  int64_t getDeviceMemorySizeForProfileV2(int32_t profileIndex) const noexcept { return mImpl->getDeviceMemorySizeForProfileV2(profileIndex); }
  int64_t const* getProfileTensorValuesV2(char const* tensorName, int32_t profileIndex, OptProfileSelector select) const noexcept { return mImpl->getProfileTensorValuesV2(tensorName, profileIndex, select); }
  IExecutionContext* createExecutionContext(IRuntimeConfig* runtimeConfig) noexcept { return mImpl->createExecutionContextWithRuntimeConfig(runtimeConfig); }
  IRuntimeConfig* createRuntimeConfig() noexcept { return mImpl->createRuntimeConfig(); }
  int64_t getEngineStat(EngineStat stat) const noexcept { return mImpl->getEngineStat(stat); }
  char const* getAliasedInputTensor(char const* tensorName) const noexcept { return mImpl->getAliasedInputTensor(tensorName); }
 protected:
  apiv::VCudaEngine* mImpl;
};

class IExecutionContext : public INoCopy {
 public:
  virtual ~IExecutionContext() noexcept = default;
  void setDebugSync(bool sync) noexcept { mImpl->setDebugSync(sync); }
  bool getDebugSync() const noexcept { return mImpl->getDebugSync(); }
  void setProfiler(IProfiler* profiler) noexcept { mImpl->setProfiler(profiler); }
  IProfiler* getProfiler() const noexcept { return mImpl->getProfiler(); }
  ICudaEngine const& getEngine() const noexcept { return mImpl->getEngine(); }
  void setName(char const* name) noexcept { mImpl->setName(name); }
  char const* getName() const noexcept { return mImpl->getName(); }
  void setDeviceMemory(void* memory) noexcept { mImpl->setDeviceMemory(memory); }
  int32_t getOptimizationProfile() const noexcept { return mImpl->getOptimizationProfile(); }
  bool allInputDimensionsSpecified() const noexcept { return mImpl->allInputDimensionsSpecified(); }
#if NV_TENSORRT_MAJOR < 11
  bool allInputShapesSpecified() const noexcept { return mImpl->allInputShapesSpecified(); }
#endif
  void setErrorRecorder(IErrorRecorder* recorder) noexcept { mImpl->setErrorRecorder(recorder); }
  IErrorRecorder* getErrorRecorder() const noexcept { return mImpl->getErrorRecorder(); }
  bool executeV2(void* const* bindings) noexcept { return mImpl->executeV2(bindings); }
  bool setOptimizationProfileAsync(int32_t profileIndex, cudaStream_t stream) noexcept { return mImpl->setOptimizationProfileAsync(profileIndex, stream); }
  void setEnqueueEmitsProfile(bool enqueueEmitsProfile) noexcept { mImpl->setEnqueueEmitsProfile(enqueueEmitsProfile); }
  bool getEnqueueEmitsProfile() const noexcept { return mImpl->getEnqueueEmitsProfile(); }
  bool reportToProfiler() const noexcept { return mImpl->reportToProfiler(); }
  bool setInputShape(char const* tensorName, Dims const& dims) noexcept { return mImpl->setInputShape(tensorName, dims); }
  Dims getTensorShape(char const* tensorName) const noexcept { return mImpl->getTensorShape(tensorName); }
  Dims getTensorStrides(char const* tensorName) const noexcept { return mImpl->getTensorStrides(tensorName); }
  bool setTensorAddress(char const* tensorName, void* data) noexcept { return mImpl->setTensorAddress(tensorName, data); }
  void const* getTensorAddress(char const* tensorName) const noexcept { return mImpl->getTensorAddress(tensorName); }
  bool setInputTensorAddress(char const* tensorName, void const* data) noexcept { return mImpl->setInputTensorAddress(tensorName, data); }
  bool setOutputTensorAddress(char const* tensorName, void* data) noexcept { return mImpl->setOutputTensorAddress(tensorName, data); }
  int32_t inferShapes(int32_t nbMaxNames, char const** tensorNames) noexcept { return mImpl->inferShapes(nbMaxNames, tensorNames); }
  bool setInputConsumedEvent(cudaEvent_t event) noexcept { return mImpl->setInputConsumedEvent(event); }
  cudaEvent_t getInputConsumedEvent() const noexcept { return mImpl->getInputConsumedEvent(); }
  void* getOutputTensorAddress(char const* tensorName) const noexcept { return mImpl->getOutputTensorAddress(tensorName); }
  bool setOutputAllocator(char const* tensorName, IOutputAllocator* outputAllocator) noexcept { return mImpl->setOutputAllocator(tensorName, outputAllocator); }
  IOutputAllocator* getOutputAllocator(char const* name) noexcept { return mImpl->getOutputAllocator(name); }
  int64_t getMaxOutputSize(char const* tensorName) const noexcept { return mImpl->getMaxOutputSize(tensorName); }
  bool setTemporaryStorageAllocator(IGpuAllocator* allocator) noexcept { return mImpl->setTemporaryStorageAllocator(allocator); }
  IGpuAllocator* getTemporaryStorageAllocator() const noexcept { return mImpl->getTemporaryStorageAllocator(); }
  bool enqueueV3(cudaStream_t stream) noexcept { return mImpl->enqueueV3(stream); }
  void setPersistentCacheLimit(size_t size) noexcept { mImpl->setPersistentCacheLimit(size); }
  size_t getPersistentCacheLimit() const noexcept { return mImpl->getPersistentCacheLimit(); }
  bool setNvtxVerbosity(ProfilingVerbosity verbosity) noexcept { return mImpl->setNvtxVerbosity(verbosity); }
  ProfilingVerbosity getNvtxVerbosity() const noexcept { return mImpl->getNvtxVerbosity(); }
  void setAuxStreams(cudaStream_t* auxStreams, int32_t nbStreams) noexcept { mImpl->setAuxStreams(auxStreams, nbStreams); }
  bool setDebugListener(IDebugListener* listener) noexcept { return mImpl->setDebugListener(listener); }
  IDebugListener* getDebugListener() noexcept { return mImpl->getDebugListener(); }
  bool setTensorDebugState(char const* name, bool flag) noexcept { return mImpl->setTensorDebugState(name, flag); }
  bool getDebugState(char const* name) const noexcept { return mImpl->getDebugState(name); }
  bool setAllTensorsDebugState(bool flag) noexcept { return mImpl->setAllTensorsDebugState(flag); }
  size_t updateDeviceMemorySizeForShapes() noexcept { return mImpl->updateDeviceMemorySizeForShapes(); }
  void setDeviceMemoryV2(void* memory, int64_t size) noexcept { mImpl->setDeviceMemoryV2(memory, size); }
  IRuntimeConfig* getRuntimeConfig() const noexcept { return mImpl->getRuntimeConfig(); }
  bool setUnfusedTensorsDebugState(bool flag) noexcept { return mImpl->setUnfusedTensorsDebugState(flag); }
  bool getUnfusedTensorsDebugState() const noexcept { return mImpl->getUnfusedTensorsDebugState(); }
  bool setCommunicator(void* communicator) noexcept { return mImpl->setCommunicator(communicator); }
 protected:
  apiv::VExecutionContext* mImpl;
};

class IEngineInspector : public INoCopy {
 public:
  virtual ~IEngineInspector() noexcept = default;
  bool setExecutionContext(IExecutionContext const* context) noexcept { return mImpl->setExecutionContext(context); }
  IExecutionContext const* getExecutionContext() const noexcept { return mImpl->getExecutionContext(); }
  char const* getLayerInformation(int32_t layerIndex, LayerInformationFormat format) const noexcept { return mImpl->getLayerInformation(layerIndex, format); }
  char const* getEngineInformation(LayerInformationFormat format) const noexcept { return mImpl->getEngineInformation(format); }
  void setErrorRecorder(IErrorRecorder* recorder) noexcept { mImpl->setErrorRecorder(recorder); }
  IErrorRecorder* getErrorRecorder() const noexcept { return mImpl->getErrorRecorder(); }
 protected:
  apiv::VEngineInspector* mImpl;
};

}  // namespace nvinfer1
