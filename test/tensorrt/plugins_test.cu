// SPDX-License-Identifier: Apache-2.0
// Networks that are cut at plugins, whose kernels run in the context's stream: directly, captured, and after the plan was read again.
#include <NvInfer.h>
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "scale_plugins.h"

namespace {

int failures = 0;
#define CHECK(holds)                                                        \
  do {                                                                      \
    if (!(holds)) {                                                         \
      std::printf("%s:%d: %s does not hold\n", __FILE__, __LINE__, #holds); \
      ++failures;                                                           \
    }                                                                       \
  } while (false)

class Logger final : public ILogger {
 public:
  void log(Severity severity, const char* text) noexcept override {
    if (severity <= Severity::kERROR) errors += std::string(text) + "\n";
  }
  std::string errors;
};

class Profiler final : public IProfiler {
 public:
  void reportLayerTime(const char* layer, float ms) noexcept override {
    layers.push_back(layer);
    CHECK(ms >= 0);
    total += ms;
  }
  std::vector<std::string> layers;
  float total = 0;
};

/// A profiler gets a time for each segment and each plugin.
void profile(IExecutionContext& context, cudaStream_t stream) {
  Profiler profiler;
  context.setProfiler(&profiler);
  CHECK(context.enqueueV3(stream));
  CHECK(profiler.layers.size() == 4);
  CHECK(profiler.layers.size() > 2 && profiler.layers[1] == "first plugin" &&
        profiler.layers[3] == "last plugin" && profiler.layers[2] == "one more");
  CHECK(profiler.total > 0);
  context.setEnqueueEmitsProfile(false);
  CHECK(context.enqueueV3(stream) && cudaStreamSynchronize(stream) == cudaSuccess);
  CHECK(profiler.layers.size() == 4 && context.reportToProfiler());
  CHECK(profiler.layers.size() == 8);
  context.setEnqueueEmitsProfile(true);
  context.setProfiler(nullptr);
}

/// |x| -> plugin -> + 1 -> plugin -> output, with plugins of one form; the first plugin's output is an output as well.
template <class Add>
void run(bool is_dynamic, std::int64_t growth, Add add) {
  Logger logger;
  const std::unique_ptr<IBuilder> builder(createInferBuilder(logger));
  const std::unique_ptr<INetworkDefinition> network(builder->createNetworkV2(0));
  ITensor* const x = network->addInput("x", DataType::kFLOAT, Dims{2, {is_dynamic ? -1 : 4, 3}});
  ITensor* const positive = network->addUnary(*x, UnaryOperation::kABS)->getOutput(0);
  ITensor* const first = add(*network, *positive, 3.F);
  network->getLayer(network->getNbLayers() - 1)->setName("first plugin");
  CHECK(first != nullptr);
  if (first == nullptr) return;
  CHECK(first->getDimensions().nbDims == 2 && first->getDimensions().d[1] == 3);
  const float one = 1;
  ITensor* const ones =
      network->addConstant(Dims{2, {1, 1}}, Weights{DataType::kFLOAT, &one, 1})->getOutput(0);
  ITensor* const sum =
      network->addElementWise(*first, *ones, ElementWiseOperation::kSUM)->getOutput(0);
  network->getLayer(network->getNbLayers() - 1)->setName("one more");
  ITensor* const last = add(*network, *sum, 0.5F);
  network->getLayer(network->getNbLayers() - 1)->setName("last plugin");
  first->setName("first");
  last->setName("last");
  network->markOutput(*first);
  network->markOutput(*last);
  const std::unique_ptr<IBuilderConfig> config(builder->createBuilderConfig());
  if (is_dynamic) {
    IOptimizationProfile* const profile = builder->createOptimizationProfile();
    profile->setDimensions("x", OptProfileSelector::kMIN, Dims{2, {1, 3}});
    profile->setDimensions("x", OptProfileSelector::kOPT, Dims{2, {4, 3}});
    profile->setDimensions("x", OptProfileSelector::kMAX, Dims{2, {64, 3}});
    config->addOptimizationProfile(profile);
  }
  const std::unique_ptr<IHostMemory> plan(builder->buildSerializedNetwork(*network, *config));
  if (plan == nullptr && logger.errors.find("was not found") != std::string::npos) {
    std::printf("ONNX Runtime is not installed\n");
    return;
  }
  CHECK(plan != nullptr);
  if (plan == nullptr) return void(std::printf("%s", logger.errors.c_str()));
  const std::unique_ptr<IRuntime> runtime(createInferRuntime(logger));
  const std::unique_ptr<ICudaEngine> engine(
      runtime->deserializeCudaEngine(plan->data(), plan->size()));
  CHECK(engine != nullptr);
  if (engine == nullptr) return void(std::printf("%s", logger.errors.c_str()));
  const std::unique_ptr<IExecutionContext> context(engine->createExecutionContext());
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  for (const std::int64_t rows : {std::int64_t{4}, std::int64_t{is_dynamic ? 7 : 4}}) {
    const std::size_t count = static_cast<std::size_t>(rows) * 3,
                      grown = count * static_cast<std::size_t>(growth);
    std::vector<float> given(count);
    for (std::size_t i = 0; i < count; ++i)
      given[i] = (i % 2 == 0 ? 1.F : -1.F) * static_cast<float>(i);
    float *in, *middle, *out;
    cudaMalloc(&in, count * 4);
    cudaMalloc(&middle, grown * 4);
    cudaMalloc(&out, grown * static_cast<std::size_t>(growth) * 4);
    CHECK(context->setInputShape("x", Dims{2, {rows, 3}}));
    CHECK(context->getTensorShape("last").d[0] == rows * growth * growth);
    context->setTensorAddress("x", in);
    context->setTensorAddress("first", middle);
    context->setTensorAddress("last", out);
    for (const bool captures : {false, true}) {
      std::vector<float> got(grown), end(grown * static_cast<std::size_t>(growth));
      cudaMemset(middle, 0, grown * 4);
      cudaMemset(out, 0, end.size() * 4);
      cudaDeviceSynchronize();
      cudaGraph_t graph = nullptr;
      cudaGraphExec_t exec = nullptr;
      if (captures) cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
      cudaMemcpyAsync(in, given.data(), count * 4, cudaMemcpyHostToDevice, stream);
      CHECK(context->enqueueV3(stream));
      cudaMemcpyAsync(got.data(), middle, grown * 4, cudaMemcpyDeviceToHost, stream);
      cudaMemcpyAsync(end.data(), out, end.size() * 4, cudaMemcpyDeviceToHost, stream);
      if (captures) {
        CHECK(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
        CHECK(cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess);
        CHECK(cudaGraphLaunch(exec, stream) == cudaSuccess);
      }
      CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
      int wrong = 0;
      for (std::size_t i = 0; i < grown; ++i) {
        const float factor = growth == 1 || i >= count ? 3.F : 1.F;
        const float wanted = factor * std::abs(given[i % count]);
        wrong += got[i] != wanted;
        for (std::size_t k = 0; k < static_cast<std::size_t>(growth); ++k) {
          const float part = growth == 1 || k == 1 ? 0.5F : 1.F;
          wrong += end[k * grown + i] != part * (wanted + 1);
        }
      }
      CHECK(wrong == 0);
      if (exec != nullptr) cudaGraphExecDestroy(exec);
      if (graph != nullptr) cudaGraphDestroy(graph);
    }
    profile(*context, stream);
    cudaFree(in);
    cudaFree(middle);
    cudaFree(out);
  }
  cudaStreamDestroy(stream);
  CHECK(logger.errors.empty());
  if (!logger.errors.empty()) std::printf("%s", logger.errors.c_str());
}

template <class Made>
ITensor* add_second(INetworkDefinition& network, ITensor& input, float factor) {
  ITensor* const inputs[] = {&input};
  Made plugin(factor);
  return network.addPluginV2(inputs, 1, plugin)->getOutput(0);
}

ITensor* add_third(INetworkDefinition& network, ITensor& input, float factor) {
  ITensor* const inputs[] = {&input};
  Third plugin(factor);
  return network.addPluginV3(inputs, 1, nullptr, 0, plugin)->getOutput(0);
}

/// Without a creator a plan cannot be read.
void run_without_creator(ThirdCreator& creator) {
  Logger logger;
  const std::unique_ptr<IBuilder> builder(createInferBuilder(logger));
  const std::unique_ptr<INetworkDefinition> network(builder->createNetworkV2(0));
  ITensor* const x = network->addInput("x", DataType::kFLOAT, Dims{1, {3}});
  network->markOutput(*add_third(*network, *x, 2));
  const std::unique_ptr<IBuilderConfig> config(builder->createBuilderConfig());
  const std::unique_ptr<IHostMemory> plan(builder->buildSerializedNetwork(*network, *config));
  if (plan == nullptr) return;
  getPluginRegistry()->deregisterCreator(creator);
  const std::unique_ptr<IRuntime> runtime(createInferRuntime(logger));
  CHECK(runtime->deserializeCudaEngine(plan->data(), plan->size()) == nullptr);
  CHECK(logger.errors.find("no creator of a plugin 'ThirdScale' version '2' namespace 'own'") !=
        std::string::npos);
}

}  // namespace

int main() {
  ThirdCreator third;
  getPluginRegistry()->registerCreator(third, "own");
  run(false, 1, add_second<Plain>);
  run(false, 1, add_second<Extended>);
  run(false, 1, add_second<Static>);
  run(false, 2, add_second<Dynamic>);
  run(true, 2, add_second<Dynamic>);
  run(false, 1, add_third);
  run(true, 1, add_third);
  run_without_creator(third);
  if (failures == 0) std::printf("all plugins computed as expected\n");
  return failures == 0 ? 0 : 1;
}
