// SPDX-License-Identifier: Apache-2.0
// FFTW's plans: a transform of libcufft.so.12, the arrays that it was planned for, and how they are described to it.
#pragma once

#include <array>
#include <cstdlib>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include <cufftw.h>

#include "libraries/cufft/guru.h"

namespace riffle::cufftw {

using cufft::ElementCount;
using cufft::GuruAxis;
using cufft::GuruRequest;
using cufft::Precision;
using cufft::TransformKind;

struct DestroyPlan {
  void operator()(cufft::GuruPlan* plan) const { cufft::riffle_cufft_destroy_guru_plan(plan); }
};

struct FftwPlan {
  GuruRequest request;
  std::unique_ptr<cufft::GuruPlan, DestroyPlan> transform;
  void* in = nullptr;
  void* out = nullptr;
  bool forward = true;
};

/// One side of a batch, by the words of fftw_plan_many_dft.
struct Embedding {
  const int* lengths = nullptr;  ///< null: those of the array itself
  ElementCount stride = 1;
  ElementCount distance = 0;
};

/// Null: the plan cannot be had.
fftw_plan make_plan(GuruRequest request, void* in, void* out, int sign, unsigned flags) noexcept;
/// The axes of a batch in which each side is embedded in a larger array.
fftw_plan make_many_plan(TransformKind kind, Precision number, int rank, const int* n, int batch,
                         void* in, const Embedding& in_side, void* out, const Embedding& out_side,
                         int sign, unsigned flags) noexcept;
/// With an array that is null nothing is done but to say so.
void execute(const FftwPlan& plan, TransformKind kind, Precision number, void* in,
             void* out) noexcept;
void print(const FftwPlan& plan);
/// N log2(N), of all transforms of the batch; half of them where one side is real.
double steps(const FftwPlan& plan);
/// Null: no memory.
void* aligned_memory(std::size_t bytes) noexcept;

template <class R>
constexpr Precision kNumber = std::is_same_v<R, double> ? Precision::kDouble : Precision::kFloat;

template <class R>
fftw_plan many_plan(TransformKind kind, int rank, const int* n, int batch, void* in,
                    const Embedding& in_side, void* out, const Embedding& out_side, int sign,
                    unsigned flags) noexcept {
  return make_many_plan(kind, kNumber<R>, rank, n, batch, in, in_side, out, out_side, sign, flags);
}

template <class R>
fftw_plan basic_plan(TransformKind kind, int rank, const int* n, void* in, void* out, int sign,
                     unsigned flags) noexcept {
  return many_plan<R>(kind, rank, n, 1, in, {}, out, {}, sign, flags);
}

template <class R, class Dim>
fftw_plan guru_plan(TransformKind kind, int rank, const Dim* dims, int batch_rank,
                    const Dim* batch_dims, void* in, void* out, int sign, unsigned flags) noexcept {
  if (rank < 1 || rank > 3 || dims == nullptr || batch_rank < 0 ||
      (batch_rank > 0 && batch_dims == nullptr))
    return nullptr;
  try {
    GuruRequest request{.kind = kind, .number = kNumber<R>, .axes = {}, .batches = {}};
    for (const Dim& dim : std::span(dims, rank)) request.axes.push_back({dim.n, dim.is, dim.os});
    for (const Dim& dim : std::span(batch_dims, batch_rank))
      request.batches.push_back({dim.n, dim.is, dim.os});
    return make_plan(std::move(request), in, out, sign, flags);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

template <class R>
void run(fftw_plan plan) noexcept {
  if (plan == nullptr) return;
  const auto& known = *static_cast<const FftwPlan*>(plan);
  execute(known, known.request.kind, kNumber<R>, known.in, known.out);
}
template <class R>
void run(fftw_plan plan, TransformKind kind, void* in, void* out) noexcept {
  if (plan != nullptr) execute(*static_cast<const FftwPlan*>(plan), kind, kNumber<R>, in, out);
}

}  // namespace riffle::cufftw
