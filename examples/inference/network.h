// SPDX-License-Identifier: Apache-2.0
// From an ONNX model to an engine: what TensorRT needs before anything is in a stream.
#pragma once

#include <NvInfer.h>
#include <NvOnnxParser.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

/// Prints what TensorRT reports.
class Logger : public nvinfer1::ILogger {
 public:
  void log(Severity severity, const char* text) noexcept override {
    if (severity <= Severity::kERROR) std::fprintf(stderr, "TensorRT: %s\n", text);
  }
};

/// A network that takes pictures: one input of 1 x 3 x height x width, one output.
struct Network {
  std::unique_ptr<nvinfer1::IRuntime> runtime;
  std::unique_ptr<nvinfer1::ICudaEngine> engine;
  std::string input, output;
  int height = 0, width = 0;
  std::size_t results = 0;  ///< numbers that the output has for a picture
};

inline Network load_network(const std::string& file, Logger& logger) {
  using namespace nvinfer1;
  const auto fail = [&](const char* what) {
    std::fprintf(stderr, "%s: %s\n", file.c_str(), what);
    std::exit(1);
  };
  const std::unique_ptr<IBuilder> builder(createInferBuilder(logger));
  const std::unique_ptr<INetworkDefinition> definition(builder->createNetworkV2(0));
  const std::unique_ptr<nvonnxparser::IParser> parser(
      nvonnxparser::createParser(*definition, logger));
  if (!parser->parseFromFile(file.c_str(), 0)) fail("no model that can be parsed");
  const std::unique_ptr<IBuilderConfig> config(builder->createBuilderConfig());
  const std::unique_ptr<IHostMemory> plan(builder->buildSerializedNetwork(*definition, *config));
  if (!plan) fail("no engine can be built of it");

  Network network;
  network.runtime.reset(createInferRuntime(logger));
  network.engine.reset(network.runtime->deserializeCudaEngine(plan->data(), plan->size()));
  if (!network.engine) fail("the engine cannot be loaded");
  if (network.engine->getNbIOTensors() != 2) fail("expected one input and one output");
  network.input = network.engine->getIOTensorName(0);
  network.output = network.engine->getIOTensorName(1);
  const Dims in = network.engine->getTensorShape(network.input.c_str());
  const Dims out = network.engine->getTensorShape(network.output.c_str());
  if (in.nbDims != 4 || in.d[0] != 1 || in.d[1] != 3) fail("expected an input of 1 x 3 x H x W");
  network.height = static_cast<int>(in.d[2]);
  network.width = static_cast<int>(in.d[3]);
  network.results = 1;
  for (int i = 0; i < out.nbDims; ++i) network.results *= static_cast<std::size_t>(out.d[i]);
  return network;
}
