// SPDX-License-Identifier: Apache-2.0
#include "libraries/cufft/plan.h"

#include <cstdint>
#include <mutex>
#include <unordered_map>

#include "libraries/cufft/element.h"

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

/// Both sides, as of complex numbers: real ones are read in pairs.
bool is_aligned(const void* pointer, Precision number) {
  return reinterpret_cast<std::uintptr_t>(pointer) % element_bytes(number) == 0;
}

bool is_direction(int direction, TransformKind kind) {
  return (direction == CUFFT_FORWARD && kind != TransformKind::kComplexToReal) ||
         (direction == CUFFT_INVERSE && kind != TransformKind::kRealToComplex);
}

/// Memory of a stream, from the work that comes next to the work that comes last.
class StreamMemory {
 public:
  StreamMemory(std::size_t bytes, cudaStream_t stream) : stream_(stream) {
    if (bytes != 0) error_ = cudaMallocAsync(&memory_, bytes, stream);
  }
  StreamMemory(const StreamMemory&) = delete;
  StreamMemory& operator=(const StreamMemory&) = delete;
  ~StreamMemory() {
    if (memory_ != nullptr) cudaFreeAsync(memory_, stream_);
  }
  [[nodiscard]] cudaError_t error() const { return error_; }
  [[nodiscard]] void* get() const { return memory_; }

 private:
  cudaStream_t stream_;
  void* memory_ = nullptr;
  cudaError_t error_ = cudaSuccess;
};

std::size_t packed_bytes(const Touched& side) {
  return static_cast<std::size_t>(side.count[0] * side.count[1] * side.count[2] * side.count[3]) *
         side.element_bytes;
}

/// A side with a callback is in memory of its own, one element after the other.
cudaError_t enqueue_with_callbacks(const Plan& plan, const Execution& wanted) {
  const TransformShape& shape = plan.made->layout.shape;
  const auto packed = Layout{.shape = shape, .in = {}, .out = {}, .is_packed = true}.sides(false);
  const bool is_double = shape.number == Precision::kDouble;
  const bool loads = plan.load.function != nullptr;
  const bool stores = plan.store.function != nullptr;
  const StreamMemory in(loads ? packed_bytes(wanted.input()) : 0, plan.stream);
  const StreamMemory out(stores ? packed_bytes(wanted.output()) : 0, plan.stream);
  for (const StreamMemory* memory : {&in, &out})
    if (memory->error() != cudaSuccess) return memory->error();
  Execution between = wanted;
  if (loads) between.in = in.get(), between.sides[0] = packed[0];
  if (stores) between.out = out.get(), between.sides[1] = packed[1];
  cudaError_t error = cudaSuccess;
  if (loads)
    error = call_load(plan.load, {shape.kind != TransformKind::kRealToComplex, is_double},
                      wanted.input(), in.get(), plan.stream);
  if (error == cudaSuccess) error = enqueue(plan.stream, between);
  if (error == cudaSuccess && stores)
    error = call_store(plan.store, {shape.kind != TransformKind::kComplexToReal, is_double},
                       wanted.output(), out.get(), plan.stream);
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

cufftResult make_plan(Plan& plan, const LayoutRequest& request, Type type) {
  if (plan.made != nullptr) return CUFFT_INVALID_PLAN;
  auto made = std::make_shared<Made>();
  if (const cufftResult result = lay_out(request, type, made->layout); result != CUFFT_SUCCESS)
    return result;
  if (const cufftResult result = make(*made); result != CUFFT_SUCCESS) return result;
  plan.made = std::move(made);
  return CUFFT_SUCCESS;
}

cufftResult execute(const Plan& plan, void* in, void* out, int direction) {
  if (plan.made == nullptr) return CUFFT_INVALID_PLAN;
  const TransformShape& shape = plan.made->layout.shape;
  if (in == nullptr || out == nullptr || !is_direction(direction, shape.kind) ||
      !is_aligned(in, shape.number) || !is_aligned(out, shape.number))
    return CUFFT_INVALID_VALUE;
  const Execution wanted = execution(plan.made, in, out, direction == CUFFT_FORWARD);
  const bool has_callbacks = plan.load.function != nullptr || plan.store.function != nullptr;
  const cudaError_t error =
      has_callbacks ? enqueue_with_callbacks(plan, wanted) : enqueue(plan.stream, wanted);
  return error == cudaSuccess ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
}

}  // namespace riffle::cufft
