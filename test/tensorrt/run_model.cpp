// SPDX-License-Identifier: Apache-2.0
// Runs a model through TensorRT's interface, the way that programs do: parse, build, plan, engine, context, stream.
//   run_model MODEL FOLDER [--capture]      a model
//   run_model - [--capture]                 those that lines of the input name: MODEL FOLDER
// The folder has input_I.bin, with input_I.shape beside it ("2 3" or an empty line for a scalar); output_I.bin, .shape and .type
// are written. Prints what failed, and ends with 1, where something was refused.
#include <NvInfer.h>
#include <NvOnnxParser.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace nvinfer1;

class Logger final : public ILogger {
 public:
  void log(Severity severity, const char* text) noexcept override {
    if (severity <= Severity::kERROR) std::fprintf(stderr, "%s\n", text);
  }
};

std::string read_file(const std::string& name) {
  std::ifstream stream(name, std::ios::binary);
  if (!stream) {
    std::fprintf(stderr, "%s cannot be read\n", name.c_str());
    std::exit(2);
  }
  return {std::istreambuf_iterator<char>(stream), {}};
}

void write_file(const std::string& name, const void* data, std::size_t bytes) {
  std::ofstream(name, std::ios::binary)
      .write(static_cast<const char*>(data), static_cast<std::streamsize>(bytes));
}

Dims read_shape(const std::string& name) {
  std::istringstream text(read_file(name));
  Dims dims{};
  for (std::int64_t extent; text >> extent;) dims.d[dims.nbDims++] = extent;
  return dims;
}

std::size_t elements(const Dims& dims) {
  std::size_t count = 1;
  for (int i = 0; i < dims.nbDims; ++i) count *= static_cast<std::size_t>(dims.d[i]);
  return count;
}

class Allocator final : public IOutputAllocator {
 public:
  void* reallocateOutputAsync(const char*, void*, std::uint64_t size, std::uint64_t,
                              cudaStream_t) noexcept override {
    if (size > capacity) {
      cudaFree(memory);
      if (cudaMalloc(&memory, size) != cudaSuccess) return nullptr;
      capacity = size;
    }
    return memory;
  }
  void notifyShape(const char*, const Dims& told) noexcept override { dims = told; }

  void* memory = nullptr;
  std::uint64_t capacity = 0;
  Dims dims{};
};

int fail(const char* what) {
  std::fprintf(stderr, "%s failed\n", what);
  return 1;
}

std::size_t bytes_of(DataType type, std::size_t count) {
  switch (type) {
    case DataType::kINT64:
      return 8 * count;
    case DataType::kFLOAT:
    case DataType::kINT32:
      return 4 * count;
    case DataType::kHALF:
    case DataType::kBF16:
      return 2 * count;
    case DataType::kINT4:
    case DataType::kFP4:
      return (count + 1) / 2;
    default:
      return count;
  }
}

/// Inputs without known dimensions get those of the files, as every value of a profile.
bool add_profile(IBuilder& builder, IBuilderConfig& config, INetworkDefinition& network,
                 const std::string& folder) {
  IOptimizationProfile* const profile = builder.createOptimizationProfile();
  for (int i = 0; i < network.getNbInputs(); ++i) {
    const ITensor& input = *network.getInput(i);
    const Dims dims = read_shape(folder + "/input_" + std::to_string(i) + ".shape");
    for (const OptProfileSelector select :
         {OptProfileSelector::kMIN, OptProfileSelector::kOPT, OptProfileSelector::kMAX})
      profile->setDimensions(input.getName(), select, dims);
  }
  return config.addOptimizationProfile(profile) >= 0;
}

int run(const std::string& model, const std::string& folder, bool captures) {
  Logger logger;
  const std::unique_ptr<IBuilder> builder(createInferBuilder(logger));
  const std::unique_ptr<INetworkDefinition> network(builder->createNetworkV2(0));
  const std::unique_ptr<nvonnxparser::IParser> parser(nvonnxparser::createParser(*network, logger));
  if (!parser->parseFromFile(model.c_str(), 0)) return fail("parse");
  const std::unique_ptr<IBuilderConfig> config(builder->createBuilderConfig());
  if (!add_profile(*builder, *config, *network, folder)) return fail("addOptimizationProfile");
  const std::unique_ptr<IHostMemory> plan(builder->buildSerializedNetwork(*network, *config));
  if (plan == nullptr) return fail("buildSerializedNetwork");
  const std::unique_ptr<IRuntime> runtime(createInferRuntime(logger));
  const std::unique_ptr<ICudaEngine> engine(
      runtime->deserializeCudaEngine(plan->data(), plan->size()));
  if (engine == nullptr) return fail("deserializeCudaEngine");
  const std::unique_ptr<IExecutionContext> context(engine->createExecutionContext());
  cudaStream_t stream = nullptr;
  cudaStreamCreate(&stream);

  int inputs = 0;
  for (int i = 0; i < engine->getNbIOTensors(); ++i) {
    const char* const name = engine->getIOTensorName(i);
    if (engine->getTensorIOMode(name) != TensorIOMode::kINPUT) continue;
    const std::string file = folder + "/input_" + std::to_string(inputs++);
    const std::string values = read_file(file + ".bin");
    void* memory = nullptr;
    if (engine->getTensorLocation(name) == TensorLocation::kHOST) {
      memory = new char[values.size() + 1];
      std::memcpy(memory, values.data(), values.size());
    } else {
      cudaMalloc(&memory, values.size() + 1);
      cudaMemcpyAsync(memory, values.data(), values.size(), cudaMemcpyHostToDevice, stream);
    }
    if (!context->setInputShape(name, read_shape(file + ".shape"))) return fail("setInputShape");
    if (!context->setTensorAddress(name, memory)) return fail("setTensorAddress");
  }
  std::map<std::string, Allocator> allocators;
  std::map<std::string, void*> outputs;
  for (int i = 0; i < engine->getNbIOTensors(); ++i) {
    const char* const name = engine->getIOTensorName(i);
    if (engine->getTensorIOMode(name) != TensorIOMode::kOUTPUT) continue;
    const std::int64_t bytes = context->getMaxOutputSize(name);
    if (bytes < 0) {
      context->setOutputAllocator(name, &allocators[name]);
      continue;
    }
    cudaMalloc(&outputs[name], static_cast<std::size_t>(bytes) + 1);
    context->setTensorAddress(name, outputs[name]);
  }
  captures = captures && allocators.empty();
  cudaStreamSynchronize(stream);
  if (captures) cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  if (!context->enqueueV3(stream)) return fail("enqueueV3");
  if (captures) {
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t exec = nullptr;
    cudaStreamEndCapture(stream, &graph);
    if (cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess) return fail("cudaGraphInstantiate");
    for (int i = 0; i < 2; ++i) cudaGraphLaunch(exec, stream);
  }
  if (cudaStreamSynchronize(stream) != cudaSuccess) return fail("cudaStreamSynchronize");

  int written = 0;
  for (int i = 0; i < engine->getNbIOTensors(); ++i) {
    const char* const name = engine->getIOTensorName(i);
    if (engine->getTensorIOMode(name) != TensorIOMode::kOUTPUT) continue;
    const bool is_allocated = allocators.contains(name);
    const Dims dims = is_allocated ? allocators[name].dims : context->getTensorShape(name);
    const DataType type = engine->getTensorDataType(name);
    std::vector<char> values(bytes_of(type, elements(dims)));
    cudaMemcpy(values.data(), is_allocated ? allocators[name].memory : outputs[name], values.size(),
               cudaMemcpyDeviceToHost);
    const std::string file = folder + "/output_" + std::to_string(written++);
    std::ostringstream shape;
    for (int d = 0; d < dims.nbDims; ++d) shape << dims.d[d] << ' ';
    write_file(file + ".bin", values.data(), values.size());
    write_file(file + ".shape", shape.str().data(), shape.str().size());
    const std::string number = std::to_string(static_cast<int>(type));
    write_file(file + ".type", number.data(), number.size());
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const bool captures = std::strcmp(argv[argc - 1], "--capture") == 0;
  if (std::strcmp(argv[1], "-") != 0) return argc < 3 ? 2 : run(argv[1], argv[2], captures);
  // One model after the other: a line of the input names the model and the folder.
  for (std::string model, folder; std::cin >> model >> folder;) {
    const int result = run(model, folder, captures);
    std::printf("%s %d\n", folder.c_str(), result);
    std::fflush(stdout);
    std::fprintf(stderr, "--\n");
  }
  return 0;
}
