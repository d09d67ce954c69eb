// SPDX-License-Identifier: Apache-2.0
#include "libraries/cufft/execution.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "libraries/cufft/element.h"
#include "libraries/stream_work.h"

namespace riffle::cufft {
namespace {

/// A thread more is worth its start where it saves some ten times of it.
constexpr double kNsForAThread = 200'000;
constexpr double kNsPerStep = 0.3;

/// How many threads a transform gets. In a checked run it has the stream's own alone, as others would count as the program's.
unsigned threads_for(const TransformShape& shape) {
  if (libraries::is_checked()) return 1;
  int cores = 1;
  if (cudaDeviceGetAttribute(&cores, cudaDevAttrMultiProcessorCount, 0) != cudaSuccess) return 1;
  const double elements = static_cast<double>(shape.n[0]) * static_cast<double>(shape.n[1]) *
                          static_cast<double>(shape.n[2]);
  const double ns = elements * static_cast<double>(shape.batch) * std::log2(elements + 1) *
                    kNsPerStep * (shape.number == Precision::kDouble ? 2 : 1);
  return static_cast<unsigned>(std::clamp(ns / kNsForAThread, 1.0, static_cast<double>(cores)));
}

/// Tables, and what a transform needs while it runs: for a prime length those of more than twice the length.
double table_bytes(const TransformShape& shape) {
  const double bytes = shape.number == Precision::kDouble ? 16 : 8;
  return 12 * bytes *
         (static_cast<double>(shape.n[0]) + static_cast<double>(shape.n[1]) +
          static_cast<double>(shape.n[2]));
}

/// The elements of a side that is complex, or real.
Touched touched(const TransformShape& shape, const ElementLayout& side, void* data, bool is_real) {
  const bool is_half = shape.kind != TransformKind::kComplex && !is_real;
  return {.data = data,
          .element_bytes = static_cast<unsigned>(element_bytes(shape.number) / (is_real ? 2 : 1)),
          .count = {shape.batch, shape.n[0], shape.n[1], is_half ? shape.n[2] / 2 + 1 : shape.n[2]},
          .distance = {side.distance, side.step[0], side.step[1], side.step[2]}};
}

cudaError_t witness(cudaStream_t stream, const Execution& execution) {
  const TransformShape& shape = execution.made->layout.shape;
  const Touched in = execution.input();
  const Touched out = execution.output();
  const bool overwrites_input =
      shape.kind == TransformKind::kComplexToReal && (shape.n[0] > 1 || shape.n[1] > 1);
  const bool in_place = execution.in == execution.out;
  cudaError_t error = in_place || overwrites_input ? libraries::witness_changes(in, stream)
                                                   : libraries::witness_reads(in, stream);
  if (error == cudaSuccess && !in_place) error = libraries::witness_writes(out, stream);
  // In place the sides differ where one is real.
  if (error == cudaSuccess && in_place && shape.kind != TransformKind::kComplex)
    error = libraries::witness_changes(out, stream);
  return error;
}

}  // namespace

void Execution::operator()() const {
  made->transform->run(sides[0], in, sides[1], out, forward, made->threads);
}

Touched Execution::input() const {
  const TransformShape& shape = made->layout.shape;
  return touched(shape, sides[0], in, shape.kind == TransformKind::kRealToComplex);
}
Touched Execution::output() const {
  const TransformShape& shape = made->layout.shape;
  return touched(shape, sides[1], out, shape.kind == TransformKind::kComplexToReal);
}

cufftResult make(Made& made) {
  // Starts the device, and fails where a fault has ended it.
  std::size_t free_bytes = 0;
  std::size_t total_bytes = 0;
  if (cudaMemGetInfo(&free_bytes, &total_bytes) != cudaSuccess) return CUFFT_INTERNAL_ERROR;
  if (table_bytes(made.layout.shape) > static_cast<double>(free_bytes)) return CUFFT_ALLOC_FAILED;
  made.transform = make_transform(made.layout.shape);
  made.threads = threads_for(made.layout.shape);
  return CUFFT_SUCCESS;
}

cudaError_t enqueue(cudaStream_t stream, const Execution& execution, bool is_of_device) {
  if (libraries::is_checked() && is_of_device)
    if (const cudaError_t error = witness(stream, execution); error != cudaSuccess) return error;
  return libraries::enqueue(stream, execution);
}

}  // namespace riffle::cufft
