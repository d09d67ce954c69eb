// SPDX-License-Identifier: Apache-2.0
// The same work on 200 arrays, three ways: all in the default stream, each array in a stream of its
// own, and the latter with a pair of events around each kernel, which measure it.
//
// Each kernel is one block of 64 threads: far too little to fill a device. In one stream the device
// spends most of its time idle; with 200 streams many such kernels run side by side.
//
//   build:  riffle cc -O2 -o multi_kernel multi_kernel.cu       (or nvcc)
//   run:    ./multi_kernel                                      all three, 200 arrays of 1 Mi
//   floats
//           ./multi_kernel --mode streams --pinned
#include <cuda_runtime.h>

#include <cmath>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "../common/arguments.h"
#include "../common/check.h"
#include "../common/stopwatch.h"

static const char* const kUsage =
    "usage: multi_kernel [--mode all|default|streams|events] [--arrays N] [--elements N]\n"
    "                    [--block N] [--grid N] [--repeat N] [--pinned]\n"
    "  --mode M       default: one stream; streams: one per array; events: streams, kernels timed\n"
    "  --arrays N     arrays, and streams (default 200)\n"
    "  --elements N   floats in each array (default 1048576)\n"
    "  --block N      threads in a block (default 64)\n"
    "  --grid N       blocks of each kernel (default 1)\n"
    "  --repeat N     run each mode so often and report the fastest (default 1)\n"
    "  --pinned       inputs and results in pinned memory, allocated before the clock starts\n";

// Doubles and halves every element 50 times: arithmetic that takes a while and changes nothing, so
// that the result can be compared exactly. In each round the threads take neighbouring elements; in
// the last one some may find nothing left.
__global__ void double_and_halve(float* array, int count) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int threads = blockDim.x * gridDim.x;
  const int rounds = (count + threads - 1) / threads;
  for (int round = 0; round < rounds; ++round) {
    const int i = round * threads + thread;
    if (i < count) {
      for (int k = 0; k < 50; ++k) {
        array[i] *= 2.0f;
        array[i] /= 2.0f;
      }
    }
  }
}

enum class Mode { kDefault, kStreams, kEvents };

struct Options {
  int arrays;
  int elements;
  int block;
  int grid;
  bool pinned;
  std::size_t bytes() const { return static_cast<std::size_t>(elements) * sizeof(float); }
};

// One array's way through the device.
struct Lane {
  float* input = nullptr;   // made before the clock starts
  float* device = nullptr;  // allocated inside the measurement, like the result
  float* result = nullptr;
  std::unique_ptr<float[]> pageable_input, pageable_result;
  cudaStream_t stream = nullptr;  // nullptr is the default stream
  cudaEvent_t start = nullptr, end = nullptr;
};

struct Outcome {
  double total_ms = 0;
  double mean_ms = 0;  // of the kernels: only with events
  double deviation_ms = 0;
};

// Random-looking numbers of both signs; the same in every run.
static void fill(float* values, int count, unsigned seed) {
  unsigned state = seed * 2654435761u + 12345u;
  for (int i = 0; i < count; ++i) {
    state = state * 1664525u + 1013904223u;
    values[i] = static_cast<float>(static_cast<int>(state)) / 1048576.0f;
  }
}

static std::vector<Lane> make_lanes(const Options& options) {
  std::vector<Lane> lanes(options.arrays);
  for (int k = 0; k < options.arrays; ++k) {
    Lane& lane = lanes[k];
    if (options.pinned) {
      CHECK(cudaMallocHost(&lane.input, options.bytes()));
      CHECK(cudaMallocHost(&lane.result, options.bytes()));
    } else {
      lane.pageable_input.reset(new float[options.elements]);
      lane.input = lane.pageable_input.get();
    }
    fill(lane.input, options.elements, k);
  }
  return lanes;
}

static void free_lanes(std::vector<Lane>& lanes, const Options& options) {
  for (Lane& lane : lanes) {
    if (!options.pinned) continue;
    CHECK(cudaFreeHost(lane.input));
    CHECK(cudaFreeHost(lane.result));
  }
}

// The measured part: allocate, copy in, run, allocate the result, copy out. The same calls serve
// all modes; in the default mode every stream is the default stream.
static double run_lanes(std::vector<Lane>& lanes, const Options& options) {
  const Stopwatch watch;
  for (Lane& lane : lanes) {
    CHECK(cudaMalloc(&lane.device, options.bytes()));
    CHECK(cudaMemcpyAsync(lane.device, lane.input, options.bytes(), cudaMemcpyHostToDevice,
                          lane.stream));
  }
  for (Lane& lane : lanes) {
    if (lane.start) CHECK(cudaEventRecord(lane.start, lane.stream));
    double_and_halve<<<options.grid, options.block, 0, lane.stream>>>(lane.device,
                                                                      options.elements);
    CHECK_LAUNCH();
    if (lane.end) CHECK(cudaEventRecord(lane.end, lane.stream));
  }
  for (Lane& lane : lanes) {
    if (!options.pinned) {
      lane.pageable_result.reset(new float[options.elements]);
      lane.result = lane.pageable_result.get();
    }
    // Into pageable memory the copy is only over when the call returns: it waits for its own
    // stream, while the other streams go on. Into pinned memory all 200 copies are merely enqueued.
    CHECK(cudaMemcpyAsync(lane.result, lane.device, options.bytes(), cudaMemcpyDeviceToHost,
                          lane.stream));
  }
  CHECK(cudaDeviceSynchronize());
  return watch.milliseconds();
}

static bool check_results(std::vector<Lane>& lanes, const Options& options) {
  for (std::size_t k = 0; k < lanes.size(); ++k) {
    if (std::memcmp(lanes[k].input, lanes[k].result, options.bytes()) != 0) {
      std::printf("array %zu came back changed\n", k);
      return false;
    }
  }
  return true;
}

// Mean and standard deviation of the kernels' times, from the events around them.
static void measure_kernels(const std::vector<Lane>& lanes, Outcome& outcome) {
  std::vector<float> times;
  for (const Lane& lane : lanes) {
    float elapsed_ms = 0;
    CHECK(cudaEventElapsedTime(&elapsed_ms, lane.start, lane.end));
    times.push_back(elapsed_ms);
    outcome.mean_ms += elapsed_ms / static_cast<double>(lanes.size());
  }
  double squares = 0;
  for (float time : times) squares += (time - outcome.mean_ms) * (time - outcome.mean_ms);
  outcome.deviation_ms = std::sqrt(squares / static_cast<double>(times.size()));
}

static Outcome run_once(Mode mode, const Options& options, std::vector<Lane>& lanes, bool& right) {
  for (Lane& lane : lanes) {
    if (mode != Mode::kDefault) CHECK(cudaStreamCreate(&lane.stream));
    if (mode == Mode::kEvents) {
      CHECK(cudaEventCreate(&lane.start));
      CHECK(cudaEventCreate(&lane.end));
    }
  }
  Outcome outcome;
  outcome.total_ms = run_lanes(lanes, options);
  right = check_results(lanes, options) && right;
  if (mode == Mode::kEvents) measure_kernels(lanes, outcome);

  for (Lane& lane : lanes) {
    CHECK(cudaFree(lane.device));
    if (options.pinned) {
      std::memset(lane.result, 0, options.bytes());
    } else {
      lane.pageable_result.reset();
    }
    if (lane.start) CHECK(cudaEventDestroy(lane.start));
    if (lane.end) CHECK(cudaEventDestroy(lane.end));
    if (lane.stream) CHECK(cudaStreamDestroy(lane.stream));
    lane.start = lane.end = nullptr;
    lane.stream = nullptr;
  }
  return outcome;
}

static bool run_mode(Mode mode, const char* name, int repeat, const Options& options,
                     std::vector<Lane>& lanes) {
  bool right = true;
  Outcome best;
  for (int i = 0; i < repeat; ++i) {
    const Outcome outcome = run_once(mode, options, lanes, right);
    if (i == 0 || outcome.total_ms < best.total_ms) best = outcome;
  }
  std::printf("%-8s total %9.2f ms", name, best.total_ms);
  if (mode == Mode::kEvents) {
    std::printf("   kernel: mean %.3f ms, standard deviation %.3f ms", best.mean_ms,
                best.deviation_ms);
  }
  std::printf("\n");
  return right;
}

int main(int argc, char** argv) {
  Arguments arguments(argc, argv, kUsage);
  const std::string mode = arguments.choice("--mode", {"all", "default", "streams", "events"});
  Options options{};
  options.arrays = static_cast<int>(arguments.number("--arrays", 200, 1, 100000));
  options.elements = static_cast<int>(arguments.number("--elements", 1 << 20, 1, 1 << 30));
  options.block = static_cast<int>(arguments.number("--block", 64, 1, 1024));
  options.grid = static_cast<int>(arguments.number("--grid", 1, 1, 1 << 20));
  const int repeat = static_cast<int>(arguments.number("--repeat", 1, 1, 1000));
  options.pinned = arguments.flag("--pinned");
  arguments.finish();

  std::printf("%d arrays of %d floats, %d x %d threads, %s memory\n", options.arrays,
              options.elements, options.grid, options.block,
              options.pinned ? "pinned" : "pageable");
  std::vector<Lane> lanes = make_lanes(options);

  // The first launch of a process starts the device and may compile the kernel: not what we
  // measure.
  double_and_halve<<<options.grid, options.block>>>(nullptr, 0);
  CHECK_LAUNCH();
  CHECK(cudaDeviceSynchronize());

  bool right = true;
  const bool all = mode == "all";
  if (all || mode == "default") {
    right = run_mode(Mode::kDefault, "default", repeat, options, lanes) && right;
  }
  if (all || mode == "streams") {
    right = run_mode(Mode::kStreams, "streams", repeat, options, lanes) && right;
  }
  if (all || mode == "events") {
    right = run_mode(Mode::kEvents, "events", repeat, options, lanes) && right;
  }
  free_lanes(lanes, options);
  return verdict(right);
}
