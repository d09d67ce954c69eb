// SPDX-License-Identifier: Apache-2.0
#include "libraries/cufftw/plan.h"

#include <cmath>
#include <cstdio>
#include <new>
#include <utility>

namespace riffle::cufftw {
namespace {

/// A cache line: no vector load crosses one.
constexpr std::size_t kAlignment = 64;

/// The length of the array along its innermost axis, where the program does not give it.
ElementCount innermost(TransformKind kind, ElementCount n, bool is_real_side, bool in_place) {
  if (kind == TransformKind::kComplex) return n;
  const ElementCount half = n / 2 + 1;
  if (!is_real_side) return half;
  return in_place ? 2 * half : n;
}

/// The distances along each axis of a side.
std::array<ElementCount, 3> steps_of(const Embedding& side, int rank, const int* n,
                                     ElementCount last) {
  std::array<ElementCount, 3> steps{};
  ElementCount step = side.stride;
  for (int i = rank - 1; i >= 0; --i) {
    steps[i] = step;
    const ElementCount length = side.lengths != nullptr ? side.lengths[i]
                                : i == rank - 1         ? last
                                                        : n[i];
    // What overflows here is refused with the request: its axes would be longer than memory.
    if (__builtin_mul_overflow(step, length, &step)) step = ElementCount{1} << 62;
  }
  return steps;
}

bool is_direction(int sign) { return sign == FFTW_FORWARD || sign == FFTW_BACKWARD; }

/// FFTW documents that such a transform overwrites its input; planning it with FFTW_PRESERVE_INPUT fails.
bool must_overwrite(const GuruRequest& request, const void* in, const void* out) {
  return request.kind == TransformKind::kComplexToReal && request.axes.size() > 1 && in != out;
}
bool shall_preserve(unsigned flags) { return (flags & FFTW_PRESERVE_INPUT) == FFTW_PRESERVE_INPUT; }

}  // namespace

fftw_plan make_plan(GuruRequest request, void* in, void* out, int sign, unsigned flags) noexcept {
  if (!is_direction(sign)) return nullptr;
  if (must_overwrite(request, in, out) && shall_preserve(flags)) return nullptr;
  try {
    auto plan = std::make_unique<FftwPlan>();
    plan->transform.reset(cufft::riffle_cufft_make_guru_plan(request));
    if (plan->transform == nullptr) return nullptr;
    plan->request = std::move(request);
    plan->in = in;
    plan->out = out;
    plan->forward = sign == FFTW_FORWARD;
    return plan.release();
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

fftw_plan make_many_plan(TransformKind kind, Precision number, int rank, const int* n, int batch,
                         void* in, const Embedding& in_side, void* out, const Embedding& out_side,
                         int sign, unsigned flags) noexcept {
  if (rank < 1 || rank > 3 || n == nullptr || batch < 1) return nullptr;
  const bool in_place = in == out;
  const ElementCount length = n[rank - 1];
  const auto in_steps = steps_of(
      in_side, rank, n, innermost(kind, length, kind == TransformKind::kRealToComplex, in_place));
  const auto out_steps = steps_of(
      out_side, rank, n, innermost(kind, length, kind == TransformKind::kComplexToReal, in_place));
  try {
    GuruRequest request{.kind = kind, .number = number, .axes = {}, .batches = {}};
    for (int i = 0; i < rank; ++i) request.axes.push_back({n[i], in_steps[i], out_steps[i]});
    request.batches.push_back({batch, in_side.distance, out_side.distance});
    return make_plan(std::move(request), in, out, sign, flags);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

void execute(const FftwPlan& plan, TransformKind kind, Precision number, void* in,
             void* out) noexcept {
  // The functions return nothing: whatever goes wrong must be said.
  const char* wrong = nullptr;
  if (kind != plan.request.kind || number != plan.request.number)
    wrong = "the plan is for a transform of another type";
  else if (in == nullptr || out == nullptr)
    wrong = "an array is null";
  else if (const cudaError_t error =
               cufft::riffle_cufft_run_guru_plan(*plan.transform, in, out, plan.forward);
           error != cudaSuccess)
    wrong = cudaGetErrorString(error);
  if (wrong != nullptr) std::fprintf(stderr, "riffle: cuFFTW executed no transform: %s\n", wrong);
}

double steps(const FftwPlan& plan) {
  double n = 1;
  double batch = 1;
  for (const GuruAxis& axis : plan.request.axes) n *= static_cast<double>(axis.n);
  for (const GuruAxis& axis : plan.request.batches) batch *= static_cast<double>(axis.n);
  return batch * n * std::log2(n) / (plan.request.kind == TransformKind::kComplex ? 1 : 2);
}

void print(const FftwPlan& plan) {
  constexpr const char* kKinds[] = {"dft", "r2c", "c2r"};
  std::printf("(%s", kKinds[static_cast<int>(plan.request.kind)]);
  for (const GuruAxis& axis : plan.request.axes)
    std::printf(" %lld", static_cast<long long>(axis.n));
  for (const GuruAxis& axis : plan.request.batches)
    if (axis.n != 1) std::printf(" x%lld", static_cast<long long>(axis.n));
  std::printf(")");
}

void* aligned_memory(std::size_t bytes) noexcept {
  void* memory = nullptr;
  return posix_memalign(&memory, kAlignment, bytes) == 0 ? memory : nullptr;
}

}  // namespace riffle::cufftw
