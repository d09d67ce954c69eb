// SPDX-License-Identifier: Apache-2.0
// The functions that add layers to a network. Those that are not here refuse.
#pragma once

#include "libraries/tensorrt/network/layer.h"

namespace riffle::tensorrt {

class Loop;
class Conditional;
class PluginLayer;

class LayerFunctions : public NetworkDefinitionDefaults {
 public:
  // layers_arithmetic.cpp
  IActivationLayer* addActivation(ITensor& input, ActivationType type) noexcept override;
  IElementWiseLayer* addElementWise(ITensor& input1, ITensor& input2,
                                    ElementWiseOperation op) noexcept override;
  IUnaryLayer* addUnary(ITensor& input, UnaryOperation operation) noexcept override;
  ISelectLayer* addSelect(ITensor& condition, ITensor& then_input,
                          ITensor& else_input) noexcept override;
  IParametricReLULayer* addParametricReLU(ITensor& input, ITensor& slope) noexcept override;
  IIdentityLayer* addIdentity(ITensor& input) noexcept override;
  ICastLayer* addCast(ITensor& input, DataType type) noexcept override;
  // layers_attention.cpp
  IAttention* addAttention(ITensor& query, ITensor& key, ITensor& value,
                           AttentionNormalizationOp operation, bool is_causal) noexcept override;
  // layers_matrix.cpp
  IMatrixMultiplyLayer* addMatrixMultiply(ITensor& input0, MatrixOperation op0, ITensor& input1,
                                          MatrixOperation op1) noexcept override;
  IEinsumLayer* addEinsum(ITensor* const* inputs, int32_t count,
                          char const* equation) noexcept override;
  // layers_windows.cpp
  IConvolutionLayer* addConvolutionNd(ITensor& input, int64_t maps, Dims const& kernel,
                                      Weights weights, Weights bias) noexcept override;
  IDeconvolutionLayer* addDeconvolutionNd(ITensor& input, int64_t maps, Dims const& kernel,
                                          Weights weights, Weights bias) noexcept override;
  IPoolingLayer* addPoolingNd(ITensor& input, PoolingType type,
                              Dims const& window) noexcept override;
  ILRNLayer* addLRN(ITensor& input, int64_t window, float alpha, float beta,
                    float k) noexcept override;
  IPaddingLayer* addPaddingNd(ITensor& input, Dims const& pre, Dims const& post) noexcept override;
  IGridSampleLayer* addGridSample(ITensor& input, ITensor& grid) noexcept override;
  // layers_resize.cpp
  IResizeLayer* addResize(ITensor& input) noexcept override;
  // layers_shape.cpp
  IConcatenationLayer* addConcatenation(ITensor* const* inputs, int32_t count) noexcept override;
  IShuffleLayer* addShuffle(ITensor& input) noexcept override;
  IShapeLayer* addShape(ITensor& input) noexcept override;
  ISqueezeLayer* addSqueeze(ITensor& input, ITensor& axes) noexcept override;
  IUnsqueezeLayer* addUnsqueeze(ITensor& input, ITensor& axes) noexcept override;
  IReverseSequenceLayer* addReverseSequence(ITensor& input, ITensor& lengths) noexcept override;
  // layers_slice.cpp
  ISliceLayer* addSlice(ITensor& input, Dims const& start, Dims const& size,
                        Dims const& stride) noexcept override;
  // layers_reduce.cpp
  IReduceLayer* addReduce(ITensor& input, ReduceOperation operation, uint32_t axes,
                          bool keeps) noexcept override;
  ISoftMaxLayer* addSoftMax(ITensor& input) noexcept override;
  IRaggedSoftMaxLayer* addRaggedSoftMax(ITensor& input, ITensor& bounds) noexcept override;
  ITopKLayer* addTopK(ITensor& input, TopKOperation op, int32_t k, uint32_t axes) noexcept override;
  ITopKLayer* addTopKV2(ITensor& input, TopKOperation op, int32_t k, uint32_t axes,
                        DataType type) noexcept override;
  ICumulativeLayer* addCumulative(ITensor& input, ITensor& axis, CumulativeOperation operation,
                                  bool exclusive, bool reverse) noexcept override;
  // layers_normalization.cpp
  IScaleLayer* addScale(ITensor& input, ScaleMode mode, Weights shift, Weights scale,
                        Weights power) noexcept override;
  IScaleLayer* addScaleNd(ITensor& input, ScaleMode mode, Weights shift, Weights scale,
                          Weights power, int32_t axis) noexcept override;
  INormalizationLayer* addNormalization(ITensor& input, ITensor& scale, ITensor& bias,
                                        uint32_t axes) noexcept override;
  INormalizationLayer* addNormalizationV2(ITensor& input, ITensor& scale, ITensor& bias,
                                          uint32_t axes) noexcept override;
  // layers_index.cpp
  IGatherLayer* addGather(ITensor& data, ITensor& indices, int32_t axis) noexcept override;
  IGatherLayer* addGatherV2(ITensor& data, ITensor& indices, GatherMode mode) noexcept override;
  IScatterLayer* addScatter(ITensor& data, ITensor& indices, ITensor& updates,
                            ScatterMode mode) noexcept override;
  INonZeroLayer* addNonZero(ITensor& input) noexcept override;
  INonZeroLayer* addNonZeroV2(ITensor& input, DataType type) noexcept override;
  IOneHotLayer* addOneHot(ITensor& indices, ITensor& values, ITensor& depth,
                          int32_t axis) noexcept override;
  INMSLayer* addNMS(ITensor& boxes, ITensor& scores, ITensor& most) noexcept override;
  INMSLayer* addNMSV2(ITensor& boxes, ITensor& scores, ITensor& most,
                      DataType type) noexcept override;
  // layers_constant.cpp
  IConstantLayer* addConstant(Dims const& dimensions, Weights weights) noexcept override;
#if NV_TENSORRT_MAJOR < 11
  IFillLayer* addFill(Dims const& dimensions, FillOperation op) noexcept override;
#endif
  IFillLayer* addFillV2(Dims const& dimensions, FillOperation op, DataType type) noexcept override;
  // layers_quantize.cpp
#if NV_TENSORRT_MAJOR < 11
  IQuantizeLayer* addQuantize(ITensor& input, ITensor& scale) noexcept override;
  IDequantizeLayer* addDequantize(ITensor& input, ITensor& scale) noexcept override;
#endif
  IQuantizeLayer* addQuantizeV2(ITensor& input, ITensor& scale, DataType type) noexcept override;
  IDequantizeLayer* addDequantizeV2(ITensor& input, ITensor& scale,
                                    DataType type) noexcept override;
  // plugin_layers.cpp
  IPluginV2Layer* addPluginV2(ITensor* const* inputs, int32_t count,
                              IPluginV2& plugin) noexcept override;
  IPluginV3Layer* addPluginV3(ITensor* const* inputs, int32_t count, ITensor* const* shape_inputs,
                              int32_t shape_count, IPluginV3& plugin) noexcept override;
  // loop.cpp
  ILoop* addLoop() noexcept override;
  // conditional.cpp
  IIfConditional* addIfConditional() noexcept override;

  /// Adds a layer that has its inputs, gives it a name and its outputs.
  template <class Made>
  Made* add(std::unique_ptr<Made> layer, std::initializer_list<ITensor*> inputs, int outputs = 1) {
    for (ITensor* const input : inputs) layer->add_input(*input);
    for (int i = 0; i < outputs; ++i) layer->add_output();
    Made* const made = layer.get();
    keep(std::move(layer));
    return made;
  }

 protected:
  /// The function that adds a layer of class `Made`, whose constructor takes the network and the arguments.
  template <class Made, class... Arguments>
  Made* add_new(char const* function, std::initializer_list<ITensor*> inputs,
                const Arguments&... arguments) {
    return guarded(log(), function,
                   [&] { return add(std::make_unique<Made>(network(), arguments...), inputs); });
  }
  std::vector<const PluginLayer*> plugins_;  ///< of the layers that are kept

  virtual void keep(std::unique_ptr<Layer> layer) = 0;
  virtual Network& network() = 0;
  virtual const Log& log() const = 0;
};

/// Throws Failure with a sentence where an argument is not as it must be.
inline void require(bool holds, char const* sentence) {
  if (!holds) throw Failure(ErrorCode::kINVALID_ARGUMENT, sentence);
}

std::vector<std::int64_t> vector_of(const Dims& dims);
/// The axes of a mask.
std::vector<std::int64_t> axes_of(std::uint32_t mask);

}  // namespace riffle::tensorrt
