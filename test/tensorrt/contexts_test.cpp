// SPDX-License-Identifier: Apache-2.0
// Contexts in streams: shapes, addresses, order, graphs, allocators.
#include <cuda_runtime.h>

#include <atomic>
#include <thread>

#include "program.h"

namespace riffle::tensorrt::test {
namespace {

const std::vector<float> kOne = {1, 2, 3, 4};
const std::vector<float> kTwo = {2, 4, 6, 8};

struct Stream {
  Stream() { cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking); }
  Stream(const Stream&) = delete;
  ~Stream() { cudaStreamDestroy(stream); }
  cudaStream_t stream = nullptr;
};

/// The doubling network, with inputs of one row.
struct Doubling : Program {
  Doubling() : Program(doubling(1)) {
    build();
    if (context == nullptr) return;
    context->setTensorAddress("x", x.data());
    context->setTensorAddress("y", y.data());
  }
  Memory<float> x{kOne};
  Memory<float> y{4};
  Stream at;
};

TEST(Contexts, Compute) {
  NEEDS_ENGINE();
  Doubling program;
  EXPECT_TRUE(program.context->enqueueV3(program.at.stream));
  EXPECT_EQ(cudaStreamSynchronize(program.at.stream), cudaSuccess);
  EXPECT_EQ(program.y.get(), kTwo);
  EXPECT_EQ(program.logger.take(), "");
}

TEST(Contexts, ComputeAtOnce) {
  NEEDS_ENGINE();
  Doubling program;
  void* bindings[] = {program.x.data(), program.y.data()};
  EXPECT_TRUE(program.context->executeV2(bindings));
  EXPECT_EQ(program.y.get(), kTwo);
}

TEST(Contexts, WaitForTheirTurnInTheStream) {
  NEEDS_ENGINE();
  Doubling program;
  program.y.set(std::vector<float>(4));
  std::atomic<bool> may_go = false;
  cudaLaunchHostFunc(
      program.at.stream,
      [](void* flag) {
        while (!*static_cast<std::atomic<bool>*>(flag)) std::this_thread::yield();
      },
      &may_go);
  EXPECT_TRUE(program.context->enqueueV3(program.at.stream));
  cudaEvent_t consumed = nullptr;
  cudaEventCreate(&consumed);
  program.context->setInputConsumedEvent(consumed);
  EXPECT_TRUE(program.context->enqueueV3(program.at.stream));
  EXPECT_EQ(cudaStreamQuery(program.at.stream), cudaErrorNotReady);
  EXPECT_EQ(cudaEventQuery(consumed), cudaErrorNotReady);
  EXPECT_EQ(program.y.get(), std::vector<float>(4));
  may_go = true;
  EXPECT_EQ(cudaEventSynchronize(consumed), cudaSuccess);
  EXPECT_EQ(program.y.get(), kTwo);
  cudaEventDestroy(consumed);
}

TEST(Contexts, AreCapturedIntoGraphs) {
  NEEDS_ENGINE();
  Doubling program;
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t exec = nullptr;
  cudaStreamBeginCapture(program.at.stream, cudaStreamCaptureModeGlobal);
  EXPECT_TRUE(program.context->enqueueV3(program.at.stream));
  EXPECT_EQ(cudaStreamEndCapture(program.at.stream, &graph), cudaSuccess);
  std::size_t nodes = 0;
  cudaGraphGetNodes(graph, nullptr, &nodes);
  EXPECT_EQ(nodes, 1U);
  EXPECT_EQ(cudaGraphInstantiate(&exec, graph, 0), cudaSuccess);
  // The graph keeps what it computes with.
  Memory<float> other(4);
  program.context->setTensorAddress("y", other.data());
  program.context.reset();
  program.engine.reset();
  for (const float first : {5.0F, 7.0F}) {
    program.x.set({first, 1, 1, 1});
    EXPECT_EQ(cudaGraphLaunch(exec, program.at.stream), cudaSuccess);
    cudaStreamSynchronize(program.at.stream);
    EXPECT_EQ(program.y.get(), (std::vector<float>{2 * first, 2, 2, 2}));
  }
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
}

TEST(Contexts, OfOneEngineComputeSideBySide) {
  NEEDS_ENGINE();
  Program program(doubling(1));
  program.build();
  constexpr int kStreams = 4, kTimes = 50;
  std::vector<std::thread> threads;
  std::atomic<int> right = 0;
  for (int i = 0; i < kStreams; ++i)
    threads.emplace_back([&, i] {
      const std::unique_ptr<IExecutionContext> context(program.engine->createExecutionContext());
      const Stream at;
      Memory<float> x(std::vector<float>(4, static_cast<float>(i))), y(4);
      context->setTensorAddress("x", x.data());
      context->setTensorAddress("y", y.data());
      for (int time = 0; time < kTimes; ++time) context->enqueueV3(at.stream);
      cudaStreamSynchronize(at.stream);
      if (y.get() == std::vector<float>(4, static_cast<float>(2 * i))) ++right;
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, kStreams);
}

TEST(Contexts, FollowTheShapesOfInputs) {
  NEEDS_ENGINE();
  Program program(doubling(-1));
  program.set_range("x", Dims2(1, 4), Dims2(2, 4), Dims2(3, 4));
  program.build();
  IExecutionContext& context = *program.context;
  Memory<float> x({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}), y(12);
  context.setTensorAddress("x", x.data());
  context.setTensorAddress("y", y.data());
  const char* missing = nullptr;
  EXPECT_EQ(context.inferShapes(1, &missing), 1);
  EXPECT_STREQ(missing, "x");
  EXPECT_FALSE(context.allInputDimensionsSpecified());
  EXPECT_FALSE(context.enqueueV3(nullptr));
  EXPECT_TRUE(program.logger.was_told("set them with setInputShape"));
  for (std::int64_t rows : {3, 1, 2}) {
    EXPECT_TRUE(context.setInputShape("x", Dims2(rows, 4)));
    EXPECT_EQ(context.inferShapes(0, nullptr), 0);
    EXPECT_EQ(context.getTensorShape("y").d[0], rows);
    EXPECT_EQ(context.getMaxOutputSize("y"), rows * 16);
    y.set(std::vector<float>(12));
    EXPECT_TRUE(context.enqueueV3(nullptr));
    cudaDeviceSynchronize();
    EXPECT_EQ(y.get()[static_cast<std::size_t>(rows * 4 - 1)], static_cast<float>(rows * 8));
    if (rows < 3) EXPECT_EQ(y.get()[static_cast<std::size_t>(rows * 4)], 0);
  }
}

TEST(Contexts, RefuseShapesOutsideTheProfile) {
  NEEDS_ENGINE();
  Program program(doubling(-1));
  program.set_range("x", Dims2(1, 4), Dims2(2, 4), Dims2(3, 4));
  program.set_range("x", Dims2(8, 4), Dims2(8, 4), Dims2(9, 4));
  program.build();
  IExecutionContext& context = *program.context;
  EXPECT_FALSE(context.setInputShape("x", Dims2(4, 4)));
  EXPECT_TRUE(program.logger.was_told("got [4,4], but profile 0 has [1,4] to [3,4]"));
  EXPECT_FALSE(context.setInputShape("x", Dims2(1, 5)));
  EXPECT_TRUE(program.logger.was_told("dimension 1 is 4 in the engine, got 5"));
  EXPECT_FALSE(context.setInputShape("x", Dims3(1, 1, 4)));
  EXPECT_TRUE(program.logger.was_told("expected 2 dimensions, got 3"));
  EXPECT_FALSE(context.setInputShape("y", Dims2(1, 4)));
  EXPECT_TRUE(context.setOptimizationProfileAsync(1, nullptr));
  EXPECT_FALSE(context.setInputShape("x", Dims2(3, 4)));
  EXPECT_TRUE(context.setInputShape("x", Dims2(9, 4)));
  EXPECT_FALSE(context.setOptimizationProfileAsync(2, nullptr));
}

TEST(Contexts, RefuseToComputeWithoutAddresses) {
  NEEDS_ENGINE();
  Doubling program;
  program.context->setTensorAddress("x", nullptr);
  EXPECT_FALSE(program.context->enqueueV3(nullptr));
  EXPECT_TRUE(program.logger.was_told("input 'x' has no address"));
  program.context->setTensorAddress("x", program.x.data());
  program.context->setTensorAddress("y", nullptr);
  EXPECT_FALSE(program.context->enqueueV3(nullptr));
  EXPECT_TRUE(program.logger.was_told("output 'y' has no address"));
  EXPECT_FALSE(program.context->setTensorAddress("z", nullptr));
  EXPECT_FALSE(program.context->setOutputTensorAddress("x", nullptr));
  EXPECT_FALSE(program.context->setInputTensorAddress("y", nullptr));
}

TEST(Contexts, RefuseStrayAddresses) {
  NEEDS_ENGINE();
  Doubling program;
  auto* const stray = reinterpret_cast<void*>(0x7000);
  program.context->setTensorAddress("x", stray);
  EXPECT_FALSE(program.context->enqueueV3(program.at.stream));
  EXPECT_TRUE(program.logger.was_told(
      "input 'x': the 16 bytes at address 0x7000 are not memory of this process"));
  program.context->setTensorAddress("x", program.x.data());
  program.context->setTensorAddress("y", stray);
  EXPECT_FALSE(program.context->enqueueV3(program.at.stream));
  EXPECT_TRUE(program.logger.was_told("output 'y'"));
  // Memory of the host is not stray: here an inference reaches it.
  std::vector<float> host(4);
  program.context->setTensorAddress("y", host.data());
  EXPECT_TRUE(program.context->enqueueV3(program.at.stream)) << program.logger.take();
  EXPECT_EQ(cudaStreamSynchronize(program.at.stream), cudaSuccess);
  EXPECT_EQ(host, kTwo);
}

TEST(Contexts, OutliveTheirEngine) {
  NEEDS_ENGINE();
  Doubling program;
  program.engine.reset();
  program.runtime.reset();
  EXPECT_FALSE(program.context->setOptimizationProfileAsync(1, nullptr));
  EXPECT_TRUE(program.context->setOptimizationProfileAsync(0, nullptr));
  EXPECT_TRUE(program.context->enqueueV3(program.at.stream));
  cudaStreamSynchronize(program.at.stream);
  EXPECT_EQ(program.y.get(), kTwo);
}

/// y = x at the places that `i` has: an index that is too large fails when it is computed.
std::string choosing() {
  onnx::OnnxModel model = empty_model();
  model.graph.inputs = {value("x", OnnxType::kFloat, {4}), value("i", OnnxType::kInt32, {2})};
  model.graph.outputs = {value("y", OnnxType::kFloat, {2})};
  model.graph.nodes = {{"choose", "Gather", "", {"x", "i"}, {"y"}, {}}};
  return model.written();
}

TEST(Contexts, TellTheirRecorderWhatFailsInTheStream) {
  NEEDS_ENGINE();
  Program program(choosing());
  program.build();
  Recorder recorder;
  program.context->setErrorRecorder(&recorder);
  Memory<float> x(kOne), y(2);
  Memory<std::int32_t> i({3, 9});
  program.context->setTensorAddress("x", x.data());
  program.context->setTensorAddress("i", i.data());
  program.context->setTensorAddress("y", y.data());
  EXPECT_TRUE(program.context->enqueueV3(nullptr));
  cudaDeviceSynchronize();
  EXPECT_EQ(recorder.errors, 1);
  EXPECT_EQ(recorder.code, ErrorCode::kFAILED_EXECUTION);
  EXPECT_TRUE(program.logger.was_told("indices element out of data bounds"));
  i.set({3, 1});
  EXPECT_TRUE(program.context->enqueueV3(nullptr));
  cudaDeviceSynchronize();
  EXPECT_EQ(y.get(), (std::vector<float>{4, 2}));
}

class Allocator final : public IOutputAllocator {
 public:
  void* reallocateOutputAsync(const char*, void*, std::uint64_t size, std::uint64_t,
                              cudaStream_t) noexcept override {
    ++calls;
    if (size > 8 * 8) return nullptr;
    return memory.data();
  }
  void notifyShape(const char*, const Dims& told) noexcept override { dims = told; }
  Memory<std::int64_t> memory{8};
  Dims dims{};
  int calls = 0;
};

TEST(Contexts, AllocateOutputsOfUnknownSize) {
  NEEDS_ENGINE();
  Program program(places());
  program.build();
  Memory<float> x({0, 1, 0, 0, 1, 1, 0, 0});
  Allocator allocator;
  IExecutionContext& context = *program.context;
  context.setTensorAddress("x", x.data());
  EXPECT_EQ(context.getMaxOutputSize("y"), -1);
  EXPECT_TRUE(context.setOutputAllocator("y", &allocator));
  EXPECT_TRUE(context.enqueueV3(nullptr));
  EXPECT_EQ(allocator.calls, 1);
  EXPECT_EQ(allocator.dims.nbDims, 2);
  EXPECT_EQ(allocator.dims.d[1], 3);
  cudaDeviceSynchronize();
  const std::vector<std::int64_t> found = allocator.memory.get();
  EXPECT_EQ(std::vector<std::int64_t>(found.begin(), found.begin() + 3),
            (std::vector<std::int64_t>{1, 4, 5}));
  const Stream at;
  cudaStreamBeginCapture(at.stream, cudaStreamCaptureModeGlobal);
  EXPECT_FALSE(context.enqueueV3(at.stream));
  EXPECT_TRUE(program.logger.was_told("a capture cannot know them"));
  cudaGraph_t graph = nullptr;
  cudaStreamEndCapture(at.stream, &graph);
  cudaGraphDestroy(graph);
}

TEST(Contexts, TakeTheTypesThatWereAskedFor) {
  NEEDS_ENGINE();
  Program program(doubling(1));
  program.network->getInput(0)->setType(DataType::kINT32);
  program.network->getOutput(0)->setType(DataType::kINT8);
  program.network->getOutput(0)->setName("twice");
  program.build();
  EXPECT_EQ(program.engine->getTensorDataType("x"), DataType::kINT32);
  EXPECT_EQ(program.engine->getTensorDataType("twice"), DataType::kINT8);
  Memory<std::int32_t> x({1, -2, 3, 4});
  Memory<std::int8_t> y(4);
  program.context->setTensorAddress("x", x.data());
  program.context->setTensorAddress("twice", y.data());
  EXPECT_TRUE(program.context->enqueueV3(nullptr)) << program.logger.take();
  cudaDeviceSynchronize();
  EXPECT_EQ(y.get(), (std::vector<std::int8_t>{2, -4, 6, 8}));
}

class Profiler final : public IProfiler {
 public:
  void reportLayerTime(const char* name, float ms) noexcept override {
    EXPECT_STRNE(name, "");
    EXPECT_GE(ms, 0);
    ++reports;
  }
  int reports = 0;
};

TEST(Contexts, ReportToTheProfiler) {
  NEEDS_ENGINE();
  Doubling program;
  Profiler profiler;
  program.context->setProfiler(&profiler);
  EXPECT_TRUE(program.context->enqueueV3(program.at.stream));
  EXPECT_EQ(profiler.reports, 1);
  program.context->setEnqueueEmitsProfile(false);
  EXPECT_TRUE(program.context->enqueueV3(program.at.stream));
  cudaStreamSynchronize(program.at.stream);
  EXPECT_EQ(profiler.reports, 1);
  EXPECT_TRUE(program.context->reportToProfiler());
  EXPECT_EQ(profiler.reports, 2);
}

TEST(Contexts, RefuseMoreElementsThanCanBeCounted) {
  NEEDS_ENGINE();
  onnx::OnnxModel model = empty_model();
  model.graph.inputs = {value("x", OnnxType::kFloat, {-1, -1})};
  model.graph.inputs.front().shape[1].name = "m";
  model.graph.outputs = {value("y", OnnxType::kFloat, {-1, -1})};
  model.graph.outputs.front().shape[1].name = "m";
  model.graph.nodes = {{"twice", "Add", "", {"x", "x"}, {"y"}, {}}};
  Program program(model.written());
  constexpr std::int64_t kMuch = std::int64_t{1} << 33;
  program.set_range("x", Dims2(0, 0), Dims2(1, 1), Dims2(kMuch, kMuch));
  program.build();
  EXPECT_FALSE(program.context->setInputShape("x", Dims2(kMuch, kMuch)));
  EXPECT_TRUE(program.logger.was_told("more elements than can be counted"));
  EXPECT_TRUE(program.context->setInputShape("x", Dims2(kMuch, 0)));
  EXPECT_EQ(program.context->getMaxOutputSize("y"), 0);
}

}  // namespace
}  // namespace riffle::tensorrt::test
