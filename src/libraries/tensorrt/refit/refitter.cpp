// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/refit/refitter.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "libraries/tensorrt/parser/external.h"
#include "libraries/tensorrt/runtime/memory.h"

namespace riffle::tensorrt {
namespace {

std::int64_t count_of(const onnx::OnnxTensor& tensor) { return elements_of(tensor.dims); }

/// Throws Failure where the values cannot be read.
void check_values(char const* name, const void* values, std::size_t bytes) {
  if (values == nullptr && bytes != 0)
    throw Failure(ErrorCode::kINVALID_ARGUMENT,
                  joined("the values of weights '", name, "' are null"));
  if (const std::string why = why_not_memory(values, bytes); !why.empty())
    throw Failure(ErrorCode::kINVALID_ARGUMENT, joined("weights '", name, "': ", why));
}

/// The input of a node that has the weights of a role.
std::size_t input_of(WeightsRole role) {
  return role == WeightsRole::kBIAS || role == WeightsRole::kSHIFT ? 2 : 1;
}

}  // namespace

Refitter::Refitter(Engine& engine, ILogger& logger) : loaded_(engine.loaded()), log_(&logger) {
  mImpl = this;
  if (!engine.isRefittable())
    throw Failure(ErrorCode::kINVALID_STATE, "the engine was built without BuilderFlag::kREFIT");
  if (!loaded_->plan.steps.empty())
    throw Failure(ErrorCode::kUNSUPPORTED_STATE,
                  "Riffle does not support refitting an engine that has plugins");
  model_ = onnx::OnnxModel::read(loaded_->plan.model);
}

const onnx::OnnxTensor* Refitter::find(char const* name) const {
  if (name == nullptr) return nullptr;
  const auto& all = model_.graph.initializers;
  const auto found = std::ranges::find(all, std::string_view(name), &onnx::OnnxTensor::name);
  return found == all.end() ? nullptr : &*found;
}

bool Refitter::setNamedWeights(char const* name, Weights weights) noexcept {
  return guarded(log_, "IRefitter::setNamedWeights", [&] {
    const onnx::OnnxTensor* const tensor = find(name);
    if (tensor == nullptr)
      throw Failure(ErrorCode::kINVALID_ARGUMENT,
                    joined("the engine has no weights named '", name == nullptr ? "" : name, "'"));
    if (onnx_type_of(weights.type) != tensor->type || weights.count != count_of(*tensor))
      throw Failure(
          ErrorCode::kINVALID_ARGUMENT,
          joined("weights '", name, "' are ", count_of(*tensor), " of ", name_of(tensor->type),
                 ", got ", weights.count, " of ", name_of(weights.type)));
    const auto bytes = (static_cast<std::size_t>(weights.count) * bits_of(weights.type) + 7) / 8;
    check_values(name, weights.values, bytes);
    return model_.graph.set_values(name, {static_cast<const char*>(weights.values), bytes});
  });
}

bool Refitter::setWeights(char const* layer, WeightsRole role, Weights weights) noexcept {
  for (const onnx::OnnxNode& node : model_.graph.nodes) {
    if (layer == nullptr || node.name != layer || node.inputs.size() <= input_of(role)) continue;
    return setNamedWeights(node.inputs[input_of(role)].c_str(), weights);
  }
  log_.error(ErrorCode::kINVALID_ARGUMENT, "IRefitter::setWeights: the engine has no layer '",
             layer == nullptr ? "" : layer, "' with such weights");
  return false;
}

bool Refitter::unsetNamedWeights(char const* name) noexcept {
  return guarded(log_, "IRefitter::unsetNamedWeights", [&] {
    const onnx::OnnxModel before = onnx::OnnxModel::read(loaded_->plan.model);
    const auto& all = before.graph.initializers;
    const auto found = std::ranges::find(all, std::string_view(name == nullptr ? "" : name),
                                         &onnx::OnnxTensor::name);
    return found != all.end() && model_.graph.replace(*found);
  });
}

bool Refitter::refitCudaEngine() noexcept {
  return guarded(log_, "IRefitter::refitCudaEngine", [&] {
    const char* name = nullptr;
    if (const int32_t missing = getMissingWeights(1, &name); missing != 0)
      throw Failure(ErrorCode::kINVALID_STATE,
                    joined("weights '", name, "'", missing == 1 ? "" : " and others",
                           " are missing: the plan was built without them"));
    loaded_->replace_model(std::make_shared<const std::string>(model_.written()));
    return true;
  });
}

bool Refitter::refitCudaEngineAsync(cudaStream_t stream) noexcept {
  // The work before it in the stream computes with the weights that there are now.
  if (cudaStreamSynchronize(stream) != cudaSuccess) return false;
  return refitCudaEngine();
}

int32_t Refitter::names_of(Which which, int32_t size, char const** names) const {
  int32_t count = 0;
  for (const onnx::OnnxTensor& tensor : model_.graph.initializers) {
    if (which == Which::kMissing && tensor.has_values) continue;
    if (count < size && names != nullptr) names[count] = tensor.name.c_str();
    ++count;
  }
  return count;
}

int32_t Refitter::layers_of(Which which, int32_t size, char const** layers,
                            WeightsRole* roles) const {
  int32_t count = 0;
  for (const onnx::OnnxNode& node : model_.graph.nodes)
    for (const WeightsRole role : {WeightsRole::kKERNEL, WeightsRole::kBIAS}) {
      const std::size_t input = input_of(role);
      const onnx::OnnxTensor* const tensor =
          node.inputs.size() <= input ? nullptr : find(node.inputs[input].c_str());
      if (tensor == nullptr || (which == Which::kMissing && tensor->has_values)) continue;
      if (count < size && layers != nullptr) layers[count] = node.name.c_str();
      if (count < size && roles != nullptr) roles[count] = role;
      ++count;
    }
  return count;
}

int32_t Refitter::getAllWeights(int32_t size, char const** names) noexcept {
  return names_of(Which::kAll, size, names);
}
int32_t Refitter::getMissingWeights(int32_t size, char const** names) noexcept {
  return names_of(Which::kMissing, size, names);
}
int32_t Refitter::getAll(int32_t size, char const** layers, WeightsRole* roles) noexcept {
  return layers_of(Which::kAll, size, layers, roles);
}
int32_t Refitter::getMissing(int32_t size, char const** layers, WeightsRole* roles) noexcept {
  return layers_of(Which::kMissing, size, layers, roles);
}

Weights Refitter::getWeightsPrototype(char const* name) const noexcept {
  const onnx::OnnxTensor* const tensor = find(name);
  const auto type = tensor == nullptr ? std::nullopt : data_type_of(tensor->type);
  if (!type) return {DataType::kFLOAT, nullptr, -1};
  return {*type, nullptr, count_of(*tensor)};
}

Weights Refitter::getNamedWeights(char const* name) const noexcept {
  Weights weights = getWeightsPrototype(name);
  if (const onnx::OnnxTensor* const tensor = find(name); tensor != nullptr && !tensor->raw.empty())
    weights.values = tensor->raw.data();
  return weights;
}

bool ParserRefitter::loadModelProto(void const* model, size_t bytes, char const* path) noexcept {
  return guarded(log_, "IParserRefitter::loadModelProto", [&] {
    if (model == nullptr) throw Failure(ErrorCode::kINVALID_ARGUMENT, "the model is null");
    model_ = onnx::OnnxModel::read(
        std::make_shared<const std::string>(static_cast<const char*>(model), bytes));
    load_external(model_.graph, path == nullptr ? "" : path);
    return true;
  });
}

bool ParserRefitter::loadInitializer(char const* name, void const* data, size_t bytes) noexcept {
  return guarded(log_, "IParserRefitter::loadInitializer", [&] {
    if (name == nullptr) throw Failure(ErrorCode::kINVALID_ARGUMENT, "the name is null");
    check_values(name, data, bytes);
    return model_.graph.set_values(name, {static_cast<const char*>(data), bytes});
  });
}

bool ParserRefitter::refitModelProto() noexcept {
  return guarded(log_, "IParserRefitter", [&] {
    for (const onnx::OnnxTensor& tensor : model_.graph.initializers)
      if (!refitter_.replace(tensor))
        throw Failure(ErrorCode::kINVALID_ARGUMENT,
                      joined("the engine has no weights like '", tensor.name, "'"));
    return true;
  });
}

bool ParserRefitter::refitFromBytes(void const* model, size_t bytes, char const* path) noexcept {
  return loadModelProto(model, bytes, path) && refitModelProto();
}

bool ParserRefitter::refitFromFile(char const* file) noexcept {
  return guarded(log_, "IParserRefitter::refitFromFile", [&] {
    std::ifstream stream(file == nullptr ? "" : file, std::ios::binary);
    if (!stream)
      throw Failure(ErrorCode::kINVALID_ARGUMENT,
                    joined("'", file == nullptr ? "" : file, "' cannot be read"));
    const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    return refitFromBytes(bytes.data(), bytes.size(), file);
  });
}

}  // namespace riffle::tensorrt
