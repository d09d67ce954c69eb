// SPDX-License-Identifier: Apache-2.0
// Times of layers, which profilers get where the engine is built with ProfilingVerbosity::kDETAILED.
#include <cuda_runtime.h>
#include <sys/resource.h>

#include <csignal>

#include "program.h"

namespace riffle::tensorrt::test {
namespace {

TEST(Contexts, ReportEachLayerWhereTheVerbosityIsDetailed) {
  NEEDS_ENGINE();
  onnx::OnnxModel model = empty_model();
  model.graph.inputs = {value("x", OnnxType::kFloat, {256, 256})};
  model.graph.outputs = {value("y", OnnxType::kFloat, {256, 256})};
  model.graph.nodes = {{"product", "MatMul", "", {"x", "x"}, {"a"}, {}},
                       {"shape", "Softmax", "", {"a"}, {"b"}, {}},
                       {"sum", "Add", "", {"b", "x"}, {"y"}, {}}};
  Program program(model.written());
  program.config->setProfilingVerbosity(ProfilingVerbosity::kDETAILED);
  program.build();
  class Layers final : public IProfiler {
   public:
    void reportLayerTime(const char* name, float ms) noexcept override {
      names.emplace_back(name);
      EXPECT_GE(ms, 0);
      total += ms;
    }
    std::vector<std::string> names;
    float total = 0;
  } layers;
  const std::vector<float> ones(256 * 256, 1);
  const Memory<float> x(ones), y(256 * 256);
  program.context->setTensorAddress("x", x.data());
  program.context->setTensorAddress("y", y.data());
  program.context->setProfiler(&layers);
  for (const std::size_t times : {1U, 2U}) {
    EXPECT_TRUE(program.context->enqueueV3(nullptr)) << program.logger.take();
    ASSERT_EQ(layers.names.size(), 3 * times);
    EXPECT_EQ(layers.names[0], "product");
    EXPECT_EQ(layers.names[3 * times - 1], "sum");
  }
  EXPECT_GT(layers.total, 0);
  EXPECT_NEAR(y.get()[7], 1 + 1.F / 256, 1e-5F);
}

/// Reports nothing but how often.
class Counting final : public IProfiler {
 public:
  void reportLayerTime(const char* name, float) noexcept override { names.emplace_back(name); }
  std::vector<std::string> names;
};

TEST(Contexts, TimeLayersWithoutATemporaryFolder) {
  NEEDS_ENGINE();
  const char* const before = std::getenv("TMPDIR");
  const std::string kept = before == nullptr ? "" : before;
  setenv("TMPDIR", "/nowhere", 1);
  Program program(doubling(1));
  program.config->setProfilingVerbosity(ProfilingVerbosity::kDETAILED);
  program.build();
  Counting layers;
  const Memory<float> x({1, 2, 3, 4}), y(4);
  program.context->setTensorAddress("x", x.data());
  program.context->setTensorAddress("y", y.data());
  program.context->setProfiler(&layers);
  EXPECT_TRUE(program.context->enqueueV3(nullptr)) << program.logger.take();
  EXPECT_EQ(layers.names, std::vector<std::string>{"twice"});
  EXPECT_EQ(y.get(), (std::vector<float>{2, 4, 6, 8}));
  // Where nothing can be written the whole network is one layer, and a warning says why.
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit limit{};
  getrlimit(RLIMIT_FSIZE, &limit);
  const rlimit none{0, limit.rlim_max};
  setrlimit(RLIMIT_FSIZE, &none);
  y.set({0, 0, 0, 0});
  layers.names.clear();
  EXPECT_TRUE(program.context->enqueueV3(nullptr)) << program.logger.take();
  setrlimit(RLIMIT_FSIZE, &limit);
  EXPECT_EQ(layers.names.size(), 1U);
  EXPECT_EQ(y.get(), (std::vector<float>{2, 4, 6, 8}));
  EXPECT_NE(program.logger.warnings().find("the times of layers are not known"), std::string::npos);
  if (before == nullptr)
    unsetenv("TMPDIR");
  else
    setenv("TMPDIR", kept.c_str(), 1);
}

}  // namespace
}  // namespace riffle::tensorrt::test
