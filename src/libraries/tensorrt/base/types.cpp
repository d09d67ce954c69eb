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

std::int64_t elements_of(std::span<const std::int64_t> extents) {
  if (std::ranges::any_of(extents, [](std::int64_t extent) { return extent < 0; })) return -1;
  if (std::ranges::find(extents, 0) != extents.end()) return 0;
  std::int64_t elements = 1;
  for (const std::int64_t extent : extents)
    if (__builtin_mul_overflow(elements, extent, &elements)) return kCountless;
  return elements;
}

std::int64_t elements_of(const Dims& dims) {
  if (dims.nbDims < 0) return -1;
  return elements_of(std::span(dims.d, static_cast<std::size_t>(dims.nbDims)));
}

std::int64_t bytes_of(const Dims& dims, DataType type) {
  const std::int64_t elements = elements_of(dims);
  if (elements < 0) return -1;
  std::int64_t bits = 0;
  if (__builtin_mul_overflow(elements, static_cast<std::int64_t>(bits_of(type)), &bits))
    return kCountless;
  return bits / 8 + (bits % 8 != 0 ? 1 : 0);
}

Dims dims_with(std::span<const std::int64_t> extents) {
  if (extents.size() > Dims::MAX_DIMS) return {-1, {}};
  Dims dims{static_cast<int>(extents.size()), {}};
  std::ranges::copy(extents, dims.d);
  return dims;
}

bool same(const Dims& a, const Dims& b) {
  return a.nbDims == b.nbDims && std::equal(a.d, a.d + std::max(a.nbDims, 0), b.d);
}

}  // namespace riffle::tensorrt
