// SPDX-License-Identifier: Apache-2.0
// The types of elements as TensorRT and as ONNX number them, and sizes.
#pragma once

#include <NvInferRuntimeBase.h>

#include <limits>
#include <optional>
#include <span>

namespace riffle::tensorrt {

using nvinfer1::DataType;
using nvinfer1::Dims;

/// TensorProto.DataType of ONNX, which ONNX Runtime's types of elements equal.
enum class OnnxType : int {
  kUndefined = 0,
  kFloat = 1,
  kUint8 = 2,
  kInt8 = 3,
  kUint16 = 4,
  kInt16 = 5,
  kInt32 = 6,
  kInt64 = 7,
  kString = 8,
  kBool = 9,
  kFloat16 = 10,
  kDouble = 11,
  kUint32 = 12,
  kUint64 = 13,
  kBfloat16 = 16,
  kFloat8E4M3 = 17,
  kInt4 = 22,
  kFloat4 = 23,
};

OnnxType onnx_type_of(DataType type);
/// None where TensorRT has no such type.
std::optional<DataType> data_type_of(OnnxType type);
const char* name_of(DataType type);
const char* name_of(OnnxType type);
unsigned bits_of(DataType type);

/// More elements than can be counted, or bytes.
inline constexpr std::int64_t kCountless = std::numeric_limits<std::int64_t>::max();
/// How many elements these extents have: -1 where one is not known, kCountless where there are too many.
std::int64_t elements_of(std::span<const std::int64_t> extents);
/// The same, of -1 dimensions as well: not even their number is known.
std::int64_t elements_of(const Dims& dims);
std::int64_t bytes_of(const Dims& dims, DataType type);
/// The extents as dimensions; -1 dimensions where they are more than TensorRT has.
Dims dims_with(std::span<const std::int64_t> extents);
bool same(const Dims& a, const Dims& b);

}  // namespace riffle::tensorrt
