// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/base/types.h"

#include <algorithm>
#include <iterator>

namespace riffle::tensorrt {
namespace {

struct Pair {
  DataType ours;
  OnnxType onnx;
  const char* name;
  unsigned bits;
};

constexpr Pair kTypes[] = {
    {DataType::kFLOAT, OnnxType::kFloat, "FP32", 32},
    {DataType::kHALF, OnnxType::kFloat16, "FP16", 16},
    {DataType::kINT8, OnnxType::kInt8, "INT8", 8},
    {DataType::kINT32, OnnxType::kInt32, "INT32", 32},
    {DataType::kBOOL, OnnxType::kBool, "BOOL", 8},
    {DataType::kUINT8, OnnxType::kUint8, "UINT8", 8},
    {DataType::kFP8, OnnxType::kFloat8E4M3, "FP8", 8},
    {DataType::kBF16, OnnxType::kBfloat16, "BF16", 16},
    {DataType::kINT64, OnnxType::kInt64, "INT64", 64},
    {DataType::kINT4, OnnxType::kInt4, "INT4", 4},
    {DataType::kFP4, OnnxType::kFloat4, "FP4", 4},
};

const Pair* find(DataType type) {
  const auto* const found = std::ranges::find(kTypes, type, &Pair::ours);
  return found == std::end(kTypes) ? nullptr : found;
}

}  // namespace

OnnxType onnx_type_of(DataType type) {
  const Pair* const found = find(type);
  return found == nullptr ? OnnxType::kUndefined : found->onnx;
}

std::optional<DataType> data_type_of(OnnxType type) {
  const auto* const found = std::ranges::find(kTypes, type, &Pair::onnx);
  if (found == std::end(kTypes)) return std::nullopt;
  return found->ours;
}

const char* name_of(DataType type) {
  const Pair* const found = find(type);
  return found == nullptr ? "unknown" : found->name;
}

const char* name_of(OnnxType type) {
  switch (type) {
    case OnnxType::kUint16:
      return "UINT16";
    case OnnxType::kInt16:
      return "INT16";
    case OnnxType::kString:
      return "STRING";
    case OnnxType::kDouble:
      return "DOUBLE";
    case OnnxType::kUint32:
      return "UINT32";
    case OnnxType::kUint64:
      return "UINT64";
    default: {
      const auto ours = data_type_of(type);
      return ours ? name_of(*ours) : "unknown";
    }
  }
}

unsigned bits_of(DataType type) {
  const Pair* const found = find(type);
  return found == nullptr ? 0 : found->bits;
}

std::int64_t elements_of(const Dims& dims) {
  std::int64_t elements = 1;
  for (int i = 0; i < dims.nbDims; ++i) {
    if (dims.d[i] < 0) return -1;
    elements *= dims.d[i];
  }
  return dims.nbDims < 0 ? -1 : elements;
}

std::int64_t bytes_of(const Dims& dims, DataType type) {
  const std::int64_t elements = elements_of(dims);
  return elements < 0 ? -1 : (elements * bits_of(type) + 7) / 8;
}

bool same(const Dims& a, const Dims& b) {
  return a.nbDims == b.nbDims && std::equal(a.d, a.d + std::max(a.nbDims, 0), b.d);
}

}  // namespace riffle::tensorrt
