// SPDX-License-Identifier: Apache-2.0
// Networks that are cut at plugins, whose kernels run in the context's stream: directly, captured, and after the plan was read again.
#include <NvInfer.h>
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

using namespace nvinfer1;

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

/// made = factor * x, by way of the workspace where there is one.
__global__ void scale(const float* x, float* made, float factor, int count) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) made[i] = factor * x[i];
}
int put(const void* x, void* made, float factor, std::int64_t count, cudaStream_t stream) {
  scale<<<static_cast<unsigned>((count + 63) / 64), 64, 0, stream>>>(
      static_cast<const float*>(x), static_cast<float*>(made), factor, static_cast<int>(count));
  return cudaPeekAtLastError() == cudaSuccess ? 0 : 1;
}
std::int64_t count_of(const Dims& dims) {
  std::int64_t count = 1;
  for (int i = 0; i < dims.nbDims; ++i) count *= dims.d[i];
  return count;
}

/// What all forms of IPluginV2 say alike.
template <class Base>
class Common : public Base {
 public:
  Common(float by, const char* named) : factor(by), name(named) {}
  const char* getPluginType() const noexcept override { return name; }
  const char* getPluginVersion() const noexcept override { return "1"; }
  int32_t getNbOutputs() const noexcept override { return 1; }
  int32_t initialize() noexcept override { return 0; }
  void terminate() noexcept override {}
  size_t getSerializationSize() const noexcept override { return sizeof factor; }
  void serialize(void* to) const noexcept override { std::memcpy(to, &factor, sizeof factor); }
  void destroy() noexcept override { delete this; }
  void setPluginNamespace(const char*) noexcept override {}
  const char* getPluginNamespace() const noexcept override { return ""; }
  DataType getOutputDataType(int32_t, const DataType*, int32_t) const noexcept override {
    return DataType::kFLOAT;
  }
  float factor;
  const char* name;
};

class Static final : public Common<IPluginV2IOExt> {
 public:
  explicit Static(float by) : Common(by, "StaticScale") {}
  Dims getOutputDimensions(int32_t, const Dims* inputs, int32_t) noexcept override {
    return inputs[0];
  }
  size_t getWorkspaceSize(int32_t) const noexcept override { return 0; }
  int32_t enqueue(int32_t, const void* const* inputs, void* const* outputs, void*,
                  cudaStream_t stream) noexcept override {
    return put(inputs[0], outputs[0], factor, count, stream);
  }
  bool isOutputBroadcastAcrossBatch(int32_t, const bool*, int32_t) const noexcept override {
    return false;
  }
  bool canBroadcastInputAcrossBatch(int32_t) const noexcept override { return false; }
  void configurePlugin(const PluginTensorDesc* in, int32_t, const PluginTensorDesc*,
                       int32_t) noexcept override {
    count = count_of(in[0].dims);
  }
  bool supportsFormatCombination(int32_t at, const PluginTensorDesc* all, int32_t,
                                 int32_t) const noexcept override {
    return all[at].format == TensorFormat::kLINEAR && all[at].type == DataType::kFLOAT;
  }
  size_t getSerializationSize() const noexcept override { return sizeof factor + sizeof count; }
  void serialize(void* to) const noexcept override {
    std::memcpy(to, &factor, sizeof factor);
    std::memcpy(static_cast<char*>(to) + sizeof factor, &count, sizeof count);
  }
  IPluginV2Ext* clone() const noexcept override { return new Static(*this); }
  std::int64_t count = 0;
};

/// Doubles the first dimension: the input, and factor times the input.
class Dynamic final : public Common<IPluginV2DynamicExt> {
 public:
  explicit Dynamic(float by) : Common(by, "DynamicScale") {}
  DimsExprs getOutputDimensions(int32_t, const DimsExprs* inputs, int32_t,
                                IExprBuilder& builder) noexcept override {
    DimsExprs made = inputs[0];
    made.d[0] = builder.operation(DimensionOperation::kPROD, *made.d[0], *builder.constant(2));
    return made;
  }
  bool supportsFormatCombination(int32_t at, const PluginTensorDesc* all, int32_t,
                                 int32_t) noexcept override {
    return all[at].format == TensorFormat::kLINEAR && all[at].type == DataType::kFLOAT;
  }
  void configurePlugin(const DynamicPluginTensorDesc*, int32_t, const DynamicPluginTensorDesc*,
                       int32_t) noexcept override {}
  size_t getWorkspaceSize(const PluginTensorDesc* in, int32_t, const PluginTensorDesc*,
                          int32_t) const noexcept override {
    return static_cast<size_t>(count_of(in[0].dims)) * sizeof(float);
  }
  int32_t enqueue(const PluginTensorDesc* in, const PluginTensorDesc*, const void* const* inputs,
                  void* const* outputs, void* workspace, cudaStream_t stream) noexcept override {
    const std::int64_t count = count_of(in[0].dims);
    float* const made = static_cast<float*>(outputs[0]);
    return put(inputs[0], workspace, factor, count, stream) +
           put(workspace, made + count, 1, count, stream) + put(inputs[0], made, 1, count, stream);
  }
  IPluginV2DynamicExt* clone() const noexcept override { return new Dynamic(*this); }
};

template <class Made>
class Creator final : public IPluginCreator {
 public:
  const char* getPluginName() const noexcept override { return Made(0).name; }
  const char* getPluginVersion() const noexcept override { return "1"; }
  const PluginFieldCollection* getFieldNames() noexcept override { return &fields_; }
  IPluginV2* createPlugin(const char*, const PluginFieldCollection*) noexcept override {
    return new Made(1);
  }
  IPluginV2* deserializePlugin(const char*, const void* from, size_t) noexcept override {
    float factor = 0;
    std::memcpy(&factor, from, sizeof factor);
    Made* const made = new Made(factor);
    if constexpr (std::is_same_v<Made, Static>)
      std::memcpy(&made->count, static_cast<const char*>(from) + sizeof factor, sizeof made->count);
    return made;
  }
  void setPluginNamespace(const char*) noexcept override {}
  const char* getPluginNamespace() const noexcept override { return ""; }

 private:
  PluginFieldCollection fields_;
};
using StaticCreator = Creator<Static>;
using DynamicCreator = Creator<Dynamic>;
REGISTER_TENSORRT_PLUGIN(StaticCreator);
REGISTER_TENSORRT_PLUGIN(DynamicCreator);

class Third final : public IPluginV3,
                    public IPluginV3OneCore,
                    public IPluginV3OneBuild,
                    public IPluginV3OneRuntime {
 public:
  explicit Third(float by) : factor(by) {}
  IPluginCapability* getCapabilityInterface(PluginCapabilityType type) noexcept override {
    switch (type) {
      case PluginCapabilityType::kCORE:
        return static_cast<IPluginV3OneCore*>(this);
      case PluginCapabilityType::kBUILD:
        return static_cast<IPluginV3OneBuild*>(this);
      default:
        return static_cast<IPluginV3OneRuntime*>(this);
    }
  }
  InterfaceInfo getInterfaceInfo() const noexcept override { return IPluginV3::getInterfaceInfo(); }
  IPluginV3* clone() noexcept override { return new Third(factor); }
  const char* getPluginName() const noexcept override { return "ThirdScale"; }
  const char* getPluginVersion() const noexcept override { return "2"; }
  const char* getPluginNamespace() const noexcept override { return "own"; }
  int32_t configurePlugin(const DynamicPluginTensorDesc*, int32_t, const DynamicPluginTensorDesc*,
                          int32_t) noexcept override {
    return 0;
  }
  int32_t getOutputDataTypes(DataType* types, int32_t, const DataType* inputs,
                             int32_t) const noexcept override {
    types[0] = inputs[0];
    return 0;
  }
  int32_t getOutputShapes(const DimsExprs* inputs, int32_t, const DimsExprs*, int32_t,
                          DimsExprs* outputs, int32_t, IExprBuilder&) noexcept override {
    outputs[0] = inputs[0];
    return 0;
  }
  bool supportsFormatCombination(int32_t at, const DynamicPluginTensorDesc* all, int32_t,
                                 int32_t) noexcept override {
    return all[at].desc.format == TensorFormat::kLINEAR && all[at].desc.type == DataType::kFLOAT;
  }
  int32_t getNbOutputs() const noexcept override { return 1; }
  int32_t onShapeChange(const PluginTensorDesc* in, int32_t, const PluginTensorDesc*,
                        int32_t) noexcept override {
    count = count_of(in[0].dims);
    return 0;
  }
  int32_t enqueue(const PluginTensorDesc*, const PluginTensorDesc*, const void* const* inputs,
                  void* const* outputs, void*, cudaStream_t stream) noexcept override {
    return put(inputs[0], outputs[0], factor, count, stream);
  }
  IPluginV3* attachToContext(IPluginResourceContext*) noexcept override { return clone(); }
  const PluginFieldCollection* getFieldsToSerialize() noexcept override {
    field_ = PluginField("factor", &factor, PluginFieldType::kFLOAT32, 1);
    fields_ = {1, &field_};
    return &fields_;
  }
  float factor;
  std::int64_t count = 0;

 private:
  PluginField field_;
  PluginFieldCollection fields_;
};

class ThirdCreator final : public IPluginCreatorV3One {
 public:
  IPluginV3* createPlugin(const char*, const PluginFieldCollection* fields,
                          TensorRTPhase) noexcept override {
    return new Third(*static_cast<const float*>(fields->fields[0].data));
  }
  const PluginFieldCollection* getFieldNames() noexcept override { return &fields_; }
  const char* getPluginName() const noexcept override { return "ThirdScale"; }
  const char* getPluginVersion() const noexcept override { return "2"; }
  const char* getPluginNamespace() const noexcept override { return "own"; }

 private:
  PluginFieldCollection fields_;
};

/// |x| -> plugin -> + 1 -> plugin -> output, with plugins of one form; the first plugin's output is an output as well.
template <class Add>
void run(bool is_dynamic, std::int64_t growth, Add add) {
  Logger logger;
  const std::unique_ptr<IBuilder> builder(createInferBuilder(logger));
  const std::unique_ptr<INetworkDefinition> network(builder->createNetworkV2(0));
  ITensor* const x = network->addInput("x", DataType::kFLOAT, Dims{2, {is_dynamic ? -1 : 4, 3}});
  ITensor* const positive = network->addUnary(*x, UnaryOperation::kABS)->getOutput(0);
  ITensor* const first = add(*network, *positive, 3.F);
  CHECK(first != nullptr);
  if (first == nullptr) return;
  CHECK(first->getDimensions().nbDims == 2 && first->getDimensions().d[1] == 3);
  const float one = 1;
  ITensor* const ones =
      network->addConstant(Dims{2, {1, 1}}, Weights{DataType::kFLOAT, &one, 1})->getOutput(0);
  ITensor* const sum =
      network->addElementWise(*first, *ones, ElementWiseOperation::kSUM)->getOutput(0);
  ITensor* const last = add(*network, *sum, 0.5F);
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
  CHECK(logger.errors.find("no creator for plugin 'ThirdScale' version '2' namespace 'own'") !=
        std::string::npos);
}

}  // namespace

int main() {
  ThirdCreator third;
  getPluginRegistry()->registerCreator(third, "own");
  run(false, 1, add_second<Static>);
  run(false, 2, add_second<Dynamic>);
  run(true, 2, add_second<Dynamic>);
  run(false, 1, add_third);
  run(true, 1, add_third);
  run_without_creator(third);
  if (failures == 0) std::printf("all plugins computed as expected\n");
  return failures == 0 ? 0 : 1;
}
