// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/runtime/pipeline.h"

#include <algorithm>

#include "libraries/stream_work.h"
#include "libraries/tensorrt/runtime/context.h"

namespace riffle::tensorrt {

Pipeline::Pipeline(const Loaded& loaded) : loaded_(loaded) {
  for (const Stage& stage : loaded.stages) {
    Part& part = parts_.emplace_back();
    if (stage.plugin != nullptr)
      part.plugin = stage.plugin->for_context();
    else
      part.segment.reset(
          stage.segment->createExecutionContext(ExecutionContextAllocationStrategy::kSTATIC));
  }
}

Pipeline::~Pipeline() {
  for (const auto& [name, buffer] : buffers_) cudaFree(buffer.data);
  for (void* const memory : outgrown_) cudaFree(memory);
}

void Pipeline::set_shapes(const Step& step, Part& part) {
  if (step.plugin == nullptr) {
    for (const TensorPlan& tensor : step.segment->tensors) {
      const char* const name = tensor.name.c_str();
      if (tensor.mode == TensorIOMode::kOUTPUT)
        shapes_[tensor.name] = part.segment->getTensorShape(name);
      else if (!part.segment->setInputShape(name, shapes_.at(tensor.name)))
        throw Failure(ErrorCode::kINVALID_STATE,
                      joined("the dimensions of '", name, "' do not fit"));
    }
    return;
  }
  const PluginPlan& plan = *step.plugin;
  std::vector<Dims> dims;
  part.tensors = {};
  for (const std::string& input : plan.inputs) {
    dims.push_back(shapes_.at(input));
    part.tensors.inputs.push_back(
        {dims.back(), loaded_.types_between.at(input), TensorFormat::kLINEAR, 1});
  }
  for (std::size_t i = 0; i < plan.outputs.size(); ++i) {
    const Dims made = dims_of(plan.output_dims[i], dims);
    shapes_[plan.outputs[i]] = made;
    part.tensors.outputs.push_back({made, plan.output_types[i], TensorFormat::kLINEAR, 1});
  }
  for (const Dims& of : dims)
    if (elements_of(of) < 0)
      throw Failure(
          ErrorCode::kUNSUPPORTED_STATE,
          "the dimensions of a plugin's input depend on values, which Riffle does not support");
  part.workspace_bytes = part.plugin->prepare(part.tensors, plan);
}

const Pipeline::Shapes& Pipeline::shapes(Shapes inputs) {
  const bool is_same = !shapes_.empty() && inputs.size() == inputs_.size() &&
                       std::ranges::all_of(inputs, [&](const auto& input) {
                         const auto found = inputs_.find(input.first);
                         return found != inputs_.end() && same(found->second, input.second);
                       });
  if (is_same) return shapes_;
  shapes_ = inputs;
  for (const auto& [name, constant] : loaded_.constants) shapes_[name] = constant.dims;
  for (std::size_t i = 0; i < parts_.size(); ++i) set_shapes(loaded_.plan.steps[i], parts_[i]);
  inputs_ = std::move(inputs);
  return shapes_;
}

void* Pipeline::buffer(const std::string& name, std::size_t bytes) {
  Buffer& buffer = buffers_[name];
  if (buffer.bytes >= bytes && buffer.data != nullptr) return buffer.data;
  // A capture may be under way; the allocation must not become part of it.
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  cudaThreadExchangeStreamCaptureMode(&mode);
  void* made = nullptr;
  const cudaError_t error = cudaMalloc(&made, std::max<std::size_t>(bytes, 1));
  cudaThreadExchangeStreamCaptureMode(&mode);
  if (error != cudaSuccess)
    throw Failure(ErrorCode::kFAILED_ALLOCATION,
                  joined("no memory for '", name, "': ", cudaGetErrorString(error)));
  // A graph that was captured before may still use the smaller one.
  if (buffer.data != nullptr) outgrown_.push_back(buffer.data);
  buffer = {made, bytes};
  return made;
}

void* Pipeline::address(Addresses& addresses, const std::string& name, const Dims& dims,
                        DataType type) {
  if (const auto given = addresses.find(name); given != addresses.end()) return given->second;
  if (const auto constant = loaded_.constants.find(name); constant != loaded_.constants.end())
    return constant->second.data.get();
  const std::int64_t bytes = bytes_of(dims, type);
  if (bytes < 0)
    throw Failure(ErrorCode::kUNSUPPORTED_STATE,
                  joined("the dimensions of '", name,
                         "', between plugins, depend on values, which Riffle does not support"));
  return addresses[name] = buffer(name, static_cast<std::size_t>(bytes));
}

namespace {

/// By its name riffle trace shows it.
struct TensorRTStamp {
  std::shared_ptr<Timings> timings;
  std::size_t at;
  void operator()() const { timings->stamp(at); }
};

}  // namespace

void Pipeline::enqueue(Addresses addresses, cudaStream_t stream,
                       const std::shared_ptr<Timings>& timings, bool wants_layers) {
  const auto stamp = [&](std::size_t at) {
    if (timings != nullptr && libraries::enqueue(stream, TensorRTStamp{timings, at}) != cudaSuccess)
      throw Failure(ErrorCode::kFAILED_EXECUTION, "the profiler's times cannot be taken");
  };
  stamp(0);
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (wants_layers && parts_[i].segment != nullptr)
      static_cast<Context&>(*parts_[i].segment).time_layers({timings, i});
    enqueue_step(i, addresses, stream);
    stamp(i + 1);
  }
}

void Pipeline::enqueue_step(std::size_t i, Addresses& addresses, cudaStream_t stream) {
  const Step& step = loaded_.plan.steps[i];
  Part& part = parts_[i];
  if (step.plugin == nullptr) {
    for (const TensorPlan& tensor : step.segment->tensors)
      part.segment->setTensorAddress(
          tensor.name.c_str(),
          address(addresses, tensor.name, shapes_.at(tensor.name), tensor.type));
    if (!part.segment->enqueueV3(stream))
      throw Failure(ErrorCode::kFAILED_EXECUTION, "a segment between plugins failed");
    return;
  }
  std::vector<void*> inputs, outputs;
  for (std::size_t k = 0; k < step.plugin->inputs.size(); ++k)
    inputs.push_back(address(addresses, step.plugin->inputs[k], part.tensors.inputs[k].dims,
                             part.tensors.inputs[k].type));
  for (std::size_t k = 0; k < step.plugin->outputs.size(); ++k)
    outputs.push_back(address(addresses, step.plugin->outputs[k], part.tensors.outputs[k].dims,
                              part.tensors.outputs[k].type));
  void* const workspace = buffer(joined("workspace of step ", i), part.workspace_bytes);
  if (!part.plugin->enqueue(part.tensors, inputs.data(), outputs.data(), workspace, stream))
    throw Failure(ErrorCode::kFAILED_EXECUTION,
                  joined("plugin '", step.plugin->type, "' of layer '", step.plugin->layer,
                         "' failed to enqueue"));
}

}  // namespace riffle::tensorrt
