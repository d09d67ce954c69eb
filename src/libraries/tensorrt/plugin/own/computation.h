// SPDX-License-Identifier: Apache-2.0
// What the library's own plugins compute, apart from how TensorRT sees plugins (own_plugin.h).
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "libraries/tensorrt/base/log.h"
#include "libraries/tensorrt/base/types.h"
#include "libraries/tensorrt/plugin/fields.h"

namespace riffle::tensorrt {

/// The tensors of one enqueue, which computes when the stream gets there.
class EnqueueCall {
 public:
  EnqueueCall(std::span<const PluginTensorDesc> inputs, std::span<const PluginTensorDesc> outputs,
              void const* const* read, void* const* made);

  std::size_t inputs() const { return inputs_.size(); }
  const Dims& dims(std::size_t input) const { return inputs_[input].desc.dims; }
  const Dims& made_dims(std::size_t output) const { return outputs_[output].desc.dims; }
  std::int64_t extent(std::size_t input, int axis) const { return dims(input).d[axis]; }

  /// The values of an input. FP16 is read as FP32.
  std::span<const float> floats(std::size_t input);
  /// Those of an INT32 or INT64 input.
  std::vector<std::int64_t> integers(std::size_t input) const;
  /// Where the values of an output go. FP16 is written by `finish`.
  std::span<float> made_floats(std::size_t output);
  std::span<std::int32_t> made_integers(std::size_t output) const;
  /// The bytes of a tensor, whatever its type.
  std::span<const std::byte> bytes(std::size_t input) const;
  std::span<std::byte> made_bytes(std::size_t output) const;
  DataType type(std::size_t input) const { return inputs_[input].desc.type; }

  void finish();

  struct Place {
    PluginTensorDesc desc;
    void* data;
  };
  const std::vector<Place>& read() const { return inputs_; }
  const std::vector<Place>& made() const { return outputs_; }

 private:
  std::vector<Place> inputs_, outputs_;
  // What stands for tensors of FP16 while they are computed with.
  std::vector<std::vector<float>> widened_, unwritten_;
};

/// Makes dimensions of outputs.
class OutputDims {
 public:
  OutputDims(std::span<const DimsExprs> inputs, IExprBuilder& builder)
      : inputs_(inputs), builder_(builder) {}
  const DimsExprs& input(std::size_t i) const { return inputs_[i]; }
  std::size_t inputs() const { return inputs_.size(); }
  IDimensionExpr const* constant(std::int64_t value) const { return builder_.constant(value); }
  IDimensionExpr const* of(DimensionOperation op, IDimensionExpr const* a,
                           IDimensionExpr const* b) const {
    return builder_.operation(op, *a, *b);
  }
  static DimsExprs dims(std::initializer_list<IDimensionExpr const*> extents) {
    DimsExprs made{static_cast<int>(extents.size()), {}};
    std::copy(extents.begin(), extents.end(), made.d);
    return made;
  }

 private:
  std::span<const DimsExprs> inputs_;
  IExprBuilder& builder_;
};

/// The types of inputs and outputs, a letter for each: f is FP32 or FP16, the same for all; r is FP32; i is INT32; n is INT32 or INT64; a is
/// the type of the first input, whatever that is.
struct Signature {
  std::string_view inputs, outputs;
  std::size_t least_inputs;
};

class Computation {
 public:
  virtual ~Computation() = default;
  virtual Signature signature() const = 0;
  /// Throws Failure where the inputs have other dimensions than the plugin takes.
  virtual std::vector<DimsExprs> output_dims(const OutputDims& to) const { return {to.input(0)}; }
  /// Computes; it throws Failure where values do not fit.
  virtual void compute(EnqueueCall& call) const = 0;
};

bool takes(const Signature& signature, std::size_t at, std::span<const DataType> types,
           std::size_t inputs);
DataType output_type(const Signature& signature, std::size_t output, DataType first);

/// Throws Failure with the sentence unless the condition holds.
void expect(bool holds, const char* sentence);

}  // namespace riffle::tensorrt
