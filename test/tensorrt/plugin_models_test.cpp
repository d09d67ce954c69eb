// SPDX-License-Identifier: Apache-2.0
// ONNX models with nodes that plugins compute: the registry's creators make them, with the nodes' attributes as fields.
#include <cuda_runtime.h>

#include "libraries/tensorrt/onnx/wire.h"
#include "product_plugin.h"

namespace riffle::tensorrt::test {
namespace {

std::vector<float> run(Program& program, const std::vector<float>& x) {
  program.build();
  if (program.context == nullptr) return {};
  const Memory<float> in(x), out(x.size());
  program.context->setTensorAddress("x", in.data());
  program.context->setTensorAddress("y", out.data());
  EXPECT_TRUE(program.context->enqueueV3(nullptr)) << program.logger.take();
  EXPECT_EQ(cudaStreamSynchronize(nullptr), cudaSuccess);
  return out.get();
}

TEST(PluginModels, NodesOfCreatorsAreComputedByThem) {
  NEEDS_ENGINE();
  creator();
  // |x| -> * 2 -> + w -> * 5 * w -> neg
  Program program(model_of({{"abs", "Abs", "", {"x"}, {"a"}, {}},
                            product({"a"}, "b", 2),
                            {"add", "Add", "", {"b", "w"}, {"c"}, {}},
                            product({"c", "w"}, "d", 5),
                            {"neg", "Neg", "", {"d"}, {"y"}, {}}})
                      .written());
  EXPECT_EQ(program.network->getNbLayers(), 5);
  EXPECT_EQ(program.network->getLayer(1)->getType(), LayerType::kPLUGIN_V3);
  EXPECT_STREQ(program.network->getLayer(1)->getName(), "product of b");
  EXPECT_EQ(program.network->getLayer(3)->getOutput(0)->getDimensions().d[0], 3);
  EXPECT_EQ(run(program, {1, -2, 3}), (std::vector<float>{-40, -105, -200}));
  // Another context of the same engine, twice.
  const std::unique_ptr<IExecutionContext> other(program.engine->createExecutionContext());
  const Memory<float> in(std::vector<float>{0, 1, 2}), out(3);
  other->setTensorAddress("x", in.data());
  other->setTensorAddress("y", out.data());
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(other->enqueueV3(nullptr));
  EXPECT_EQ(cudaStreamSynchronize(nullptr), cudaSuccess);
  EXPECT_EQ(out.get(), (std::vector<float>{-20, -75, -160}));
}

TEST(PluginModels, TakeHalfOfAFourierTransform) {
  NEEDS_ENGINE();
  creator();
  onnx::OnnxNode transform{"transform", "DFT", "", {"x"}, {"a"}, {}};
  transform.with("onesided", std::int64_t{1}).with("axis", std::int64_t{1});
  onnx::OnnxModel model = model_of({transform, product({"a"}, "y", 3)});
  model.graph.inputs = {value("x", OnnxType::kFloat, {1, 4, 1})};
  model.graph.outputs = {{"y", OnnxType::kFloat, false, {}}};
  Program program(model.written());
  program.build();
  ASSERT_NE(program.context, nullptr);
  const Dims dims = program.context->getTensorShape("y");
  EXPECT_EQ(std::vector(dims.d, dims.d + dims.nbDims), (std::vector<std::int64_t>{1, 3, 2}));
  const Memory<float> in(std::vector<float>{1, 0, 0, 0});
  const Memory<float> out(std::vector<float>(8, -7.F));
  program.context->setTensorAddress("x", in.data());
  program.context->setTensorAddress("y", out.data());
  EXPECT_TRUE(program.context->enqueueV3(nullptr)) << program.logger.take();
  EXPECT_EQ(cudaStreamSynchronize(nullptr), cudaSuccess);
  EXPECT_EQ(out.get(), (std::vector<float>{3, 0, 3, 0, 3, 0, -7, -7}));
}

TEST(PluginModels, AttributesBecomeFields) {
  NEEDS_ENGINE();
  onnx::OnnxNode node = product({"x"}, "y", 2);
  node.with("counts", std::vector<std::int64_t>{1, 2, 3}).with("text", "words");
  // AttributeProto with a tensor of two FP32 in float_data.
  const float numbers[] = {1, 2};
  onnx::Writer tensor, attribute;
  tensor.number(1, 2).number(2, 1).bytes(4, {reinterpret_cast<const char*>(numbers), 8});
  node.attributes.push_back(
      attribute.bytes(1, "table").bytes(5, tensor.text()).number(20, 4).take());
  creator();
  Program program(model_of({node}).written());
  const auto& given = creator().given;
  EXPECT_EQ(given.size(), 4U);
  EXPECT_EQ(given.at("factor"), std::pair(PluginFieldType::kFLOAT32, 1));
  EXPECT_EQ(given.at("counts"), std::pair(PluginFieldType::kINT32, 3));
  EXPECT_EQ(given.at("text"), std::pair(PluginFieldType::kCHAR, 5));
  EXPECT_EQ(given.at("table"), std::pair(PluginFieldType::kFLOAT32, 2));
  EXPECT_EQ(creator().text, "words");
}

TEST(PluginModels, ConditionsStandBesidePlugins) {
  NEEDS_ENGINE();
  creator();
  // Which branch is taken depends on what a plugin makes; both read a value from outside.
  const auto branch = [](const char* op) {
    onnx::OnnxGraph graph;
    graph.name = op;
    graph.nodes = {{op, op, "", {"a", "w"}, {std::string(op) + "_made"}, {}}};
    graph.outputs = {value(std::string(op) + "_made", OnnxType::kFloat, {3})};
    return graph.written();
  };
  onnx::OnnxNode condition{"if", "If", "", {"is_big"}, {"c"}, {}};
  condition.with_graph("then_branch", branch("Add")).with_graph("else_branch", branch("Sub"));
  onnx::OnnxNode sum{"sum", "ReduceSum", "", {"a"}, {"s"}, {}};
  sum.with("keepdims", std::int64_t{0});
  onnx::OnnxModel model = model_of({product({"x"}, "a", 10),
                                    sum,
                                    {"big", "Greater", "", {"s", "limit"}, {"is_big"}, {}},
                                    condition,
                                    {"neg", "Neg", "", {"c"}, {"d"}, {}},
                                    product({"a"}, "y", 3)});
  model.graph.outputs.push_back(value("d", OnnxType::kFloat, {3}));
  const float limit = 50;
  model.graph.add_initializer("limit", OnnxType::kFloat, {}, &limit, sizeof limit);
  Program program(model.written());
  program.build();
  ASSERT_NE(program.context, nullptr);
  for (const auto& [x, wanted] :
       {std::pair{std::vector<float>{1, 1, 1}, std::vector<float>{-8, -7, -6}},
        std::pair{std::vector<float>{2, 2, 2}, std::vector<float>{-22, -23, -24}}}) {
    const Memory<float> in(x), y(3), d(3);
    program.context->setTensorAddress("x", in.data());
    program.context->setTensorAddress("y", y.data());
    program.context->setTensorAddress("d", d.data());
    EXPECT_TRUE(program.context->enqueueV3(nullptr)) << program.logger.take();
    EXPECT_EQ(cudaStreamSynchronize(nullptr), cudaSuccess);
    EXPECT_EQ(d.get(), wanted);
    EXPECT_EQ(y.get()[0], 30 * x[0]);
  }
}

TEST(PluginModels, OverrideTakesOperatorsOfOnnxToo) {
  NEEDS_ENGINE();
  // A creator with the name of an operator of ONNX is asked only where the program wants that.
  class AbsCreator final : public IPluginCreatorV3One {
   public:
    IPluginV3* createPlugin(const char*, const PluginFieldCollection*,
                            TensorRTPhase) noexcept override {
      return new Product(100);
    }
    const PluginFieldCollection* getFieldNames() noexcept override { return &fields_; }
    const char* getPluginName() const noexcept override { return "Abs"; }
    const char* getPluginVersion() const noexcept override { return "1"; }
    const char* getPluginNamespace() const noexcept override { return ""; }
    PluginFieldCollection fields_{};
  } abs_creator;
  creator();
  ASSERT_TRUE(getPluginRegistry()->registerCreator(abs_creator, ""));
  const std::string model = model_of({{"abs", "Abs", "", {"x"}, {"y"}, {}}}).written();
  Program plain(model);
  EXPECT_EQ(run(plain, {1, -2, 3}), (std::vector<float>{1, 2, 3}));
  Program overridden;
  overridden.parser->setFlag(nvonnxparser::OnnxParserFlag::kENABLE_PLUGIN_OVERRIDE);
  ASSERT_TRUE(overridden.parser->parse(model.data(), model.size())) << overridden.logger.take();
  EXPECT_EQ(run(overridden, {1, -2, 3}), (std::vector<float>{100, -200, 300}));
  getPluginRegistry()->deregisterCreator(abs_creator);
}

TEST(PluginModels, RefusalsNameTheNodeAndTheWayOut) {
  NEEDS_ENGINE();
  creator();
  const auto refusal_of = [](const onnx::OnnxNode& node) {
    Program program;
    const std::string model = model_of({node}).written();
    EXPECT_FALSE(program.parser->parse(model.data(), model.size()));
    EXPECT_EQ(program.parser->getNbErrors(), 1);
    return std::string(program.parser->getError(0)->desc());
  };
  const std::string missing =
      refusal_of({"the node", "NoPlugin_TRT", "trt.plugins", {"x"}, {"y"}, {}});
  for (const char* const part :
       {"the node", "NoPlugin_TRT", "version '1'", "initLibNvInferPlugins", "trt.plugins"})
    EXPECT_NE(missing.find(part), std::string::npos) << missing;
  EXPECT_NE(refusal_of({"prior", "PriorBox_TRT", "", {"x"}, {"y"}, {}})
                .find("NVIDIA's library has it, Riffle's does not"),
            std::string::npos);
  onnx::OnnxNode refused = product({"x"}, "y", 1);
  refused.with("refuses", std::int64_t{1});
  EXPECT_NE(refusal_of(refused).find("made none for node 'product of y'"), std::string::npos);
  EXPECT_NE(refusal_of(product({"x", ""}, "y", 1)).find("inputs are left out"), std::string::npos);
}

TEST(PluginModels, FieldsHaveAsManyValuesAsTheirTensors) {
  NEEDS_ENGINE();
  creator();
  const float numbers[] = {1, 2};
  onnx::Writer tensor, attribute;
  tensor.number(1, 1'000'000).number(2, 1).bytes(4, {reinterpret_cast<const char*>(numbers), 8});
  onnx::OnnxNode node = product({"x"}, "y", 2);
  node.attributes.push_back(
      attribute.bytes(1, "table").bytes(5, tensor.text()).number(20, 4).take());
  const std::string model = model_of({node}).written();
  Program program;
  EXPECT_FALSE(program.parser->parse(model.data(), model.size()));
  EXPECT_TRUE(program.logger.was_told("attribute 'table' has dimensions [1000000] and 8 bytes"));
}

TEST(PluginModels, CreatorsOfOtherKindsAreRefused) {
  class QuickCreator final : public IPluginCreatorInterface {
   public:
    InterfaceInfo getInterfaceInfo() const noexcept override {
      return {"PLUGIN CREATOR_V3QUICK", 1, 0};
    }
  } quick;
  Program program;
  Recorder recorder;
  getPluginRegistry()->setErrorRecorder(&recorder);
  EXPECT_FALSE(getPluginRegistry()->registerCreator(quick, ""));
  getPluginRegistry()->setErrorRecorder(nullptr);
  EXPECT_TRUE(program.logger.was_told("creators of kind 'PLUGIN CREATOR_V3QUICK'"));
  EXPECT_EQ(recorder.errors, 1);
}

TEST(PluginModels, TensorsOfNineDimensionsAreRefused) {
  NEEDS_ENGINE();
  creator();
  const std::vector<std::int64_t> nine(9, 1);
  {  // an input
    onnx::OnnxModel model = model_of({{"abs", "Abs", "", {"x"}, {"y"}, {}}});
    model.graph.inputs = {value("x", OnnxType::kFloat, nine)};
    const std::string bytes = model.written();
    Program program;
    EXPECT_FALSE(program.parser->parse(bytes.data(), bytes.size()));
    EXPECT_TRUE(program.logger.was_told("input 'x' has 9 dimensions, expected up to 8"));
  }
  {  // a constant that is an output
    onnx::OnnxModel model = model_of({{"abs", "Abs", "", {"x"}, {"a"}, {}}});
    const float one = 1;
    model.graph.add_initializer("big", OnnxType::kFloat, nine, &one, sizeof one);
    model.graph.outputs.front().name = "big";
    model.graph.outputs.front().has_shape = false;
    Program program(model.written());
    EXPECT_EQ(program.network->getOutput(0)->getDimensions().nbDims, -1);
    EXPECT_EQ(program.builder->buildSerializedNetwork(*program.network, *program.config), nullptr);
    EXPECT_TRUE(program.logger.was_told("'big' has 9 dimensions, expected up to 8"));
  }
  {  // between a segment and a plugin
    const std::vector<std::int64_t> shape{1, 1, 1, 1, 1, 1, 1, 1, 3};
    onnx::OnnxModel model = model_of({{"wide", "Reshape", "", {"x", "shape"}, {"a"}, {}},
                                      product({"a"}, "b", 2),
                                      {"narrow", "Reshape", "", {"b", "three"}, {"y"}, {}}});
    const std::int64_t three = 3;
    model.graph.add_initializer("shape", OnnxType::kInt64, {9}, shape.data(), 72);
    model.graph.add_initializer("three", OnnxType::kInt64, {1}, &three, 8);
    Program program;
    const std::string bytes = model.written();
    if (program.parser->parse(bytes.data(), bytes.size()))
      EXPECT_EQ(program.builder->buildSerializedNetwork(*program.network, *program.config),
                nullptr);
    EXPECT_TRUE(program.logger.was_told("'a' has 9 dimensions, expected up to 8"));
  }
}

TEST(PluginModels, GraphsOutliveTheContext) {
  NEEDS_ENGINE();
  creator();
  Program program(model_of({{"abs", "Abs", "", {"x"}, {"a"}, {}},
                            product({"a"}, "b", 2),
                            {"add", "Add", "", {"b", "w"}, {"c"}, {}},
                            product({"c", "w"}, "y", 5)})
                      .written());
  program.build();
  const Memory<float> in({1, -2, 3}), out(3);
  program.context->setTensorAddress("x", in.data());
  program.context->setTensorAddress("y", out.data());
  cudaStream_t stream = nullptr;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t exec = nullptr;
  cudaStreamCreate(&stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
  EXPECT_TRUE(program.context->enqueueV3(stream)) << program.logger.take();
  EXPECT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  EXPECT_EQ(cudaGraphInstantiate(&exec, graph, 0), cudaSuccess);
  cudaGraphDestroy(graph);
  program.context.reset();
  program.engine.reset();
  program.runtime.reset();
  std::vector<std::unique_ptr<Memory<float>>> others;  // which take the memory if it is free
  for (int i = 0; i < 64; ++i)
    others.push_back(std::make_unique<Memory<float>>(std::vector<float>(3, -1)));
  EXPECT_EQ(cudaGraphLaunch(exec, stream), cudaSuccess);
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  EXPECT_EQ(out.get(), (std::vector<float>{40, 105, 200}));
  for (const auto& other : others) EXPECT_EQ(other->get(), std::vector<float>(3, -1));
  cudaGraphExecDestroy(exec);
  cudaStreamDestroy(stream);
}

TEST(PluginModels, RefittersRefuseEnginesWithPlugins) {
  NEEDS_ENGINE();
  creator();
  Program program(model_of({product({"x", "w"}, "y", 1)}).written());
  program.config->setFlag(BuilderFlag::kREFIT);
  program.build();
  ASSERT_NE(program.engine, nullptr);
  const std::unique_ptr<IRefitter> refitter(createInferRefitter(*program.engine, program.logger));
  EXPECT_EQ(refitter, nullptr);
  EXPECT_TRUE(program.logger.was_told("does not support refitting an engine that has plugins"));
}

TEST(PluginModels, FunctionsOfAModelAreComputed) {
  NEEDS_ENGINE();
  onnx::OnnxModel model = model_of({{"call", "Twice", "own", {"x"}, {"y"}, {}}});
  model.operator_sets.emplace_back("own", 1);
  onnx::Writer function, node, set;
  node.bytes(1, "a").bytes(1, "a").bytes(2, "b").bytes(4, "Add");
  function.bytes(1, "Twice").bytes(4, "a").bytes(5, "b").bytes(7, node.text());
  function.bytes(9, set.bytes(1, "").number(2, 18).text()).bytes(10, "own");
  model.functions.push_back(function.take());
  Program program(model.written());
  EXPECT_EQ(run(program, {1, -2, 3}), (std::vector<float>{2, -4, 6}));
}

}  // namespace
}  // namespace riffle::tensorrt::test
