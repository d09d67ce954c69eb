// SPDX-License-Identifier: Apache-2.0
// Weights of engines: others that a refitter gives, plans without them, what is said of streaming them; settings that are refused.
#include <cuda_runtime.h>

#include "program.h"

namespace riffle::tensorrt::test {
namespace {

/// y = x * w, where w is `factor` four times.
std::string scaling(float factor) {
  onnx::OnnxModel model = empty_model();
  model.graph.inputs = {value("x", OnnxType::kFloat, {4})};
  model.graph.outputs = {value("y", OnnxType::kFloat, {4})};
  model.graph.nodes = {{"scale", "Mul", "", {"x", "w"}, {"y"}, {}}};
  const std::vector<float> weights(4, factor);
  model.graph.add_initializer("w", OnnxType::kFloat, {4}, weights.data(), 16);
  return model.written();
}

TEST(Refitter, GivesAnEngineOtherWeights) {
  NEEDS_ENGINE();
  Program program(scaling(2));
  program.config->setFlag(BuilderFlag::kREFIT);
  program.build();
  Memory<float> x({1, 2, 3, 4}), y(4);
  program.context->setTensorAddress("x", x.data());
  program.context->setTensorAddress("y", y.data());
  const auto first = [&] {
    EXPECT_TRUE(program.context->enqueueV3(nullptr));
    cudaDeviceSynchronize();
    return y.get()[0];
  };
  EXPECT_EQ(first(), 2);
  const std::unique_ptr<IRefitter> refitter(createInferRefitter(*program.engine, program.logger));
  ASSERT_NE(refitter, nullptr);
  const char* name = nullptr;
  EXPECT_EQ(refitter->getAllWeights(1, &name), 1);
  EXPECT_STREQ(name, "w");
  const std::vector<float> five(4, 5);
  EXPECT_TRUE(refitter->setNamedWeights("w", {DataType::kFLOAT, five.data(), 4}));
  EXPECT_EQ(first(), 2);
  EXPECT_TRUE(refitter->refitCudaEngine());
  EXPECT_EQ(first(), 5);
  const std::unique_ptr<nvonnxparser::IParserRefitter> parser(
      nvonnxparser::createParserRefitter(*refitter, program.logger));
  const std::string other = scaling(7);
  EXPECT_TRUE(parser->refitFromBytes(other.data(), other.size()));
  EXPECT_TRUE(refitter->refitCudaEngine());
  EXPECT_EQ(first(), 7);
  EXPECT_EQ(program.logger.take(), "");
  EXPECT_FALSE(refitter->setNamedWeights("w", {DataType::kFLOAT, five.data(), 3}));
  EXPECT_TRUE(program.logger.was_told("weights 'w' are 4 of FP32, got 3 of FP32"));
  EXPECT_FALSE(refitter->setNamedWeights("w", {DataType::kFLOAT, nullptr, 4}));
  EXPECT_TRUE(program.logger.was_told("the values of weights 'w' are null"));
  const auto* const stray = reinterpret_cast<const void*>(64);
  EXPECT_FALSE(refitter->setNamedWeights("w", {DataType::kFLOAT, stray, 4}));
  EXPECT_TRUE(program.logger.was_told("are not memory of this process"));
  EXPECT_FALSE(parser->loadInitializer("w", nullptr, 16));
  EXPECT_TRUE(program.logger.was_told("the values of weights 'w' are null"));
  EXPECT_EQ(first(), 7);
  EXPECT_FALSE(refitter->setNamedWeights("v", {DataType::kFLOAT, five.data(), 4}));
  EXPECT_FALSE(parser->refitFromFile("/no such file"));
  EXPECT_TRUE(program.logger.was_told("'/no such file' cannot be read"));
  EXPECT_FALSE(parser->refitFromFile("/"));  // opens, and throws where it is read
  EXPECT_TRUE(program.logger.was_told("refitFromFile"));
}

/// A model whose one weight takes most of it.
std::string weighty(float factor) {
  onnx::OnnxModel model = empty_model();
  model.graph.inputs = {value("x", OnnxType::kFloat, {1000})};
  model.graph.outputs = {value("y", OnnxType::kFloat, {2, 500})};
  model.graph.nodes = {{"scale", "Mul", "", {"x", "w"}, {"a"}, {}},
                       {"half", "Mul", "", {"a", "h"}, {"b"}, {}},
                       {"shape", "Reshape", "", {"b", "dims"}, {"y"}, {}}};
  const std::vector<float> weights(1000, factor);
  const float half = 0.5F;
  const std::int64_t dims[] = {2, 500};
  model.graph.add_initializer("w", OnnxType::kFloat, {1000}, weights.data(), 4000);
  model.graph.add_initializer("h", OnnxType::kFloat, {}, &half, 4);
  model.graph.add_initializer("dims", OnnxType::kInt64, {2}, dims, 16);
  return model.written();
}

float first_of(Program& program) {
  const Memory<float> x(std::vector<float>(1000, 1)), y(1000);
  program.context->setTensorAddress("x", x.data());
  program.context->setTensorAddress("y", y.data());
  if (!program.context->enqueueV3(nullptr)) return -1;
  cudaDeviceSynchronize();
  return y.get()[0];
}

TEST(Refitter, GivesAStrippedPlanItsWeights) {
  NEEDS_ENGINE();
  Program program(weighty(2));
  program.config->setFlag(BuilderFlag::kSTRIP_PLAN);
  program.build();
  EXPECT_LT(program.plan->size(), 3000U);
  EXPECT_GT(program.engine->getEngineStat(EngineStat::kSTRIPPED_WEIGHTS_SIZE), 4000);
  EXPECT_TRUE(program.engine->isRefittable());
  EXPECT_EQ(program.engine->getTensorShape("y").d[1], 500);
  EXPECT_EQ(first_of(program), -1);
  EXPECT_TRUE(program.logger.was_told("the plan has no weights"));
  const std::unique_ptr<IRefitter> refitter(createInferRefitter(*program.engine, program.logger));
  ASSERT_NE(refitter, nullptr);
  const char* name = nullptr;
  EXPECT_EQ(refitter->getMissingWeights(1, &name), 1);
  EXPECT_STREQ(name, "w");
  const char* layer = nullptr;
  WeightsRole role{};
  EXPECT_EQ(refitter->getMissing(1, &layer, &role), 1);
  EXPECT_STREQ(layer, "scale");
  EXPECT_FALSE(refitter->refitCudaEngine());
  EXPECT_TRUE(program.logger.was_told("weights 'w' are missing"));
  const std::unique_ptr<nvonnxparser::IParserRefitter> parser(
      nvonnxparser::createParserRefitter(*refitter, program.logger));
  const std::string whole = weighty(6);
  EXPECT_TRUE(parser->refitFromBytes(whole.data(), whole.size()));
  EXPECT_EQ(refitter->getMissingWeights(0, nullptr), 0);
  EXPECT_TRUE(refitter->refitCudaEngine());
  EXPECT_EQ(program.engine->getEngineStat(EngineStat::kSTRIPPED_WEIGHTS_SIZE), -1);
  EXPECT_EQ(first_of(program), 3);
  // Serialised again it has them, but where they are left out.
  const std::unique_ptr<ISerializationConfig> config(program.engine->createSerializationConfig());
  for (const bool is_whole : {true, false}) {
    if (!is_whole) config->setFlag(SerializationFlag::kEXCLUDE_WEIGHTS);
    program.plan.reset(program.engine->serializeWithConfig(*config));
    ASSERT_NE(program.plan, nullptr) << program.logger.take();
    EXPECT_EQ(program.plan->size() > 4000, is_whole);
    Program other;
    other.engine.reset(
        other.runtime->deserializeCudaEngine(program.plan->data(), program.plan->size()));
    ASSERT_NE(other.engine, nullptr) << other.logger.take();
    EXPECT_EQ(other.engine->getEngineStat(EngineStat::kSTRIPPED_WEIGHTS_SIZE) == -1, is_whole);
    other.context.reset(other.engine->createExecutionContext());
    EXPECT_EQ(first_of(other), is_whole ? 3 : -1);
  }
}

TEST(Refitter, KnowsWeightsByTheirLayer) {
  NEEDS_ENGINE();
  Program program;
  ITensor* const x = program.network->addInput("x", DataType::kFLOAT, Dims4(1, 1, 2, 2));
  const std::vector<float> kernel{2}, bias{1}, other{10};
  IConvolutionLayer* const layer =
      program.network->addConvolutionNd(*x, 1, DimsHW(1, 1), {DataType::kFLOAT, kernel.data(), 1},
                                        {DataType::kFLOAT, bias.data(), 1});
  layer->setName("the convolution");
  layer->getOutput(0)->setName("y");
  program.network->markOutput(*layer->getOutput(0));
  program.config->setFlag(BuilderFlag::kREFIT);
  program.build();
  const std::unique_ptr<IRefitter> refitter(createInferRefitter(*program.engine, program.logger));
  std::vector<const char*> layers(2);
  std::vector<WeightsRole> roles(2);
  ASSERT_EQ(refitter->getAll(2, layers.data(), roles.data()), 2);
  EXPECT_STREQ(layers[0], "the convolution");
  EXPECT_EQ(roles, (std::vector{WeightsRole::kKERNEL, WeightsRole::kBIAS}));
  EXPECT_TRUE(refitter->setWeights("the convolution", WeightsRole::kKERNEL,
                                   {DataType::kFLOAT, other.data(), 1}))
      << program.logger.take();
  EXPECT_TRUE(refitter->refitCudaEngine());
  const Memory<float> in({1, 2, 3, 4}), out(4);
  program.context->setTensorAddress("x", in.data());
  program.context->setTensorAddress("y", out.data());
  EXPECT_TRUE(program.context->enqueueV3(nullptr));
  cudaDeviceSynchronize();
  EXPECT_EQ(out.get(), (std::vector<float>{11, 21, 31, 41}));
}

TEST(Refitter, LeavesNoWeightsOutOfAnEngineThatCannotGetThem) {
  NEEDS_ENGINE();
  Program program(weighty(2));
  program.build();
  EXPECT_EQ(program.engine->getEngineStat(EngineStat::kSTRIPPED_WEIGHTS_SIZE), -1);
  const std::unique_ptr<ISerializationConfig> config(program.engine->createSerializationConfig());
  config->setFlag(SerializationFlag::kEXCLUDE_WEIGHTS);
  EXPECT_EQ(program.engine->serializeWithConfig(*config), nullptr);
  EXPECT_TRUE(program.logger.was_told("built without BuilderFlag::kREFIT"));
}

TEST(Builders, RefuseListsThatAreNull) {
  Program program;
  IOptimizationProfile* const profile = program.builder->createOptimizationProfile();
  EXPECT_FALSE(profile->setShapeValues("x", OptProfileSelector::kMIN, nullptr, 2));
  EXPECT_TRUE(program.logger.was_told("input 'x': the values are null"));
  EXPECT_FALSE(profile->setShapeValuesV2("x", OptProfileSelector::kMIN, nullptr, -2));
  EXPECT_TRUE(program.logger.was_told("got -2"));
  EXPECT_FALSE(profile->setDimensions(nullptr, OptProfileSelector::kMIN, Dims2(1, 4)));
  EXPECT_TRUE(program.logger.was_told("the name is null"));
  program.config->setPluginsToSerialize(nullptr, 2);
  EXPECT_TRUE(program.logger.was_told("the paths are null"));
  const char* const paths[] = {"plugin.so", nullptr};
  program.config->setPluginsToSerialize(paths, 2);
  EXPECT_TRUE(program.logger.was_told("a path is null"));
  EXPECT_EQ(program.config->getNbPluginsToSerialize(), 0);
}

TEST(Engines, HaveNoWeightsToStream) {
  NEEDS_ENGINE();
  Program without(weighty(2));
  without.build();
  EXPECT_FALSE(without.engine->setWeightStreamingBudgetV2(0));
  EXPECT_TRUE(without.logger.was_told("without BuilderFlag::kWEIGHT_STREAMING"));
  Program program(weighty(2));
  program.config->setFlag(BuilderFlag::kWEIGHT_STREAMING);
  program.build();
  EXPECT_TRUE(program.engine->setWeightStreamingBudgetV2(1000));
  EXPECT_FALSE(program.engine->setWeightStreamingBudgetV2(-1));
  EXPECT_TRUE(program.logger.was_told("at least 0, got -1"));
  EXPECT_TRUE(program.engine->setWeightStreamingBudget(-1));
  EXPECT_EQ(program.engine->getStreamableWeightsSize(), 0);
  EXPECT_EQ(program.engine->getWeightStreamingBudgetV2(), 0);
  EXPECT_EQ(program.engine->getWeightStreamingBudget(), -1);
  EXPECT_EQ(program.engine->getWeightStreamingScratchMemorySize(), 0);
}

TEST(Engines, HaveNoTensorsToDebug) {
  NEEDS_ENGINE();
  Program program(weighty(2));
  program.build();
  EXPECT_FALSE(program.engine->isDebugTensor("y"));
  EXPECT_TRUE(program.context->setAllTensorsDebugState(true));  // of none
  EXPECT_FALSE(program.context->setTensorDebugState("y", true));
  EXPECT_TRUE(program.logger.was_told("'y' is not marked for debugging"));
  EXPECT_FALSE(program.context->setUnfusedTensorsDebugState(true));
  EXPECT_TRUE(program.logger.was_told("setUnfusedTensorsDebugState"));
}

TEST(Refitter, NeedsAnEngineThatIsBuiltForIt) {
  NEEDS_ENGINE();
  Program program(scaling(2));
  program.build();
  EXPECT_EQ(createInferRefitter(*program.engine, program.logger), nullptr);
  EXPECT_TRUE(program.logger.was_told("built without BuilderFlag::kREFIT"));
}

}  // namespace
}  // namespace riffle::tensorrt::test
