// SPDX-License-Identifier: Apache-2.0
// Capturing streams: the same few operations for every frame, put together once and launched as one
// graph ever after.
//
// Between cudaStreamBeginCapture and cudaStreamEndCapture a stream runs nothing: what it is given
// becomes nodes of a graph, and their order becomes edges. Other streams take part when they wait
// for an event of the capture (a fork), and must come back the same way (a join):
//
//     stream  | copy in |--fork--| blur  |--join--| mix | copy out | note |
//     side              \------> | edges |-------/
//
// What is captured is the operations, not their data: a pinned buffer is read at every launch, while
// a kernel's arguments keep the values that they had in the capture.
//
//   build:  riffle cc -o graph_capture graph_capture.cu        (or nvcc in place of riffle cc)
//   run:    ./graph_capture [--frames N] [--pixels N]
#include <cuda_runtime.h>

#include <vector>

#include "../common/arguments.h"
#include "../common/check.h"

__global__ void blur(const float* in, float* out, int count) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= count) return;
  const float left = in[i > 0 ? i - 1 : i];
  const float right = in[i + 1 < count ? i + 1 : i];
  out[i] = 0.25f * left + 0.5f * in[i] + 0.25f * right;
}

__global__ void edges(const float* in, float* out, int count) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= count) return;
  out[i] = in[i + 1 < count ? i + 1 : i] - in[i];
}

__global__ void mix(const float* soft, const float* sharp, float* out, int count, float weight) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) out[i] = soft[i] + weight * sharp[i];
}

// One frame's pixels, in numbers that every processor represents exactly: results can be compared
// for equality.
static float pixel(int frame, int i) { return static_cast<float>((i * 7 + frame * 13) % 64); }

static float expected(int frame, int i, int count, float weight) {
  const auto at = [&](int k) { return pixel(frame, k < 0 ? 0 : k < count ? k : count - 1); };
  const float soft = 0.25f * at(i - 1) + 0.5f * at(i) + 0.25f * at(i + 1);
  return soft + weight * (at(i + 1) - at(i));
}

static void CUDART_CB count_frame(void* counter) { ++*static_cast<int*>(counter); }

struct Pipeline {
  explicit Pipeline(int pixels) : count(pixels), bytes(sizeof(float) * pixels) {
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking));
    // Events that only order work need no time stamps.
    CHECK(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
    CHECK(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));
    CHECK(cudaMallocHost(&in, bytes));
    CHECK(cudaMallocHost(&out, bytes));
    for (float** memory : {&source, &soft, &sharp, &result}) CHECK(cudaMalloc(memory, bytes));
  }
  ~Pipeline() {
    for (float* memory : {source, soft, sharp, result}) CHECK(cudaFree(memory));
    CHECK(cudaFreeHost(in));
    CHECK(cudaFreeHost(out));
    CHECK(cudaEventDestroy(fork));
    CHECK(cudaEventDestroy(join));
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaStreamDestroy(side));
  }
  Pipeline(const Pipeline&) = delete;
  Pipeline& operator=(const Pipeline&) = delete;

  // One frame. This function does not know whether the stream captures: the same code runs at once
  // or becomes a graph.
  void enqueue(float weight) {
    const int block = 128;
    const int grid = (count + block - 1) / block;
    CHECK(cudaMemcpyAsync(source, in, bytes, cudaMemcpyHostToDevice, stream));
    CHECK(cudaEventRecord(fork, stream));
    CHECK(cudaStreamWaitEvent(side, fork, 0));  // `side` joins the capture here
    blur<<<grid, block, 0, stream>>>(source, soft, count);
    edges<<<grid, block, 0, side>>>(source, sharp, count);
    CHECK_LAUNCH();
    CHECK(cudaEventRecord(join, side));
    CHECK(cudaStreamWaitEvent(stream, join, 0));  // ... and comes back here
    mix<<<grid, block, 0, stream>>>(soft, sharp, result, count, weight);
    CHECK_LAUNCH();
    CHECK(cudaMemcpyAsync(out, result, bytes, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaLaunchHostFunc(stream, count_frame, &frames_done));
  }

  void read_frame(int frame) {
    for (int i = 0; i < count; ++i) in[i] = pixel(frame, i);
  }
  bool frame_is_right(int frame, float weight) const {
    for (int i = 0; i < count; ++i) {
      const float wanted = expected(frame, i, count, weight);
      if (out[i] == wanted) continue;
      std::printf("frame %d, pixel %d is %f, not %f\n", frame, i, out[i], wanted);
      return false;
    }
    return true;
  }

  const int count;
  const std::size_t bytes;
  cudaStream_t stream, side;
  cudaEvent_t fork, join;
  float *in, *out;                        // pinned: the graph reads and writes them at each launch
  float *source, *soft, *sharp, *result;  // of the device
  int frames_done = 0;
};

static cudaGraph_t capture(Pipeline& pipeline, float weight) {
  CHECK(cudaStreamBeginCapture(pipeline.stream, cudaStreamCaptureModeGlobal));
  pipeline.enqueue(weight);
  cudaGraph_t graph;
  CHECK(cudaStreamEndCapture(pipeline.stream, &graph));
  return graph;
}

// What may not be done while a stream captures ends the capture, and says so: here waiting for
// work that is not going to run.
static bool mistakes_are_reported(Pipeline& pipeline) {
  CHECK(cudaStreamBeginCapture(pipeline.stream, cudaStreamCaptureModeGlobal));
  const cudaError_t waited = cudaStreamSynchronize(pipeline.stream);
  cudaGraph_t graph;
  const cudaError_t ended = cudaStreamEndCapture(pipeline.stream, &graph);
  cudaGetLastError();  // both were expected
  std::printf("synchronising a capturing stream: %s, then ending it: %s\n",
              cudaGetErrorName(waited), cudaGetErrorName(ended));
  return waited == cudaErrorStreamCaptureUnsupported &&
         ended == cudaErrorStreamCaptureInvalidated && graph == nullptr;
}

static const char* const kUsage =
    "usage: graph_capture [--frames N] [--pixels N]\n"
    "Captures a small pipeline of two streams and launches it as a graph for each frame.\n"
    "  --frames N  how many frames (20)\n"
    "  --pixels N  pixels of a frame (10000)\n";

int main(int argc, char** argv) {
  Arguments arguments(argc, argv, kUsage);
  const int frames = static_cast<int>(arguments.number("--frames", 20, 1, 100000));
  const int pixels = static_cast<int>(arguments.number("--pixels", 10000, 1, 1 << 24));
  arguments.finish();
  bool right = true;
  {
    Pipeline pipeline(pixels);
    const float weight = 0.5f;
    cudaGraph_t graph = capture(pipeline, weight);
    std::size_t nodes, edges;
    CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
    CHECK(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges));
    std::printf("captured %zu nodes and %zu edges; frames done so far: %d\n", nodes, edges,
                pipeline.frames_done);
    right = right && nodes == 6 && pipeline.frames_done == 0;

    cudaGraphExec_t exec;
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    for (int frame = 0; frame < frames && right; ++frame) {
      pipeline.read_frame(frame);
      CHECK(cudaGraphLaunch(exec, pipeline.stream));
      CHECK(cudaStreamSynchronize(pipeline.stream));
      right = pipeline.frame_is_right(frame, weight);
    }
    std::printf("%d frames by graph launches, frames done: %d\n", frames, pipeline.frames_done);
    right = right && pipeline.frames_done == frames;

    // Another weight is another kernel argument: capture again, and let the graph that exists take
    // over the values. Cheaper than instantiating, as long as the shape is the same.
    cudaGraph_t changed = capture(pipeline, 2.0f);
    cudaGraphExecUpdateResultInfo info;
    CHECK(cudaGraphExecUpdate(exec, changed, &info));
    pipeline.read_frame(7);
    CHECK(cudaGraphLaunch(exec, pipeline.stream));
    CHECK(cudaStreamSynchronize(pipeline.stream));
    right = right && pipeline.frame_is_right(7, 2.0f);

    right = right && mistakes_are_reported(pipeline);

    // The same function without a capture.
    pipeline.read_frame(8);
    pipeline.enqueue(weight);
    CHECK(cudaStreamSynchronize(pipeline.stream));
    right = right && pipeline.frame_is_right(8, weight);

    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaGraphDestroy(changed));
  }
  return verdict(right);
}
