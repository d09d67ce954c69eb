// SPDX-License-Identifier: Apache-2.0
#include "libraries/cufft/guru.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <new>
#include <utility>

#include "libraries/cufft/element.h"
#include "libraries/cufft/execution.h"

namespace riffle::cufft {

/// The largest axis of the batch is the transform's own, the others are loops around it.
class GuruPlan {
 public:
  std::shared_ptr<const Made> made;
  std::vector<GuruAxis> loops;
};

namespace {

// Bytes of memory that addresses of 64 bits reach on any processor.
constexpr double kMostBytes = 0x1p47;

/// Two axes of a batch that are one: the outer goes on where the inner ends.
bool is_continued(const GuruAxis& outer, const GuruAxis& inner) {
  return outer.in_step == inner.n * inner.in_step && outer.out_step == inner.n * inner.out_step;
}

std::vector<GuruAxis> joined(std::vector<GuruAxis> axes) {
  std::erase_if(axes, [](const GuruAxis& axis) { return axis.n == 1; });
  for (std::size_t i = axes.size(); i-- > 1;) {
    if (!is_continued(axes[i - 1], axes[i])) continue;
    axes[i - 1] = {axes[i].n * axes[i - 1].n, axes[i].in_step, axes[i].out_step};
    axes.erase(axes.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return axes;
}

/// All elements lie within what a program can have: no sum of distances overflows.
bool fits(const GuruRequest& request) {
  double bytes = 16;
  double in = 16;
  double out = 16;
  for (const auto* axes : {&request.axes, &request.batches})
    for (const GuruAxis& axis : *axes) {
      const auto n = static_cast<double>(axis.n);
      if (n < 1) return false;
      bytes *= n + 2;
      in += 16 * (n - 1) * std::abs(static_cast<double>(axis.in_step));
      out += 16 * (n - 1) * std::abs(static_cast<double>(axis.out_step));
    }
  return bytes <= kMostBytes && in <= kMostBytes && out <= kMostBytes;
}

Layout layout_of(const GuruRequest& request, const GuruAxis& batch) {
  Layout layout;
  layout.shape = {.batch = batch.n, .kind = request.kind, .number = request.number};
  layout.in.distance = batch.in_step;
  layout.out.distance = batch.out_step;
  const std::size_t first = 3 - request.axes.size();
  for (std::size_t i = 0; i < request.axes.size(); ++i) {
    layout.shape.n[first + i] = request.axes[i].n;
    layout.in.step[first + i] = request.axes[i].in_step;
    layout.out.step[first + i] = request.axes[i].out_step;
  }
  return layout;
}

bool is_of_device(const void* pointer) {
  cudaPointerAttributes attributes{};
  return cudaPointerGetAttributes(&attributes, pointer) == cudaSuccess &&
         attributes.type != cudaMemoryTypeUnregistered;
}

void* moved(void* pointer, ElementCount elements, std::size_t bytes) {
  return static_cast<char*>(pointer) + elements * static_cast<ElementCount>(bytes);
}

/// Enqueues the transforms of the loops from `loop` on.
cudaError_t run_loops(const GuruPlan& plan, std::size_t loop, const Execution& execution,
                      bool of_device) {
  if (loop == plan.loops.size()) return enqueue(nullptr, execution, of_device);
  const TransformShape& shape = plan.made->layout.shape;
  const std::size_t bytes = element_bytes(shape.number);
  const std::size_t in_bytes = bytes / (shape.kind == TransformKind::kRealToComplex ? 2 : 1);
  const std::size_t out_bytes = bytes / (shape.kind == TransformKind::kComplexToReal ? 2 : 1);
  const GuruAxis& axis = plan.loops[loop];
  for (ElementCount i = 0; i < axis.n; ++i) {
    Execution each = execution;
    each.in = moved(execution.in, i * axis.in_step, in_bytes);
    each.out = moved(execution.out, i * axis.out_step, out_bytes);
    if (const cudaError_t error = run_loops(plan, loop + 1, each, of_device); error != cudaSuccess)
      return error;
  }
  return cudaSuccess;
}

}  // namespace

extern "C" GuruPlan* riffle_cufft_make_guru_plan(const GuruRequest& request) {
  if (request.axes.empty() || request.axes.size() > 3 || !fits(request)) return nullptr;
  auto plan = std::make_unique<GuruPlan>();
  plan->loops = joined(request.batches);
  GuruAxis batch;
  if (!plan->loops.empty()) {
    const auto largest = std::ranges::max_element(plan->loops, {}, &GuruAxis::n);
    batch = *largest;
    plan->loops.erase(largest);
  }
  auto made = std::make_shared<Made>();
  made->layout = layout_of(request, batch);
  if (make(*made) != CUFFT_SUCCESS) return nullptr;
  plan->made = std::move(made);
  return plan.release();
}

extern "C" void riffle_cufft_destroy_guru_plan(GuruPlan* plan) { delete plan; }

extern "C" cudaError_t riffle_cufft_run_guru_plan(const GuruPlan& plan, void* in, void* out,
                                                  bool forward) {
  const bool of_device = is_of_device(in) && is_of_device(out);
  cudaError_t error = cudaSuccess;
  try {
    error = run_loops(plan, 0, execution(plan.made, in, out, forward), of_device);
  } catch (const std::bad_alloc&) {
    error = cudaErrorMemoryAllocation;
  }
  // What is enqueued already still writes to the program's arrays.
  const cudaError_t ended = cudaStreamSynchronize(nullptr);
  return error != cudaSuccess ? error : ended;
}

}  // namespace riffle::cufft
