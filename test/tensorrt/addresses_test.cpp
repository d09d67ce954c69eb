// SPDX-License-Identifier: Apache-2.0
// Memory that contexts are given: too small for a tensor, and with dimensions that no profile has.
#include <cuda_runtime.h>

#include "program.h"

namespace riffle::tensorrt::test {
namespace {

TEST(Contexts, RefuseMemoryThatIsTooSmall) {
  NEEDS_ENGINE();
  constexpr std::int64_t kRows = 1 << 18;
  Program program(doubling(kRows));
  program.build();
  IExecutionContext& context = *program.context;
  const Memory<float> whole(4 * kRows), small(16);
  float *managed = nullptr, *pinned = nullptr;
  ASSERT_EQ(cudaMallocManaged(&managed, 64), cudaSuccess);
  ASSERT_EQ(cudaMallocHost(&pinned, 64), cudaSuccess);
  cudaStream_t stream = nullptr;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  for (float* const few : {small.data(), managed, pinned}) {
    EXPECT_TRUE(context.setTensorAddress("x", whole.data()));
    EXPECT_TRUE(context.setTensorAddress("y", few));
    EXPECT_FALSE(context.enqueueV3(stream));
    EXPECT_TRUE(program.logger.was_told("has 64 bytes, and 4194304 are needed"));
    EXPECT_TRUE(context.setTensorAddress("x", few));
    EXPECT_TRUE(context.setTensorAddress("y", whole.data()));
    EXPECT_FALSE(context.enqueueV3(stream));
    EXPECT_TRUE(program.logger.was_told("input 'x': the memory at address"));
    // A graph would compute it as often as it is launched.
    cudaGraph_t graph = nullptr;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
    EXPECT_FALSE(context.enqueueV3(stream));
    EXPECT_TRUE(program.logger.was_told("4194304 are needed"));
    cudaStreamEndCapture(stream, &graph);
    cudaGraphDestroy(graph);
  }
  EXPECT_TRUE(context.setTensorAddress("x", whole.data() + 1));  // ends one element too early
  EXPECT_FALSE(context.enqueueV3(stream));
  EXPECT_TRUE(program.logger.was_told("has 4194300 bytes"));
  EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
  cudaStreamDestroy(stream);
  cudaFree(managed);
  cudaFreeHost(pinned);
}

TEST(Contexts, RefuseDimensionsInMemoryThatTheProfileDoesNotHave) {
  NEEDS_ENGINE();
  Program program;
  ITensor* const x = program.network->addInput("x", DataType::kFLOAT, Dims2(-1, 4));
  ITensor* const s = program.network->addInput("s", DataType::kINT64, Dims{1, {2}});
  IShuffleLayer* const shuffle = program.network->addShuffle(*x);
  shuffle->setInput(1, *s);
  shuffle->getOutput(0)->setName("y");
  program.network->markOutput(*shuffle->getOutput(0));
  IOptimizationProfile* const profile = program.builder->createOptimizationProfile();
  constexpr std::int64_t kLeast[] = {2, 1}, kMost[] = {8, 8};
  for (const OptProfileSelector select :
       {OptProfileSelector::kMIN, OptProfileSelector::kOPT, OptProfileSelector::kMAX}) {
    const bool is_most = select == OptProfileSelector::kMAX;
    profile->setDimensions("x", select, Dims2(is_most ? 8 : 1, 4));
    profile->setShapeValuesV2("s", select, is_most ? kMost : kLeast, 2);
  }
  program.config->addOptimizationProfile(profile);
  program.build();
  IExecutionContext& context = *program.context;
  const Memory<float> from(32), to(32);
  std::int64_t dims[] = {32, 1};
  EXPECT_TRUE(context.setInputShape("x", Dims2(8, 4)));
  EXPECT_TRUE(context.setTensorAddress("x", from.data()));
  EXPECT_TRUE(context.setTensorAddress("y", to.data()));
  EXPECT_TRUE(context.setTensorAddress("s", dims));
  constexpr const char* kWhy = "input 's': value 0 is 32, but profile 0 has 2 to 8";
  EXPECT_EQ(context.inferShapes(0, nullptr), -1);
  EXPECT_TRUE(program.logger.was_told(kWhy));
  EXPECT_FALSE(context.enqueueV3(nullptr));
  EXPECT_TRUE(program.logger.was_told(kWhy));
  EXPECT_EQ(context.getTensorShape("y").nbDims, -1);
  EXPECT_TRUE(program.logger.was_told(kWhy));
  dims[0] = 4;
  dims[1] = 8;
  EXPECT_EQ(context.inferShapes(0, nullptr), 0);
  EXPECT_TRUE(context.enqueueV3(nullptr)) << program.logger.take();
  EXPECT_EQ(cudaStreamSynchronize(nullptr), cudaSuccess);
  EXPECT_EQ(program.logger.take(), "");
  EXPECT_TRUE(context.setTensorAddress("s", reinterpret_cast<void*>(16)));
  EXPECT_EQ(context.inferShapes(0, nullptr), -1);
  EXPECT_TRUE(program.logger.was_told("are not memory of this process"));
  EXPECT_FALSE(context.enqueueV3(nullptr));
}

}  // namespace
}  // namespace riffle::tensorrt::test
