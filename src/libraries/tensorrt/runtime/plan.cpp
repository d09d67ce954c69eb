// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/runtime/plan.h"

#include <algorithm>
#include <cstring>

#include "libraries/tensorrt/onnx/wire.h"
#include "libraries/tensorrt/plugin/plugin.h"

namespace riffle::tensorrt {
namespace {

using onnx::Field;
using onnx::WireReader;
using onnx::Writer;

struct Head {
  char magic[8];
  std::uint32_t version;
  std::uint32_t reserved;
  std::uint64_t bytes;  ///< after the head
  std::uint64_t checksum;
};
constexpr char kMagic[8] = {'R', 'I', 'F', 'F', 'L', 'E', 'P', 'L'};
constexpr std::uint32_t kVersion = 1;
/// What plans of NVIDIA's TensorRT begin with.
constexpr std::string_view kForeign = "ftrt";

/// Eight bytes at a time; any single change of a byte changes it.
std::uint64_t checksum_of(std::string_view bytes) {
  std::uint64_t sum = 0x9e3779b97f4a7c15ULL ^ bytes.size();
  std::size_t at = 0;
  for (; at < bytes.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, std::min<std::size_t>(8, bytes.size() - at));
    sum = (sum ^ word) * 0xff51afd7ed558ccdULL;
    sum ^= sum >> 32;
  }
  return sum;
}

std::string written(const Dims& dims) {
  Writer writer;
  if (dims.nbDims < 0) writer.number(2, 0);  // not even their number is known
  for (int i = 0; i < dims.nbDims; ++i) writer.number(1, static_cast<std::uint64_t>(dims.d[i]));
  return writer.take();
}
std::string written(const std::vector<std::int64_t>& values) {
  Writer writer;
  for (const std::int64_t value : values) writer.number(1, static_cast<std::uint64_t>(value));
  return writer.take();
}

template <class Body>
void each(std::string_view message, Body body) {
  WireReader reader(message);
  for (Field field; reader.next(field);) body(field);
  if (!reader.is_whole()) throw Failure(ErrorCode::kINVALID_ARGUMENT, "the plan is damaged");
}

Dims read_dims(std::string_view message) {
  Dims dims{};
  each(message, [&](const Field& field) {
    if (field.number == 2) dims.nbDims = -1;
    if (field.number != 1) return;
    if (dims.nbDims < 0 || dims.nbDims == Dims::MAX_DIMS)
      throw Failure(ErrorCode::kINVALID_ARGUMENT, "the plan is damaged");
    dims.d[dims.nbDims++] = static_cast<std::int64_t>(field.value);
  });
  return dims;
}
std::vector<std::int64_t> read_values(std::string_view message) {
  std::vector<std::int64_t> values;
  each(message,
       [&](const Field& field) { values.push_back(static_cast<std::int64_t>(field.value)); });
  return values;
}

std::string written(const TensorPlan& tensor) {
  Writer writer;
  writer.bytes(1, tensor.name).bytes(2, tensor.engine_name);
  writer.number(3, static_cast<std::uint64_t>(tensor.type));
  writer.number(4, static_cast<std::uint64_t>(tensor.mode)).bytes(5, written(tensor.dims));
  for (const std::string& symbol : tensor.symbols) writer.bytes(6, symbol);
  writer.number(7, tensor.is_shape).number(8, tensor.depends_on_values);
  return writer.take();
}

TensorPlan read_tensor(std::string_view message) {
  TensorPlan tensor;
  each(message, [&](const Field& field) {
    if (field.number == 1) tensor.name = field.bytes;
    if (field.number == 2) tensor.engine_name = field.bytes;
    if (field.number == 3) tensor.type = static_cast<DataType>(field.value);
    if (field.number == 4) tensor.mode = static_cast<TensorIOMode>(field.value);
    if (field.number == 5) tensor.dims = read_dims(field.bytes);
    if (field.number == 6) tensor.symbols.emplace_back(field.bytes);
    if (field.number == 7) tensor.is_shape = field.value != 0;
    if (field.number == 8) tensor.depends_on_values = field.value != 0;
  });
  return tensor;
}

std::string written(const ProfilePlan& profile) {
  Writer writer;
  for (const Range& range : profile.ranges) {
    Writer one;
    one.bytes(1, range.name).bytes(2, written(range.min)).bytes(3, written(range.opt));
    one.bytes(4, written(range.max)).bytes(5, written(range.min_values));
    one.bytes(6, written(range.opt_values)).bytes(7, written(range.max_values));
    writer.bytes(1, one.text());
  }
  return writer.take();
}

ProfilePlan read_profile(std::string_view message) {
  ProfilePlan profile;
  each(message, [&](const Field& entry) {
    Range range;
    each(entry.bytes, [&](const Field& field) {
      if (field.number == 1) range.name = field.bytes;
      if (field.number == 2) range.min = read_dims(field.bytes);
      if (field.number == 3) range.opt = read_dims(field.bytes);
      if (field.number == 4) range.max = read_dims(field.bytes);
      if (field.number == 5) range.min_values = read_values(field.bytes);
      if (field.number == 6) range.opt_values = read_values(field.bytes);
      if (field.number == 7) range.max_values = read_values(field.bytes);
    });
    profile.ranges.push_back(std::move(range));
  });
  return profile;
}

std::string_view body_of(std::string_view bytes) {
  if (bytes.starts_with(kForeign))
    throw Failure(ErrorCode::kINVALID_ARGUMENT,
                  "this is an engine of NVIDIA's TensorRT, which holds code for a GPU: build the "
                  "engine from its network again");
  Head head{};
  if (bytes.size() < sizeof(head) || std::memcmp(bytes.data(), kMagic, sizeof(kMagic)) != 0)
    throw Failure(ErrorCode::kINVALID_ARGUMENT, "the bytes are not a plan");
  std::memcpy(&head, bytes.data(), sizeof(head));
  if (head.version != kVersion)
    throw Failure(
        ErrorCode::kINVALID_ARGUMENT,
        joined("the plan has version ", head.version, ", expected ", kVersion, ": build it again"));
  bytes.remove_prefix(sizeof(head));
  if (bytes.size() < head.bytes)
    throw Failure(ErrorCode::kINVALID_ARGUMENT, joined("the plan is cut off: expected ", head.bytes,
                                                       " bytes, got ", bytes.size()));
  bytes = bytes.substr(0, head.bytes);
  if (checksum_of(bytes) != head.checksum)
    throw Failure(ErrorCode::kINVALID_ARGUMENT, "the plan is damaged: its checksum differs");
  return bytes;
}

}  // namespace

const Range* ProfilePlan::find(std::string_view name) const {
  const auto found = std::ranges::find(ranges, name, &Range::name);
  return found == ranges.end() ? nullptr : &*found;
}

std::string PlanStep::name() const {
  if (plugin != nullptr) return plugin->layer;
  const auto name_of = [](const std::string& layer) { return layer.substr(0, layer.find('\t')); };
  const std::vector<std::string>& layers = segment->layers;
  if (layers.size() == 1) return name_of(layers.front());
  return layers.empty() ? "segment"
                        : joined("{ForeignNode[", name_of(layers.front()), "...",
                                 name_of(layers.back()), "]}");
}

std::string EnginePlan::written() const {
  Writer writer;
  writer.bytes(1, name).bytes(2, *model);
  for (const TensorPlan& tensor : tensors) writer.bytes(3, tensorrt::written(tensor));
  for (const ProfilePlan& profile : profiles) writer.bytes(4, tensorrt::written(profile));
  for (const std::string& layer : layers) writer.bytes(5, layer);
  writer.number(6, static_cast<std::uint64_t>(weight_bytes)).number(7, is_refittable);
  writer.number(8, static_cast<std::uint64_t>(verbosity));
  writer.number(9, static_cast<std::uint64_t>(optimization_level));
  for (const PlanStep& step : steps) {
    if (step.segment != nullptr) writer.bytes(10, step.segment->written());
    if (step.plugin != nullptr) writer.bytes(11, step.plugin->written());
  }
  if (constants != nullptr) writer.bytes(12, constants->written());
  if (may_stream_weights) writer.number(14, 1);
  if (stripped_bytes != 0) writer.number(13, static_cast<std::uint64_t>(stripped_bytes));
  const std::string body = writer.take();
  Head head{{}, kVersion, 0, body.size(), checksum_of(body)};
  std::memcpy(head.magic, kMagic, sizeof(kMagic));
  std::string bytes(reinterpret_cast<const char*>(&head), sizeof(head));
  return bytes += body;
}

EnginePlan EnginePlan::read(std::string_view bytes) {
  EnginePlan plan;
  each(body_of(bytes), [&](const Field& field) {
    if (field.number == 1) plan.name = field.bytes;
    if (field.number == 2) plan.model = std::make_shared<const std::string>(field.bytes);
    if (field.number == 10)
      plan.steps.push_back({std::make_shared<EnginePlan>(EnginePlan::read(field.bytes)), nullptr});
    if (field.number == 11)
      plan.steps.push_back({nullptr, std::make_shared<PluginPlan>(PluginPlan::read(field.bytes))});
    if (field.number == 12)
      plan.constants = std::make_shared<EnginePlan>(EnginePlan::read(field.bytes));
    if (field.number == 3) plan.tensors.push_back(read_tensor(field.bytes));
    if (field.number == 4) plan.profiles.push_back(read_profile(field.bytes));
    if (field.number == 5) plan.layers.emplace_back(field.bytes);
    if (field.number == 6) plan.weight_bytes = static_cast<std::int64_t>(field.value);
    if (field.number == 7) plan.is_refittable = field.value != 0;
    if (field.number == 14) plan.may_stream_weights = field.value != 0;
    if (field.number == 13) plan.stripped_bytes = static_cast<std::int64_t>(field.value);
    if (field.number == 8) plan.verbosity = static_cast<int>(field.value);
    if (field.number == 9) plan.optimization_level = static_cast<int>(field.value);
  });
  if (plan.model == nullptr || plan.profiles.empty())
    throw Failure(ErrorCode::kINVALID_ARGUMENT, "the plan is damaged");
  return plan;
}

}  // namespace riffle::tensorrt
