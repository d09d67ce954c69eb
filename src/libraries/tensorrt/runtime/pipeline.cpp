// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/runtime/pipeline.h"

#include <algorithm>
#include <functional>
#include <mutex>
#include <utility>

#include "libraries/stream_work.h"
#include "libraries/tensorrt/runtime/context.h"

namespace riffle::tensorrt {
namespace {

/// Has the memory of a segment's output whose size depends on values.
class Destination final : public IOutputAllocator {
 public:
  using Allocate = std::function<void*(std::size_t bytes)>;
  Destination(Dims& dims, Allocate allocate) : dims_(dims), allocate_(std::move(allocate)) {}
  void* reallocateOutputAsync(char const*, void*, uint64_t size, uint64_t,
                              cudaStream_t) noexcept override {
    return allocate_(size);
  }
  void notifyShape(char const*, Dims const& dims) noexcept override { dims_ = dims; }

 private:
  Dims& dims_;
  Allocate allocate_;
};

/// By its name riffle trace shows it.
struct TensorRTStamp {
  std::shared_ptr<Timings> timings;
  std::size_t at;
  void operator()() const { timings->stamp(at); }
};

bool is_unknown(const Dims& dims) { return elements_of(dims) < 0; }

void check_cuda(cudaError_t error, const char* what) {
  if (error != cudaSuccess)
    throw Failure(ErrorCode::kFAILED_EXECUTION, joined(what, ": ", cudaGetErrorString(error)));
}

}  // namespace

struct EnginePipeline::Work {
  explicit Work(std::shared_ptr<const Loaded> of)
      : loaded(std::move(of)), buffers(loaded->values.size()) {}
  Work(const Work&) = delete;
  ~Work() {
    const DeviceMemory& device = loaded->device;
    for (const Part& part : parts) device.free(part.workspace.data);
    for (const Buffer& of_value : buffers) device.free(of_value.data);
    for (void* const memory : outgrown) device.free(memory);
  }

  std::shared_ptr<const Loaded> loaded;  // whose constants plugins read
  std::vector<Part> parts;
  std::vector<Buffer> buffers;  ///< of values
  std::vector<void*> outgrown;  ///< which work that was enqueued before may use
};

/// What one graph keeps. The last to use it may be the thread that runs the graph, where neither memory can be freed nor a plugin
/// may end: it waits in a list until a program calls again.
struct EnginePipeline::Kept {
  std::shared_ptr<Work> work;
  Kept* next = nullptr;

  inline static std::mutex mutex;
  inline static Kept* retired = nullptr;
};

void EnginePipeline::retire(void* kept) {
  auto* const given = static_cast<Kept*>(kept);
  const std::lock_guard lock(Kept::mutex);
  given->next = std::exchange(Kept::retired, given);
}

void EnginePipeline::end_retired() {
  Kept* kept = nullptr;
  {
    const std::lock_guard lock(Kept::mutex);
    kept = std::exchange(Kept::retired, nullptr);
  }
  while (kept != nullptr) {
    const std::unique_ptr<Kept> owned(kept);
    kept = owned->next;
  }
}

EnginePipeline::EnginePipeline(std::shared_ptr<const Loaded> loaded)
    : loaded_(std::move(loaded)), work_(std::make_shared<Work>(loaded_)) {
  end_retired();
  for (const PipelineStage& stage : loaded_->stages) {
    Part& part = work_->parts.emplace_back();
    if (stage.plugin != nullptr)
      part.plugin = stage.plugin->for_context();
    else
      part.segment.reset(
          stage.segment->createExecutionContext(ExecutionContextAllocationStrategy::kSTATIC));
  }
}

EnginePipeline::~EnginePipeline() { end_retired(); }

void EnginePipeline::set_plugin_shapes(std::size_t i, std::vector<Dims>& shapes) {
  const PluginPlan& plan = *loaded_->plan.steps[i].plugin;
  const std::vector<std::size_t>& values = loaded_->stages[i].values;
  Part& part = work_->parts[i];
  const std::size_t in = plan.inputs.size();
  std::vector<Dims> inputs;
  bool is_new = !part.is_prepared;
  const auto describe = [&](std::vector<PluginTensorDesc>& descs, std::size_t at,
                            std::size_t value) {
    if (descs.size() <= at) descs.resize(at + 1);
    PluginTensorDesc& desc = descs[at];
    is_new = is_new || !same(desc.dims, shapes[value]);
    desc = {shapes[value], loaded_->values[value].type, TensorFormat::kLINEAR, 1};
  };
  for (std::size_t k = 0; k < in; ++k) {
    inputs.push_back(shapes[values[k]]);
    describe(part.tensors.inputs, k, values[k]);
  }
  for (std::size_t k = 0; k < plan.outputs.size(); ++k) {
    shapes[values[in + k]] = dims_of(plan.output_dims[k], {inputs});
    describe(part.tensors.outputs, k, values[in + k]);
  }
  if (!is_new || std::ranges::any_of(inputs, is_unknown)) return;
  part.is_prepared = false;
  part.workspace_bytes = part.plugin->prepare(part.tensors, plan);
  part.is_prepared = true;
}

void EnginePipeline::set_shapes(std::size_t i, std::vector<Dims>& shapes) {
  const PlanStep& step = loaded_->plan.steps[i];
  if (step.plugin != nullptr) return set_plugin_shapes(i, shapes);
  const std::vector<std::size_t>& values = loaded_->stages[i].values;
  const auto& tensors = step.segment->tensors;
  IExecutionContext& segment = *work_->parts[i].segment;
  bool is_known = true;
  for (std::size_t k = 0; k < tensors.size(); ++k) {
    const char* const name = tensors[k].name.c_str();
    Dims& dims = shapes[values[k]];
    if (tensors[k].mode == TensorIOMode::kOUTPUT) {
      dims = is_known ? segment.getTensorShape(name) : tensors[k].dims;
      continue;
    }
    if (is_unknown(dims))
      is_known = false;
    else if (!segment.setInputShape(name, dims))
      throw Failure(ErrorCode::kINVALID_STATE, joined("the dimensions of '", name, "' do not fit"));
  }
}

const std::vector<Dims>& EnginePipeline::shapes(const std::vector<Dims>& inputs) {
  if (!shapes_.empty() && std::ranges::equal(inputs, inputs_, same)) return shapes_;
  std::vector<Dims> shapes(loaded_->values.size(), Dims{-1, {}});
  for (std::size_t i = 0; i < shapes.size(); ++i)
    if (loaded_->values[i].constant.data != nullptr) shapes[i] = loaded_->values[i].constant.dims;
  for (std::size_t i = 0; i < inputs.size(); ++i)
    shapes[loaded_->tensor_values[static_cast<std::size_t>(loaded_->inputs[i])]] = inputs[i];
  shapes_.clear();
  for (std::size_t i = 0; i < work_->parts.size(); ++i) set_shapes(i, shapes);
  inputs_ = inputs;
  return shapes_ = std::move(shapes);
}

void* EnginePipeline::buffer(Buffer& buffer, std::size_t bytes, const std::string& name) {
  if (buffer.bytes >= bytes && buffer.data != nullptr) return buffer.data;
  void* const made = loaded_->device.allocate(bytes, joined("'", name, "'"), allocates_in_);
  if (buffer.data != nullptr) work_->outgrown.push_back(buffer.data);
  buffer = {made, bytes};
  return made;
}

void* EnginePipeline::place(std::size_t value, const Dims& dims) {
  if (addresses_[value] != nullptr) return addresses_[value];
  const Loaded::Value& of = loaded_->values[value];
  if (of.constant.data != nullptr) return of.constant.data.get();
  const std::int64_t bytes = bytes_of(dims, of.type);
  if (bytes < 0)
    throw Failure(ErrorCode::kINVALID_STATE,
                  joined("no step has told the dimensions of '", of.name, "'"));
  return addresses_[value] =
             buffer(work_->buffers[value], static_cast<std::size_t>(bytes), of.name);
}

bool EnginePipeline::keep_for_capture(cudaStream_t stream) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  cudaGraph_t graph = nullptr;
  check_cuda(cudaStreamGetCaptureInfo(stream, &status, nullptr, &graph, nullptr, nullptr, nullptr),
             "cudaStreamGetCaptureInfo");
  if (status != cudaStreamCaptureStatusActive) return false;
  if (std::ranges::any_of(shapes_, is_unknown))
    throw Failure(ErrorCode::kUNSUPPORTED_STATE,
                  "the dimensions of a tensor depend on values: a capture cannot know them");
  auto kept = std::make_unique<Kept>(work_);
  check_cuda(libraries::detail::keep_with(graph, kept.release(), retire),
             "cudaGraphRetainUserObject");
  return true;
}

void EnginePipeline::enqueue(std::span<void* const> addresses, cudaStream_t stream,
                             const std::shared_ptr<Timings>& timings, bool wants_layers) {
  end_retired();
  // What is allocated now outlives the graph of a capture.
  allocates_in_ = keep_for_capture(stream) ? nullptr : stream;
  now_ = shapes_;
  const bool has_unknown = std::ranges::any_of(now_, is_unknown);
  addresses_.assign(loaded_->values.size(), nullptr);
  for (std::size_t i = 0; i < addresses.size(); ++i)
    addresses_[loaded_->tensor_values[i]] = addresses[i];
  destinations_.clear();
  const auto stamp = [&](std::size_t at) {
    if (timings != nullptr)
      check_cuda(libraries::enqueue(stream, TensorRTStamp{timings, at}), "enqueue");
  };
  stamp(0);
  for (std::size_t i = 0; i < work_->parts.size(); ++i) {
    if (has_unknown) set_shapes(i, now_);
    Part& part = work_->parts[i];
    if (wants_layers && part.segment != nullptr)
      static_cast<ExecutionContext&>(*part.segment).time_layers({timings, i});
    if (part.segment != nullptr)
      enqueue_segment(i, stream);
    else
      enqueue_plugin(i, stream);
    stamp(i + 1);
  }
}

void EnginePipeline::enqueue_segment(std::size_t i, cudaStream_t stream) {
  const std::vector<std::size_t>& values = loaded_->stages[i].values;
  const auto& tensors = loaded_->plan.steps[i].segment->tensors;
  auto& segment = static_cast<ExecutionContext&>(*work_->parts[i].segment);
  for (std::size_t k = 0; k < tensors.size(); ++k) {
    const std::size_t value = values[k];
    const bool is_output = tensors[k].mode == TensorIOMode::kOUTPUT;
    if (!is_output || !is_unknown(now_[value])) {
      segment.set_place(k, place(value, now_[value]), nullptr);
      continue;
    }
    destinations_.push_back(
        std::make_unique<Destination>(now_[value], [this, value](std::size_t bytes) {
          return guarded(loaded_->log, "IExecutionContext::enqueueV3", [&] {
            return addresses_[value] =
                       buffer(work_->buffers[value], bytes, loaded_->values[value].name);
          });
        }));
    segment.set_place(k, nullptr, destinations_.back().get());
  }
  if (!segment.enqueueV3(stream))
    throw Failure(ErrorCode::kFAILED_EXECUTION, "a segment between plugins failed");
}

void EnginePipeline::enqueue_plugin(std::size_t i, cudaStream_t stream) {
  const PluginPlan& plan = *loaded_->plan.steps[i].plugin;
  const std::vector<std::size_t>& values = loaded_->stages[i].values;
  Part& part = work_->parts[i];
  std::vector<Dims> inputs;
  read_.clear();
  made_.clear();
  for (std::size_t k = 0; k < plan.inputs.size(); ++k)
    read_.push_back(place(values[k], now_[values[k]]));
  bool has_sizes = false;
  for (std::size_t k = 0; k < plan.outputs.size(); ++k) {
    const std::size_t value = values[plan.inputs.size() + k];
    Dims dims = now_[value];
    if (is_unknown(dims)) {
      has_sizes = true;
      if (inputs.empty())
        for (const PluginTensorDesc& desc : part.tensors.inputs) inputs.push_back(desc.dims);
      dims = dims_of(plan.output_dims[k], {inputs, {}, true});
    }
    made_.push_back(place(value, dims));
  }
  void* const workspace = buffer(part.workspace, part.workspace_bytes, "the workspace of a plugin");
  if (!part.plugin->enqueue(part.tensors, read_.data(), made_.data(), workspace, stream))
    throw Failure(ErrorCode::kFAILED_EXECUTION,
                  joined("plugin '", plan.type, "' of layer '", plan.layer, "' failed to enqueue"));
  if (has_sizes) read_sizes(i, stream);
}

/// The plugin has told the sizes when the stream has come to its end.
void EnginePipeline::read_sizes(std::size_t i, cudaStream_t stream) {
  const PluginPlan& plan = *loaded_->plan.steps[i].plugin;
  const std::vector<std::size_t>& values = loaded_->stages[i].values;
  check_cuda(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
  std::vector<Dims> inputs;
  for (const PluginTensorDesc& desc : work_->parts[i].tensors.inputs) inputs.push_back(desc.dims);
  Known known{inputs, std::vector<std::optional<std::int64_t>>(plan.outputs.size())};
  for (const auto& dims : plan.output_dims)
    for (const std::string& text : dims) {
      const auto at = static_cast<std::size_t>(size_output_of(text));
      if (at >= made_.size() || known.sizes[at]) continue;
      const bool is_wide = plan.output_types[at] == DataType::kINT64;
      std::int64_t wide = 0;
      std::int32_t narrow = 0;
      check_cuda(is_wide ? cudaMemcpy(&wide, made_[at], sizeof wide, cudaMemcpyDefault)
                         : cudaMemcpy(&narrow, made_[at], sizeof narrow, cudaMemcpyDefault),
                 "cudaMemcpy");
      known.sizes[at] = is_wide ? wide : narrow;
    }
  for (std::size_t k = 0; k < plan.outputs.size(); ++k) {
    const Dims dims = dims_of(plan.output_dims[k], known);
    const Dims most = dims_of(plan.output_dims[k], {inputs, {}, true});
    bool fits = !is_unknown(dims) && dims.nbDims == most.nbDims;
    for (int d = 0; fits && d < dims.nbDims; ++d) fits = dims.d[d] <= most.d[d];
    if (!fits)
      throw Failure(
          ErrorCode::kFAILED_EXECUTION,
          joined("plugin '", plan.type, "' of layer '", plan.layer, "' made ", text_of(dims),
                 " of output ", k, ", at most ", text_of(most), " were declared"));
    now_[values[plan.inputs.size() + k]] = dims;
  }
}

}  // namespace riffle::tensorrt
