// SPDX-License-Identifier: Apache-2.0
// Settings of a context: profiles, shapes, addresses.
#include "libraries/tensorrt/runtime/context.h"

#include <algorithm>

#include "libraries/tensorrt/runtime/pipeline.h"
#include "libraries/tensorrt/runtime/witness.h"

namespace riffle::tensorrt {

ExecutionContext::ExecutionContext(const Engine& engine, std::shared_ptr<Loaded> loaded)
    : engine_(engine),
      loaded_(std::move(loaded)),
      log_(loaded_->log),
      slots_(loaded_->plan.tensors.size()) {
  mImpl = this;
  log_.recorder = engine.getErrorRecorder();
  this->enqueue_emits_profile = true;
  this->nvtx_verbosity = static_cast<ProfilingVerbosity>(loaded_->plan.verbosity);
  if (!loaded_->stages.empty()) pipeline_ = std::make_unique<EnginePipeline>(loaded_);
  use_profile(0);
  if (is_checked()) cudaMalloc(reinterpret_cast<void**>(&word_), sizeof(*word_));
}

ExecutionContext::~ExecutionContext() {
  if (word_ != nullptr) cudaFree(word_);
}

int ExecutionContext::place(char const* name, char const* function) const noexcept {
  const int at = loaded_->find(name);
  if (at < 0)
    log_.error(ErrorCode::kINVALID_ARGUMENT, "IExecutionContext::", function,
               ": the engine has no input or output named '", name == nullptr ? "" : name, "'");
  return at;
}

void ExecutionContext::use_profile(int32_t profile) {
  profile_ = profile;
  for (const int at : loaded_->inputs) slot(at).dims = plan(at).dims;
  forget();
}

bool ExecutionContext::setOptimizationProfileAsync(int32_t profile, cudaStream_t) noexcept {
  if (profile < 0 || profile >= static_cast<int32_t>(loaded_->plan.profiles.size())) {
    log_.error(ErrorCode::kINVALID_ARGUMENT,
               "IExecutionContext::setOptimizationProfileAsync: expected a profile below ",
               static_cast<int32_t>(loaded_->plan.profiles.size()), ", got ", profile);
    return false;
  }
  if (profile != profile_) use_profile(profile);
  return true;
}

bool ExecutionContext::has_unset_inputs() const {
  return std::ranges::any_of(loaded_->inputs,
                             [&](int at) { return elements_of(slot(at).dims) < 0; });
}

bool ExecutionContext::allInputDimensionsSpecified() const noexcept { return !has_unset_inputs(); }

bool ExecutionContext::setInputShape(char const* name, Dims const& dims) noexcept {
  const int at = place(name, "setInputShape");
  if (at < 0) return false;
  return guarded(log_, "IExecutionContext::setInputShape", [&] {
    const auto fail = [&](const std::string& why) -> bool {
      throw Failure(ErrorCode::kINVALID_ARGUMENT, joined("input '", name, "': ", why));
    };
    const TensorPlan& tensor = plan(at);
    if (tensor.mode != TensorIOMode::kINPUT) return fail("it is an output");
    if (dims.nbDims != tensor.dims.nbDims)
      return fail(joined("expected ", tensor.dims.nbDims, " dimensions, got ", dims.nbDims));
    const Range* const range =
        loaded_->plan.profiles[static_cast<std::size_t>(profile_)].find(tensor.name);
    for (int i = 0; i < dims.nbDims; ++i) {
      const std::int64_t fixed = tensor.dims.d[i];
      if (fixed >= 0 && dims.d[i] != fixed)
        return fail(joined("dimension ", i, " is ", fixed, " in the engine, got ", dims.d[i]));
      const bool is_outside = fixed < 0 && range != nullptr &&
                              (dims.d[i] < range->min.d[i] || dims.d[i] > range->max.d[i]);
      if (dims.d[i] < 0 || is_outside)
        return fail(joined("got ", text_of(dims), ", but profile ", profile_, " has ",
                           range == nullptr ? "no dimensions for this input"
                                            : text_of(range->min) + " to " + text_of(range->max)));
    }
    if (bytes_of(dims, tensor.type) == kCountless)
      return fail(joined("got ", text_of(dims), ", which are more elements than can be counted"));
    if (!same(slot(at).dims, dims)) forget();
    slot(at).dims = dims;
    return true;
  });
}

Dims ExecutionContext::getTensorShape(char const* name) const noexcept {
  const int at = place(name, "getTensorShape");
  if (at < 0) return Dims{-1, {}};
  if (plan(at).mode == TensorIOMode::kINPUT) return slot(at).dims;
  const std::vector<Dims> all =
      guarded(log_, "IExecutionContext::getTensorShape", [&] { return output_dims(); });
  const auto found =
      static_cast<std::size_t>(std::ranges::find(loaded_->outputs, at) - loaded_->outputs.begin());
  return found < all.size() ? all[found] : Dims{-1, {}};
}

Dims ExecutionContext::getTensorStrides(char const* name) const noexcept {
  Dims dims = getTensorShape(name);
  std::int64_t stride = 1;
  for (int i = dims.nbDims - 1; i >= 0; --i) {
    const std::int64_t extent = dims.d[i];
    dims.d[i] = stride;
    stride = extent < 0 || stride < 0 ? -1 : stride * extent;
  }
  return dims;
}

bool ExecutionContext::setTensorAddress(char const* name, void* data) noexcept {
  const int at = place(name, "setTensorAddress");
  if (at < 0) return false;
  if (slot(at).address == data && !plan(at).is_shape) return true;
  slot(at).address = data;
  // The outputs keep their dimensions, unless these are what the memory holds.
  bindings_.reset();
  if (plan(at).is_shape) output_dims_.reset();
  return true;
}
void ExecutionContext::set_place(std::size_t tensor, void* data, IOutputAllocator* allocator) {
  Slot& place = slots_[tensor];
  if (place.address == data && place.allocator == allocator) return;
  place.address = data;
  place.allocator = allocator;
  bindings_.reset();
}

void const* ExecutionContext::getTensorAddress(char const* name) const noexcept {
  const int at = place(name, "getTensorAddress");
  return at < 0 ? nullptr : slot(at).address;
}

bool ExecutionContext::setInputTensorAddress(char const* name, void const* data) noexcept {
  const int at = place(name, "setInputTensorAddress");
  if (at < 0) return false;
  if (plan(at).mode != TensorIOMode::kINPUT) {
    log_.error(ErrorCode::kINVALID_ARGUMENT, "IExecutionContext::setInputTensorAddress: '", name,
               "' is an output");
    return false;
  }
  return setTensorAddress(name, const_cast<void*>(data));
}

bool ExecutionContext::setOutputTensorAddress(char const* name, void* data) noexcept {
  const int at = place(name, "setOutputTensorAddress");
  if (at < 0) return false;
  if (plan(at).mode != TensorIOMode::kOUTPUT) {
    log_.error(ErrorCode::kINVALID_ARGUMENT, "IExecutionContext::setOutputTensorAddress: '", name,
               "' is an input");
    return false;
  }
  return setTensorAddress(name, data);
}
void* ExecutionContext::getOutputTensorAddress(char const* name) const noexcept {
  const int at = place(name, "getOutputTensorAddress");
  return at < 0 || plan(at).mode != TensorIOMode::kOUTPUT ? nullptr : slot(at).address;
}

bool ExecutionContext::setOutputAllocator(char const* name, IOutputAllocator* allocator) noexcept {
  const int at = place(name, "setOutputAllocator");
  if (at < 0) return false;
  if (plan(at).mode != TensorIOMode::kOUTPUT) {
    log_.error(ErrorCode::kINVALID_ARGUMENT, "IExecutionContext::setOutputAllocator: '", name,
               "' is an input");
    return false;
  }
  slot(at).allocator = allocator;
  bindings_.reset();
  return true;
}
IOutputAllocator* ExecutionContext::getOutputAllocator(char const* name) noexcept {
  const int at = place(name, "getOutputAllocator");
  return at < 0 ? nullptr : slot(at).allocator;
}

int64_t ExecutionContext::getMaxOutputSize(char const* name) const noexcept {
  const int at = place(name, "getMaxOutputSize");
  if (at < 0 || plan(at).mode != TensorIOMode::kOUTPUT) return -1;
  return bytes_of(getTensorShape(name), plan(at).type);
}

int32_t ExecutionContext::inferShapes(int32_t max_names, char const** names) noexcept {
  int32_t missing = 0;
  for (const int at : loaded_->inputs) {
    const bool is_set =
        elements_of(slot(at).dims) >= 0 && (!plan(at).is_shape || slot(at).address != nullptr);
    if (is_set) continue;
    if (missing < max_names && names != nullptr) names[missing] = plan(at).name.c_str();
    ++missing;
  }
  if (missing != 0) return missing;
  output_dims_.reset();
  const bool is_found = guarded(log_, "IExecutionContext::inferShapes", [&] {
    static_cast<void>(output_dims());
    return true;
  });
  return is_found ? 0 : -1;
}

bool ExecutionContext::setInputConsumedEvent(cudaEvent_t event) noexcept {
  consumed_ = event;
  return true;
}

bool ExecutionContext::setDebugListener(IDebugListener* listener) noexcept {
  if (listener == nullptr) return true;
  log_.refuse("IExecutionContext::setDebugListener");
  return false;
}
bool ExecutionContext::setTensorDebugState(char const* name, bool) noexcept {
  log_.error(ErrorCode::kINVALID_ARGUMENT, "IExecutionContext::setTensorDebugState: '",
             name == nullptr ? "" : name, "' is not marked for debugging");
  return false;
}
bool ExecutionContext::setUnfusedTensorsDebugState(bool flag) noexcept {
  if (flag) log_.refuse("IExecutionContext::setUnfusedTensorsDebugState");
  return !flag;
}

}  // namespace riffle::tensorrt
