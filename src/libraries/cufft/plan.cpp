// SPDX-License-Identifier: Apache-2.0
#include "libraries/cufft/plan.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <mutex>
#include <unordered_map>

#include "libraries/cufft/witness.h"
#include "libraries/stream_work.h"

namespace riffle::cufft {
namespace {

struct Plans {
  std::mutex mutex;
  std::unordered_map<int, std::shared_ptr<Plan>> by_handle;
  int last = 0;
};
/// Never destroyed: the program's own static objects may have plans.
Plans& plans() {
  static auto& all = *new Plans;
  return all;
}

/// A thread more is worth its start where it saves some ten times of it.
constexpr double kNsForAThread = 200'000;
constexpr double kNsPerStep = 0.3;

bool is_checked() {
  static const bool checked = [] {
    const char* const check = std::getenv("RIFFLE_CHECK");
    return check != nullptr && *check != '\0';
  }();
  return checked;
}

/// How many threads a transform gets. In a checked run it has the stream's own alone, as others would count as the program's.
unsigned threads_for(const Shape& shape) {
  if (is_checked()) return 1;
  int cores = 1;
  if (cudaDeviceGetAttribute(&cores, cudaDevAttrMultiProcessorCount, 0) != cudaSuccess) return 1;
  const double elements = static_cast<double>(shape.n[0]) * static_cast<double>(shape.n[1]) *
                          static_cast<double>(shape.n[2]);
  const double ns = elements * static_cast<double>(shape.batch) * std::log2(elements + 1) *
                    kNsPerStep * (shape.number == Number::kDouble ? 2 : 1);
  return static_cast<unsigned>(std::clamp(ns / kNsForAThread, 1.0, static_cast<double>(cores)));
}

/// Tables, and what a transform needs while it runs: for a prime length those of more than twice the length.
double table_bytes(const Shape& shape) {
  const double bytes = shape.number == Number::kDouble ? 16 : 8;
  return 12 * bytes *
         (static_cast<double>(shape.n[0]) + static_cast<double>(shape.n[1]) +
          static_cast<double>(shape.n[2]));
}

std::size_t element_bytes(Number number) {
  switch (number) {
    case Number::kDouble:
      return 16;
    case Number::kFloat:
      return 8;
    case Number::kHalf:
    case Number::kBfloat16:
      break;
  }
  return 4;
}

/// Both sides, as of complex numbers: real ones are read in pairs.
bool is_aligned(const void* pointer, Number number) {
  return reinterpret_cast<std::uintptr_t>(pointer) % element_bytes(number) == 0;
}

bool is_direction(int direction, Kind kind) {
  return (direction == CUFFT_FORWARD && kind != Kind::kComplexToReal) ||
         (direction == CUFFT_INVERSE && kind != Kind::kRealToComplex);
}

/// By its name riffle trace shows it.
struct Execution {
  std::shared_ptr<const Made> made;
  void* in;
  void* out;
  bool forward;

  void operator()() const {
    const auto [in_side, out_side] = made->layout.sides(in == out);
    made->transform->run(in_side, in, out_side, out, forward, made->threads);
  }
};

/// The elements of a side that is complex, or real.
Touched touched(const Shape& shape, const Side& side, void* data, bool is_real) {
  const bool is_half = shape.kind != Kind::kComplex && !is_real;
  return {.data = data,
          .element_bytes = static_cast<unsigned>(element_bytes(shape.number) / (is_real ? 2 : 1)),
          .count = {shape.batch, shape.n[0], shape.n[1], is_half ? shape.n[2] / 2 + 1 : shape.n[2]},
          .distance = {side.distance, side.step[0], side.step[1], side.step[2]}};
}

cudaError_t enqueue(const Plan& plan, const Execution& execution) {
  if (!is_checked()) return libraries::enqueue(plan.stream, execution);
  const Shape& shape = plan.made->layout.shape;
  const auto [in_side, out_side] = plan.made->layout.sides(execution.in == execution.out);
  const Touched in = touched(shape, in_side, execution.in, shape.kind == Kind::kRealToComplex);
  const Touched out = touched(shape, out_side, execution.out, shape.kind == Kind::kComplexToReal);
  const bool overwrites_input =
      shape.kind == Kind::kComplexToReal && (shape.n[0] > 1 || shape.n[1] > 1);
  const bool in_place = execution.in == execution.out;
  cudaError_t error = in_place || overwrites_input ? witness_changes(in, plan.stream)
                                                   : witness_reads(in, plan.stream);
  if (error == cudaSuccess && !in_place) error = witness_writes(out, plan.stream);
  // In place the sides differ where one is real.
  if (error == cudaSuccess && in_place && shape.kind != Kind::kComplex)
    error = witness_changes(out, plan.stream);
  if (error == cudaSuccess) error = libraries::enqueue(plan.stream, execution);
  return error;
}

}  // namespace

int add_plan(std::shared_ptr<Plan> plan) {
  Plans& all = plans();
  const std::scoped_lock lock(all.mutex);
  all.by_handle.emplace(all.last + 1, std::move(plan));
  return ++all.last;
}

std::shared_ptr<Plan> find_plan(int handle) {
  Plans& all = plans();
  const std::scoped_lock lock(all.mutex);
  const auto found = all.by_handle.find(handle);
  return found == all.by_handle.end() ? nullptr : found->second;
}

bool remove_plan(int handle) {
  Plans& all = plans();
  const std::scoped_lock lock(all.mutex);
  return all.by_handle.erase(handle) != 0;
}

cufftResult make_plan(Plan& plan, const Request& request, Type type) {
  if (plan.made != nullptr) return CUFFT_INVALID_PLAN;
  auto made = std::make_shared<Made>();
  if (const cufftResult result = lay_out(request, type, made->layout); result != CUFFT_SUCCESS)
    return result;
  // Starts the device, and fails where a fault has ended it.
  std::size_t free_bytes = 0;
  std::size_t total_bytes = 0;
  if (cudaMemGetInfo(&free_bytes, &total_bytes) != cudaSuccess) return CUFFT_INTERNAL_ERROR;
  if (table_bytes(made->layout.shape) > static_cast<double>(free_bytes)) return CUFFT_ALLOC_FAILED;
  made->transform = make_transform(made->layout.shape);
  made->threads = threads_for(made->layout.shape);
  plan.made = std::move(made);
  return CUFFT_SUCCESS;
}

cufftResult execute(const Plan& plan, void* in, void* out, int direction) {
  if (plan.made == nullptr) return CUFFT_INVALID_PLAN;
  const Shape& shape = plan.made->layout.shape;
  if (in == nullptr || out == nullptr || !is_direction(direction, shape.kind) ||
      !is_aligned(in, shape.number) || !is_aligned(out, shape.number))
    return CUFFT_INVALID_VALUE;
  return enqueue(plan, {plan.made, in, out, direction == CUFFT_FORWARD}) == cudaSuccess
             ? CUFFT_SUCCESS
             : CUFFT_EXEC_FAILED;
}

}  // namespace riffle::cufft
