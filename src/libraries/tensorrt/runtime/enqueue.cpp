// SPDX-License-Identifier: Apache-2.0
// How a context is put into a stream: as one operation, which computes when the stream gets there.
#include <algorithm>
#include <utility>

#include "libraries/stream_work.h"
#include "libraries/tensorrt/runtime/context.h"
#include "libraries/tensorrt/runtime/memory.h"
#include "libraries/tensorrt/runtime/pipeline.h"
#include "libraries/tensorrt/runtime/witness.h"

namespace riffle::tensorrt {
namespace {

void check_cuda(cudaError_t error, const char* what) {
  if (error != cudaSuccess)
    throw Failure(ErrorCode::kFAILED_EXECUTION, joined(what, ": ", cudaGetErrorString(error)));
}

/// What an inference whose outputs are not all known leaves behind.
struct Results {
  std::vector<ort::Value*> values;
  bool is_done = false;

  Results() = default;
  Results(const Results&) = delete;
  ~Results() {
    for (ort::Value* const value : values) ort::Owned<ort::Value>{value};
  }
};

/// By its name riffle trace shows it.
struct TensorRTInference {
  Log log;
  std::shared_ptr<const Bindings> bound;
  std::shared_ptr<Timings> timings;  ///< where a profiler is set
  std::shared_ptr<Results> results;  ///< where sizes are not known
  TimedPart layers;                  ///< where a profiler wants those of layers

  void operator()() const {
    const ort::InferenceInFlight now;
    if (!now) return;
    if (timings != nullptr) timings->stamp(0);
    guarded(log, "IExecutionContext::enqueueV3", [&] {
      try {
        compute();
      } catch (const std::exception&) {
        if (!ort::is_process_ending()) throw;
      }
      return true;
    });
    if (timings != nullptr) timings->stamp(1);
  }

  void compute() const {
    Loaded& loaded = *bound->loaded;
    std::vector<ort::Value*> values = bound->outputs;
    if (layers.timings != nullptr)
      layers.timings->set_layers(layers.number, loaded.run_profiled(bound->inputs, values));
    else
      loaded.run(bound->inputs, values);
    if (results != nullptr) take(values);
  }

  void take(const std::vector<ort::Value*>& values) const {
    results->values.resize(values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
      if (bound->outputs[i] == nullptr) results->values[i] = values[i];
    results->is_done = true;
  }
};

bool is_capturing(cudaStream_t stream) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  check_cuda(cudaStreamIsCapturing(stream, &status), "cudaStreamIsCapturing");
  return status != cudaStreamCaptureStatusNone;
}

/// What memory an allocator of outputs is asked for.
constexpr std::uint64_t kAlignment = 256;

}  // namespace

void ExecutionContext::bind_inputs(Bindings& bound) const {
  for (const int at : loaded_->inputs) {
    const Slot& input = slot(at);
    if (elements_of(input.dims) < 0)
      throw Failure(ErrorCode::kINVALID_STATE,
                    joined("input '", plan(at).name, "' has dimensions ", text_of(input.dims),
                           ": set them with setInputShape"));
    if (input.address == nullptr && elements_of(input.dims) > 0)
      throw Failure(
          ErrorCode::kINVALID_STATE,
          joined("input '", plan(at).name, "' has no address: set it with setTensorAddress"));
    bound.values.push_back(ort::tensor_at(input.address, input.dims, plan(at).type));
    bound.inputs.push_back(bound.values.back().get());
    bound.places.push_back(
        {input.address, static_cast<std::size_t>(bytes_of(input.dims, plan(at).type))});
  }
}

void* ExecutionContext::destination(int at, const Dims& dims, std::size_t bytes,
                                    cudaStream_t stream) {
  Slot& output = slot(at);
  if (output.allocator == nullptr) return output.address;
  const char* const name = plan(at).name.c_str();
  void* const memory = output.allocator->reallocateOutputAsync(
      name, output.address, std::max<std::uint64_t>(bytes, 1), kAlignment, stream);
  if (memory == nullptr)
    throw Failure(ErrorCode::kFAILED_ALLOCATION,
                  joined("the allocator of output '", name, "' returned no memory"));
  output.address = memory;
  output.allocator->notifyShape(name, dims);
  return memory;
}

void ExecutionContext::bind_outputs(Bindings& bound, cudaStream_t stream) {
  const std::vector<Dims> all = output_dims();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const int at = loaded_->outputs[i];
    if (slot(at).allocator == nullptr && slot(at).address == nullptr && elements_of(all[i]) != 0)
      throw Failure(ErrorCode::kINVALID_STATE,
                    joined("output '", plan(at).name,
                           "' has no address: set it with setTensorAddress or setOutputAllocator"));
    const std::int64_t bytes = bytes_of(all[i], plan(at).type);
    if (bytes < 0) {
      bound.outputs.push_back(nullptr);
      bound.places.push_back({nullptr, 0});
      bound.has_unknown_outputs = true;
      continue;
    }
    check_countable(joined("output '", plan(at).name, "'"), all[i]);
    void* const memory = destination(at, all[i], static_cast<std::size_t>(bytes), stream);
    bound.values.push_back(ort::tensor_at(memory, all[i], plan(at).type));
    bound.outputs.push_back(bound.values.back().get());
    bound.places.push_back({memory, static_cast<std::size_t>(bytes)});
  }
}

/// A stray address, or memory that is too small, is refused here; while the inference runs nothing could be said about it any more.
void ExecutionContext::check_place(int at, const Bindings::Place& place, bool is_capturing) const {
  const std::string why = why_not_memory(place.data, place.bytes, is_capturing);
  if (!why.empty())
    throw Failure(ErrorCode::kINVALID_ARGUMENT,
                  joined(plan(at).mode == TensorIOMode::kINPUT ? "input '" : "output '",
                         plan(at).name, "': ", why));
}

void ExecutionContext::check_places(const Bindings& bound, cudaStream_t stream) const {
  const bool captures = is_capturing(stream);
  const std::size_t inputs = bound.inputs.size();
  for (std::size_t i = 0; i < bound.places.size(); ++i)
    check_place(i < inputs ? loaded_->inputs[i] : loaded_->outputs[i - inputs], bound.places[i],
                captures);
}

std::shared_ptr<const Bindings> ExecutionContext::bind(cudaStream_t stream) {
  if (bindings_ != nullptr) {
    check_places(*bindings_, stream);  // there may be other memory since
    return bindings_;
  }
  auto bound = std::make_shared<Bindings>();
  bound->loaded = loaded_;
  const bool has_allocators =
      std::ranges::any_of(loaded_->outputs, [&](int at) { return slot(at).allocator != nullptr; });
  const bool has_shapes =
      std::ranges::any_of(loaded_->inputs, [&](int at) { return plan(at).is_shape; });
  if (has_shapes) output_dims_.reset();
  bind_inputs(*bound);
  bind_outputs(*bound, stream);
  check_places(*bound, stream);
  // Allocators are asked each time, and dimensions in memory may be others the next time.
  if (!has_allocators && !has_shapes) bindings_ = bound;
  return bound;
}

void ExecutionContext::witness(const Bindings& bound, cudaStream_t stream) const {
  for (std::size_t i = 0; i < bound.places.size(); ++i) {
    const auto [data, bytes] = bound.places[i];
    // Inputs that hold dimensions are in memory of the host.
    if (i < bound.inputs.size() && plan(loaded_->inputs[i]).is_shape) continue;
    check_cuda(i < bound.inputs.size() ? witness_reads(data, bytes, stream)
                                       : witness_writes(data, bytes, stream),
               "enqueue");
  }
  if (word_ != nullptr) check_cuda(witness_context(word_, stream), "enqueue");
}

std::shared_ptr<Timings> ExecutionContext::timings_to_take() {
  if (this->profiler == nullptr) return nullptr;
  std::vector<std::string> parts;
  parts.reserve(loaded_->plan.steps.size());
  for (const PlanStep& step : loaded_->plan.steps) parts.push_back(step.name());
  const std::string& name = loaded_->plan.name;
  if (parts.empty()) parts.push_back(name.empty() ? "network" : name);
  return timings_ = std::make_shared<Timings>(std::move(parts));
}

bool ExecutionContext::wants_layers() const {
  return this->profiler != nullptr &&
         loaded_->plan.verbosity == static_cast<int>(ProfilingVerbosity::kDETAILED);
}

void ExecutionContext::report(const Timings& timings) const {
  timings.each([&](const std::string& part, float ms) {
    this->profiler->reportLayerTime(part.c_str(), ms);
  });
}

void ExecutionContext::report_if_wanted(cudaStream_t stream) const {
  if (this->profiler == nullptr || !this->enqueue_emits_profile || is_capturing(stream)) return;
  check_cuda(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
  report(*timings_);
}

bool ExecutionContext::reportToProfiler() const noexcept {
  if (this->profiler == nullptr || timings_ == nullptr) return false;
  report(*timings_);
  return true;
}

/// Copies an output, whose size was not known, to where the program wants it.
void ExecutionContext::deliver(int at, const Dims& dims, const void* data, cudaStream_t stream) {
  const auto bytes = static_cast<std::size_t>(bytes_of(dims, plan(at).type));
  void* const memory = destination(at, dims, bytes, stream);
  check_place(at, {memory, bytes}, false);
  check_cuda(cudaMemcpyAsync(memory, data, bytes, cudaMemcpyDefault, stream), "cudaMemcpyAsync");
}

void ExecutionContext::enqueue_and_deliver(const std::shared_ptr<const Bindings>& bound,
                                           cudaStream_t stream) {
  if (is_capturing(stream))
    throw Failure(ErrorCode::kUNSUPPORTED_STATE,
                  "the dimensions of an output depend on values: a capture cannot know them");
  auto results = std::make_shared<Results>();
  check_cuda(
      libraries::enqueue(stream, TensorRTInference{log_, bound, timings_to_take(), results, {}}),
      "enqueue");
  check_cuda(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
  if (!results->is_done) throw Failure(ErrorCode::kFAILED_EXECUTION, "the inference failed");
  for (std::size_t i = 0; i < results->values.size(); ++i) {
    ort::Value* const value = results->values[i];
    if (value == nullptr) continue;
    void* data = nullptr;
    ort::check(ort::library().api.tensor_data(value, &data));
    deliver(loaded_->outputs[i], ort::shape_of(value), data, stream);
  }
  check_cuda(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
}

void ExecutionContext::enqueue_pipeline(cudaStream_t stream) {
  // To bind checks that all is set, and asks allocators of outputs for memory.
  const std::shared_ptr<const Bindings> bound = bind(stream);
  if (word_ != nullptr) check_cuda(witness_context(word_, stream), "enqueue");
  std::vector<void*> addresses(slots_.size());
  std::size_t i = 0;
  for (const auto* const places : {&loaded_->inputs, &loaded_->outputs})
    for (const int at : *places) addresses[static_cast<std::size_t>(at)] = bound->places[i++].data;
  pipeline_->enqueue(addresses, stream, timings_to_take(), wants_layers());
  if (bound->has_unknown_outputs) {
    for (std::size_t k = 0; k < loaded_->outputs.size(); ++k)
      if (bound->outputs[k] == nullptr) {
        const int at = loaded_->outputs[k];
        const auto tensor = static_cast<std::size_t>(at);
        deliver(at, pipeline_->dims(tensor), pipeline_->address(tensor), stream);
      }
    check_cuda(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
  }
  if (consumed_ != nullptr) check_cuda(cudaEventRecord(consumed_, stream), "cudaEventRecord");
  report_if_wanted(stream);
}

void ExecutionContext::enqueue(cudaStream_t stream) {
  if (ort::is_process_ending()) throw Failure(ErrorCode::kINVALID_STATE, "the process ends");
  if (pipeline_ != nullptr) return enqueue_pipeline(stream);
  loaded_->require_weights();
  const std::shared_ptr<const Bindings> bound = bind(stream);
  if (is_checked()) witness(*bound, stream);
  if (bound->has_unknown_outputs) {
    enqueue_and_deliver(bound, stream);
  } else {
    const std::shared_ptr<Timings> timings = timings_to_take();
    const TimedPart layers =
        wants_layers() ? TimedPart{timings, 0} : std::exchange(timed_part_, {});
    check_cuda(libraries::enqueue(stream, TensorRTInference{log_, bound, timings, nullptr, layers}),
               "enqueue");
  }
  if (consumed_ != nullptr) check_cuda(cudaEventRecord(consumed_, stream), "cudaEventRecord");
  report_if_wanted(stream);
}

bool ExecutionContext::enqueueV3(cudaStream_t stream) noexcept {
  return guarded(log_, "IExecutionContext::enqueueV3", [&] {
    enqueue(stream);
    return true;
  });
}

bool ExecutionContext::executeV2(void* const* bindings) noexcept {
  return guarded(log_, "IExecutionContext::executeV2", [&] {
    if (bindings == nullptr) throw Failure(ErrorCode::kINVALID_ARGUMENT, "the bindings are null");
    for (std::size_t i = 0; i < slots_.size(); ++i)
      setTensorAddress(loaded_->plan.tensors[i].name.c_str(), bindings[i]);
    enqueue(nullptr);
    check_cuda(cudaStreamSynchronize(nullptr), "cudaStreamSynchronize");
    return true;
  });
}

}  // namespace riffle::tensorrt
