// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/measure/inferences.h"

#include <NvOnnxParser.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <numeric>
#include <random>
#include <stdexcept>
#include <thread>

#include "libraries/tensorrt/base/types.h"

namespace riffle::tensorrt::measure {

using namespace nvinfer1;
using Clock = std::chrono::steady_clock;

namespace {

double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

double core_ms() {
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return 1e3 * static_cast<double>(used.tv_sec) + 1e-6 * static_cast<double>(used.tv_nsec);
}

void check(cudaError_t error) {
  if (error != cudaSuccess) throw std::runtime_error(cudaGetErrorString(error));
}

std::string random_values(DataType type, const Dims& dims) {
  std::string bytes(static_cast<std::size_t>(bytes_of(dims, type)), '\0');
  if (type != DataType::kFLOAT) return bytes;
  std::minstd_rand random(1);
  std::uniform_real_distribution<float> even(-1, 1);
  for (std::size_t i = 0; i + sizeof(float) <= bytes.size(); i += sizeof(float)) {
    const float value = even(random);
    std::copy_n(reinterpret_cast<const char*>(&value), sizeof(value), &bytes[i]);
  }
  return bytes;
}

void add_profile(IBuilder& builder, IBuilderConfig& config, const INetworkDefinition& network) {
  IOptimizationProfile* const profile = builder.createOptimizationProfile();
  for (int i = 0; i < network.getNbInputs(); ++i) {
    Dims dims = network.getInput(i)->getDimensions();
    for (int d = 0; d < dims.nbDims; ++d) dims.d[d] = dims.d[d] < 0 ? 1 : dims.d[d];
    for (const OptProfileSelector select :
         {OptProfileSelector::kMIN, OptProfileSelector::kOPT, OptProfileSelector::kMAX})
      profile->setDimensions(network.getInput(i)->getName(), select, dims);
  }
  config.addOptimizationProfile(profile);
}

std::unique_ptr<IHostMemory> build(const std::string& model, Logger& logger) {
  const std::unique_ptr<IBuilder> builder(createInferBuilder(logger));
  const std::unique_ptr<INetworkDefinition> network(builder->createNetworkV2(0));
  const std::unique_ptr<nvonnxparser::IParser> parser(nvonnxparser::createParser(*network, logger));
  if (!parser->parseFromFile(model.c_str(), 0))
    throw std::runtime_error("'" + model + "' was refused");
  const std::unique_ptr<IBuilderConfig> config(builder->createBuilderConfig());
  add_profile(*builder, *config, *network);
  std::unique_ptr<IHostMemory> plan(builder->buildSerializedNetwork(*network, *config));
  if (plan == nullptr) throw std::runtime_error("cannot build an engine of '" + model + "'");
  return plan;
}

}  // namespace

/// A stream with a context, and memory for what it reads and writes.
class Lane {
 public:
  explicit Lane(const MeasuredEngine& engine)
      : engine_(engine), context_(engine.engine->createExecutionContext()) {
    check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
    for (const BoundTensor& input : engine.inputs) {
      check(cudaMalloc(&memory_.emplace_back(), input.values.size() + 1));
      check(cudaMemcpy(memory_.back(), input.values.data(), input.values.size(),
                       cudaMemcpyHostToDevice));
      context_->setInputShape(input.name.c_str(), input.dims);
      context_->setTensorAddress(input.name.c_str(), memory_.back());
    }
    for (const BoundTensor& output : engine.outputs) {
      const Dims dims = context_->getTensorShape(output.name.c_str());
      const std::int64_t bytes = bytes_of(dims, output.type);
      if (bytes < 0)
        throw std::runtime_error("the size of output '" + output.name +
                                 "' does not follow from the dimensions of inputs, and such "
                                 "models are not measured");
      check(cudaMalloc(&memory_.emplace_back(), static_cast<std::size_t>(bytes) + 1));
      bytes_.push_back(static_cast<std::size_t>(bytes));
      context_->setTensorAddress(output.name.c_str(), memory_.back());
    }
  }
  Lane(const Lane&) = delete;
  ~Lane() {
    cudaStreamSynchronize(stream_);
    if (graph_ != nullptr) cudaGraphExecDestroy(graph_);
    for (void* const memory : memory_) cudaFree(memory);
    cudaStreamDestroy(stream_);
  }

  void capture() {
    cudaGraph_t graph = nullptr;
    check(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal));
    const bool is_enqueued = context_->enqueueV3(stream_);
    check(cudaStreamEndCapture(stream_, &graph));
    if (!is_enqueued) throw std::runtime_error("the inference cannot be captured");
    check(cudaGraphInstantiate(&graph_, graph, 0));
    cudaGraphDestroy(graph);
  }
  void infer() {
    if (graph_ != nullptr)
      check(cudaGraphLaunch(graph_, stream_));
    else if (!context_->enqueueV3(stream_))
      throw std::runtime_error("the inference failed");
  }
  void wait() { check(cudaStreamSynchronize(stream_)); }

  std::vector<std::string> results() const {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < bytes_.size(); ++i) {
      all.emplace_back(bytes_[i], '\0');
      check(cudaMemcpy(all.back().data(), memory_[engine_.inputs.size() + i], bytes_[i],
                       cudaMemcpyDeviceToHost));
    }
    return all;
  }

 private:
  const MeasuredEngine& engine_;
  std::unique_ptr<IExecutionContext> context_;
  cudaStream_t stream_ = nullptr;
  cudaGraphExec_t graph_ = nullptr;
  std::vector<void*> memory_;  ///< of inputs, then of outputs
  std::vector<std::size_t> bytes_;
};

void Logger::log(Severity severity, const char* text) noexcept {
  if (severity <= Severity::kERROR) std::fprintf(stderr, "riffle trt: %s\n", text);
}

MeasuredEngine load(const std::string& model, Logger& logger) {
  MeasuredEngine made;
  const auto start = Clock::now();
  const std::unique_ptr<IHostMemory> plan = build(model, logger);
  made.build_ms = ms_since(start);
  made.runtime.reset(createInferRuntime(logger));
  const auto loading = Clock::now();
  made.engine.reset(made.runtime->deserializeCudaEngine(plan->data(), plan->size()));
  made.load_ms = ms_since(loading);
  if (made.engine == nullptr) throw std::runtime_error("the engine cannot be loaded");
  for (int i = 0; i < made.engine->getNbIOTensors(); ++i) {
    const char* const name = made.engine->getIOTensorName(i);
    BoundTensor tensor{
        name, made.engine->getTensorDataType(name), made.engine->getTensorShape(name), {}};
    const bool is_input = made.engine->getTensorIOMode(name) == TensorIOMode::kINPUT;
    for (int d = 0; is_input && d < tensor.dims.nbDims; ++d)
      if (tensor.dims.d[d] < 0) tensor.dims.d[d] = 1;
    if (is_input) tensor.values = random_values(tensor.type, tensor.dims);
    (is_input ? made.inputs : made.outputs).push_back(std::move(tensor));
  }
  return made;
}

Stopwatch::Stopwatch() : start_(Clock::now()), start_core_ms_(core_ms()) {}

bool Stopwatch::has_run_for(double seconds) const { return ms_since(start_) >= 1e3 * seconds; }

Rate Stopwatch::rate_of(const std::vector<long>& counts) const {
  const double ms = ms_since(start_);
  const auto count = static_cast<double>(std::accumulate(counts.begin(), counts.end(), 0L));
  return {1e3 * count / ms, ms * static_cast<double>(counts.size()) / count,
          (core_ms() - start_core_ms_) / count};
}

Streams::Streams(const MeasuredEngine& engine, int count, bool captures) {
  lanes_.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) lanes_.push_back(std::make_unique<Lane>(engine));
  for (const auto& lane : lanes_) {
    if (captures) lane->capture();
    lane->infer();
    lane->wait();
  }
}
Streams::~Streams() = default;

Rate Streams::run(double seconds) const {
  // A thread for each stream, which waits for an inference before it puts in the next but one.
  std::vector<std::thread> threads;
  std::vector<long> counts(lanes_.size());
  const Stopwatch watch;
  for (std::size_t i = 0; i < lanes_.size(); ++i)
    threads.emplace_back([&, i] {
      do {
        lanes_[i]->infer();
        lanes_[i]->wait();
        ++counts[i];
      } while (!watch.has_run_for(seconds));
    });
  for (std::thread& thread : threads) thread.join();
  return watch.rate_of(counts);
}

std::vector<std::string> Streams::results() const { return lanes_.front()->results(); }

double first_inference_ms(const MeasuredEngine& engine) {
  const auto start = Clock::now();
  Lane lane(engine);
  lane.infer();
  lane.wait();
  return ms_since(start);
}

}  // namespace riffle::tensorrt::measure
