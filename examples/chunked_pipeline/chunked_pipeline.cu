// SPDX-License-Identifier: Apache-2.0
// One large array, cut into chunks that travel through several streams. In one stream the copy to
// the device, the kernel and the copy back come one after the other; with several streams the
// kernel works on one chunk while others are being copied.
//
//     one stream:     [---- H2D ----][--- kernel ---][---- D2H ----]
//     three streams:  [H2D 0][kern 0][D2H 0]
//                            [H2D 1][kern 1][D2H 1]
//                                   [H2D 2][kern 2][D2H 2]
//
//   build:  riffle cc -O2 -o chunked_pipeline chunked_pipeline.cu     (or nvcc)
//   run:    ./chunked_pipeline --streams 4 --chunks 8 --timeline
#include <cuda_runtime.h>

#include <algorithm>
#include <string>
#include <vector>

#include "../common/arguments.h"
#include "../common/check.h"
#include "../common/stopwatch.h"

static const char* const kUsage =
    "usage: chunked_pipeline [--elements N] [--chunks N] [--streams N] [--timeline]\n"
    "  --elements N   floats in the array (default 16777216)\n"
    "  --chunks N     pieces it is cut into (default 8)\n"
    "  --streams N    streams that share the pieces (default 4)\n"
    "  --timeline     draw when each step of each chunk ran\n";

__global__ void square_plus_one(const float* in, float* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i] * in[i] + 1.0f;
}

// When a chunk's steps began and ended: four events in its stream.
struct ChunkEvents {
  cudaEvent_t at[4];  // before H2D, after H2D, after the kernel, after D2H
};

struct Buffers {
  float* host_in;  // pinned, so that the copies are truly asynchronous
  float* host_out;
  float* in;
  float* out;
};

static void enqueue_chunk(const Buffers& buffers, std::size_t first, std::size_t count,
                          cudaStream_t stream, const ChunkEvents& events) {
  const std::size_t bytes = count * sizeof(float);
  const int threads = 256;
  const int blocks = static_cast<int>((count + threads - 1) / threads);
  CHECK(cudaEventRecord(events.at[0], stream));
  CHECK(cudaMemcpyAsync(buffers.in + first, buffers.host_in + first, bytes, cudaMemcpyHostToDevice,
                        stream));
  CHECK(cudaEventRecord(events.at[1], stream));
  square_plus_one<<<blocks, threads, 0, stream>>>(buffers.in + first, buffers.out + first,
                                                  static_cast<int>(count));
  CHECK_LAUNCH();
  CHECK(cudaEventRecord(events.at[2], stream));
  CHECK(cudaMemcpyAsync(buffers.host_out + first, buffers.out + first, bytes,
                        cudaMemcpyDeviceToHost, stream));
  CHECK(cudaEventRecord(events.at[3], stream));
}

// Cuts the array into `events.size()` chunks, deals them out to the streams in turn and waits for
// all. The last chunk takes what is left over. Returns milliseconds.
static double run(const Buffers& buffers, std::size_t elements,
                  const std::vector<cudaStream_t>& streams,
                  const std::vector<ChunkEvents>& events) {
  const std::size_t chunks = events.size();
  const std::size_t chunk_elements = (elements + chunks - 1) / chunks;
  const Stopwatch watch;
  for (std::size_t k = 0; k < chunks; ++k) {
    const std::size_t first = std::min(k * chunk_elements, elements);
    const std::size_t count = std::min(chunk_elements, elements - first);
    if (count > 0) enqueue_chunk(buffers, first, count, streams[k % streams.size()], events[k]);
  }
  for (cudaStream_t stream : streams) CHECK(cudaStreamSynchronize(stream));
  return watch.milliseconds();
}

static std::vector<ChunkEvents> make_events(std::size_t chunks) {
  std::vector<ChunkEvents> events(chunks);
  for (ChunkEvents& chunk : events) {
    for (cudaEvent_t& event : chunk.at) {
      CHECK(cudaEventCreate(&event));
      CHECK(cudaEventRecord(event));  // so that chunks without elements have times too
    }
  }
  return events;
}

static void destroy_events(const std::vector<ChunkEvents>& events) {
  for (const ChunkEvents& chunk : events) {
    for (cudaEvent_t event : chunk.at) CHECK(cudaEventDestroy(event));
  }
}

// One line a chunk: '>' copy in, '#' kernel, '<' copy out, '.' ready but waiting for its turn.
static void draw_timeline(const std::vector<ChunkEvents>& events, std::size_t streams) {
  constexpr int kColumns = 72;
  float total = 0;
  for (const ChunkEvents& chunk : events) {
    float end = 0;
    CHECK(cudaEventElapsedTime(&end, events[0].at[0], chunk.at[3]));
    total = std::max(total, end);
  }
  std::printf("timeline, %.2f ms wide ('>' to the device, '#' kernel, '<' back)\n", total);
  for (std::size_t k = 0; k < events.size(); ++k) {
    std::string line(kColumns, ' ');
    for (int step = 0; step < 3; ++step) {
      float from = 0, to = 0;
      CHECK(cudaEventElapsedTime(&from, events[0].at[0], events[k].at[step]));
      CHECK(cudaEventElapsedTime(&to, events[0].at[0], events[k].at[step + 1]));
      const int left = std::clamp(static_cast<int>(from / total * kColumns), 0, kColumns - 1);
      const int right = std::clamp(static_cast<int>(to / total * kColumns), left + 1, kColumns);
      for (int column = left; column < right; ++column) line[column] = ">#<"[step];
    }
    std::printf("  stream %zu chunk %2zu |%s|\n", k % streams, k, line.c_str());
  }
}

// The inputs are whole numbers below 4096: their squares plus one are exact in float, whether or
// not a compiler fuses multiplication and addition, so the comparison can be exact too.
static float input(std::size_t i) { return static_cast<float>(i % 4096); }

static bool check_result(const char* what, float* result, std::size_t elements) {
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < elements; ++i) {
    const float x = input(i);
    if (result[i] != x * x + 1.0f && wrong++ == 0) {
      std::printf("%s: element %zu is %f, not %f\n", what, i, result[i], x * x + 1.0f);
    }
    result[i] = 0;  // nothing of this run must pass for a result of the next
  }
  return wrong == 0;
}

int main(int argc, char** argv) {
  Arguments arguments(argc, argv, kUsage);
  const std::size_t elements = arguments.number("--elements", 16 << 20, 1, 1L << 30);
  const std::size_t chunks = arguments.number("--chunks", 8, 1, 10000);
  const std::size_t stream_count = arguments.number("--streams", 4, 1, 1000);
  const bool timeline = arguments.flag("--timeline");
  arguments.finish();

  const std::size_t bytes = elements * sizeof(float);
  Buffers buffers{};
  CHECK(cudaMallocHost(&buffers.host_in, bytes));
  CHECK(cudaMallocHost(&buffers.host_out, bytes));
  CHECK(cudaMalloc(&buffers.in, bytes));
  CHECK(cudaMalloc(&buffers.out, bytes));
  for (std::size_t i = 0; i < elements; ++i) buffers.host_in[i] = input(i);

  std::vector<cudaStream_t> streams(stream_count);
  for (cudaStream_t& stream : streams) CHECK(cudaStreamCreate(&stream));
  const std::vector<ChunkEvents> whole = make_events(1);
  const std::vector<ChunkEvents> pieces = make_events(chunks);
  CHECK(cudaDeviceSynchronize());

  bool right = true;
  double whole_ms = 0, pieces_ms = 0;
  for (int round = 0; round < 3; ++round) {  // the first round warms up; the last is reported
    whole_ms = run(buffers, elements, {streams[0]}, whole);
    right = check_result("one chunk", buffers.host_out, elements) && right;
    pieces_ms = run(buffers, elements, streams, pieces);
    right = check_result("chunks", buffers.host_out, elements) && right;
  }
  std::printf("%zu floats (%.1f MB there and back)\n", elements, 2e-6 * bytes);
  std::printf("  1 chunk   in 1 stream:  %8.2f ms\n", whole_ms);
  std::printf("  %zu chunks in %zu streams: %8.2f ms  (%.2f times as fast)\n", chunks, stream_count,
              pieces_ms, whole_ms / pieces_ms);
  if (timeline) draw_timeline(pieces, stream_count);

  destroy_events(whole);
  destroy_events(pieces);
  for (cudaStream_t stream : streams) CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFree(buffers.in));
  CHECK(cudaFree(buffers.out));
  CHECK(cudaFreeHost(buffers.host_in));
  CHECK(cudaFreeHost(buffers.host_out));
  return verdict(right);
}
