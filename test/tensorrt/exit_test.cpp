// SPDX-License-Identifier: Apache-2.0
// Processes that end with inferences in their streams.
#include <cuda_runtime.h>

#include <cstdio>

#include "program.h"

namespace riffle::tensorrt::test {
namespace {

/// As a logger whose life is over: nobody may call it.
class Mortal final : public ILogger {
 public:
  void log(Severity severity, const char* text) noexcept override {
    if (severity > Severity::kERROR) return;
    std::fprintf(stderr, "%s: %s\n", is_gone ? "after its life" : "alive", text);
    if (is_gone) std::_Exit(1);
  }
  std::atomic<bool> is_gone = false;
};

constexpr std::int64_t kRows = 1 << 18;

void exit_in_flight() {
  const std::string model = doubling(kRows);
  Program builds(model);
  builds.build();
  auto& logger = *new Mortal;
  IRuntime* const runtime = createInferRuntime(logger);
  ICudaEngine* const engine =
      runtime->deserializeCudaEngine(builds.plan->data(), builds.plan->size());
  IExecutionContext* const context = engine->createExecutionContext();
  void *x = nullptr, *y = nullptr;
  cudaMalloc(&x, 16 * kRows);
  cudaMalloc(&y, 16 * kRows);
  context->setTensorAddress("x", x);
  context->setTensorAddress("y", y);
  for (int i = 0; i < 1000; ++i)
    if (!context->enqueueV3(nullptr)) std::_Exit(2);
  logger.is_gone = true;
  std::exit(0);
}

TEST(ExitDeathTest, WithInferencesInFlightIsQuiet) {
  NEEDS_ENGINE();
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(exit_in_flight(), testing::ExitedWithCode(0), "^$");
}

}  // namespace
}  // namespace riffle::tensorrt::test
