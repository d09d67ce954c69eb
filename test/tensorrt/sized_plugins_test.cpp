// SPDX-License-Identifier: Apache-2.0
// What plugins tell when they have computed: the size of an output, and failures; sizes between steps that depend on values.
#include <cuda_runtime.h>

#include "own_plugins.h"

namespace riffle::tensorrt::test {
namespace {

/// The numbers of x above zero, as many as there are, and how many.
class Positives final : public IPluginV3,
                        public IPluginV3OneCore,
                        public IPluginV3OneBuild,
                        public IPluginV3OneRuntime {
 public:
  static constexpr std::int64_t kWithoutTypes = -7;
  explicit Positives(std::int64_t claim) : claim_(claim) {}
  InterfaceInfo getInterfaceInfo() const noexcept override { return IPluginV3::getInterfaceInfo(); }
  IPluginCapability* getCapabilityInterface(PluginCapabilityType type) noexcept override {
    if (type == PluginCapabilityType::kCORE) return static_cast<IPluginV3OneCore*>(this);
    if (type == PluginCapabilityType::kBUILD) return static_cast<IPluginV3OneBuild*>(this);
    return static_cast<IPluginV3OneRuntime*>(this);
  }
  IPluginV3* clone() noexcept override { return new Positives(*this); }
  const char* getPluginName() const noexcept override { return "Positives"; }
  const char* getPluginVersion() const noexcept override { return "1"; }
  const char* getPluginNamespace() const noexcept override { return ""; }
  int32_t configurePlugin(const DynamicPluginTensorDesc*, int32_t, const DynamicPluginTensorDesc*,
                          int32_t) noexcept override {
    return 0;
  }
  int32_t getOutputDataTypes(DataType* types, int32_t, const DataType* inputs,
                             int32_t) const noexcept override {
    types[0] = inputs[0];
    types[1] = DataType::kINT64;
    return claim_ == kWithoutTypes ? 7 : 0;
  }
  int32_t getOutputShapes(const DimsExprs* inputs, int32_t, const DimsExprs*, int32_t,
                          DimsExprs* outputs, int32_t, IExprBuilder& builder) noexcept override {
    const IDimensionExpr& most = *inputs[0].d[0];
    const IDimensionExpr* const half =
        builder.operation(DimensionOperation::kFLOOR_DIV, most, *builder.constant(2));
    outputs[0].nbDims = 1;
    outputs[0].d[0] = builder.declareSizeTensor(1, *half, most);
    EXPECT_TRUE(outputs[0].d[0]->isSizeTensor());
    outputs[1].nbDims = 0;
    return 0;
  }
  bool supportsFormatCombination(int32_t at, const DynamicPluginTensorDesc* all, int32_t,
                                 int32_t) noexcept override {
    return all[at].desc.type == (at == 2 ? DataType::kINT64 : DataType::kFLOAT);
  }
  int32_t getNbOutputs() const noexcept override { return 2; }
  int32_t onShapeChange(const PluginTensorDesc*, int32_t, const PluginTensorDesc*,
                        int32_t) noexcept override {
    return 0;
  }
  int32_t enqueue(const PluginTensorDesc* in, const PluginTensorDesc*, const void* const* inputs,
                  void* const* outputs, void*, cudaStream_t stream) noexcept override {
    work_ = {static_cast<const float*>(inputs[0]), static_cast<float*>(outputs[0]),
             static_cast<std::int64_t*>(outputs[1]), in[0].dims.d[0], claim_};
    return cudaLaunchHostFunc(
               stream,
               [](void* given) {
                 const Work& work = *static_cast<Work*>(given);
                 std::int64_t count = 0;
                 for (std::int64_t i = 0; i < work.count; ++i)
                   if (work.x[i] > 0) work.y[count++] = work.x[i];
                 *work.made = work.claim < 0 ? count : work.claim;
               },
               &work_) == cudaSuccess
               ? 0
               : 1;
  }
  IPluginV3* attachToContext(IPluginResourceContext*) noexcept override { return clone(); }
  const PluginFieldCollection* getFieldsToSerialize() noexcept override {
    field_ = PluginField("claim", &claim_, PluginFieldType::kINT64, 1);
    fields_ = {1, &field_};
    return &fields_;
  }

 private:
  struct Work {
    const float* x;
    float* y;
    std::int64_t* made;
    std::int64_t count, claim;
  };
  std::int64_t claim_;  ///< what it says instead of how many, if that is not below zero
  Work work_{};
  PluginField field_;
  PluginFieldCollection fields_;
};

class PositivesCreator final : public IPluginCreatorV3One {
 public:
  IPluginV3* createPlugin(const char*, const PluginFieldCollection* fields,
                          TensorRTPhase) noexcept override {
    return new Positives(*static_cast<const std::int64_t*>(fields->fields[0].data));
  }
  const PluginFieldCollection* getFieldNames() noexcept override { return &fields_; }
  const char* getPluginName() const noexcept override { return "Positives"; }
  const char* getPluginVersion() const noexcept override { return "1"; }
  const char* getPluginNamespace() const noexcept override { return ""; }

 private:
  PluginFieldCollection fields_;
};

ITensor* positives_of(Net& net, ITensor* x, std::int64_t claim = -1) {
  static PositivesCreator creator;
  static const bool is_registered = getPluginRegistry()->registerCreator(creator, "");
  EXPECT_TRUE(is_registered);
  Positives plugin(claim);
  return net->addPluginV3(&x, 1, nullptr, 0, plugin)->getOutput(0);
}

TEST(SizedPlugins, TellHowLargeTheirOutputsAre) {
  NEEDS_ENGINE();
  Net net;
  ITensor& x = net.input(dims({6}), {1, -2, 3, -4, 5, 6});
  ITensor* const chosen = positives_of(net, &x);
  EXPECT_EQ(chosen->getDimensions().d[0], -1);
  ITensor* const twice =
      net->addElementWise(*chosen, *chosen, ElementWiseOperation::kSUM)->getOutput(0);
  ITensor* const again = positives_of(net, twice);
  const std::vector<Output> got = net.run({chosen, twice, again});
  expect_near(got[0], {4}, {1, 3, 5, 6});
  expect_near(got[1], {4}, {2, 6, 10, 12});
  expect_near(got[2], {4}, {2, 6, 10, 12});
}

TEST(SizedPlugins, MayMakeNothing) {
  NEEDS_ENGINE();
  Net net;
  ITensor& x = net.input(dims({2}), {-1, -2});
  expect_near(net.run(positives_of(net, &x)), {0}, {});
}

TEST(SizedPlugins, ThatMakeMoreThanTheyDeclaredAreReported) {
  NEEDS_ENGINE();
  for (const std::int64_t claim : {7, 3}) {
    Program program;
    Net net;
    ITensor* x = net->addInput("x", DataType::kFLOAT, dims({6}));
    ITensor* const y = positives_of(net, x, claim);
    y->setName("y");
    net->markOutput(*y);
    const std::unique_ptr<IHostMemory> plan(
        program.builder->buildSerializedNetwork(net.network(), *program.config));
    ASSERT_NE(plan, nullptr) << net.logger().take();
    const std::unique_ptr<ICudaEngine> engine(
        program.runtime->deserializeCudaEngine(plan->data(), plan->size()));
    const std::unique_ptr<IExecutionContext> context(engine->createExecutionContext());
    const Memory<float> in(std::vector<float>(6, 1)), out(6);
    context->setTensorAddress("x", in.data());
    context->setTensorAddress("y", out.data());
    EXPECT_EQ(context->enqueueV3(nullptr), claim <= 6);
    EXPECT_EQ(program.logger.was_told("made [7] of output 0, at most [6] were declared"),
              claim > 6);
    // A capture cannot know the size.
    cudaStream_t stream = nullptr;
    cudaGraph_t graph = nullptr;
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
    EXPECT_FALSE(context->enqueueV3(stream));
    EXPECT_TRUE(program.logger.was_told("a capture cannot know them"));
    cudaStreamEndCapture(stream, &graph);
    if (graph != nullptr) cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
  }
}

TEST(SizedPlugins, StandAfterLayersWhoseSizeDependsOnValues) {
  NEEDS_ENGINE();
  Net net;
  ITensor& x = net.input(dims({5}), {0, 2, 0, -3, 4});
  ITensor* const places = net->addNonZero(x)->getOutput(0);
  ITensor* const numbers = net->addCast(*places, DataType::kFLOAT)->getOutput(0);
  IShuffleLayer* const flat = net->addShuffle(*numbers);
  flat->setReshapeDimensions(dims({-1}));
  expect_near(net.run(positives_of(net, flat->getOutput(0))), {3}, {1, 3, 4});
}

TEST(SizedPlugins, StandBeforeLayersWhoseSizeDependsOnAnotherSegment) {
  NEEDS_ENGINE();
  // y = |positives(x)| cut off after as many numbers as the sum of x, which the segment before the plugin computes.
  Net net;
  ITensor& x = net.input(dims({5}), {1, 3, -6, 2, 2});
  ITensor* const sum = net->addReduce(x, ReduceOperation::kSUM, 1, true)->getOutput(0);
  ITensor* const count = net->addCast(*sum, DataType::kINT64)->getOutput(0);
  ISliceLayer* const slice = net->addSlice(*positives_of(net, &x), dims({0}), dims({0}), dims({1}));
  slice->setInput(2, *count);
  expect_near(net.run(net->addUnary(*slice->getOutput(0), UnaryOperation::kABS)->getOutput(0)), {2},
              {1, 3});
}

TEST(OwnPlugins, TellTheContextsLoggerAndRecorderWhatFailsInTheStream) {
  NEEDS_ENGINE();
  Logger another;  // which was there before, and has nothing to do with it
  const std::unique_ptr<IRuntime> runtime(createInferRuntime(another));
  Program program;
  ITensor* const x = program.network->addInput("x", DataType::kFLOAT, dims({4, 2}));
  ITensor* const i = program.network->addInput("i", DataType::kINT32, dims({1, 1}));
  ITensor* const u = program.network->addInput("u", DataType::kFLOAT, dims({1, 2}));
  ILayer* const layer = add_plugin(*program.network, "ScatterND", "1", {}, {x, i, u});
  layer->getOutput(0)->setName("y");
  program.network->markOutput(*layer->getOutput(0));
  program.build();
  Recorder recorder;
  program.context->setErrorRecorder(&recorder);
  const Memory<float> in(8), updates(2), out(8);
  const Memory<std::int32_t> index(std::vector<std::int32_t>{9});
  program.context->setTensorAddress("x", in.data());
  program.context->setTensorAddress("i", index.data());
  program.context->setTensorAddress("u", updates.data());
  program.context->setTensorAddress("y", out.data());
  EXPECT_TRUE(program.context->enqueueV3(nullptr)) << program.logger.take();
  cudaDeviceSynchronize();
  EXPECT_EQ(recorder.errors, 1);
  EXPECT_TRUE(program.logger.was_told("ScatterND"));
  EXPECT_EQ(another.take(), "");
}

TEST(SizedPlugins, ThatFailAreNamed) {
  NEEDS_ENGINE();
  Program program;
  ITensor* x = program.network->addInput("x", DataType::kFLOAT, Dims{1, {4}});
  Positives plugin(Positives::kWithoutTypes);
  if (IPluginV3Layer* const layer = program.network->addPluginV3(&x, 1, nullptr, 0, plugin))
    layer->getOutput(0)->getType();
  EXPECT_TRUE(program.logger.was_told("plugin 'Positives': getOutputDataTypes returned 7"));
}

}  // namespace
}  // namespace riffle::tensorrt::test
