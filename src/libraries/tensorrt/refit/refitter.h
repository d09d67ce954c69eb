// SPDX-License-Identifier: Apache-2.0
// Gives an engine other weights: its model gets other initializers, and new sessions.
#pragma once

#include <NvOnnxParser.h>

#include <vector>

#include "libraries/tensorrt/onnx/model.h"
#include "libraries/tensorrt/runtime/engine.h"

namespace riffle::tensorrt {

class Refitter final : public IRefitter, public RefitterDefaults {
 public:
  /// Throws Failure where the engine was built without BuilderFlag::kREFIT.
  Refitter(Engine& engine, ILogger& logger);

  IRefitter* getPImpl() noexcept override { return this; }
  bool setWeights(char const* layer, WeightsRole role, Weights weights) noexcept override;
  bool setNamedWeights(char const* name, Weights weights) noexcept override;
  bool setNamedWeightsWithLocation(char const* name, Weights weights,
                                   TensorLocation) noexcept override {
    return setNamedWeights(name, weights);
  }
  bool unsetNamedWeights(char const* name) noexcept override;
  bool refitCudaEngine() noexcept override;
  bool refitCudaEngineAsync(cudaStream_t stream) noexcept override;
  // Any set of weights may be given others by itself: those alone are missing that the plan does not have.
  int32_t getMissing(int32_t size, char const** layers, WeightsRole* roles) noexcept override;
  int32_t getMissingWeights(int32_t size, char const** names) noexcept override;
  int32_t getAll(int32_t size, char const** layers, WeightsRole* roles) noexcept override;
  int32_t getAllWeights(int32_t size, char const** names) noexcept override;
  Weights getNamedWeights(char const* name) const noexcept override;
  Weights getWeightsPrototype(char const* name) const noexcept override;
  TensorLocation getWeightsLocation(char const*) const noexcept override {
    return TensorLocation::kHOST;
  }
  void setErrorRecorder(IErrorRecorder* recorder) noexcept override { log_.recorder = recorder; }
  IErrorRecorder* getErrorRecorder() const noexcept override { return log_.recorder; }
  ILogger* getLogger() const noexcept override { return log_.logger(); }

  /// The values of an initializer of another model; false where this model has none that is like it.
  bool replace(const onnx::OnnxTensor& tensor) { return model_.graph.replace(tensor); }

 private:
  void refuse(char const* function) const noexcept override { log_.refuse(function); }
  const onnx::OnnxTensor* find(char const* name) const;
  enum class Which { kAll, kMissing };
  int32_t names_of(Which which, int32_t size, char const** names) const;
  int32_t layers_of(Which which, int32_t size, char const** layers, WeightsRole* roles) const;

  std::shared_ptr<Loaded> loaded_;
  Log log_;
  onnx::OnnxModel model_;
};

class ParserRefitter final : public nvonnxparser::IParserRefitter {
 public:
  ParserRefitter(IRefitter& refitter, ILogger& logger)
      : refitter_(static_cast<Refitter&>(refitter)), log_(&logger) {}

  bool refitFromBytes(void const* model, size_t bytes, char const* path) noexcept override;
  bool refitFromFile(char const* file) noexcept override;
  // The errors are in the log.
  int32_t getNbErrors() const noexcept override { return 0; }
  nvonnxparser::IParserError const* getError(int32_t) const noexcept override { return nullptr; }
  void clearErrors() override {}
  bool loadModelProto(void const* model, size_t bytes, char const* path) noexcept override;
  bool loadInitializer(char const* name, void const* data, size_t bytes) noexcept override;
  bool refitModelProto() noexcept override;

 private:
  Refitter& refitter_;
  Log log_;
  onnx::OnnxModel model_;
};

}  // namespace riffle::tensorrt
