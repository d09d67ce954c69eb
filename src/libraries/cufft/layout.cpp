// SPDX-License-Identifier: Apache-2.0
#include "libraries/cufft/layout.h"

namespace riffle::cufft {
namespace {

// Bytes of memory that addresses of 64 bits reach on any processor.
constexpr ElementCount kMostBytes = ElementCount{1} << 47;

bool multiply(ElementCount& product, ElementCount factor) {
  return !__builtin_mul_overflow(product, factor, &product) && product <= kMostBytes;
}

/// Elements that lie one after the other, `lengths[i]` of them along each axis.
ElementLayout packed(const std::array<ElementCount, 3>& lengths) {
  return {.step = {lengths[1] * lengths[2], lengths[2], 1},
          .distance = lengths[0] * lengths[1] * lengths[2]};
}

/// False: the side is larger than memory.
bool embedded(const ElementCount* embed, int rank, ElementCount stride, ElementCount distance,
              const TransformShape& shape, ElementLayout& side) {
  ElementCount step = stride;
  ElementCount last = 0;
  for (int i = rank - 1, axis = 2; i >= 0; --i, --axis) {
    side.step[axis] = step;
    ElementCount reach = step;
    if (!multiply(reach, shape.n[axis]) || __builtin_add_overflow(last, reach, &last)) return false;
    // The first length is not asked for: the distance says where the next transform begins.
    if (i > 0 && !multiply(step, embed[i])) return false;
  }
  side.distance = distance;
  ElementCount reach = distance;
  return multiply(reach, shape.batch) && !__builtin_add_overflow(last, reach, &last) &&
         last <= kMostBytes;
}

bool are_positive(const ElementCount* embed, int rank) {
  for (int i = 1; i < rank; ++i)
    if (embed[i] <= 0) return false;
  return true;
}

/// Half precision is for powers of two alone.
bool is_power_of_two(ElementCount n) { return (n & (n - 1)) == 0; }

}  // namespace

std::optional<Type> type_of(cufftType type) {
  switch (type) {
    case CUFFT_C2C:
      return Type{TransformKind::kComplex, Precision::kFloat};
    case CUFFT_R2C:
      return Type{TransformKind::kRealToComplex, Precision::kFloat};
    case CUFFT_C2R:
      return Type{TransformKind::kComplexToReal, Precision::kFloat};
    case CUFFT_Z2Z:
      return Type{TransformKind::kComplex, Precision::kDouble};
    case CUFFT_D2Z:
      return Type{TransformKind::kRealToComplex, Precision::kDouble};
    case CUFFT_Z2D:
      return Type{TransformKind::kComplexToReal, Precision::kDouble};
  }
  return std::nullopt;
}

std::optional<Type> type_of(cudaDataType input, cudaDataType output, cudaDataType execution) {
  struct Known {
    cudaDataType real, complex;
    Precision number;
  };
  constexpr Known kKnown[] = {
      {CUDA_R_32F, CUDA_C_32F, Precision::kFloat},
      {CUDA_R_64F, CUDA_C_64F, Precision::kDouble},
      {CUDA_R_16F, CUDA_C_16F, Precision::kHalf},
      {CUDA_R_16BF, CUDA_C_16BF, Precision::kBfloat16},
  };
  for (const Known& known : kKnown) {
    const bool is_half = known.number == Precision::kHalf || known.number == Precision::kBfloat16;
    if (execution != known.complex && (is_half || execution != known.real)) continue;
    if (input == known.complex && output == known.complex)
      return Type{TransformKind::kComplex, known.number};
    if (input == known.real && output == known.complex)
      return Type{TransformKind::kRealToComplex, known.number};
    if (input == known.complex && output == known.real)
      return Type{TransformKind::kComplexToReal, known.number};
  }
  return std::nullopt;
}

cufftResult lay_out(const LayoutRequest& request, Type type, Layout& layout) {
  const int rank = request.rank;
  if (rank < 1 || rank > 3 || request.n == nullptr) return CUFFT_INVALID_VALUE;
  TransformShape& shape = layout.shape;
  shape = {.batch = request.batch, .kind = type.kind, .number = type.number};
  ElementCount total = 16;  // bytes of the largest element
  if (request.batch <= 0) return CUFFT_INVALID_SIZE;
  for (int i = 0; i < rank; ++i) {
    if (request.n[i] <= 0) return CUFFT_INVALID_SIZE;
    shape.n[3 - rank + i] = request.n[i];
    // Two elements more: rows of real numbers that are transformed in place.
    if (!multiply(total, request.n[i] + (i == rank - 1 ? 2 : 0))) return CUFFT_INVALID_SIZE;
    if ((type.number == Precision::kHalf || type.number == Precision::kBfloat16) &&
        !is_power_of_two(request.n[i]))
      return CUFFT_NOT_SUPPORTED;
  }
  if (!multiply(total, request.batch)) return CUFFT_INVALID_SIZE;
  layout.is_packed = request.inembed == nullptr && request.onembed == nullptr;
  if (layout.is_packed) return CUFFT_SUCCESS;
  if (request.inembed == nullptr || request.onembed == nullptr) return CUFFT_INVALID_VALUE;
  if (request.istride <= 0 || request.ostride <= 0 || request.idist <= 0 || request.odist <= 0)
    return CUFFT_INVALID_VALUE;
  if (!are_positive(request.inembed, rank) || !are_positive(request.onembed, rank) ||
      !embedded(request.inembed, rank, request.istride, request.idist, shape, layout.in) ||
      !embedded(request.onembed, rank, request.ostride, request.odist, shape, layout.out))
    return CUFFT_INVALID_SIZE;
  return CUFFT_SUCCESS;
}

std::array<ElementLayout, 2> Layout::sides(bool in_place) const {
  if (!is_packed) return {in, out};
  std::array<ElementCount, 3> real = shape.n;
  std::array<ElementCount, 3> complex = shape.n;
  if (shape.kind != TransformKind::kComplex) {
    complex[2] = shape.n[2] / 2 + 1;
    if (in_place) real[2] = 2 * complex[2];
  }
  switch (shape.kind) {
    case TransformKind::kRealToComplex:
      return {packed(real), packed(complex)};
    case TransformKind::kComplexToReal:
      return {packed(complex), packed(real)};
    case TransformKind::kComplex:
      break;
  }
  return {packed(complex), packed(complex)};
}

}  // namespace riffle::cufft
