// SPDX-License-Identifier: Apache-2.0
// Where plugins cannot be, and whose memory they get.
#include <NvInferPlugin.h>
#include <cuda_runtime.h>

#include "libraries/tensorrt/onnx/wire.h"
#include "product_plugin.h"

namespace riffle::tensorrt::test {
namespace {

/// Gives so many pieces of memory, and then none.
class Counted final : public IGpuAllocator {
 public:
  void* allocate(std::uint64_t size, std::uint64_t alignment, AllocatorFlags) noexcept override {
    EXPECT_GT(size, 0U);
    EXPECT_EQ(alignment & (alignment - 1), 0U);
    void* made = nullptr;
    if (left-- <= 0 || cudaMalloc(&made, size) != cudaSuccess) return nullptr;
    ++held;
    return made;
  }
  bool deallocate(void* memory) noexcept override {
    --held;
    return cudaFree(memory) == cudaSuccess;
  }
  int left = 0, held = 0;
};

TEST(PluginLimits, TheProgramsAllocatorGivesTheirMemory) {
  NEEDS_ENGINE();
  creator();
  Counted allocator;
  const std::string model = model_of({{"abs", "Abs", "", {"x"}, {"a"}, {}},
                                      product({"a"}, "b", 2),
                                      product({"b", "w"}, "c", 5),
                                      {"neg", "Neg", "", {"c"}, {"y"}, {}}})
                                .written();
  allocator.left = 100;
  {
    Program program(model);
    program.runtime->setGpuAllocator(&allocator);
    program.build();
    ASSERT_NE(program.context, nullptr);
    const Memory<float> in({1, -2, 3}), out(3);
    program.context->setTensorAddress("x", in.data());
    program.context->setTensorAddress("y", out.data());
    EXPECT_TRUE(program.context->enqueueV3(nullptr)) << program.logger.take();
    cudaDeviceSynchronize();
    EXPECT_EQ(out.get(), (std::vector<float>{-20, -60, -120}));
    EXPECT_GT(allocator.held, 3);
  }
  EXPECT_EQ(allocator.held, 0);
  // Whichever allocation fails: the call does, and says so.
  const int needed = 100 - allocator.left;
  for (int left = 0; left < needed; ++left) {
    allocator.left = left;
    {
      Program program(model);
      program.runtime->setGpuAllocator(&allocator);
      program.plan.reset(
          program.builder->buildSerializedNetwork(*program.network, *program.config));
      program.engine.reset(
          program.runtime->deserializeCudaEngine(program.plan->data(), program.plan->size()));
      if (program.engine != nullptr) {
        program.context.reset(program.engine->createExecutionContext());
        const Memory<float> in({1, 2, 3}), out(3);
        program.context->setTensorAddress("x", in.data());
        program.context->setTensorAddress("y", out.data());
        EXPECT_FALSE(program.context->enqueueV3(nullptr));
        cudaDeviceSynchronize();
      }
      EXPECT_TRUE(program.logger.was_told("IGpuAllocator returned no memory")) << left;
    }
    EXPECT_EQ(allocator.held, 0);
  }
}

TEST(PluginLimits, InsideConditionsAreRefusedByName) {
  NEEDS_ENGINE();
  creator();
  const auto condition_of = [](const onnx::OnnxNode& node) {
    onnx::OnnxGraph branch;
    branch.name = "branch";
    branch.nodes = {node};
    branch.outputs = {value("made", OnnxType::kFloat, {3})};
    onnx::OnnxNode condition{"the condition", "If", "", {"b"}, {"y"}, {}};
    condition.with_graph("then_branch", branch.written())
        .with_graph("else_branch", branch.written());
    return condition;
  };
  const auto refusal_of = [](const onnx::OnnxNode& node) {
    Program program;
    const std::string model = model_of({node}).written();
    EXPECT_FALSE(program.parser->parse(model.data(), model.size()));
    EXPECT_GE(program.parser->getNbErrors(), 1);
    return program.parser->getNbErrors() == 0 ? std::string()
                                              : std::string(program.parser->getError(0)->desc());
  };
  const std::string plugin = refusal_of(condition_of(product({"x"}, "made", 2)));
  for (const char* const part : {"'product of made'", "'the condition'", "loops and conditions"})
    EXPECT_NE(plugin.find(part), std::string::npos) << plugin;
  EXPECT_NE(refusal_of(condition_of({"odd", "NoPlugin_TRT", "", {"x"}, {"made"}, {}}))
                .find("'odd': operator 'NoPlugin_TRT'"),
            std::string::npos);
  // However deep; a file can be made that is deeper than any stack.
  onnx::OnnxNode deep = product({"x"}, "made", 2);
  for (int i = 0; i < 3; ++i) {
    deep = condition_of(deep);
    deep.outputs = {"made"};
  }
  EXPECT_NE(refusal_of(deep).find("'product of made'"), std::string::npos);
  std::string graph;
  for (int i = 0; i < 2000; ++i) {
    const std::string node = onnx::Writer().bytes(4, "If").bytes(5, graph).take();
    graph = onnx::Writer().bytes(6, onnx::Writer().bytes(1, node).text()).take();
  }
  onnx::OnnxNode deepest{"deepest", "If", "", {"b"}, {"y"}, {graph}};
  EXPECT_NE(refusal_of(deepest).find("more than 100 graphs"), std::string::npos);
}

TEST(PluginLimits, InsideLoopsAreRefusedByName) {
  NEEDS_ENGINE();
  Program program;
  ITensor* const x = program.network->addInput("x", DataType::kFLOAT, Dims{1, {3}});
  ILoop* const loop = program.network->addLoop();
  const std::int32_t four = 4;
  loop->addTripLimit(
      *program.network->addConstant(Dims{0, {}}, {DataType::kINT32, &four, 1})->getOutput(0),
      TripLimit::kCOUNT);
  IRecurrenceLayer* const value = loop->addRecurrence(*x);
  ITensor* input = value->getOutput(0);
  Product product(2);
  IPluginV3Layer* const layer = program.network->addPluginV3(&input, 1, nullptr, 0, product);
  layer->setName("the product");
  value->setInput(1, *layer->getOutput(0));
  program.network->markOutput(*loop->addLoopOutput(*input, LoopOutput::kLAST_VALUE)->getOutput(0));
  EXPECT_EQ(program.builder->buildSerializedNetwork(*program.network, *program.config), nullptr);
  EXPECT_TRUE(program.logger.was_told("'the product' is inside a loop or condition"));
}

/// In the second form, which alone has creators that read bytes.
TEST(PluginLimits, OwnPluginsAreNotReadFromNull) {
  Logger logger;
  const std::unique_ptr<IRuntime> runtime(createInferRuntime(logger));  // whose logger plugins use
  ASSERT_TRUE(initLibNvInferPlugins(&logger, ""));
  std::int32_t count = 0;
  IPluginCreator* const* const all = getPluginRegistry()->getPluginCreatorList(&count);
  ASSERT_GT(count, 5);
  for (std::int32_t i = 0; i < count; ++i) {
    EXPECT_EQ(all[i]->deserializePlugin("a", nullptr, 10), nullptr) << all[i]->getPluginName();
    EXPECT_TRUE(logger.was_told("the 10 bytes are null")) << all[i]->getPluginName();
  }
}

}  // namespace
}  // namespace riffle::tensorrt::test
