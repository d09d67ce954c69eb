// SPDX-License-Identifier: Apache-2.0
// Made by src/libraries/tensorrt/generate.py from the tables of TensorRT's interface. Not to be edited.
// Tensors and layers.
// clang-format off
#pragma once

namespace nvinfer1 {

class ITensor : public INoCopy {
 public:
  void setName(char const* name) noexcept { mImpl->setName(name); }
  char const* getName() const noexcept { return mImpl->getName(); }
  void setDimensions(Dims const& dimensions) noexcept { mImpl->setDimensions(dimensions); }
  Dims getDimensions() const noexcept { return mImpl->getDimensions(); }
#if NV_TENSORRT_MAJOR < 11
  void setType(DataType type) noexcept { mImpl->setType(type); }
#endif
  DataType getType() const noexcept { return mImpl->getType(); }
#if NV_TENSORRT_MAJOR < 11
  bool setDynamicRange(float min, float max) noexcept { return mImpl->setDynamicRange(min, max); }
#endif
  bool isNetworkInput() const noexcept { return mImpl->isNetworkInput(); }
  bool isNetworkOutput() const noexcept { return mImpl->isNetworkOutput(); }
  void setBroadcastAcrossBatch(bool broadcastAcrossBatch) noexcept { mImpl->setBroadcastAcrossBatch(broadcastAcrossBatch); }
  bool getBroadcastAcrossBatch() const noexcept { return mImpl->getBroadcastAcrossBatch(); }
  TensorLocation getLocation() const noexcept { return mImpl->getLocation(); }
  void setLocation(TensorLocation location) noexcept { mImpl->setLocation(location); }
#if NV_TENSORRT_MAJOR < 11
  bool dynamicRangeIsSet() const noexcept { return mImpl->dynamicRangeIsSet(); }
  void resetDynamicRange() noexcept { mImpl->resetDynamicRange(); }
  float getDynamicRangeMin() const noexcept { return mImpl->getDynamicRangeMin(); }
  float getDynamicRangeMax() const noexcept { return mImpl->getDynamicRangeMax(); }
#endif
  void setAllowedFormats(TensorFormats formats) noexcept { mImpl->setAllowedFormats(formats); }
  TensorFormats getAllowedFormats() const noexcept { return mImpl->getAllowedFormats(); }
  bool isShapeTensor() const noexcept { return mImpl->isShapeTensor(); }
  bool isExecutionTensor() const noexcept { return mImpl->isExecutionTensor(); }
  void setDimensionName(int32_t index, char const* name) noexcept { mImpl->setDimensionName(index, name); }
  char const* getDimensionName(int32_t index) const noexcept { return mImpl->getDimensionName(index); }
 protected:
  virtual ~ITensor() noexcept = default;
  apiv::VTensor* mImpl;
};

class ILayer : public INoCopy {
 public:
  LayerType getType() const noexcept { return mLayer->getType(); }
  void setName(char const* name) noexcept { mLayer->setName(name); }
  char const* getName() const noexcept { return mLayer->getName(); }
  int32_t getNbInputs() const noexcept { return mLayer->getNbInputs(); }
  ITensor* getInput(int32_t index) const noexcept { return mLayer->getInput(index); }
  int32_t getNbOutputs() const noexcept { return mLayer->getNbOutputs(); }
  ITensor* getOutput(int32_t index) const noexcept { return mLayer->getOutput(index); }
  void setInput(int32_t index, ITensor& tensor) noexcept { mLayer->setInput(index, tensor); }
#if NV_TENSORRT_MAJOR < 11
  void setPrecision(DataType dataType) noexcept { mLayer->setPrecision(dataType); }
  DataType getPrecision() const noexcept { return mLayer->getPrecision(); }
  bool precisionIsSet() const noexcept { return mLayer->precisionIsSet(); }
  void resetPrecision() noexcept { mLayer->resetPrecision(); }
  void setOutputType(int32_t index, DataType dataType) noexcept { mLayer->setOutputType(index, dataType); }
#endif
  DataType getOutputType(int32_t index) const noexcept { return mLayer->getOutputType(index); }
#if NV_TENSORRT_MAJOR < 11
  bool outputTypeIsSet(int32_t index) const noexcept { return mLayer->outputTypeIsSet(index); }
  void resetOutputType(int32_t index) noexcept { mLayer->resetOutputType(index); }
#endif
  void setMetadata(char const* docString) noexcept { mLayer->setMetadata(docString); }
  char const* getMetadata() const noexcept { return mLayer->getMetadata(); }
  bool setNbRanks(int32_t nbRanks) noexcept { return mLayer->setNbRanks(nbRanks); }
  int32_t getNbRanks() const noexcept { return mLayer->getNbRanks(); }
 protected:
  virtual ~ILayer() noexcept = default;
  apiv::VLayer* mLayer;
};

class IConvolutionLayer : public ILayer {
 public:
  void setNbOutputMaps(int64_t nbOutputMaps) noexcept { mImpl->setNbOutputMaps(nbOutputMaps); }
  int64_t getNbOutputMaps() const noexcept { return mImpl->getNbOutputMaps(); }
  void setNbGroups(int64_t nbGroups) noexcept { mImpl->setNbGroups(nbGroups); }
  int64_t getNbGroups() const noexcept { return mImpl->getNbGroups(); }
  void setKernelWeights(Weights weights) noexcept { mImpl->setKernelWeights(weights); }
  Weights getKernelWeights() const noexcept { return mImpl->getKernelWeights(); }
  void setBiasWeights(Weights weights) noexcept { mImpl->setBiasWeights(weights); }
  Weights getBiasWeights() const noexcept { return mImpl->getBiasWeights(); }
  void setPrePadding(Dims const& padding) noexcept { mImpl->setPrePadding(padding); }
  Dims getPrePadding() const noexcept { return mImpl->getPrePadding(); }
  void setPostPadding(Dims const& padding) noexcept { mImpl->setPostPadding(padding); }
  Dims getPostPadding() const noexcept { return mImpl->getPostPadding(); }
  void setPaddingMode(PaddingMode paddingMode) noexcept { mImpl->setPaddingMode(paddingMode); }
  PaddingMode getPaddingMode() const noexcept { return mImpl->getPaddingMode(); }
  void setKernelSizeNd(Dims const& kernelSize) noexcept { mImpl->setKernelSizeNd(kernelSize); }
  Dims getKernelSizeNd() const noexcept { return mImpl->getKernelSizeNd(); }
  void setStrideNd(Dims const& stride) noexcept { mImpl->setStrideNd(stride); }
  Dims getStrideNd() const noexcept { return mImpl->getStrideNd(); }
  void setPaddingNd(Dims const& padding) noexcept { mImpl->setPaddingNd(padding); }
  Dims getPaddingNd() const noexcept { return mImpl->getPaddingNd(); }
  void setDilationNd(Dims const& dilation) noexcept { mImpl->setDilationNd(dilation); }
  Dims getDilationNd() const noexcept { return mImpl->getDilationNd(); }
 protected:
  virtual ~IConvolutionLayer() noexcept = default;
  apiv::VConvolutionLayer* mImpl;
};

class IActivationLayer : public ILayer {
 public:
  void setActivationType(ActivationType type) noexcept { mImpl->setActivationType(type); }
  ActivationType getActivationType() const noexcept { return mImpl->getActivationType(); }
  void setAlpha(float alpha) noexcept { mImpl->setAlpha(alpha); }
  void setBeta(float beta) noexcept { mImpl->setBeta(beta); }
  float getAlpha() const noexcept { return mImpl->getAlpha(); }
  float getBeta() const noexcept { return mImpl->getBeta(); }
 protected:
  virtual ~IActivationLayer() noexcept = default;
  apiv::VActivationLayer* mImpl;
};

class IPoolingLayer : public ILayer {
 public:
  void setPoolingType(PoolingType type) noexcept { mImpl->setPoolingType(type); }
  PoolingType getPoolingType() const noexcept { return mImpl->getPoolingType(); }
  void setBlendFactor(float blendFactor) noexcept { mImpl->setBlendFactor(blendFactor); }
  float getBlendFactor() const noexcept { return mImpl->getBlendFactor(); }
  void setAverageCountExcludesPadding(bool exclusive) noexcept { mImpl->setAverageCountExcludesPadding(exclusive); }
  bool getAverageCountExcludesPadding() const noexcept { return mImpl->getAverageCountExcludesPadding(); }
  void setPrePadding(Dims const& padding) noexcept { mImpl->setPrePadding(padding); }
  Dims getPrePadding() const noexcept { return mImpl->getPrePadding(); }
  void setPostPadding(Dims const& padding) noexcept { mImpl->setPostPadding(padding); }
  Dims getPostPadding() const noexcept { return mImpl->getPostPadding(); }
  void setPaddingMode(PaddingMode paddingMode) noexcept { mImpl->setPaddingMode(paddingMode); }
  PaddingMode getPaddingMode() const noexcept { return mImpl->getPaddingMode(); }
  void setWindowSizeNd(Dims const& windowSize) noexcept { mImpl->setWindowSizeNd(windowSize); }
  Dims getWindowSizeNd() const noexcept { return mImpl->getWindowSizeNd(); }
  void setStrideNd(Dims const& stride) noexcept { mImpl->setStrideNd(stride); }
  Dims getStrideNd() const noexcept { return mImpl->getStrideNd(); }
  void setPaddingNd(Dims const& padding) noexcept { mImpl->setPaddingNd(padding); }
  Dims getPaddingNd() const noexcept { return mImpl->getPaddingNd(); }
 protected:
  virtual ~IPoolingLayer() noexcept = default;
  apiv::VPoolingLayer* mImpl;
};

class ILRNLayer : public ILayer {
 public:
  void setWindowSize(int64_t windowSize) noexcept { mImpl->setWindowSize(windowSize); }
  int64_t getWindowSize() const noexcept { return mImpl->getWindowSize(); }
  void setAlpha(float alpha) noexcept { mImpl->setAlpha(alpha); }
  float getAlpha() const noexcept { return mImpl->getAlpha(); }
  void setBeta(float beta) noexcept { mImpl->setBeta(beta); }
  float getBeta() const noexcept { return mImpl->getBeta(); }
  void setK(float k) noexcept { mImpl->setK(k); }
  float getK() const noexcept { return mImpl->getK(); }
 protected:
  virtual ~ILRNLayer() noexcept = default;
  apiv::VLRNLayer* mImpl;
};

class IScaleLayer : public ILayer {
 public:
  void setMode(ScaleMode mode) noexcept { mImpl->setMode(mode); }
  ScaleMode getMode() const noexcept { return mImpl->getMode(); }
  void setShift(Weights shift) noexcept { mImpl->setShift(shift); }
  Weights getShift() const noexcept { return mImpl->getShift(); }
  void setScale(Weights scale) noexcept { mImpl->setScale(scale); }
  Weights getScale() const noexcept { return mImpl->getScale(); }
  void setPower(Weights power) noexcept { mImpl->setPower(power); }
  Weights getPower() const noexcept { return mImpl->getPower(); }
  int32_t getChannelAxis() const noexcept { return mImpl->getChannelAxis(); }
  void setChannelAxis(int32_t channelAxis) noexcept { mImpl->setChannelAxis(channelAxis); }
 protected:
  virtual ~IScaleLayer() noexcept = default;
  apiv::VScaleLayer* mImpl;
};

class ISoftMaxLayer : public ILayer {
 public:
  void setAxes(uint32_t axes) noexcept { mImpl->setAxes(axes); }
  uint32_t getAxes() const noexcept { return mImpl->getAxes(); }
 protected:
  virtual ~ISoftMaxLayer() noexcept = default;
  apiv::VSoftMaxLayer* mImpl;
};

class IConcatenationLayer : public ILayer {
 public:
  void setAxis(int32_t axis) noexcept { mImpl->setAxis(axis); }
  int32_t getAxis() const noexcept { return mImpl->getAxis(); }
 protected:
  virtual ~IConcatenationLayer() noexcept = default;
  apiv::VConcatenationLayer* mImpl;
};

class IDeconvolutionLayer : public ILayer {
 public:
  void setNbOutputMaps(int64_t nbOutputMaps) noexcept { mImpl->setNbOutputMaps(nbOutputMaps); }
  int64_t getNbOutputMaps() const noexcept { return mImpl->getNbOutputMaps(); }
  void setNbGroups(int64_t nbGroups) noexcept { mImpl->setNbGroups(nbGroups); }
  int64_t getNbGroups() const noexcept { return mImpl->getNbGroups(); }
  void setKernelWeights(Weights weights) noexcept { mImpl->setKernelWeights(weights); }
  Weights getKernelWeights() const noexcept { return mImpl->getKernelWeights(); }
  void setBiasWeights(Weights weights) noexcept { mImpl->setBiasWeights(weights); }
  Weights getBiasWeights() const noexcept { return mImpl->getBiasWeights(); }
  void setPrePadding(Dims const& padding) noexcept { mImpl->setPrePadding(padding); }
  Dims getPrePadding() const noexcept { return mImpl->getPrePadding(); }
  void setPostPadding(Dims const& padding) noexcept { mImpl->setPostPadding(padding); }
  Dims getPostPadding() const noexcept { return mImpl->getPostPadding(); }
  void setPaddingMode(PaddingMode paddingMode) noexcept { mImpl->setPaddingMode(paddingMode); }
  PaddingMode getPaddingMode() const noexcept { return mImpl->getPaddingMode(); }
  void setKernelSizeNd(Dims const& kernelSize) noexcept { mImpl->setKernelSizeNd(kernelSize); }
  Dims getKernelSizeNd() const noexcept { return mImpl->getKernelSizeNd(); }
  void setStrideNd(Dims const& stride) noexcept { mImpl->setStrideNd(stride); }
  Dims getStrideNd() const noexcept { return mImpl->getStrideNd(); }
  void setPaddingNd(Dims const& padding) noexcept { mImpl->setPaddingNd(padding); }
  Dims getPaddingNd() const noexcept { return mImpl->getPaddingNd(); }
  void setDilationNd(Dims const& dilation) noexcept { mImpl->setDilationNd(dilation); }
  Dims getDilationNd() const noexcept { return mImpl->getDilationNd(); }
 protected:
  virtual ~IDeconvolutionLayer() noexcept = default;
  apiv::VDeconvolutionLayer* mImpl;
};

class IElementWiseLayer : public ILayer {
 public:
  void setOperation(ElementWiseOperation op) noexcept { mImpl->setOperation(op); }
  ElementWiseOperation getOperation() const noexcept { return mImpl->getOperation(); }
 protected:
  virtual ~IElementWiseLayer() noexcept = default;
  apiv::VElementWiseLayer* mImpl;
};

class IGatherLayer : public ILayer {
 public:
  void setGatherAxis(int32_t axis) noexcept { mImpl->setGatherAxis(axis); }
  int32_t getGatherAxis() const noexcept { return mImpl->getGatherAxis(); }
  void setNbElementWiseDims(int32_t k) noexcept { mImpl->setNbElementWiseDims(k); }
  int32_t getNbElementWiseDims() const noexcept { return mImpl->getNbElementWiseDims(); }
  void setMode(GatherMode mode) noexcept { mImpl->setMode(mode); }
  GatherMode getMode() const noexcept { return mImpl->getMode(); }
 protected:
  virtual ~IGatherLayer() noexcept = default;
  apiv::VGatherLayer* mImpl;
};

class IPluginV2Layer : public ILayer {
 public:
  IPluginV2& getPlugin() noexcept { return mImpl->getPlugin(); }
 protected:
  virtual ~IPluginV2Layer() noexcept = default;
  apiv::VPluginV2Layer* mImpl;
};

class IPluginV3Layer : public ILayer {
 public:
  IPluginV3& getPlugin() noexcept { return mImpl->getPlugin(); }
 protected:
  virtual ~IPluginV3Layer() noexcept = default;
  apiv::VPluginV3Layer* mImpl;
};

class IUnaryLayer : public ILayer {
 public:
  void setOperation(UnaryOperation op) noexcept { mImpl->setOperation(op); }
  UnaryOperation getOperation() const noexcept { return mImpl->getOperation(); }
 protected:
  virtual ~IUnaryLayer() noexcept = default;
  apiv::VUnaryLayer* mImpl;
};

class IReduceLayer : public ILayer {
 public:
  void setOperation(ReduceOperation op) noexcept { mImpl->setOperation(op); }
  ReduceOperation getOperation() const noexcept { return mImpl->getOperation(); }
  void setReduceAxes(uint32_t reduceAxes) noexcept { mImpl->setReduceAxes(reduceAxes); }
  uint32_t getReduceAxes() const noexcept { return mImpl->getReduceAxes(); }
  void setKeepDimensions(bool keepDimensions) noexcept { mImpl->setKeepDimensions(keepDimensions); }
  bool getKeepDimensions() const noexcept { return mImpl->getKeepDimensions(); }
 protected:
  virtual ~IReduceLayer() noexcept = default;
  apiv::VReduceLayer* mImpl;
};

class IPaddingLayer : public ILayer {
 public:
  void setPrePaddingNd(Dims const& padding) noexcept { mImpl->setPrePaddingNd(padding); }
  Dims getPrePaddingNd() const noexcept { return mImpl->getPrePaddingNd(); }
  void setPostPaddingNd(Dims const& padding) noexcept { mImpl->setPostPaddingNd(padding); }
  Dims getPostPaddingNd() const noexcept { return mImpl->getPostPaddingNd(); }
 protected:
  virtual ~IPaddingLayer() noexcept = default;
  apiv::VPaddingLayer* mImpl;
};

class IShuffleLayer : public ILayer {
 public:
  void setFirstTranspose(Permutation const& permutation) noexcept { mImpl->setFirstTranspose(permutation); }
  Permutation const& getFirstTranspose() const noexcept { return mImpl->getFirstTranspose(); }
  void setReshapeDimensions(Dims const& dimensions) noexcept { mImpl->setReshapeDimensions(dimensions); }
  Dims getReshapeDimensions() const noexcept { return mImpl->getReshapeDimensions(); }
  void setSecondTranspose(Permutation const& permutation) noexcept { mImpl->setSecondTranspose(permutation); }
  Permutation const& getSecondTranspose() const noexcept { return mImpl->getSecondTranspose(); }
  void setZeroIsPlaceholder(bool zeroIsPlaceholder) noexcept { mImpl->setZeroIsPlaceholder(zeroIsPlaceholder); }
  bool getZeroIsPlaceholder() const noexcept { return mImpl->getZeroIsPlaceholder(); }
 protected:
  virtual ~IShuffleLayer() noexcept = default;
  apiv::VShuffleLayer* mImpl;
};

class ISliceLayer : public ILayer {
 public:
  void setStart(Dims const& start) noexcept { mImpl->setStart(start); }
  Dims getStart() const noexcept { return mImpl->getStart(); }
  void setSize(Dims const& size) noexcept { mImpl->setSize(size); }
  Dims getSize() const noexcept { return mImpl->getSize(); }
  void setStride(Dims const& stride) noexcept { mImpl->setStride(stride); }
  Dims getStride() const noexcept { return mImpl->getStride(); }
  void setMode(SampleMode mode) noexcept { mImpl->setMode(mode); }
  SampleMode getMode() const noexcept { return mImpl->getMode(); }
  void setAxes(Dims const& axes) noexcept { mImpl->setAxes(axes); }
  Dims getAxes() const noexcept { return mImpl->getAxes(); }
 protected:
  virtual ~ISliceLayer() noexcept = default;
  apiv::VSliceLayer* mImpl;
};

class IShapeLayer : public ILayer {
 public:
 protected:
  virtual ~IShapeLayer() noexcept = default;
  apiv::VShapeLayer* mImpl;
};

class ITopKLayer : public ILayer {
 public:
  void setOperation(TopKOperation op) noexcept { mImpl->setOperation(op); }
  TopKOperation getOperation() const noexcept { return mImpl->getOperation(); }
  void setK(int32_t k) noexcept { mImpl->setK(k); }
  int32_t getK() const noexcept { return mImpl->getK(); }
  void setReduceAxes(uint32_t reduceAxes) noexcept { mImpl->setReduceAxes(reduceAxes); }
  uint32_t getReduceAxes() const noexcept { return mImpl->getReduceAxes(); }
  bool setIndicesType(DataType type) noexcept { return mImpl->setIndicesType(type); }
  DataType getIndicesType() const noexcept { return mImpl->getIndicesType(); }
 protected:
  virtual ~ITopKLayer() noexcept = default;
  apiv::VTopKLayer* mImpl;
};

class IMatrixMultiplyLayer : public ILayer {
 public:
  void setOperation(int32_t index, MatrixOperation op) noexcept { mImpl->setOperation(index, op); }
  MatrixOperation getOperation(int32_t index) const noexcept { return mImpl->getOperation(index); }
 protected:
  virtual ~IMatrixMultiplyLayer() noexcept = default;
  apiv::VMatrixMultiplyLayer* mImpl;
};

class INonZeroLayer : public ILayer {
 public:
  bool setIndicesType(DataType type) noexcept { return mImpl->setIndicesType(type); }
  DataType getIndicesType() const noexcept { return mImpl->getIndicesType(); }
 protected:
  virtual ~INonZeroLayer() noexcept = default;
  apiv::VNonZeroLayer* mImpl;
};

class IRaggedSoftMaxLayer : public ILayer {
 public:
 protected:
  virtual ~IRaggedSoftMaxLayer() noexcept = default;
  apiv::VRaggedSoftMaxLayer* mImpl;
};

class IIdentityLayer : public ILayer {
 public:
 protected:
  virtual ~IIdentityLayer() noexcept = default;
  apiv::VIdentityLayer* mImpl;
};

class ICastLayer : public ILayer {
 public:
  void setToType(DataType toType) noexcept { mImpl->setToType(toType); }
  DataType getToType() const noexcept { return mImpl->getToType(); }
 protected:
  virtual ~ICastLayer() noexcept = default;
  apiv::VCastLayer* mImpl;
};

class IConstantLayer : public ILayer {
 public:
  void setWeights(Weights weights) noexcept { mImpl->setWeights(weights); }
  Weights getWeights() const noexcept { return mImpl->getWeights(); }
  void setDimensions(Dims const& dimensions) noexcept { mImpl->setDimensions(dimensions); }
  Dims getDimensions() const noexcept { return mImpl->getDimensions(); }
 protected:
  virtual ~IConstantLayer() noexcept = default;
  apiv::VConstantLayer* mImpl;
};

class IParametricReLULayer : public ILayer {
 public:
 protected:
  virtual ~IParametricReLULayer() noexcept = default;
  apiv::VParametricReLULayer* mImpl;
};

class IResizeLayer : public ILayer {
 public:
  void setOutputDimensions(Dims const& dimensions) noexcept { mImpl->setOutputDimensions(dimensions); }
  Dims getOutputDimensions() const noexcept { return mImpl->getOutputDimensions(); }
  void setScales(float const* scales, int32_t nbScales) noexcept { mImpl->setScales(scales, nbScales); }
  int32_t getScales(int32_t size, float* scales) const noexcept { return mImpl->getScales(size, scales); }
  void setResizeMode(InterpolationMode interpolationMode) noexcept { mImpl->setResizeMode(interpolationMode); }
  InterpolationMode getResizeMode() const noexcept { return mImpl->getResizeMode(); }
  void setCoordinateTransformation(ResizeCoordinateTransformation coordTransform) noexcept { mImpl->setCoordinateTransformation(coordTransform); }
  ResizeCoordinateTransformation getCoordinateTransformation() const noexcept { return mImpl->getCoordinateTransformation(); }
  void setSelectorForSinglePixel(ResizeSelector selector) noexcept { mImpl->setSelectorForSinglePixel(selector); }
  ResizeSelector getSelectorForSinglePixel() const noexcept { return mImpl->getSelectorForSinglePixel(); }
  void setNearestRounding(ResizeRoundMode value) noexcept { mImpl->setNearestRounding(value); }
  ResizeRoundMode getNearestRounding() const noexcept { return mImpl->getNearestRounding(); }
  void setCubicCoeff(float value) noexcept { mImpl->setCubicCoeff(value); }
  float getCubicCoeff() const noexcept { return mImpl->getCubicCoeff(); }
  void setExcludeOutside(bool value) noexcept { mImpl->setExcludeOutside(value); }
  bool getExcludeOutside() const noexcept { return mImpl->getExcludeOutside(); }
 protected:
  virtual ~IResizeLayer() noexcept = default;
  apiv::VResizeLayer* mImpl;
};

class ILoopBoundaryLayer : public ILayer {
 public:
  ILoop* getLoop() const noexcept { return mBoundary->getLoop(); }
 protected:
  virtual ~ILoopBoundaryLayer() noexcept = default;
  apiv::VLoopBoundaryLayer* mBoundary;
};

class IIfConditionalBoundaryLayer : public ILayer {
 public:
  IIfConditional* getConditional() const noexcept { return mBoundary->getConditional(); }
 protected:
  virtual ~IIfConditionalBoundaryLayer() noexcept = default;
  apiv::VConditionalBoundaryLayer* mBoundary;
};

class IConditionLayer : public IIfConditionalBoundaryLayer {
 public:
 protected:
  virtual ~IConditionLayer() noexcept = default;
  apiv::VConditionLayer* mImpl;
};

class IIfConditionalOutputLayer : public IIfConditionalBoundaryLayer {
 public:
 protected:
  virtual ~IIfConditionalOutputLayer() noexcept = default;
  apiv::VConditionalOutputLayer* mImpl;
};

class IIfConditionalInputLayer : public IIfConditionalBoundaryLayer {
 public:
 protected:
  virtual ~IIfConditionalInputLayer() noexcept = default;
  apiv::VConditionalInputLayer* mImpl;
};

class IIfConditional : public INoCopy {
 public:
  IConditionLayer* setCondition(ITensor& tensor) noexcept { return mImpl->setCondition(tensor); }
  IIfConditionalInputLayer* addInput(ITensor& tensor) noexcept { return mImpl->addInput(tensor); }
  IIfConditionalOutputLayer* addOutput(ITensor& trueTensor, ITensor& falseTensor) noexcept { return mImpl->addOutput(trueTensor, falseTensor); }
  void setName(char const* name) noexcept { mImpl->setName(name); }
  char const* getName() const noexcept { return mImpl->getName(); }
 protected:
  virtual ~IIfConditional() noexcept = default;
  apiv::VIfConditional* mImpl;
};

class IRecurrenceLayer : public ILoopBoundaryLayer {
 public:
 protected:
  virtual ~IRecurrenceLayer() noexcept = default;
  apiv::VRecurrenceLayer* mImpl;
};

class ILoopOutputLayer : public ILoopBoundaryLayer {
 public:
  LoopOutput getLoopOutput() const noexcept { return mImpl->getLoopOutput(); }
  void setAxis(int32_t axis) noexcept { mImpl->setAxis(axis); }
  int32_t getAxis() const noexcept { return mImpl->getAxis(); }
 protected:
  virtual ~ILoopOutputLayer() noexcept = default;
  apiv::VLoopOutputLayer* mImpl;
};

class ITripLimitLayer : public ILoopBoundaryLayer {
 public:
  TripLimit getTripLimit() const noexcept { return mImpl->getTripLimit(); }
 protected:
  virtual ~ITripLimitLayer() noexcept = default;
  apiv::VTripLimitLayer* mImpl;
};

class IIteratorLayer : public ILoopBoundaryLayer {
 public:
  void setAxis(int32_t axis) noexcept { mImpl->setAxis(axis); }
  int32_t getAxis() const noexcept { return mImpl->getAxis(); }
  void setReverse(bool reverse) noexcept { mImpl->setReverse(reverse); }
  bool getReverse() const noexcept { return mImpl->getReverse(); }
 protected:
  virtual ~IIteratorLayer() noexcept = default;
  apiv::VIteratorLayer* mImpl;
};

class ILoop : public INoCopy {
 public:
  IRecurrenceLayer* addRecurrence(ITensor& initialValue) noexcept { return mImpl->addRecurrence(initialValue); }
  ITripLimitLayer* addTripLimit(ITensor& tensor, TripLimit limit) noexcept { return mImpl->addTripLimit(tensor, limit); }
  IIteratorLayer* addIterator(ITensor& tensor, int32_t axis = 0, bool reverse = false) noexcept { return mImpl->addIterator(tensor, axis, reverse); }
  ILoopOutputLayer* addLoopOutput(ITensor& tensor, LoopOutput outputKind, int32_t axis = 0) noexcept { return mImpl->addLoopOutput(tensor, outputKind, axis); }
  void setName(char const* name) noexcept { mImpl->setName(name); }
  char const* getName() const noexcept { return mImpl->getName(); }
 protected:
  virtual ~ILoop() noexcept = default;
  apiv::VLoop* mImpl;
};

class ISelectLayer : public ILayer {
 public:
 protected:
  virtual ~ISelectLayer() noexcept = default;
  apiv::VSelectLayer* mImpl;
};

class IAssertionLayer : public ILayer {
 public:
  void setMessage(char const* message) noexcept { mImpl->setMessage(message); }
  char const* getMessage() const noexcept { return mImpl->getMessage(); }
 protected:
  virtual ~IAssertionLayer() noexcept = default;
  apiv::VAssertionLayer* mImpl;
};

class IFillLayer : public ILayer {
 public:
  void setDimensions(Dims const& dimensions) noexcept { mImpl->setDimensions(dimensions); }
  Dims getDimensions() const noexcept { return mImpl->getDimensions(); }
  void setOperation(FillOperation op) noexcept { mImpl->setOperation(op); }
  FillOperation getOperation() const noexcept { return mImpl->getOperation(); }
  void setAlpha(double alpha) noexcept { mImpl->setAlpha(alpha); }
  double getAlpha() const noexcept { return mImpl->getAlpha(); }
  void setBeta(double beta) noexcept { mImpl->setBeta(beta); }
  double getBeta() const noexcept { return mImpl->getBeta(); }
  void setAlphaInt64(int64_t alpha) noexcept { mImpl->setAlphaInt64(alpha); }
  int64_t getAlphaInt64() const noexcept { return mImpl->getAlphaInt64(); }
  void setBetaInt64(int64_t beta) noexcept { mImpl->setBetaInt64(beta); }
  int64_t getBetaInt64() const noexcept { return mImpl->getBetaInt64(); }
  bool isAlphaBetaInt64() const noexcept { return mImpl->isAlphaBetaInt64(); }
  DataType getToType() const noexcept { return mImpl->getToType(); }
  void setToType(DataType toType) noexcept { mImpl->setToType(toType); }
 protected:
  virtual ~IFillLayer() noexcept = default;
  apiv::VFillLayer* mImpl;
};

class IQuantizeLayer : public ILayer {
 public:
  int32_t getAxis() const noexcept { return mImpl->getAxis(); }
  void setAxis(int32_t axis) noexcept { mImpl->setAxis(axis); }
  DataType getToType() const noexcept { return mImpl->getToType(); }
  void setToType(DataType toType) noexcept { mImpl->setToType(toType); }
  Dims getBlockShape() const noexcept { return mImpl->getBlockShape(); }
  bool setBlockShape(Dims const& blockShape) noexcept { return mImpl->setBlockShape(blockShape); }
 protected:
  virtual ~IQuantizeLayer() noexcept = default;
  apiv::VQuantizeLayer* mImpl;
};

class IDequantizeLayer : public ILayer {
 public:
  int32_t getAxis() const noexcept { return mImpl->getAxis(); }
  void setAxis(int32_t axis) noexcept { mImpl->setAxis(axis); }
  DataType getToType() const noexcept { return mImpl->getToType(); }
  void setToType(DataType toType) noexcept { mImpl->setToType(toType); }
  Dims getBlockShape() const noexcept { return mImpl->getBlockShape(); }
  bool setBlockShape(Dims const& blockShape) noexcept { return mImpl->setBlockShape(blockShape); }
 protected:
  virtual ~IDequantizeLayer() noexcept = default;
  apiv::VDequantizeLayer* mImpl;
};

class IDynamicQuantizeLayer : public ILayer {
 public:
  int32_t getAxis() const noexcept { return mImpl->getAxis(); }
  void setAxis(int32_t axis) noexcept { mImpl->setAxis(axis); }
  int32_t getBlockSize() const noexcept { return mImpl->getBlockSize(); }
  void setBlockSize(int32_t axis) noexcept { mImpl->setBlockSize(axis); }
  DataType getScaleType() const noexcept { return mImpl->getScaleType(); }
  void setScaleType(DataType axis) noexcept { mImpl->setScaleType(axis); }
  DataType getToType() const noexcept { return mImpl->getToType(); }
  void setToType(DataType toType) noexcept { mImpl->setToType(toType); }
  Dims getBlockShape() const noexcept { return mImpl->getBlockShape(); }
  void setBlockShape(Dims const& blockShape) noexcept { mImpl->setBlockShape(blockShape); }
 protected:
  virtual ~IDynamicQuantizeLayer() noexcept = default;
  apiv::VDynamicQuantizeLayer* mImpl;
};

class IEinsumLayer : public ILayer {
 public:
  bool setEquation(char const* equation) noexcept { return mImpl->setEquation(equation); }
  char const* getEquation() const noexcept { return mImpl->getEquation(); }
 protected:
  virtual ~IEinsumLayer() noexcept = default;
  apiv::VEinsumLayer* mImpl;
};

class IScatterLayer : public ILayer {
 public:
  void setMode(ScatterMode mode) noexcept { mImpl->setMode(mode); }
  ScatterMode getMode() const noexcept { return mImpl->getMode(); }
  void setAxis(int32_t axis) noexcept { mImpl->setAxis(axis); }
  int32_t getAxis() const noexcept { return mImpl->getAxis(); }
 protected:
  virtual ~IScatterLayer() noexcept = default;
  apiv::VScatterLayer* mImpl;
};

class IOneHotLayer : public ILayer {
 public:
  int32_t getAxis() const noexcept { return mImpl->getAxis(); }
  void setAxis(int32_t axis) noexcept { mImpl->setAxis(axis); }
 protected:
  virtual ~IOneHotLayer() noexcept = default;
  apiv::VOneHotLayer* mImpl;
};

class IGridSampleLayer : public ILayer {
 public:
  void setInterpolationMode(InterpolationMode mode) noexcept { mImpl->setInterpolationMode(mode); }
  InterpolationMode getInterpolationMode() const noexcept { return mImpl->getInterpolationMode(); }
  void setAlignCorners(bool alignCorners) noexcept { mImpl->setAlignCorners(alignCorners); }
  bool getAlignCorners() const noexcept { return mImpl->getAlignCorners(); }
  bool setSampleMode(SampleMode mode) noexcept { return mImpl->setSampleMode(mode); }
  SampleMode getSampleMode() const noexcept { return mImpl->getSampleMode(); }
 protected:
  virtual ~IGridSampleLayer() noexcept = default;
  apiv::VGridSampleLayer* mImpl;
};

class INMSLayer : public ILayer {
 public:
  void setBoundingBoxFormat(BoundingBoxFormat fmt) noexcept { mImpl->setBoundingBoxFormat(fmt); }
  BoundingBoxFormat getBoundingBoxFormat() const noexcept { return mImpl->getBoundingBoxFormat(); }
  void setTopKBoxLimit(int32_t limit) noexcept { mImpl->setTopKBoxLimit(limit); }
  int32_t getTopKBoxLimit() const noexcept { return mImpl->getTopKBoxLimit(); }
  bool setIndicesType(DataType type) noexcept { return mImpl->setIndicesType(type); }
  DataType getIndicesType() const noexcept { return mImpl->getIndicesType(); }
 protected:
  virtual ~INMSLayer() noexcept = default;
  apiv::VNMSLayer* mImpl;
};

class IReverseSequenceLayer : public ILayer {
 public:
  void setBatchAxis(int32_t batchAxis) noexcept { mImpl->setBatchAxis(batchAxis); }
  int32_t getBatchAxis() const noexcept { return mImpl->getBatchAxis(); }
  void setSequenceAxis(int32_t sequenceAxis) noexcept { mImpl->setSequenceAxis(sequenceAxis); }
  int32_t getSequenceAxis() const noexcept { return mImpl->getSequenceAxis(); }
 protected:
  virtual ~IReverseSequenceLayer() noexcept = default;
  apiv::VReverseSequenceLayer* mImpl;
};

class INormalizationLayer : public ILayer {
 public:
  void setEpsilon(float eps) noexcept { mImpl->setEpsilon(eps); }
  float getEpsilon() const noexcept { return mImpl->getEpsilon(); }
  void setAxes(uint32_t axesMask) noexcept { mImpl->setAxes(axesMask); }
  uint32_t getAxes() const noexcept { return mImpl->getAxes(); }
  void setNbGroups(int64_t nbGroups) noexcept { mImpl->setNbGroups(nbGroups); }
  int64_t getNbGroups() const noexcept { return mImpl->getNbGroups(); }
#if NV_TENSORRT_MAJOR < 11
  void setComputePrecision(DataType type) noexcept { mImpl->setComputePrecision(type); }
  DataType getComputePrecision() const noexcept { return mImpl->getComputePrecision(); }
#endif
  bool isV2() const noexcept { return mImpl->isV2(); }
 protected:
  virtual ~INormalizationLayer() noexcept = default;
  apiv::VNormalizationLayer* mImpl;
};

class ISqueezeLayer : public ILayer {
 public:
 protected:
  virtual ~ISqueezeLayer() noexcept = default;
  apiv::VSqueezeLayer* mImpl;
};

class IUnsqueezeLayer : public ILayer {
 public:
 protected:
  virtual ~IUnsqueezeLayer() noexcept = default;
  apiv::VUnsqueezeLayer* mImpl;
};

class ICumulativeLayer : public ILayer {
 public:
  bool setOperation(CumulativeOperation op) noexcept { return mImpl->setOperation(op); }
  CumulativeOperation getOperation() const noexcept { return mImpl->getOperation(); }
  void setExclusive(bool exclusive) noexcept { mImpl->setExclusive(exclusive); }
  bool getExclusive() const noexcept { return mImpl->getExclusive(); }
  void setReverse(bool reverse) noexcept { mImpl->setReverse(reverse); }
  bool getReverse() const noexcept { return mImpl->getReverse(); }
 protected:
  virtual ~ICumulativeLayer() noexcept = default;
  apiv::VCumulativeLayer* mImpl;
};

class IAttentionBoundaryLayer : public ILayer {
 public:
  IAttention* getAttention() const noexcept { return mBoundary->getAttention(); }
 protected:
  virtual ~IAttentionBoundaryLayer() noexcept = default;
  apiv::VAttentionBoundaryLayer* mBoundary;
};

class IAttentionInputLayer : public IAttentionBoundaryLayer {
 public:
 protected:
  virtual ~IAttentionInputLayer() noexcept = default;
  apiv::VAttentionInputLayer* mImpl;
};

class IAttentionOutputLayer : public IAttentionBoundaryLayer {
 public:
 protected:
  virtual ~IAttentionOutputLayer() noexcept = default;
  apiv::VAttentionOutputLayer* mImpl;
};

class IAttention : public INoCopy {
 public:
  bool setInput(int32_t index, ITensor& input) noexcept { return mImpl->setInput(index, input); }
  int32_t getNbInputs() const noexcept { return mImpl->getNbInputs(); }
  ITensor* getInput(int32_t index) const noexcept { return mImpl->getInput(index); }
  int32_t getNbOutputs() const noexcept { return mImpl->getNbOutputs(); }
  ITensor* getOutput(int32_t index) const noexcept { return mImpl->getOutput(index); }
  bool setName(char const* name) noexcept { return mImpl->setName(name); }
  char const* getName() const noexcept { return mImpl->getName(); }
  bool setNormalizationOperation(AttentionNormalizationOp op) noexcept { return mImpl->setNormalizationOperation(op); }
  AttentionNormalizationOp getNormalizationOperation() const noexcept { return mImpl->getNormalizationOperation(); }
  bool setCausal(bool isCausal) noexcept { return mImpl->setCausal(isCausal); }
  bool getCausal() const noexcept { return mImpl->getCausal(); }
  bool setMask(ITensor& mask) noexcept { return mImpl->setMask(mask); }
  ITensor* getMask() const noexcept { return mImpl->getMask(); }
  bool setDecomposable(bool decomposable) noexcept { return mImpl->setDecomposable(decomposable); }
  bool getDecomposable() const noexcept { return mImpl->getDecomposable(); }
  bool setNormalizationQuantizeScale(ITensor& tensor) noexcept { return mImpl->setNormalizationQuantizeScale(tensor); }
  ITensor* getNormalizationQuantizeScale() const noexcept { return mImpl->getNormalizationQuantizeScale(); }
  bool setNormalizationQuantizeToType(DataType type) noexcept { return mImpl->setNormalizationQuantizeToType(type); }
  DataType getNormalizationQuantizeToType() const noexcept { return mImpl->getNormalizationQuantizeToType(); }
  bool setMetadata(char const* docString) noexcept { return mImpl->setMetadata(docString); }
  char const* getMetadata() const noexcept { return mImpl->getMetadata(); }
  bool setNbRanks(int32_t nbRanks) noexcept { return mImpl->setNbRanks(nbRanks); }
  int32_t getNbRanks() const noexcept { return mImpl->getNbRanks(); }
#if NV_TENSORRT_MAJOR >= 11
  bool setCausalKind(CausalMaskKind kind) noexcept { return mImpl->setCausalKind(kind); }
  CausalMaskKind getCausalKind() const noexcept { return mImpl->getCausalKind(); }
  bool setQueryForm(AttentionIOForm form) noexcept { return mImpl->setQueryForm(form); }
  AttentionIOForm getQueryForm() const noexcept { return mImpl->getQueryForm(); }
  bool setKeyValueForm(AttentionIOForm form) noexcept { return mImpl->setKeyValueForm(form); }
  AttentionIOForm getKeyValueForm() const noexcept { return mImpl->getKeyValueForm(); }
  bool setQueryLengths(ITensor* lengths) noexcept { return mImpl->setQueryLengths(lengths); }
  ITensor* getQueryLengths() const noexcept { return mImpl->getQueryLengths(); }
  bool setKeyValueLengths(ITensor* lengths) noexcept { return mImpl->setKeyValueLengths(lengths); }
  ITensor* getKeyValueLengths() const noexcept { return mImpl->getKeyValueLengths(); }
#endif
 protected:
  virtual ~IAttention() noexcept = default;
  apiv::VAttention* mImpl;
};

class IRotaryEmbeddingLayer : public ILayer {
 public:
  using ILayer::setInput;
  void setInterleaved(bool interleaved) noexcept { mImpl->setInterleaved(interleaved); }
  bool getInterleaved() const noexcept { return mImpl->getInterleaved(); }
  bool setRotaryEmbeddingDim(int32_t rotaryEmbeddingDim) noexcept { return mImpl->setRotaryEmbeddingDim(rotaryEmbeddingDim); }
  int32_t getRotaryEmbeddingDim() const noexcept { return mImpl->getRotaryEmbeddingDim(); }
 protected:
  virtual ~IRotaryEmbeddingLayer() noexcept = default;
  apiv::VRotaryEmbeddingLayer* mImpl;
};

class IKVCacheUpdateLayer : public ILayer {
 public:
  bool setCacheMode(KVCacheMode cacheMode) noexcept { return mImpl->setCacheMode(cacheMode); }
  KVCacheMode getCacheMode() const noexcept { return mImpl->getCacheMode(); }
#if NV_TENSORRT_MAJOR >= 11
  bool setUpdateForm(AttentionIOForm form) noexcept { return mImpl->setUpdateForm(form); }
  AttentionIOForm getUpdateForm() const noexcept { return mImpl->getUpdateForm(); }
  bool setUpdateLengths(ITensor* lengths) noexcept { return mImpl->setUpdateLengths(lengths); }
  ITensor* getUpdateLengths() const noexcept { return mImpl->getUpdateLengths(); }
#endif
 protected:
  virtual ~IKVCacheUpdateLayer() noexcept = default;
  apiv::VKVCacheUpdateLayer* mImpl;
};

class IMoELayer : public ILayer {
 public:
  using ILayer::setInput;
  void setGatedWeights(ITensor& fcGateWeights, ITensor& fcUpWeights, ITensor& fcDownWeights, MoEActType activationType) noexcept { mImpl->setGatedWeights(fcGateWeights, fcUpWeights, fcDownWeights, activationType); }
  void setGatedBiases(ITensor& fcGateBiases, ITensor& fcUpBiases, ITensor& fcDownBiases) noexcept { mImpl->setGatedBiases(fcGateBiases, fcUpBiases, fcDownBiases); }
  void setActivationType(MoEActType activationType) noexcept { mImpl->setActivationType(activationType); }
  MoEActType getActivationType() const noexcept { return mImpl->getActivationType(); }
  void setQuantizationStatic(ITensor& fcDownActivationScale, DataType dataType) noexcept { mImpl->setQuantizationStatic(fcDownActivationScale, dataType); }
  void setQuantizationDynamicDblQ(ITensor& fcDownActivationDblQScale, DataType dataType, Dims const& blockShape, DataType dynQOutputScaleType) noexcept { mImpl->setQuantizationDynamicDblQ(fcDownActivationDblQScale, dataType, blockShape, dynQOutputScaleType); }
  void setQuantizationToType(DataType type) noexcept { mImpl->setQuantizationToType(type); }
  DataType getQuantizationToType() const noexcept { return mImpl->getQuantizationToType(); }
  void setQuantizationBlockShape(Dims const& blockShape) noexcept { mImpl->setQuantizationBlockShape(blockShape); }
  Dims getQuantizationBlockShape() const noexcept { return mImpl->getQuantizationBlockShape(); }
  void setDynQOutputScaleType(DataType type) noexcept { mImpl->setDynQOutputScaleType(type); }
  DataType getDynQOutputScaleType() const noexcept { return mImpl->getDynQOutputScaleType(); }
  void setSwigluParams(float limit, float alpha, float beta) noexcept { mImpl->setSwigluParams(limit, alpha, beta); }
  void setSwigluParamLimit(float limit) noexcept { mImpl->setSwigluParamLimit(limit); }
  float getSwigluParamLimit() const noexcept { return mImpl->getSwigluParamLimit(); }
  void setSwigluParamAlpha(float alpha) noexcept { mImpl->setSwigluParamAlpha(alpha); }
  float getSwigluParamAlpha() const noexcept { return mImpl->getSwigluParamAlpha(); }
  void setSwigluParamBeta(float beta) noexcept { mImpl->setSwigluParamBeta(beta); }
  float getSwigluParamBeta() const noexcept { return mImpl->getSwigluParamBeta(); }
  void setInput(int32_t index, ITensor& tensor) noexcept { mImpl->setInput(index, tensor); }
 protected:
  virtual ~IMoELayer() noexcept = default;
  apiv::VMoELayer* mImpl;
};

class IDistCollectiveLayer : public ILayer {
 public:
 protected:
  virtual ~IDistCollectiveLayer() noexcept = default;
  apiv::VDistCollectiveLayer* mImpl;
};

}  // namespace nvinfer1
