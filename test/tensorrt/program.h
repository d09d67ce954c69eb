// SPDX-License-Identifier: Apache-2.0
// What the tests of TensorRT's interface share: a logger that keeps what it is told, small models, and the steps from a model to
// a context.
#pragma once

#include <NvInfer.h>
#include <NvOnnxParser.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "libraries/tensorrt/onnx/model.h"

namespace riffle::tensorrt::test {

using namespace nvinfer1;

/// Keeps the errors that it is told.
class Logger final : public ILogger {
 public:
  void log(Severity severity, const char* text) noexcept override {
    const std::lock_guard lock(mutex_);
    if (severity <= Severity::kERROR) errors_ += std::string(text) + "\n";
    if (severity == Severity::kWARNING) warnings_ += std::string(text) + "\n";
  }
  std::string warnings() {
    const std::lock_guard lock(mutex_);
    return warnings_;
  }
  /// What came since the last call.
  std::string take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(errors_, {});
  }
  bool was_told(const std::string& part) { return take().find(part) != std::string::npos; }

 private:
  std::mutex mutex_;
  std::string errors_, warnings_;
};

class Recorder final : public IErrorRecorder {
 public:
  std::int32_t getNbErrors() const noexcept override { return errors; }
  ErrorCode getErrorCode(std::int32_t) const noexcept override { return code; }
  ErrorDesc getErrorDesc(std::int32_t) const noexcept override { return ""; }
  bool hasOverflowed() const noexcept override { return false; }
  void clear() noexcept override { errors = 0; }
  bool reportError(ErrorCode reported, ErrorDesc) noexcept override {
    code = reported;
    ++errors;
    return true;
  }
  RefCount incRefCount() noexcept override { return 1; }
  RefCount decRefCount() noexcept override { return 0; }
  std::atomic<std::int32_t> errors = 0;
  ErrorCode code = ErrorCode::kSUCCESS;
};

inline onnx::OnnxValue value(const std::string& name, OnnxType type,
                             std::vector<std::int64_t> dims) {
  onnx::OnnxValue made{name, type, true, {}};
  for (const std::int64_t dim : dims) made.shape.push_back({dim, dim < 0 ? "n" : ""});
  return made;
}

inline onnx::OnnxModel empty_model() {
  onnx::OnnxModel model;
  model.ir_version = 9;
  model.operator_sets.emplace_back("", 18);
  return model;
}

/// y = x + x, of `rows` rows of four.
inline std::string doubling(std::int64_t rows) {
  onnx::OnnxModel model = empty_model();
  model.graph.inputs = {value("x", OnnxType::kFloat, {rows, 4})};
  model.graph.outputs = {value("y", OnnxType::kFloat, {rows, 4})};
  model.graph.nodes = {{"twice", "Add", "", {"x", "x"}, {"y"}, {}}};
  return model.written();
}

/// The places of x that are not zero: how many depends on values.
inline std::string places() {
  onnx::OnnxModel model = empty_model();
  model.graph.inputs = {value("x", OnnxType::kFloat, {8})};
  model.graph.outputs = {value("y", OnnxType::kInt64, {1, -1})};
  model.graph.nodes = {{"places", "NonZero", "", {"x"}, {"y"}, {}}};
  return model.written();
}

/// From a model to a context. Where a step refuses, those after it are null.
struct Program {
  Logger logger;
  std::unique_ptr<IBuilder> builder{createInferBuilder(logger)};
  std::unique_ptr<INetworkDefinition> network{builder->createNetworkV2(0)};
  std::unique_ptr<nvonnxparser::IParser> parser{nvonnxparser::createParser(*network, logger)};
  std::unique_ptr<IBuilderConfig> config{builder->createBuilderConfig()};
  std::unique_ptr<IRuntime> runtime{createInferRuntime(logger)};
  std::unique_ptr<IHostMemory> plan;
  std::unique_ptr<ICudaEngine> engine;
  std::unique_ptr<IExecutionContext> context;

  Program() = default;
  explicit Program(const std::string& model) {
    EXPECT_TRUE(parser->parse(model.data(), model.size())) << logger.take();
  }
  void set_range(const char* input, Dims min, Dims opt, Dims max) {
    IOptimizationProfile* const profile = builder->createOptimizationProfile();
    EXPECT_TRUE(profile->setDimensions(input, OptProfileSelector::kMIN, min));
    EXPECT_TRUE(profile->setDimensions(input, OptProfileSelector::kOPT, opt));
    EXPECT_TRUE(profile->setDimensions(input, OptProfileSelector::kMAX, max));
    EXPECT_EQ(config->addOptimizationProfile(profile), config->getNbOptimizationProfiles() - 1);
  }
  void build() {
    plan.reset(builder->buildSerializedNetwork(*network, *config));
    ASSERT_NE(plan, nullptr) << logger.take();
    engine.reset(runtime->deserializeCudaEngine(plan->data(), plan->size()));
    ASSERT_NE(engine, nullptr) << logger.take();
    context.reset(engine->createExecutionContext());
    ASSERT_NE(context, nullptr);
  }
};

/// Device memory, with values.
template <class T>
class Memory {
 public:
  explicit Memory(std::size_t count) : count_(count) { cudaMalloc(&data_, count * sizeof(T)); }
  explicit Memory(const std::vector<T>& values) : Memory(values.size()) { set(values); }
  Memory(const Memory&) = delete;
  ~Memory() { cudaFree(data_); }
  void set(const std::vector<T>& values) const {
    cudaMemcpy(data_, values.data(), count_ * sizeof(T), cudaMemcpyHostToDevice);
  }
  std::vector<T> get() const {
    std::vector<T> values(count_);
    cudaMemcpy(values.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost);
    return values;
  }
  T* data() const { return data_; }

 private:
  std::size_t count_;
  T* data_ = nullptr;
};

/// Whether ONNX Runtime is there, without which nothing can be computed.
inline bool has_engine() {
  static const bool found = [] {
    Program program(doubling(1));
    const std::unique_ptr<IHostMemory> plan(
        program.builder->buildSerializedNetwork(*program.network, *program.config));
    return plan != nullptr || !program.logger.was_told("was not found");
  }();
  return found;
}
#define NEEDS_ENGINE() \
  if (!has_engine()) GTEST_SKIP() << "ONNX Runtime is not installed: scripts/setup --inference"

}  // namespace riffle::tensorrt::test
