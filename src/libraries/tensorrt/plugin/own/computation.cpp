// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/plugin/own/computation.h"

#include <algorithm>

#include <cuda_fp16.h>

namespace riffle::tensorrt {
namespace {

std::size_t count_of(const EnqueueCall::Place& place) {
  return static_cast<std::size_t>(std::max<std::int64_t>(elements_of(place.desc.dims), 0));
}
std::size_t size_of(const EnqueueCall::Place& place) {
  return static_cast<std::size_t>(
      std::max<std::int64_t>(bytes_of(place.desc.dims, place.desc.type), 0));
}

}  // namespace

EnqueueCall::EnqueueCall(std::span<const PluginTensorDesc> inputs,
                         std::span<const PluginTensorDesc> outputs, void const* const* read,
                         void* const* made)
    : widened_(inputs.size()), unwritten_(outputs.size()) {
  for (std::size_t i = 0; i < inputs.size(); ++i)
    inputs_.push_back({inputs[i], const_cast<void*>(read[i])});
  for (std::size_t i = 0; i < outputs.size(); ++i) outputs_.push_back({outputs[i], made[i]});
}

std::span<const float> EnqueueCall::floats(std::size_t input) {
  const Place& place = inputs_[input];
  const std::size_t count = count_of(place);
  if (place.desc.type == DataType::kFLOAT) return {static_cast<const float*>(place.data), count};
  std::vector<float>& values = widened_[input];
  if (values.empty()) {
    values.resize(count);
    const auto* const halves = static_cast<const __half*>(place.data);
    std::transform(halves, halves + count, values.begin(), __half2float);
  }
  return values;
}

std::vector<std::int64_t> EnqueueCall::integers(std::size_t input) const {
  const Place& place = inputs_[input];
  const std::size_t count = count_of(place);
  if (place.desc.type == DataType::kINT64) {
    const auto* const values = static_cast<const std::int64_t*>(place.data);
    return {values, values + count};
  }
  const auto* const values = static_cast<const std::int32_t*>(place.data);
  return {values, values + count};
}

std::span<float> EnqueueCall::made_floats(std::size_t output) {
  const Place& place = outputs_[output];
  const std::size_t count = count_of(place);
  if (place.desc.type == DataType::kFLOAT) return {static_cast<float*>(place.data), count};
  unwritten_[output].resize(count);
  return unwritten_[output];
}

std::span<std::int32_t> EnqueueCall::made_integers(std::size_t output) const {
  return {static_cast<std::int32_t*>(outputs_[output].data), count_of(outputs_[output])};
}

std::span<const std::byte> EnqueueCall::bytes(std::size_t input) const {
  return {static_cast<const std::byte*>(inputs_[input].data), size_of(inputs_[input])};
}
std::span<std::byte> EnqueueCall::made_bytes(std::size_t output) const {
  return {static_cast<std::byte*>(outputs_[output].data), size_of(outputs_[output])};
}

void EnqueueCall::finish() {
  for (std::size_t i = 0; i < outputs_.size(); ++i)
    std::ranges::transform(unwritten_[i], static_cast<__half*>(outputs_[i].data),
                           [](float value) { return __float2half(value); });
}

bool takes(const Signature& signature, std::size_t at, std::span<const DataType> types,
           std::size_t inputs) {
  const std::string_view letters = at < inputs ? signature.inputs : signature.outputs;
  const std::size_t i = at < inputs ? at : at - inputs;
  if (i >= letters.size()) return false;
  switch (letters[i]) {
    case 'f':
      return types[at] == types[0] && (types[0] == DataType::kFLOAT || types[0] == DataType::kHALF);
    case 'r':
      return types[at] == DataType::kFLOAT;
    case 'i':
      return types[at] == DataType::kINT32;
    case 'n':
      return types[at] == DataType::kINT32 || types[at] == DataType::kINT64;
    default:
      return types[at] == types[0] && bits_of(types[0]) % 8 == 0;
  }
}

DataType output_type(const Signature& signature, std::size_t output, DataType first) {
  return output < signature.outputs.size() && signature.outputs[output] == 'i' ? DataType::kINT32
                                                                               : first;
}

void expect(bool holds, const char* sentence) {
  if (!holds) throw Failure(ErrorCode::kINVALID_ARGUMENT, sentence);
}

}  // namespace riffle::tensorrt
