// SPDX-License-Identifier: Apache-2.0
// The dimensions of a context's outputs. Most follow from names of dimensions that inputs and outputs share. Where they do
// not, the engine computes once, with zeros, for each set of dimensions: what depends on values alone stays unknown.
#include <algorithm>
#include <cstring>

#include "libraries/tensorrt/runtime/context.h"
#include "libraries/tensorrt/runtime/pipeline.h"

namespace riffle::tensorrt {
namespace {

/// The values of an input that holds dimensions; programs have it in memory of the host.
std::vector<std::int64_t> values_of(const void* address, const Dims& dims, DataType type) {
  std::vector<std::int64_t> values(static_cast<std::size_t>(elements_of(dims)));
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = type == DataType::kINT64 ? static_cast<const std::int64_t*>(address)[i]
                                         : static_cast<const std::int32_t*>(address)[i];
  return values;
}

}  // namespace

void ExecutionContext::check_shape_inputs() const {
  for (const int at : loaded_->inputs) {
    const Slot& input = slot(at);
    const TensorPlan& tensor = plan(at);
    if (!tensor.is_shape || input.address == nullptr || elements_of(input.dims) < 0) continue;
    check_place(at, {input.address, static_cast<std::size_t>(bytes_of(input.dims, tensor.type))},
                false);
    const Range* const range =
        loaded_->plan.profiles[static_cast<std::size_t>(profile_)].find(tensor.name);
    if (range == nullptr) continue;
    const auto values = values_of(input.address, input.dims, tensor.type);
    const std::size_t count =
        std::min({values.size(), range->min_values.size(), range->max_values.size()});
    for (std::size_t i = 0; i < count; ++i)
      if (values[i] < range->min_values[i] || values[i] > range->max_values[i])
        throw Failure(
            ErrorCode::kINVALID_ARGUMENT,
            joined("input '", tensor.name, "': value ", i, " is ", values[i], ", but profile ",
                   profile_, " has ", range->min_values[i], " to ", range->max_values[i]));
  }
}

std::vector<std::int64_t> ExecutionContext::key_of_inputs() const {
  std::vector<std::int64_t> key;
  for (const int at : loaded_->inputs) {
    const Dims& dims = slot(at).dims;
    key.insert(key.end(), dims.d, dims.d + dims.nbDims);
    if (!plan(at).is_shape) continue;
    const auto values = values_of(slot(at).address, dims, plan(at).type);
    key.insert(key.end(), values.begin(), values.end());
  }
  return key;
}

Dims ExecutionContext::by_symbols(const TensorPlan& output) const {
  Dims dims = output.dims;
  for (int i = 0; i < dims.nbDims; ++i) {
    const auto index = static_cast<std::size_t>(i);
    if (dims.d[i] >= 0 || index >= output.symbols.size() || output.symbols[index].empty()) continue;
    for (const int at : loaded_->inputs) {
      const auto& symbols = plan(at).symbols;
      const auto found = std::ranges::find(symbols, output.symbols[index]);
      if (found != symbols.end()) dims.d[i] = slot(at).dims.d[found - symbols.begin()];
    }
  }
  return dims;
}

std::vector<Dims> ExecutionContext::by_computing() const {
  const std::vector<std::int64_t> key = key_of_inputs();
  const std::lock_guard lock(loaded_->mutex);
  if (const auto found = loaded_->found.find(key); found != loaded_->found.end())
    return found->second;
  std::vector<std::unique_ptr<char[]>> zeros;
  std::vector<ort::Owned<ort::Value>> values;
  std::vector<const ort::Value*> inputs;
  for (const int at : loaded_->inputs) {
    const auto bytes = static_cast<std::size_t>(bytes_of(slot(at).dims, plan(at).type));
    zeros.push_back(std::make_unique<char[]>(bytes + 1));
    if (plan(at).is_shape) std::memcpy(zeros.back().get(), slot(at).address, bytes);
    values.push_back(ort::tensor_at(zeros.back().get(), slot(at).dims, plan(at).type));
    inputs.push_back(values.back().get());
  }
  std::vector<ort::Value*> results(loaded_->outputs.size());
  loaded_->run(inputs, results);
  std::vector<Dims> dims;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const ort::Owned<ort::Value> owned(results[i]);
    const TensorPlan& output = plan(loaded_->outputs[i]);
    dims.push_back(output.depends_on_values ? by_symbols(output) : ort::shape_of(results[i]));
  }
  return loaded_->found[key] = dims;
}

std::vector<Dims> ExecutionContext::output_dims() const {
  if (output_dims_) return *output_dims_;
  check_shape_inputs();
  std::vector<Dims> dims;
  if (pipeline_ != nullptr && !has_unset_inputs()) {
    std::vector<Dims> inputs;
    for (const int at : loaded_->inputs) inputs.push_back(slot(at).dims);
    const std::vector<Dims>& all = pipeline_->shapes(inputs);
    for (const int at : loaded_->outputs)
      dims.push_back(all[loaded_->tensor_values[static_cast<std::size_t>(at)]]);
    output_dims_ = dims;
    return dims;
  }
  bool is_open = false;
  for (const int at : loaded_->outputs) {
    dims.push_back(by_symbols(plan(at)));
    is_open = is_open || (elements_of(dims.back()) < 0 && !plan(at).depends_on_values);
  }
  const bool is_ready = !has_unset_inputs() && std::ranges::all_of(loaded_->inputs, [&](int at) {
    return !plan(at).is_shape || slot(at).address != nullptr;
  });
  if (!is_ready || pipeline_ != nullptr) return dims;
  if (is_open) {
    try {
      dims = by_computing();
    } catch (const Failure& failure) {
      log_.verbose(joined("the dimensions of outputs are not known before the engine has run: ",
                          failure.what()));
    }
  }
  output_dims_ = dims;
  return dims;
}

}  // namespace riffle::tensorrt
